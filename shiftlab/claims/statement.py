"""A claim of a paper: as it is stated in code, and as it stands after a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .rules import Part, Relation, Verdict, decide, rule_text

Summaries = Mapping[str, list[dict[str, Any]]]  # of each experiment that was run


@dataclass(frozen=True)
class Claim:
    """A statement of a paper with our verdict and the evidence behind it.

    `evidence` is a list of parts: label, value, interval (where it was measured), n, the printed number where
    there is one, and whether the part holds by the rule.
    """

    id: str
    paper: str
    place: str
    statement: str
    kind: Literal["exact", "measured"]
    rule: str
    verdict: Verdict
    evidence: list[dict[str, Any]] = field(repr=False)
    repetitions: int
    experiment: str
    settings: dict[str, Any]
    assumptions: list[str] = field(repr=False)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Statement:
    """A claim before it is decided: what the paper says, and the code that finds the parts in a summary."""

    id: str
    place: str
    statement: str
    kind: Literal["exact", "measured"]
    relation: Relation
    parts: Callable[[Summaries], Sequence[Part]]
    experiment: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    assumptions: Sequence[str] = ()
    paper: str = ""  # that of the room, unless the room serves several

    def decide(self, paper: str, summaries: Summaries) -> Claim:
        """Apply the rule to the evidence."""
        parts = list(self.parts(summaries))
        return Claim(
            id=self.id,
            paper=paper,
            place=self.place,
            statement=self.statement,
            kind=self.kind,
            rule=rule_text(self.relation),
            verdict=decide(parts, self.relation),
            evidence=[_as_evidence(part, self.relation) for part in parts],
            repetitions=min((part.n for part in parts), default=0),
            experiment=self.experiment,
            settings=dict(self.settings),
            assumptions=list(self.assumptions),
        )


def _as_evidence(part: Part, relation: Relation) -> dict[str, Any]:
    evidence: dict[str, Any] = {"label": part.label, "value": _short(part.value)}
    if part.low is not None and part.high is not None:
        evidence["interval"] = [_short(part.low), _short(part.high)]
    if part.expected is not None:
        evidence["printed"] = part.expected
    return {**evidence, "n": part.n, "holds": bool(relation.holds(part))}


def _short(value: float) -> float:
    """Six digits: more would differ between machines and mean nothing."""
    rounded = float(f"{value:.6g}")
    return 0.0 if abs(rounded) < 1e-13 else rounded
