"""One number of the evidence, and what a sceptic asks of it: of what, how sure, how large, and is it another's twin?"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from scipy.special import stdtrit

from ..experiments.intervals import LEVEL

#: What was measured on: the paper's own data, a part of them, or others in their place.
Data = Literal["original", "subset", "stand-in"]


@dataclass(frozen=True)
class Part:
    """One number, with its 95 % interval where it was measured more than once.

    `row` is the line of the summary it was read from: nothing for a number that is computed. A part that is not
    `primary` is another reading of the claim: shown, and not asked.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    n: int = 1
    expected: float | None = None  # what the paper prints
    runs: int = 1  # how many draws the printed number is the mean of
    primary: bool = True
    row: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    experiment: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any], label: str, sign: int = 1, expected: float | None = None, **more: Any) -> Part:
        """From a row of a summary; with sign -1 the difference is turned round."""
        low, high = row["low"], row["high"]
        if sign < 0 and low is not None:
            low, high = -high, -low
        return cls(label, sign * row["mean"], low, high, row["n"], expected, row=row, **more)

    @property
    def printed(self) -> float:
        """What the paper prints, which the rule asks for."""
        if self.expected is None:
            raise ValueError(f"The rule compares {self.label!r} with a printed number, and none is given.")
        return self.expected

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the interval: one less than the repetitions, unless the row says otherwise."""
        return max(1, int((self.row or {}).get("freedom", self.n - 1)))

    @property
    def error(self) -> float | None:
        """The standard error behind the interval, where the interval is Student's."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2 / _t(self.freedom, LEVEL)

    def among(self, k: int) -> Part:
        """With the interval that k such parts have together (Bonferroni): of 1 - 0.05/k."""
        if self.low is None or self.high is None:
            return self
        wider = _t(self.freedom, 1 - (1 - LEVEL) / k) / _t(self.freedom, LEVEL)
        return replace(
            self, low=self.value - wider * (self.value - self.low), high=self.value + wider * (self.high - self.value)
        )

    def prediction(self) -> tuple[float | None, float | None]:
        """The 95 % interval of one more number like the paper's, the mean of as many draws as it had."""
        if self.error is None:
            return None, None
        draws = self.freedom + 1
        half = _t(self.freedom, LEVEL) * self.error * math.sqrt(1 + draws / self.runs)
        return self.value - half, self.value + half

    def effect(self, beyond: float) -> float | None:
        """A distance in standard deviations of one repetition."""
        if not self.error or not math.isfinite(self.error):
            return None
        return beyond / (self.error * math.sqrt(self.freedom + 1))


def distinct(parts: Iterable[Part]) -> list[Part]:
    """Without those that repeat another's rows and quantity: the same numbers under other names."""
    seen: dict[Any, Part] = {}
    for part in parts:
        quantity = None if part.row is None else part.row["quantity"]
        same = (part.label,) if part.row is None else (quantity, part.value, part.low, part.high, part.n, part.expected)
        seen.setdefault((part.experiment, *same), part)
    return list(seen.values())


def pooled(parts: Sequence[Part]) -> Part:
    """The mean of all that have an interval. They may rest on the same draws, so its interval is as wide as if they
    moved together.
    """
    known = [part for part in parts if part.low is not None]
    if not known:
        return Part("all together", float(np.mean([part.value for part in parts])))

    def mean(name: str) -> float:
        return float(np.mean([getattr(part, name) for part in known]))

    expected = mean("expected") if all(part.expected is not None for part in known) else None
    least = min(known, key=lambda part: part.freedom)
    return replace(
        least, label="all together", value=mean("value"), low=mean("low"), high=mean("high"), expected=expected
    )


def identity(parts: Iterable[Part]) -> str:
    """Which evidence this is: a digest of the rows that were read; nothing for what is computed."""
    rows = sorted({json.dumps(dict(part.row), sort_keys=True, default=str) for part in parts if part.row is not None})
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:12] if rows else ""


def _t(freedom: int, level: float) -> float:
    return float(stdtrit(freedom, (1 + level) / 2))
