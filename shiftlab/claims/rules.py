"""From evidence to a verdict: the only place where verdicts come from.

A claim is broken into parts, one number each. A relation says, by code and in words, when a part holds; how
many of the parts hold decides the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Verdict = Literal["replicates", "partly", "does not replicate", "no data"]


@dataclass(frozen=True)
class Part:
    """One number of the evidence, with its 95 % interval where it was measured more than once."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    n: int = 1
    expected: float | None = None  # what the paper prints, for claims that a number is a certain one

    @classmethod
    def of(cls, row: Mapping[str, Any], label: str, sign: int = 1, expected: float | None = None) -> Part:
        """From a row of a summary; with sign -1 the difference is turned round."""
        low, high = row["low"], row["high"]
        if sign < 0 and low is not None:
            low, high = -high, -low
        return cls(label, sign * row["mean"], low, high, row["n"], expected)


class Relation(Protocol):
    """When a part holds."""

    @property
    def text(self) -> str: ...

    def holds(self, part: Part) -> bool: ...


@dataclass(frozen=True)
class MeasuredAbove:
    """The whole 95 % interval lies above the bound. Without an interval nothing is shown."""

    bound: float = 0.0

    @property
    def text(self) -> str:
        return f"the 95 % interval lies above {self.bound:g}"

    def holds(self, part: Part) -> bool:
        return part.low is not None and part.low > self.bound


@dataclass(frozen=True)
class MeasuredAtMost:
    """The whole 95 % interval lies at or below the bound."""

    bound: float

    @property
    def text(self) -> str:
        return f"the 95 % interval lies at or below {self.bound:g}"

    def holds(self, part: Part) -> bool:
        return part.high is not None and part.high <= self.bound


@dataclass(frozen=True)
class NotAbove:
    """What is said to be no gain: the 95 % interval does not lie above the bound, so that it was not shown."""

    bound: float = 0.0

    @property
    def text(self) -> str:
        return f"the 95 % interval does not lie above {self.bound:g}"

    def holds(self, part: Part) -> bool:
        return part.low is not None and part.low <= self.bound


@dataclass(frozen=True)
class Around:
    """What is said to be no significant difference: the 95 % interval includes the value."""

    center: float = 0.0

    @property
    def text(self) -> str:
        return f"the 95 % interval includes {self.center:g}"

    def holds(self, part: Part) -> bool:
        return part.low is not None and part.high is not None and part.low <= self.center <= part.high


@dataclass(frozen=True)
class AtMost:
    """A number that is not measured but computed is at most the bound."""

    bound: float

    @property
    def text(self) -> str:
        return f"the number is at most {self.bound:g}"

    def holds(self, part: Part) -> bool:
        return part.value <= self.bound


@dataclass(frozen=True)
class Above:
    """A number that is not measured but computed is above the bound."""

    bound: float = 0.0

    @property
    def text(self) -> str:
        return f"the number is above {self.bound:g}"

    def holds(self, part: Part) -> bool:
        return part.value > self.bound


@dataclass(frozen=True)
class Zero:
    """An identity: the number is 0 up to rounding, in every repetition."""

    tolerance: float = 1e-12

    @property
    def text(self) -> str:
        return f"the difference is 0 to {self.tolerance:g} in every repetition"

    def holds(self, part: Part) -> bool:
        ends = [part.value, *(end for end in (part.low, part.high) if end is not None)]
        return all(abs(end) <= self.tolerance for end in ends)


@dataclass(frozen=True)
class AsPrinted:
    """The number is the one that the paper prints."""

    tolerance: float = 1e-9

    @property
    def text(self) -> str:
        return "the number is the printed one" + (f", to {self.tolerance:g}" if self.tolerance > 1e-6 else "")

    def holds(self, part: Part) -> bool:
        return part.expected is not None and abs(part.value - part.expected) <= self.tolerance


def rule_text(relation: Relation) -> str:
    return (
        f"A part holds if {relation.text}. All parts hold: replicates; some: partly; none: does not replicate; "
        "no part could be computed: no data."
    )


def decide(parts: Sequence[Part], relation: Relation) -> Verdict:
    """The verdict that follows from the parts."""
    if not parts:
        return "no data"
    held = sum(relation.holds(part) for part in parts)
    if held == len(parts):
        return "replicates"
    return "partly" if held else "does not replicate"
