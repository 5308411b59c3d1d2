"""Where the search for the joint optimum ends: from the iid fit, from other starts, and without any overlap."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from shiftlab._check import Floats
from shiftlab.learners.joint.newton import maximise_posterior
from shiftlab.learners.joint.newton import minimise as descend

from .printed import Problem
from .world import another_separator, contested, disjoint, separator, shifted

SAME = 1e-6  # relative: objectives closer than this are one optimum
TOL, MAX_ITER = 1e-9, 300
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


class Ends(NamedTuple):
    """The searches of three kinds of problems, and what more test rows change at the optimum of the first two."""

    separable: list[Searches]
    noisy: list[Searches]
    contested: list[Searches]
    more: list[float]  # of the share of training rows for which (40) holds

    @property
    def every(self) -> list[Searches]:
        return [*self.separable, *self.noisy, *self.contested]

    @property
    def missed(self) -> list[bool]:
        """Of corollary 1's premise, that the best separates the rows: whether a start that does ended elsewhere."""
        premise = [s for s in self.separable if s.best_separates]
        return [s.behind(value) > SAME for s in premise for value in s.others]


def ends(rng: np.random.RandomState, each: int, starts: int) -> Ends:
    """Search on `each` separable, noisy and contested problems, from the iid fit and from other starts."""
    separable, noisy = ([search(shifted(rng, kind), rng, starts) for _ in range(each)] for kind in (True, False))
    by_coin = [search(contested(rng), rng, starts) for _ in range(each)]
    more = [_pocket_share(s.problem, MANY, rng) - _pocket_share(s.problem, FEW, rng) for s in (*separable, *noisy)]
    return Ends(separable, noisy, by_coin, more)


def optima(searched: Ends) -> dict[str, float]:
    """Objectives reached from the iid fit and from other starts."""
    every, missed = searched.every, searched.missed
    return {
        "searches": float(len(every)),
        "iid_start_worse": float(sum(s.end > s.iid + SAME * s.scale for s in every)),
        "iid_best_v_better": float(sum(s.end > s.iid_best_v + SAME * s.scale for s in every)),
        "iid_start_gain": float(np.mean([(s.iid - s.end) / s.scale for s in every])),
        "iid_start_missed_best": float(sum(s.behind(s.end) > SAME for s in every)),
        **{
            f"several_optima_{name}": float(np.mean([max(map(s.behind, (s.end, *s.others))) > SAME for s in kind]))
            for name, kind in (
                ("separable", searched.separable),
                ("noisy", searched.noisy),
                ("contested", searched.contested),
            )
        },
        "corollary_problems": float(sum(s.best_separates for s in searched.separable)),
        "corollary_starts": float(len(missed)),
        "corollary_missed": float(sum(missed)),
        "larger_n_at_optimum": float(np.mean(searched.more)),
    }


def search(p: Problem, rng: np.random.RandomState, starts: int) -> Searches:
    """From the iid fit, and from `starts` random points."""
    from_iid = maximise_posterior(p.learner(), TOL, MAX_ITER)
    iid = maximise_posterior(p.learner_without_target(), TOL, MAX_ITER).theta
    others = [descend(p.learner(), start, TOL, MAX_ITER) for start in _starts(p, rng, starts)]
    best = min([from_iid, *others], key=lambda minimum: minimum.path[-1])
    return Searches(
        problem=p,
        scale=max(1.0, abs(from_iid.path[-1])),
        end=from_iid.path[-1],
        iid=_objective(p, np.concatenate([iid, np.zeros(p.size[2])])),
        iid_best_v=_best_given_w(p, iid),
        others=[other.path[-1] for other in others],
        best_separates=p.separates(best.theta * p.units),
    )


def without_overlap(rng: np.random.RandomState) -> dict[str, float]:
    """Training rows below 0 and test rows above: mean weight and length of w, relative to the iid fit, by s_v."""
    rows = disjoint(rng)
    numbers = {}
    for scale in SCALES:
        p = Problem(rows.L, rows.y, rows.T, 1.0, float(scale))
        joint = maximise_posterior(p.learner(), TOL, 10 * MAX_ITER)
        iid = maximise_posterior(p.learner_without_target(), TOL, MAX_ITER)
        d = p.size[2]
        numbers[f"disjoint_weight_{scale}"] = float(joint.point.weights.mean())
        numbers[f"disjoint_norm_{scale}"] = float(np.linalg.norm(joint.theta[:d]) / np.linalg.norm(iid.theta))
    return numbers


def _starts(p: Problem, rng: np.random.RandomState, count: int) -> list[Floats]:
    """Random points in the learner's units; with a w that separates the rows, where there is one."""
    d, apart = p.size[2], separator(p)
    starts = []
    for _ in range(count):
        point = rng.normal(size=2 * d)
        if apart is not None:
            point[:d] = another_separator(apart, p, rng) * 10 ** rng.uniform(-0.5, 1.5)
        starts.append(point / p.units)
    return starts


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
    optimum = maximise_posterior(more.learner(), TOL, MAX_ITER)
    return float(np.mean(more.pocket_margins(optimum.theta * more.units) >= 0))
