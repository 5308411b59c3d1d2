"""A claim of a paper: as it is stated in code, and as it stands after a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median_low
from typing import Any, Literal

from .evidence import Data, Part, distinct, identity, pooled
from .readings import where_supported
from .rules import Relation, Verdict, decide, rule_text, states

Summaries = Mapping[str, list[dict[str, Any]]]  # of each experiment that was run
Category = Literal["re-run", "mathematics", "printed table", "data"]


@dataclass(frozen=True)
class Claim:
    """A statement of a paper with our verdict and the evidence behind it.

    `evidence` is a list of parts: label, value, interval (where it was measured), n, state by the rule, whether it is
    of the primary reading, the effect in standard deviations of one repetition, and the paper's number where there is
    one. `repetitions` are those of the middle one of the parts that decide: the least may be of a rare case.
    Everything that is said of the evidence is read from it.
    """

    id: str
    paper: str
    place: str
    statement: str
    kind: Literal["exact", "measured"]
    category: Category
    headline: bool
    paper_says: str
    rule: str
    verdict: Verdict
    why: str
    certainty: dict[str, bool]
    evidence: list[dict[str, Any]] = field(repr=False)
    together: dict[str, Any] | None
    repetitions: int
    unit: str
    data: Data
    experiment: str
    settings: dict[str, Any]
    assumptions: list[str] = field(repr=False)
    evidence_id: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class About:
    """What else is known of a claim.

    `says` is the paper's finding in few words, for the headlines. `unit` is what is repeated, and `paper_unit` whether
    the paper's statement is about that. Where the paper's data do not exist, `missing` says what does not: there is no
    verdict then, and the result on others in their place is shown beside it.
    """

    headline: bool = False
    says: str = ""
    unit: str = "draw"
    data: Data = "original"
    printed_settings: bool = True
    paper_unit: bool = True
    missing: str = ""
    why: str = ""
    paper: str = ""  # that of the room, unless the room serves several


@dataclass(frozen=True)
class Statement(About):
    """A claim before it is decided: what the paper says, and the code that finds the parts.

    It is one of two kinds: `Computed` or `Measured`.
    """

    id: str
    place: str
    statement: str
    relation: Relation
    parts: Callable[[Summaries], Sequence[Part]]
    experiment: str
    assumptions: Sequence[str] = ()
    category: Category = "re-run"

    def read(self, summaries: Summaries) -> list[Part]:
        """The parts that this statement is about."""
        raise NotImplementedError

    def decide(self, paper: str, summaries: Summaries) -> Claim:
        """Apply the rule to the evidence."""
        return self.decide_by(self.read(summaries), paper)

    def decide_by(self, parts: Sequence[Part], paper: str) -> Claim:
        """Apply the rule to parts that were read before."""
        primary = distinct([part for part in parts if part.primary])
        found = states(parts, self.relation)
        together = pooled(primary) if primary and not self.relation.exact else None
        verdict: Verdict = "no data" if self.missing else decide(parts, self.relation)
        return Claim(
            id=self.id,
            paper=paper,
            place=self.place,
            statement=self.statement,
            kind="exact" if self.relation.exact else "measured",
            category=self.category,
            headline=self.headline,
            paper_says=self.says,
            rule=rule_text(self.relation),
            verdict=verdict,
            why=self.missing or self.why or where_supported(parts, found),
            certainty={
                "original_data": self.data == "original" and not self.missing,
                "printed_settings": self.printed_settings,
                "powered": verdict not in ("inconclusive", "no data"),
                "paper_unit": self.paper_unit,
            },
            evidence=[self._as_evidence(part, state) for part, state in zip(parts, found, strict=True)],
            together=None if together is None else _numbers(together, self.relation),
            repetitions=int(median_low([part.n for part in primary])) if primary else 0,
            unit=self.unit,
            data="stand-in" if self.missing and parts else self.data,
            experiment=self.experiment,
            settings=_settings(parts),
            assumptions=list(self.assumptions),
            evidence_id=identity(parts),
        )

    def _as_evidence(self, part: Part, state: str) -> dict[str, Any]:
        numbers = _numbers(part, self.relation)
        return {"label": part.label, **numbers, "n": part.n, "state": state, "primary": part.primary, "data": self.data}


@dataclass(frozen=True)
class Computed(Statement):
    """Follows from formulas or from what the paper prints, whatever is run: it is given no summary to read."""

    category: Category = "mathematics"

    def read(self, summaries: Summaries) -> list[Part]:
        return list(self.parts({}))


@dataclass(frozen=True)
class Printed(Computed):
    """Arithmetic on what the paper prints."""

    category: Category = "printed table"


@dataclass(frozen=True)
class Measured(Statement):
    """Read from the summaries of runs."""

    def read(self, summaries: Summaries) -> list[Part]:
        parts = list(self.parts(summaries))
        if not self.missing and not any(part.row is not None for part in parts):
            raise ValueError(f"{self.id}: nothing was read from a summary, but it is said to be measured.")
        return parts


def _numbers(part: Part, relation: Relation) -> dict[str, Any]:
    numbers: dict[str, Any] = {"value": _short(part.value)}
    if part.low is not None and part.high is not None:
        numbers["interval"] = [_short(part.low), _short(part.high)]
    if part.expected is not None:
        numbers["paper_value"] = part.expected
    if not relation.exact and (effect := part.effect(relation.beyond(part))) is not None:
        numbers["effect"] = float(f"{effect:.3g}")
    return numbers


def _settings(parts: Sequence[Part]) -> dict[str, Any]:
    """The settings of the rows that were read: one value, or those that they take."""
    from .. import experiments
    from ..experiments.summary import NUMBERS

    known = {part.experiment for part in parts if part.row is not None}
    fields = (item.name for name in sorted(known) for item in experiments.get(name).fields)
    names = [name for name in dict.fromkeys(fields) if name not in NUMBERS]
    taken = {
        name: list(dict.fromkeys(part.row[name] for part in parts if part.row is not None and name in part.row))
        for name in names
    }
    return {name: values[0] if len(values) == 1 else values for name, values in taken.items() if values}


def _short(value: float) -> float:
    """Six digits: more would differ between machines and mean nothing."""
    rounded = float(f"{value:.6g}")
    return 0.0 if abs(rounded) < 1e-13 else rounded
