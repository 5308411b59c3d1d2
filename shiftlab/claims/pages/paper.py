"""The page of a paper: its headline claims with pictures, the others in short, and where the numbers come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...experiments.settings import shown
from .. import words
from ..statement import Claim
from .finding import Finding
from .forest import alternative
from .front import ours, summary
from .markdown import anchor, folded, page, sentence, table
from .notes import Notes
from .reason import by_setting, reason

#: A setting with more values than this is given by its ends.
MOST_VALUES = 6


def paper_page(
    name: str, title: str, own: Sequence[Finding], dropped: Mapping[str, str], runs: Mapping[str, Mapping[str, Any]]
) -> str:
    """The whole page. `runs` are those of the experiments that its claims read."""
    notes = Notes()
    chosen = [finding for finding in own if words.is_headline(finding.claim)]
    others = [f for f in own if f not in chosen and f.claim.category == "re-run"]
    files = [f for f in own if f.claim.category == "data"]
    lines = [
        f"# {title}",
        "",
        f"{summary(chosen)} [CLAIMS.md](../../CLAIMS.md) says how to read verdicts and certainty. "
        f"{_elsewhere(name, own)}".rstrip(),
        "",
        "In the pictures thick parts are of the primary reading and decide; thin ones are other readings.",
    ]
    for finding in chosen:
        lines += ["", *_headline(finding, notes)]
    for claims, what, some in (("other claim", "that were run", others), ("claim", "about rows and files", files)):
        if some:
            lines += folded(f"{words.counted(len(some), claims)} {what}", _others(some, notes))
    if dropped:
        rows = [(f"`{id}`", why) for id, why in dropped.items()]
        lines += folded(
            f"{len(rows)} merged or dropped: no claims of their own any more", table(("claim", "why"), rows)
        )
    if notes.lines():
        lines += ["", "## Deviations and assumptions", "", *notes.lines()]
    lines += ["", "## Runs", "", *(provenance(name, run) for name, run in runs.items())]
    return page(lines)


def _elsewhere(name: str, own: Sequence[Finding]) -> str:
    """Where the claims are that are no experiment."""
    kinds = (("mathematics", "mathematics", "formula"), ("printed table", "errata", "printed table"))
    found = ((sum(f.claim.category == category for f in own), file, thing) for category, file, thing in kinds)
    links = [f"{words.counted(n, thing)} in [{file}]({file}.md#{name})" for n, file, thing in found if n]
    return f"Beside the experiments: {', '.join(links)}." if links else ""


def _headline(finding: Finding, notes: Notes) -> list[str]:
    claim, relation = finding.claim, finding.statement.relation
    assumed = notes.refer(claim.assumptions)
    facts = [
        f"- The paper ({claim.place}): {words.paper(claim) or claim.statement}",
        f"- Ours: {ours(finding)}" if claim.evidence else "",
        f"- Why: {reason(finding)}",
        f"- A part is {relation.text}.",
        f"- Assumed: {assumed}" if assumed else "",
        f"- Evidence{claim.evidence_id and f' {claim.evidence_id}'}: {_read(claim)}" if claim.evidence_id else "",
    ]
    lines = [
        f"### {claim.id}",
        "",
        claim.statement,
        "",
        f"**{words.spoken(claim)}**, certainty {words.certainty(claim)}",
        "",
        *filter(None, facts),
    ]
    if finding.is_drawn:
        lines += ["", f"![{_plain(alternative(finding))}](figures/{finding.figure})"]
    if settings := by_setting(finding):
        lines += ["", *settings]
    return lines


def _others(some: Sequence[Finding], notes: Notes) -> list[str]:
    return table(
        ("claim", "statement", "ours", "verdict", "why", "assumed"),
        [
            (
                f"{anchor(f.claim.id)}`{f.claim.id}`",
                f"{f.claim.statement} ({f.claim.place})",
                words.ours(f.claim),
                f"**{words.spoken(f.claim)}**",
                reason(f),
                notes.refer(f.claim.assumptions),
            )
            for f in some
        ],
    )


def _read(claim: Claim) -> str:
    """The rows that were read: the experiment, and its settings."""
    settings = "; ".join(f"{name} {_values(value)}" for name, value in claim.settings.items())
    return sentence(f"`{claim.experiment}`" + (f" with {settings}" if settings else ""))


def _values(value: Any) -> str:
    if not isinstance(value, list):
        return f"= {shown(value)}"
    if len(value) <= MOST_VALUES:
        return f"= {', '.join(map(shown, value))}"
    if all(isinstance(one, int | float) for one in value):
        return f"with {len(value)} values from {shown(min(value))} to {shown(max(value))}"
    return f"with {len(value)} values"


def _plain(text: str) -> str:
    """Text between the brackets of a picture."""
    return " ".join(text.split()).replace("[", "(").replace("]", ")")


def provenance(name: str, run: Mapping[str, Any]) -> str:
    """Of one kept run: how much, when, where, and with which versions."""
    versions = ", ".join(f"{package} {version}" for package, version in run["versions"].items())
    held = "; ".join(f"{key} {_values(value)}" for key, value in run["held"].items())
    machine = f"{run['machine']['system']} {run['machine']['architecture']}, {run['machine']['cores']} cores"
    # of a run that has been divided since, the time is that of the whole
    whole = f" of {run['from']['cells']} in one run of `{run['from']['experiment']}`" if "from" in run else ""
    return (
        f"- `{name}`, {run['mode']}: {run['cells']} cells{whole}, {run['cell_seconds'] / 60:.1f} minutes of cells, "
        f"{run['started'][:10]}; {machine}; {versions}. {_code(run)}{_controls(run)}Settings: {held}."
    )


def _controls(run: Mapping[str, Any]) -> str:
    lines = run.get("controls", [])
    return f"{sum(line['passed'] for line in lines)} of {len(lines)} controls pass. " if lines else ""


def _code(run: Mapping[str, Any]) -> str:
    """By which code, and whether all of it was run by that."""
    if "code" not in run:
        return ""
    code = f"Code {run['code']['digest']}"
    if "adopted" not in run:
        return f"{code}. "
    sample = run["adopted"]
    return f"{code}, by which {words.same_cells(sample)} ({sample['date']}). "
