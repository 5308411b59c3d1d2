"""Where the search for the joint optimum ends: from the iid fit, from other starts, and without any overlap."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, minimize

from shiftlab._check import Floats
from shiftlab.learners.joint.newton import maximise_posterior
from shiftlab.learners.joint.newton import minimise as descend

from .printed import Problem

N_PROBLEMS = 4  # of each of three kinds
N_STARTS = 8
_SAME = 1e-6  # relative: objectives closer than this are one optimum
_TOL, _MAX_ITER = 1e-9, 300
#: Of the prior of v, for samples that do not overlap.
SCALES = (1, 10, 100, 1000)
#: Numbers of test rows at whose optimum (40) is looked at.
FEW, MANY = 16, 256


class Searches(NamedTuple):
    """Where searches for the joint optimum of one problem ended; objectives relative to the size of the first."""

    problem: Problem
    scale: float
    end: float  # from the iid fit and v = 0
    iid: float  # of that start
    iid_best_v: float  # of the iid fit with the v that is best for it
    others: list[float]  # from random starts
    best_separates: bool

    @property
    def best(self) -> float:
        return min(self.end, *self.others)

    def behind(self, value: float) -> float:
        """How far a value is above the best that was found."""
        return (value - self.best) / self.scale


def examine_optima(rng: np.random.RandomState) -> dict[str, float]:
    """Objectives reached from the iid fit and from other starts, on separable, noisy and contested problems."""
    separable, noisy = ([_search(_shifted(rng, kind), rng) for _ in range(N_PROBLEMS)] for kind in (True, False))
    contested = [_search(_contested(rng), rng) for _ in range(N_PROBLEMS)]
    every = [*separable, *noisy, *contested]
    premise = [found for found in separable if found.best_separates]  # of Corollary 1
    missed = [found.behind(value) > _SAME for found in premise for value in found.others]
    more = [_pocket_share(s.problem, MANY, rng) - _pocket_share(s.problem, FEW, rng) for s in (*separable, *noisy)]
    return {
        "searches": float(len(every)),
        "iid_start_worse": float(sum(s.end > s.iid + _SAME * s.scale for s in every)),
        "iid_best_v_better": float(sum(s.end > s.iid_best_v + _SAME * s.scale for s in every)),
        "iid_start_gain": float(np.mean([(s.iid - s.end) / s.scale for s in every])),
        "iid_start_missed_best": float(sum(s.behind(s.end) > _SAME for s in every)),
        **{
            f"several_optima_{name}": float(np.mean([max(map(s.behind, (s.end, *s.others))) > _SAME for s in kind]))
            for name, kind in (("separable", separable), ("noisy", noisy), ("contested", contested))
        },
        "corollary_problems": float(len(premise)),
        "corollary_starts": float(len(missed)),
        "corollary_missed": float(sum(missed)),
        "larger_n_at_optimum": float(np.mean(more)),
    }


def _search(p: Problem, rng: np.random.RandomState) -> Searches:
    found = maximise_posterior(p.learner(), _TOL, _MAX_ITER)
    iid = maximise_posterior(p.learner_without_target(), _TOL, _MAX_ITER).theta
    others = [descend(p.learner(), start, _TOL, _MAX_ITER) for start in _starts(p, rng)]
    best = min([found, *others], key=lambda minimum: minimum.path[-1])
    return Searches(
        problem=p,
        scale=max(1.0, abs(found.path[-1])),
        end=found.path[-1],
        iid=_objective(p, np.concatenate([iid, np.zeros(p.size[2])])),
        iid_best_v=_best_given_w(p, iid),
        others=[other.path[-1] for other in others],
        best_separates=p.separates(best.theta * p.units),
    )


def examine_disjoint(rng: np.random.RandomState) -> dict[str, float]:
    """Training rows below 0 and test rows above: mean weight and length of w, relative to the iid fit, by s_v."""
    rows = _disjoint(rng)
    numbers = {}
    for scale in SCALES:
        p = Problem(rows.L, rows.y, rows.T, 1.0, float(scale))
        found = maximise_posterior(p.learner(), _TOL, 10 * _MAX_ITER)
        iid = maximise_posterior(p.learner_without_target(), _TOL, _MAX_ITER)
        d = p.size[2]
        numbers[f"disjoint_weight_{scale}"] = float(found.point.weights.mean())
        numbers[f"disjoint_norm_{scale}"] = float(np.linalg.norm(found.theta[:d]) / np.linalg.norm(iid.theta))
    return numbers


def separator(p: Problem) -> Floats | None:
    """A unit w that separates the training rows with the widest margins in each coordinate, if there is one."""
    d = p.size[2]
    signed = np.where(p.y == 1, 1.0, -1.0)[:, np.newaxis] * p.L
    cost = np.append(np.zeros(d), -1.0)
    found = linprog(
        cost, np.column_stack([-signed, np.ones(len(signed))]), np.zeros(len(signed)), bounds=[(-1, 1)] * (d + 1)
    )
    w, margin = found.x[:d], found.x[d]
    return w / np.linalg.norm(w) if margin > 1e-6 else None


def _shifted(rng: np.random.RandomState, separable: bool) -> Problem:
    """Two features and a constant, and a shift along one of them; a wide prior, so that separators are optima."""
    m, n = 24, 24
    L, T = np.ones((m, 3)), np.ones((n, 3))
    L[:, :2], T[:, :2] = rng.normal(size=(m, 2)), rng.normal(size=(n, 2)) + rng.normal(size=2)
    scores = L @ np.append(rng.normal(size=2), 0.3 * rng.normal())
    y = (scores + (0 if separable else 1) * rng.logistic(size=m) > 0).astype(np.intp)
    if y.min() == y.max():
        return _shifted(rng, separable)
    return Problem(L, y, T, 30.0 if separable else 3.0, 3.0)


def _contested(rng: np.random.RandomState) -> Problem:
    """Labels by a coin, and so few test rows that each decides for many: which training rows may count is open."""
    m, n, d = 20, 3, rng.randint(1, 4)
    return Problem(rng.normal(size=(m, d)), rng.randint(2, size=m), 0.5 * rng.normal(size=(n, d)), 3.0, 3.0)


def _disjoint(rng: np.random.RandomState) -> Problem:
    L, T = np.ones((30, 3)), np.ones((30, 3))
    L[:, :2], T[:, :2] = rng.uniform(-2, -0.5, size=(30, 2)), rng.uniform(0.5, 2, size=(30, 2))
    y = (L[:, 0] - L[:, 1] + 0.3 * rng.normal(size=30) > 0).astype(np.intp)
    return Problem(L, y, T)


def _starts(p: Problem, rng: np.random.RandomState) -> list[Floats]:
    """Random points in the learner's units; with a w that separates the rows, where there is one."""
    d = p.size[2]
    starts = []
    for _ in range(N_STARTS):
        point = rng.normal(size=2 * d)
        if (w := random_separator(p, rng)) is not None:
            point[:d] = w * 10 ** rng.uniform(-0.5, 1.5)
        starts.append(point / p.units)
    return starts


def random_separator(p: Problem, rng: np.random.RandomState) -> Floats | None:
    """A unit w from inside the version space: the widest one, moved as far as a random direction allows, in part."""
    w = separator(p)
    if w is None:
        return None
    signed = np.where(p.y == 1, 1.0, -1.0)[:, np.newaxis] * p.L
    move = rng.normal(size=w.size)
    with np.errstate(divide="ignore"):
        room = (signed @ w) / np.maximum(-(signed @ move), 1e-12)
    w = w + min(rng.uniform(0, 0.99) * room.min(), 10) * move
    return np.asarray(w / np.linalg.norm(w))


def _objective(p: Problem, theta: Floats) -> float:
    """Minus (24), of a point in the learner's units."""
    return -float(p.log_posterior(theta * p.units))


def _best_given_w(p: Problem, w: Floats) -> float:
    """The least of the criterion over v, in which it is convex, for a given w."""

    of = p.learner()

    def of_v(v: Floats) -> tuple[float, Floats]:
        theta = np.concatenate([w, v])
        at = of.at(of.scores(theta))
        return at.value + 0.5 * float(theta @ theta), (of.back(at.slope) + theta)[w.size :]

    with np.errstate(over="ignore", invalid="ignore"):  # of steps too far, which are taken back
        return float(minimize(of_v, np.zeros(w.size), jac=True, method="BFGS").fun)


def _pocket_share(p: Problem, n: int, rng: np.random.RandomState) -> float:
    """The share of training rows for which (40) holds at the optimum with n test rows like those of the problem."""
    T = p.T[rng.randint(len(p.T), size=n)]
    more = Problem(p.L, p.y, T, p.s_w, p.s_v)
    found = maximise_posterior(more.learner(), _TOL, _MAX_ITER)
    return float(np.mean(more.pocket_margins(found.theta * more.units) >= 0))
