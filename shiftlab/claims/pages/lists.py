"""What is no experiment: formulas that were checked, and printed numbers that were computed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .. import words
from ..statement import Category, Claim
from .finding import Finding
from .markdown import anchor, page, table
from .notes import Notes
from .reason import example, reason

#: So many wrong numbers of a claim are named; claims.json has them all.
MOST_SLIPS = 6


def slips(claim: Claim) -> str:
    """The numbers that are not as printed."""
    wrong = [part for part in words.primary(claim.evidence) if part["state"] == "contradicted"]
    named = []
    for part in wrong[:MOST_SLIPS]:
        printed = f"printed {words.exactly(part['paper_value'])}, computed " if "paper_value" in part else ""
        named.append(f"{part['label']}: {printed}{words.exactly(part['value'])}")
    more = f"; and {len(wrong) - MOST_SLIPS} more" if len(wrong) > MOST_SLIPS else ""
    return "; ".join(named) + more


@dataclass(frozen=True)
class Listing:
    """A page of claims of one category: of each paper those that are wrong, then the others."""

    title: str
    about: str
    category: Category
    wrong: str
    right: str
    against: str  # the head of the column with what speaks against a claim
    counter: Callable[[Claim], str]

    def page(self, findings: Sequence[Finding], titles: Mapping[str, str]) -> str:
        notes = Notes()
        lines = [f"# {self.title}", "", f"{self.about} [CLAIMS.md](../../CLAIMS.md) has the experiments."]
        for name, title in titles.items():
            own = [f for f in findings if f.claim.paper == name and f.claim.category == self.category]
            wrong = [f for f in own if f.claim.verdict != "replicates"]
            right = [f for f in own if f not in wrong]
            if own:
                lines += ["", f"## {name}", "", f"{title}. {len(own)} checked, {len(wrong)} {self.wrong}."]
            if wrong:
                lines += ["", f"### {self.wrong.capitalize()} ({name})", "", *self._table(wrong, notes, self.counter)]
            if right:
                lines += ["", f"### {self.right.capitalize()} ({name})", "", *self._table(right, notes, None)]
        if notes.lines():
            lines += ["", "## Assumptions and corrections", "", *notes.lines()]
        return page(lines)

    def _table(self, some: Sequence[Finding], notes: Notes, counter: Callable[[Claim], str] | None) -> list[str]:
        rows = []
        for finding in some:
            claim = finding.claim
            row = [f"{anchor(claim.id)}`{claim.id}`", f"{claim.statement} ({claim.place})"]
            if counter:
                row += [f"**{words.spoken(claim)}**", counter(claim)]
            rows.append([*row, reason(finding), notes.refer(claim.assumptions)])
        return table(("claim", "statement", *(("verdict", self.against) if counter else ()), "found", "see"), rows)


MATHEMATICS = Listing(
    "Formulas checked",
    "Identities, theorems, definitions, and what a solver must leave behind. They are no experiments, and in no count "
    "of what replicates. An exact statement with one counter-example is wrong as printed; where a correction is known, "
    "it stands under the code beside it.",
    "mathematics",
    wrong="not right as printed",
    right="right",
    against="counter-example",
    counter=example,
)

ERRATA = Listing(
    "Printed tables and misprints",
    "The papers' own numbers, computed again from what they print. That is arithmetic, no experiment, and in no count "
    "of what replicates.",
    "printed table",
    wrong="with slips",
    right="as printed",
    against="what is off",
    counter=slips,
)
