"""The toy regression of kernel mean matching: a cubic, seen through noise, fitted by a line where x is elsewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.stats import norm

from shiftlab._check import Floats
from shiftlab.experiments.streams import stream

#: Pr, where the source rows are; its spread is a standard deviation.
SOURCE_MEAN, SOURCE_SPREAD = 0.5, 0.5
SOURCE = norm(SOURCE_MEAN, SOURCE_SPREAD)
#: Four nodes integrate polynomials up to degree 7 exactly, and the squared distance of a cubic to a line has degree 6.
_NODES, _MASSES = np.polynomial.hermite_e.hermegauss(4)
_MASSES = _MASSES / _MASSES.sum()


class Line(NamedTuple):
    intercept: float
    slope: float

    def at(self, x: Floats) -> Floats:
        return self.intercept + self.slope * x


class Sample(NamedTuple):
    """Rows of the source and of the target. Only the target's x are known to a weigher."""

    x: Floats
    y: Floats
    x_target: Floats
    y_target: Floats


@dataclass(frozen=True)
class World:
    """Where the target is, Pr' = N(mean, spread), and the standard deviation of the noise in y."""

    mean: float = 0.0
    spread: float = 0.3
    noise: float = 0.3

    def sample(self, m: int, m_target: int, seed: int, trial: int) -> Sample:
        # a stream for each sample: moving the target, or taking more rows, leaves the other rows where they are
        source, target = (stream(seed, trial, which) for which in (0, 1))
        return Sample(
            *self._rows(source.standard_normal((m, 2)), SOURCE_MEAN, SOURCE_SPREAD),
            *self._rows(target.standard_normal((m_target, 2)), self.mean, self.spread),
        )

    def _rows(self, z: Floats, mean: float, spread: float) -> tuple[Floats, Floats]:
        x = mean + spread * z[:, 0]
        return x, curve(x) + self.noise * z[:, 1]

    def risk(self, line: Line) -> float:
        """The expected squared error of a line on the target, exactly."""
        x = self.mean + self.spread * _NODES
        return float(_MASSES @ (curve(x) - line.at(x)) ** 2 + self.noise**2)

    def ratio(self, x: Floats) -> Floats:
        """Pr'(x)/Pr(x)."""
        return np.exp(norm(self.mean, self.spread).logpdf(x) - SOURCE.logpdf(x))

    @property
    def best(self) -> Line:
        """The line of least risk."""
        x = self.mean + self.spread * _NODES
        return weighted_line(x, curve(x), _MASSES)

    @property
    def largest_ratio(self) -> float:
        """The supremum of Pr'/Pr: the smallest B for which the ratio is in [0, B]."""
        rest = SOURCE_SPREAD**2 - self.spread**2
        if rest <= 0:
            return math.inf  # a tail of the target is heavier
        return SOURCE_SPREAD / self.spread * math.exp((self.mean - SOURCE_MEAN) ** 2 / (2 * rest))


def curve(x: Floats) -> Floats:
    """y without noise."""
    return x**3 - x


def weighted_line(x: Floats, y: Floats, weights: Floats) -> Line:
    """Weighted least squares with a polynomial of degree 1; level where the weights leave only one place."""
    total = weights.sum()
    center, height = weights @ x / total, weights @ y / total
    away = x - center
    squares = weights @ away**2
    slope = weights @ (away * (y - height)) / squares if squares > 1e-20 * total else 0.0
    return Line(float(height - slope * center), float(slope))
