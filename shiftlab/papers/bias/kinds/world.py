"""The populations of the experiment on kinds of bias: two classes in a plane, with every probability known."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from shiftlab._check import Floats
from shiftlab.experiments.streams import stream

#: The plane that is drawn, in both features; hardly any row lies outside.
EXTENT = 5.0


class Cloud(NamedTuple):
    """Rows of one class, normal around a centre, with the same spread in both features."""

    label: int
    share: float  # of its class
    center: tuple[float, float]
    spread: float


class Population(NamedTuple):
    """A share `prior` of positives, and the clouds that both classes consist of."""

    prior: float
    clouds: tuple[Cloud, ...]

    def density(self, x1: Floats, x2: Floats) -> Floats:
        """p(x, y) on the lattice of x1 and x2; the first axis is the class."""
        total = np.zeros((2, x2.size, x1.size))
        for cloud in self.clouds:
            across, up = (_normal(x, c, cloud.spread) for x, c in zip((x1, x2), cloud.center, strict=True))
            total[cloud.label] += self._weight(cloud) * up[:, np.newaxis] * across
        return total

    def masses(self, edges: Floats, feature: int, other: tuple[float, float] = (-np.inf, np.inf)) -> Floats:
        """P(x in bin, y), exact; the first axis is the class.

        The bins lie between `edges` in one feature, and all in the range `other` of the other feature.
        """
        total = np.zeros((2, edges.size - 1))
        for cloud in self.clouds:
            along = _between(edges, cloud.center[feature], cloud.spread)
            inside = _between(np.array(other), cloud.center[1 - feature], cloud.spread)
            total[cloud.label] += self._weight(cloud) * along * inside
        return total

    def quantile(self, share: float, feature: int) -> float:
        """The place in one feature below which this share of the population lies."""

        def excess(place: float) -> float:
            return float(self.masses(np.array([-np.inf, place]), feature).sum()) - share

        return float(brentq(excess, -100.0, 100.0, xtol=1e-14))

    def sample(self, n: int, rng: np.random.RandomState) -> tuple[Floats, NDArray[np.int64]]:
        """Rows and their classes, each row drawn on its own."""
        chances = np.array([self._weight(cloud) for cloud in self.clouds])
        which = rng.choice(len(self.clouds), size=n, p=chances / chances.sum())
        centers = np.array([cloud.center for cloud in self.clouds])[which]
        spreads = np.array([cloud.spread for cloud in self.clouds])[which]
        labels = np.array([cloud.label for cloud in self.clouds])[which]
        return centers + spreads[:, np.newaxis] * rng.standard_normal((n, 2)), labels

    def _weight(self, cloud: Cloud) -> float:
        return cloud.share * (self.prior if cloud.label else 1 - self.prior)


def two_classes(prior: float, overlap: float) -> Population:
    """Two round classes, of whose densities in each feature a share `overlap` is common."""
    half = -float(ndtri(overlap / 2))  # two normals 2 half apart share 2 Φ(-half)
    return Population(prior, (Cloud(0, 1.0, (-half, -half), 1.0), Cloud(1, 1.0, (half, half), 1.0)))


#: Regions 1, 2 and 3 of figure 1: where the positives of `three_regions` are.
REGIONS = ((-1.9, 1.1), (1.9, 1.1), (0.0, -1.6))


def three_regions(prior: float) -> Population:
    """Positives in three regions among widely spread negatives, after figure 1 of the reverse testing paper."""
    positives = tuple(Cloud(1, 1 / 3, center, 0.6) for center in REGIONS)
    return Population(prior, (Cloud(0, 1.0, (0.0, 0.0), 1.9), *positives))


@lru_cache(maxsize=4)
def draw_sample(population: Population, n: int, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """Rows and their classes, kept while other settings move."""
    X, y = population.sample(n, stream(seed))
    X.flags.writeable = y.flags.writeable = False  # shared between results
    return X, y


def _normal(x: Floats, center: float, spread: float) -> Floats:
    return np.exp(-(((x - center) / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi))


def _between(edges: Floats, center: float, spread: float) -> Floats:
    z = (edges - center) / spread
    low, high = z[:-1], z[1:]
    # on the upper side from above: there the distribution function is 1 to all digits
    return np.where(low > 0, ndtr(-low) - ndtr(-high), ndtr(high) - ndtr(low))
