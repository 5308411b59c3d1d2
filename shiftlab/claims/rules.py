"""From evidence to a verdict: the only place where verdicts come from.

A claim is broken into parts, one number each. A relation says, by code and in words, whether a part is supported,
contradicted or undecided; the parts of the claim's primary reading decide together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from .evidence import Part, distinct, pooled

State = Literal["supported", "undecided", "contradicted"]
Verdict = Literal["replicates", "partly", "does not replicate", "inconclusive", "no data"]


class Relation(Protocol):
    """What is said of each number. What is exact is decided by every part, each without doubt."""

    exact: ClassVar[bool]

    @property
    def text(self) -> str: ...

    def state(self, part: Part) -> State: ...

    def beyond(self, part: Part) -> float:
        """How far the number is on the claim's side, in its own unit."""
        ...


@dataclass(frozen=True)
class MeasuredAbove:
    """Supported when the whole interval lies above the bound. Without an interval nothing is shown."""

    bound: float = 0.0
    exact: ClassVar[bool] = False

    @property
    def text(self) -> str:
        return f"supported if its interval lies above {self.bound:g}, contradicted if it lies at or below"

    def state(self, part: Part) -> State:
        if part.low is None or part.high is None:
            return "undecided"
        return "supported" if part.low > self.bound else "contradicted" if part.high <= self.bound else "undecided"

    def beyond(self, part: Part) -> float:
        return part.value - self.bound


@dataclass(frozen=True)
class MeasuredAtMost:
    """Supported when the whole interval lies at or below the bound."""

    bound: float
    exact: ClassVar[bool] = False

    @property
    def text(self) -> str:
        return f"supported if its interval lies at or below {self.bound:g}, contradicted if it lies above"

    def state(self, part: Part) -> State:
        if part.low is None or part.high is None:
            return "undecided"
        return "supported" if part.high <= self.bound else "contradicted" if part.low > self.bound else "undecided"

    def beyond(self, part: Part) -> float:
        return self.bound - part.value


@dataclass(frozen=True)
class Equivalent:
    """What is said to be no difference, or to be a certain number: an interval inside the margin shows it.

    That an interval includes the value shows nothing: the fewer the repetitions, the more it includes. The value is
    what the paper prints for the part, where `center` is None.
    """

    margin: float
    center: float | None = 0.0
    exact: ClassVar[bool] = False

    @property
    def text(self) -> str:
        center = "the printed number" if self.center is None else f"{self.center:g}"
        near = f"within {self.margin:g} of {center}"
        return f"supported if its interval lies {near}, contradicted if it lies wholly farther off"

    def state(self, part: Part) -> State:
        if part.low is None or part.high is None:
            return "undecided"
        low, high = (end - self._center(part) for end in (part.low, part.high))
        if -self.margin <= low and high <= self.margin:
            return "supported"
        return "contradicted" if low > self.margin or high < -self.margin else "undecided"

    def beyond(self, part: Part) -> float:
        return self.margin - abs(part.value - self._center(part))

    def _center(self, part: Part) -> float:
        return part.printed if self.center is None else self.center


@dataclass(frozen=True)
class Predicted:
    """The paper's one number, from its own draws, beside the 95 % interval in which the same draws of ours would lie.

    Compatible is not shown: where the interval also has the value that would speak `against` the paper's sentence, the
    part is undecided.
    """

    against: float | None = None
    exact: ClassVar[bool] = False

    @property
    def text(self) -> str:
        unless = "" if self.against is None else f" and {self.against:g} does not"
        return (
            f"supported if the printed number is in the interval that predicts another run like the paper's{unless}, "
            "contradicted if it lies outside"
        )

    def state(self, part: Part) -> State:
        low, high = part.prediction()
        if low is None or high is None:
            return "undecided"
        if not low <= part.printed <= high:
            return "contradicted"
        return "undecided" if self.against is not None and low <= self.against <= high else "supported"

    def beyond(self, part: Part) -> float:
        return -abs(part.value - part.printed)


@dataclass(frozen=True)
class AtMost:
    """A number that is not measured but computed is at most the bound."""

    bound: float
    exact: ClassVar[bool] = True

    @property
    def text(self) -> str:
        return f"right if the number is at most {self.bound:g}"

    def state(self, part: Part) -> State:
        return _exactly(part.value <= self.bound)

    def beyond(self, part: Part) -> float:
        return self.bound - part.value


@dataclass(frozen=True)
class Above:
    """A number that is not measured but computed is above the bound."""

    bound: float = 0.0
    exact: ClassVar[bool] = True

    @property
    def text(self) -> str:
        return f"right if the number is above {self.bound:g}"

    def state(self, part: Part) -> State:
        return _exactly(part.value > self.bound)

    def beyond(self, part: Part) -> float:
        return part.value - self.bound


@dataclass(frozen=True)
class Zero:
    """An identity: the number is 0 up to rounding, in every repetition."""

    tolerance: float = 1e-12
    exact: ClassVar[bool] = True

    @property
    def text(self) -> str:
        return f"right if the difference is 0 to {self.tolerance:g} in every repetition"

    def state(self, part: Part) -> State:
        ends = [part.value, *(end for end in (part.low, part.high) if end is not None)]
        return _exactly(all(abs(end) <= self.tolerance for end in ends))

    def beyond(self, part: Part) -> float:
        return -abs(part.value)


@dataclass(frozen=True)
class AsPrinted:
    """The number is the one that the paper prints."""

    tolerance: float = 1e-9
    exact: ClassVar[bool] = True

    @property
    def text(self) -> str:
        return "right if the number is the printed one" + (f", to {self.tolerance:g}" if self.tolerance > 1e-6 else "")

    def state(self, part: Part) -> State:
        return _exactly(abs(part.value - part.printed) <= self.tolerance)

    def beyond(self, part: Part) -> float:
        return -abs(part.value - part.printed)


def _exactly(right: bool) -> State:
    return "supported" if right else "contradicted"


def rule_text(relation: Relation) -> str:
    """The whole rule in words."""
    if relation.exact:
        return f"A part is {relation.text}. One that is not is a counter-example: does not replicate."
    return (
        f"A part is {relation.text}. Of the parts of the primary reading, supported and contradicted: partly; "
        "contradicted only: does not replicate; none contradicted: replicates if their mean is supported too, else "
        "inconclusive. The guard: of k parts one contradicts only by its interval of 1 - 0.05/k, and the interval of "
        "the mean is as wide as if all parts moved together."
    )


def states(parts: Sequence[Part], relation: Relation) -> list[State]:
    """The state of each part.

    Among many parts one lies beyond its bound by accident, so the k different ones of the primary reading contradict
    only by intervals of 1 - 0.05/k (Bonferroni). Support is not guarded part by part: it is the mean's to carry.
    """
    k = len(distinct([part for part in parts if part.primary]))

    def state(part: Part) -> State:
        found = relation.state(part)
        if found == "contradicted" and not relation.exact and part.primary:
            return "contradicted" if relation.state(part.among(k)) == "contradicted" else "undecided"
        return found

    return [state(part) for part in parts]


def decide(parts: Sequence[Part], relation: Relation) -> Verdict:
    """The verdict that follows from the primary parts."""
    primary = distinct([part for part in parts if part.primary])
    if not primary:
        raise ValueError("A claim has no part that decides it: no row of the summary is of its primary reading.")
    found = set(states(primary, relation))
    if "contradicted" in found:
        return "partly" if "supported" in found and not relation.exact else "does not replicate"
    whole = relation.exact or relation.state(pooled(primary)) == "supported"
    return "replicates" if whole else "inconclusive"
