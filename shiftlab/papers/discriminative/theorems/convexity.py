"""Where the criterion is convex, on random problems at random points, and where (40) and corollary 1 say so.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations. What holds for all points is counted where it fails, so that 0 is the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from shiftlab._check import Floats

from .formulas import of_learner
from .printed import Problem
from .world import another_separator, separator

#: Appendix B says that (40) holds more often the more test rows there are: as many times as many.
MORE = 16
ROUNDING = 1e-9


class Look(NamedTuple):
    """One problem at one point: minus the Hessian, and what is said to decide about it."""

    margin: float  # the smallest of (40), over the training rows
    smallest: float  # eigenvalue, in units of the largest entry
    separates: bool  # w tells the training rows' labels apart
    against: bool  # Lambda and (40) contradict each other
    more: float  # by how much the share of rows for which (40) holds grows with the test rows

    @property
    def inside(self) -> bool:
        """(40) holds."""
        return self.margin >= 0

    @property
    def indefinite(self) -> bool:
        return self.smallest < -ROUNDING

    @property
    def definite(self) -> bool:
        return self.smallest > ROUNDING


def look(p: Problem, rng: np.random.RandomState, points: int) -> list[Look]:
    """A problem at random points."""
    return [_at(p, point) for point in _points(p, rng, points)]


def _at(p: Problem, point: Floats) -> Look:
    margins = p.pocket_margins(point)
    inside = bool((margins >= 0).all())
    clear = bool(np.abs(margins).min() > ROUNDING)
    return Look(
        margin=float(margins.min()),
        smallest=_smallest(of_learner(p, point)[1]),
        separates=p.separates(point),
        against=clear and (_smallest_of_lambda(p, point) >= 0) != inside,
        more=_share_of_rows(p, point, MORE) - _share_of_rows(p, point, 1),
    )


def convexity(problems: list[Problem], looks: list[list[Look]], rng: np.random.RandomState) -> dict[str, float]:
    """Counts over all points, and shares of the problems."""
    every = [one for several in looks for one in several]
    inside = [one for one in every if one.inside]
    return {
        "pocket_points": float(len(inside)),
        "pocket_not_convex": float(sum(one.indefinite for one in inside)),
        "pocket_against_lambda": float(sum(one.against for one in every)),
        "convex_outside_pocket": float(sum(one.definite for one in every if not one.inside)),
        "separating_points": float(sum(one.separates for one in every)),
        "indefinite_share": sum(any(one.indefinite for one in several) for several in looks) / len(looks),
        "separating_indefinite_share": sum(
            any(one.indefinite and one.separates for one in several) for several in looks
        )
        / len(looks),
        "version_space_violated": float(sum(_between(p, rng) for p in problems)),
        "larger_n_same_point": float(np.mean([one.more for one in every])) if every else 0.0,
        **_counter_example(),
    }


def _points(p: Problem, rng: np.random.RandomState, count: int) -> Iterator[Floats]:
    """Random points; the second half with a w of any length that separates the rows, where one was found."""
    d = p.size[2]
    apart = separator(p)
    for i in range(count):
        point = rng.normal(size=2 * d) * 10 ** rng.uniform(-1, 1)
        if apart is not None and i >= count // 2:
            point[:d] = apart * 10 ** rng.uniform(-1, 2)
        if np.abs(np.vstack([p.L, p.T]) @ point.reshape(2, d).T).max() < 30:  # beyond, 1 - q is rounded to 0
            yield point


def _between(p: Problem, rng: np.random.RandomState) -> int:
    """How many of the points between two vectors w that separate the rows do not."""
    apart = separator(p)
    if apart is None:
        return 0
    pair = [another_separator(apart, p, rng) for _ in range(2)]
    mixed = [np.append(share * pair[0] + (1 - share) * pair[1], 0.0 * p.T[0]) for share in rng.rand(10)]
    return sum(not p.separates(point) for point in mixed)


def _share_of_rows(p: Problem, point: Floats, times: int) -> float:
    """The share of training rows for which (40) holds with `times` as many test rows."""
    more = Problem(p.L, p.y, np.repeat(p.T, times, axis=0), p.s_w, p.s_v)
    return float(np.mean(more.pocket_margins(point) >= 0))


def _smallest_of_lambda(p: Problem, point: Floats) -> float:
    """The smaller eigenvalue of the 2 x 2 blocks of Lambda: its sign, from trace and determinant."""
    a, b, c, q, _ = p.coefficients(point)
    return float((c * (b + q * (1 - q)) - a**2).min())


def _counter_example() -> dict[str, float]:
    """Two training rows that w separates, where the criterion is not convex."""
    p = Problem(np.array([[1.0], [-1.0]]), np.array([1, 0]), np.array([[3.0], [2.0]]))
    point = np.array([0.01, -3.0])
    smallest = _smallest(of_learner(p, point)[1])
    return {
        "counter_example_smallest": smallest,
        "counter_example_not_convex": float(p.separates(point) and smallest < -ROUNDING),
    }


def _smallest(matrix: Floats) -> float:
    """The smallest eigenvalue, in units of the largest entry."""
    return float(np.linalg.eigvalsh(matrix)[0] / np.abs(matrix).max())
