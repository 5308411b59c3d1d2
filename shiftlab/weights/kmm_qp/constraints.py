"""The weights that kernel mean matching allows, a box and an interval for the sum, and where in it they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats

Mask = NDArray[np.bool_]


class Allowed(NamedTuple):
    """All b with 0 <= b_i <= `upper` and `least` <= sum_i b_i <= `most`."""

    upper: float
    least: float
    most: float

    def minimum(self, gradient: Floats) -> float:
        """The minimum of gradient'b: the smallest entries are filled first, to `most` while they are negative."""
        ascending = np.sort(gradient)
        filled = self.upper * np.arange(1, ascending.size + 1)
        wanted = np.where(ascending < 0, np.minimum(filled, self.most), np.minimum(filled, self.least))
        taken = np.diff(np.maximum.accumulate(wanted), prepend=0.0)
        return float(ascending @ taken)

    def gap(self, weights: Floats, gradient: Floats) -> float:
        """The Frank-Wolfe gap: no allowed weights have an objective smaller by more than this."""
        return max(0.0, float(gradient @ weights) - self.minimum(gradient))

    def nearby(self, weights: Floats) -> Floats:
        """Allowed weights next to `weights`: clipped, then moved to 0 or to `upper` until the sum is right."""
        weights = np.clip(weights, 0.0, self.upper)
        total = weights.sum()
        if total > self.most:
            weights *= self.most / total
        elif total < self.least * (1 - 1e-12):  # rounding alone must not lift the zeros
            weights += (self.upper - weights) * ((self.least - total) / (self.upper * weights.size - total))
        return np.clip(weights, 0.0, self.upper)


class Sides(NamedTuple):
    """Which weights are free, and which are at the upper bound; the others are at 0."""

    free: Mask
    full: Mask


class Found(NamedTuple):
    """What a method comes back with."""

    weights: Floats
    sides: Sides
    steps: int
