"""What a selection mechanism does to a population, without drawing a sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shiftlab._check import Floats
from shiftlab.bias.mechanism import Mechanism

from .world import EXTENT, Population

N_BINS = 160
N_LATTICE = 81
REACH = 1.0  # half the side of the square that stands for a region


@dataclass(frozen=True)
class Line:
    """P(x, y) along one feature, in bins: of the population, and of what is selected from it.

    Selection is constant inside a bin, because its cut is an edge: the masses are exact.
    """

    edges: Floats  # the first and the last are infinite
    chance: Floats  # P(s=1 | x, y); the first axis is the class, as in the next two
    before: Floats
    after: Floats
    selected: float  # P(s=1)

    @property
    def x_moved(self) -> float:
        """Total variation between P(x) and P(x|s=1): 0 is the same, 1 is disjoint."""
        return _variation(self.before.sum(axis=0), self.after.sum(axis=0))

    @property
    def joint_moved(self) -> float:
        """Total variation between P(x, y) and P(x, y|s=1)."""
        return _variation(self.before, self.after)

    @property
    def x_given_y_moved(self) -> float:
        """The larger of the total variations between P(x|y) and P(x|y, s=1), of the classes that are selected."""
        return max(
            _variation(before / before.sum(), after / after.sum())
            for before, after in zip(self.before, self.after, strict=True)
            if after.any()
        )

    @property
    def shares(self) -> tuple[float, float]:
        """P(y=1) and P(y=1|s=1)."""
        return float(self.before[1].sum()), float(self.after[1].sum())

    @property
    def y_given_x(self) -> tuple[Floats, Floats]:
        """P(y=1|x) and P(y=1|x, s=1); NaN where nothing is selected."""
        return _share(self.before), _share(self.after)

    @property
    def y_given_x_moved(self) -> float:
        """The largest difference between P(y=1|x) and P(y=1|x, s=1) where something is selected."""
        before, after = self.y_given_x
        return float(np.nanmax(np.abs(after - before)))

    @property
    def lost(self) -> float:
        """The share of the population that is never selected: there, no weight can bring it back."""
        return float(self.before[self.chance == 0].sum())

    @property
    def weights(self) -> Floats:
        """P'(x, y) / P(x, y), the weight β of (4) in the kernel mean matching paper; 0 where nothing is selected."""
        return np.divide(self.selected, self.chance, out=np.zeros_like(self.chance), where=self.chance > 0)


@dataclass(frozen=True)
class Plane:
    """P(y=1|x) on a lattice of the plane, before and after selection."""

    places: Floats  # of the lattice, the same in both features
    mass: Floats  # of the population at each point
    before: Floats
    after: Floats  # NaN where nothing is selected

    @property
    def areas(self) -> tuple[float, float]:
        """The area in which positive is the likelier class, before and after."""
        cell = (self.places[1] - self.places[0]) ** 2
        return float(cell * np.sum(self.before > 0.5)), float(cell * np.sum(self.after > 0.5))

    @property
    def decided_otherwise(self) -> float:
        """The share of the population for which the likelier class is another one after selection."""
        changed = ((self.before > 0.5) != (self.after > 0.5)) & ~np.isnan(self.after)
        return float(self.mass[changed].sum() / self.mass.sum())


def line(population: Population, mechanism: Mechanism, feature: int, cut: float) -> Line:
    """The population along `feature`, with the cut of the mechanism among the edges."""
    inner = np.union1d(np.linspace(-EXTENT, EXTENT, N_BINS + 1), [cut])
    edges = np.concatenate([[-np.inf], inner, [np.inf]])
    chance = _chances(mechanism, _at(middles(edges), feature))
    before = population.masses(edges, feature)
    selected = float((before * chance).sum())
    return Line(edges, chance, before, before * chance / selected, selected)


def plane(population: Population, mechanism: Mechanism) -> Plane:
    places = np.linspace(-EXTENT, EXTENT, N_LATTICE)
    density = population.density(places, places)
    x1, x2 = np.meshgrid(places, places)
    chance = _chances(mechanism, np.column_stack([x1.ravel(), x2.ravel()])).reshape(density.shape)
    return Plane(places, density.sum(axis=0), _share(density), _share(density * chance))


def in_region(population: Population, mechanism: Mechanism, center: tuple[float, float], cut: float) -> Line:
    """The part of the population in a square around `center`, along the first feature; not normalised."""
    low, high = center[0] - REACH, center[0] + REACH
    edges = np.union1d([low, high], np.clip(cut, low, high))
    chance = _chances(mechanism, _at((edges[1:] + edges[:-1]) / 2, 0))
    before = population.masses(edges, 0, (center[1] - REACH, center[1] + REACH))
    selected = float((before * chance).sum())
    return Line(edges, chance, before, before * chance, selected)


def middles(edges: Floats) -> Floats:
    """A place inside each bin; in the infinite ones, just beyond their edge."""
    return np.concatenate([[edges[1] - 0.05], (edges[2:-1] + edges[1:-2]) / 2, [edges[-2] + 0.05]])


def _at(places: Floats, feature: int) -> Floats:
    rows = np.zeros((places.size, 2))
    rows[:, feature] = places
    return rows


def _chances(mechanism: Mechanism, rows: Floats) -> Floats:
    """P(s=1 | x, y) of both classes at each row."""
    return np.array([mechanism.probability(rows, np.full(len(rows), label)) for label in (0, 1)])


def _share(masses: Floats) -> Floats:
    total = masses.sum(axis=0)
    return np.divide(masses[1], total, out=np.full(total.shape, np.nan), where=total > 0)


def _variation(first: Floats, second: Floats) -> float:
    return float(np.abs(first - second).sum() / 2)
