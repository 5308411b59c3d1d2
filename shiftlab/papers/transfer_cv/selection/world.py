"""A world in the plane with a shift of P(x), a shift of P(y|x), or both, of which everything is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import multivariate_normal

from shiftlab._check import Floats

from .settings import Settings

Labels = NDArray[np.int64]


class Rule(NamedTuple):
    """Which side of a line, or of a parabola, is class 1; `angle` turns it about the origin."""

    angle: float  # in degrees
    bend: float

    def height(self, X: Floats) -> Floats:
        """Above 0 where the class is 1: across the line, less the bend along it."""
        turn = np.deg2rad(self.angle)
        along = X @ np.array([np.cos(turn), np.sin(turn)])
        across = X @ np.array([-np.sin(turn), np.cos(turn)])
        return np.asarray(across - self.bend * (along**2 - 1))

    def labels(self, X: Floats) -> Labels:
        return (self.height(X) > 0).astype(np.int64)

    def line(self, reach: float, n: int = 60) -> tuple[Floats, Floats]:
        """Places where the height is 0."""
        along = np.linspace(-reach, reach, n)
        across = self.bend * (along**2 - 1)
        turn = np.deg2rad(self.angle)
        return np.cos(turn) * along - np.sin(turn) * across, np.sin(turn) * along + np.cos(turn) * across


def rules(s: Settings) -> tuple[Rule, Rule]:
    """Of the source and of the target."""
    return Rule(0.0, s.bend), Rule(s.angle, s.bend)


class Density(NamedTuple):
    """Normal with deviation 1 in both columns."""

    center: tuple[float, float]

    def draw(self, n: int, random: np.random.RandomState) -> Floats:
        return np.asarray(self.center + random.standard_normal((n, 2)))

    def __call__(self, X: Floats) -> Floats:
        return np.asarray(multivariate_normal.pdf(X, mean=self.center))


def densities(s: Settings) -> tuple[Density, Density]:
    """Of the source and of the target, which lies to the right of it."""
    return Density((-s.shift / 2, 0.0)), Density((s.shift / 2, 0.0))


def ratio(s: Settings, X: Floats) -> Floats:
    """The true p_target(x)/p_source(x)."""
    source, target = densities(s)
    return np.asarray(target(X) / source(X))
