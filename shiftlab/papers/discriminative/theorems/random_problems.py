"""The theorems about learning weights and classifier together, examined on random problems.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations. What holds for all problems or points is counted where it fails, so that 0
is the claim; what is said to exist is counted where it is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from shiftlab._check import Floats

from . import optima as optima
from .printed import Problem, corrected, derivatives, printed
from .ratios import examine_ratios

N_PROBLEMS = 10
N_POINTS = 60  # of each, half of them with a w that separates the training rows
#: Appendix B says that (40) holds more often the more test rows there are: as many times as many.
MORE = 16
_ROUNDING = 1e-9


def examine(seed: int) -> dict[str, float]:
    """Flat numbers on random problems; the same keys for every seed."""
    rng = np.random.RandomState(seed % 2**32)
    drawn = [problem(rng) for _ in range(N_PROBLEMS)]
    return {
        **_derivatives(drawn, rng),
        **_convexity(drawn, rng),
        **optima.examine_optima(rng),
        **optima.examine_disjoint(rng),
        **examine_ratios(rng),
    }


def problem(rng: np.random.RandomState) -> Problem:
    """Normal rows, those to test moved; labels that w can or cannot separate, by a coin."""
    m, n, d = rng.randint(6, 30), rng.randint(6, 30), rng.randint(1, 5)
    L, T = rng.normal(size=(m, d)), rng.normal(size=(n, d)) + rng.normal(size=d)
    noise = rng.randint(2)
    y = (L @ rng.normal(size=d) + noise * rng.logistic(size=m) > 0).astype(np.intp)
    s_w, s_v = 10 ** rng.uniform(-0.5, 0.7, size=2)
    return Problem(L, y, T, float(s_w), float(s_v))


def _derivatives(drawn: list[Problem], rng: np.random.RandomState) -> dict[str, float]:
    """Relative distances of gradients and Newton steps from what (24) gives; the largest of all problems."""
    far: dict[str, list[float]] = {}
    for p in drawn:
        point = rng.normal(size=2 * p.size[2])
        a, b, c, q, q_test = p.coefficients(point)
        slope, bend = derivatives(p.log_posterior, point), -derivatives(p.slope, point)
        step = np.linalg.solve(bend, slope)
        X, S, e = p.X, np.diag(p.precisions), np.concatenate([a, b + 1 - q, -q_test])
        updates = [
            np.linalg.lstsq(X.T @ Lambda @ X + S, X.T @ e - S @ point, rcond=None)[0]
            for Lambda in (corrected(a, b, c, q, q_test), *printed(a, b, c, q, q_test))
        ]
        gradient, hessian = _of_learner(p, point)
        dual = _dual_step(p, point, X, e, corrected(a, b, c, q, q_test))
        for name, found, right in (
            ("gradient_printed", p.slope(point), slope),
            ("gradient_learner", gradient, slope),
            ("hessian_learner", hessian, bend),
            ("newton_corrected", updates[0], step),
            ("newton_learner", np.linalg.solve(hessian, gradient), step),
            ("newton_dual", dual, step),
        ):
            far.setdefault(name, []).append(_apart(found, right))
        # of the readings of Lambda as printed, the nearest
        far.setdefault("newton_printed", []).append(min(_apart(update, step) for update in updates[1:]))
    return {name: max(values) for name, values in far.items()}


def _of_learner(p: Problem, point: Floats) -> tuple[Floats, Floats]:
    """The learner's gradient and minus its Hessian, of the log-posterior in the paper's units."""
    of, theta, units = p.learner(), point / p.units, p.units
    at = of.at(of.scores(theta))
    lower = np.tril(of.hessian(at.curvature(False)))
    hessian = lower + np.tril(lower, -1).T
    return -(of.back(at.slope) + theta) / units, hessian / np.outer(units, units)


def _dual_step(p: Problem, point: Floats, X: Floats, e: Floats, Lambda: Floats) -> Floats:
    """The update (21) of the dual coefficients, brought back by Phi(X)', the kernel being the inner product."""
    m, n, _ = p.size
    K = X @ X.T
    S = np.diag(np.repeat([p.s_w**-2, p.s_v**-2], [m, m + n]))
    # any dual coefficients of the point will do: the part that rows do not span stays as it is
    dual = np.linalg.lstsq(X.T, point, rcond=None)[0]
    return np.asarray(X.T @ np.linalg.solve(Lambda @ K + S, e - S @ dual))


def _convexity(drawn: list[Problem], rng: np.random.RandomState) -> dict[str, float]:
    """Where minus the Hessian is positive semi-definite, and where (40) says so."""
    numbers = dict.fromkeys(
        ("pocket_points", "pocket_not_convex", "pocket_against_lambda", "convex_outside_pocket", "separating_points"),
        0.0,
    )
    indefinite, separating_indefinite, more = 0, 0, []
    for p in drawn:
        worst, worst_separating = np.inf, np.inf
        for point in _points(p, rng):
            margins, smallest = p.pocket_margins(point), _smallest(_of_learner(p, point)[1])
            inside = bool((margins >= 0).all())
            separates = p.separates(point)
            numbers["pocket_points"] += inside
            numbers["pocket_not_convex"] += inside and smallest < -_ROUNDING
            numbers["convex_outside_pocket"] += not inside and smallest > _ROUNDING
            numbers["separating_points"] += separates
            if np.abs(margins).min() > _ROUNDING:
                psd = _smallest_of_lambda(p, point) >= 0
                numbers["pocket_against_lambda"] += psd != inside
            worst = min(worst, smallest)
            worst_separating = min(worst_separating, smallest if separates else np.inf)
            more.append(_share_of_rows(p, point, MORE) - _share_of_rows(p, point, 1))
        indefinite += worst < -_ROUNDING
        separating_indefinite += worst_separating < -_ROUNDING
    return {
        **numbers,
        "indefinite_share": indefinite / len(drawn),
        "separating_indefinite_share": separating_indefinite / len(drawn),
        "version_space_violated": float(sum(_between(p, rng) for p in drawn)),
        "larger_n_same_point": float(np.mean(more)),
        **_counter_example(),
    }


def _points(p: Problem, rng: np.random.RandomState) -> Iterator[Floats]:
    """Random points; the second half with a w of any length that separates the rows, where one was found."""
    d = p.size[2]
    separator = optima.separator(p)
    for i in range(N_POINTS):
        point = rng.normal(size=2 * d) * 10 ** rng.uniform(-1, 1)
        if separator is not None and i >= N_POINTS // 2:
            point[:d] = separator * 10 ** rng.uniform(-1, 2)
        if np.abs(np.vstack([p.L, p.T]) @ point.reshape(2, d).T).max() < 30:  # beyond, 1 - q is rounded to 0
            yield point


def _between(p: Problem, rng: np.random.RandomState) -> int:
    """How many of the points between two vectors w that separate the rows do not."""
    pair = [optima.random_separator(p, rng) for _ in range(2)]
    if any(w is None for w in pair):
        return 0
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
    smallest = _smallest(_of_learner(p, point)[1])
    return {
        "counter_example_smallest": smallest,
        "counter_example_not_convex": float(p.separates(point) and smallest < -_ROUNDING),
    }


def _smallest(matrix: Floats) -> float:
    """The smallest eigenvalue, in units of the largest entry."""
    return float(np.linalg.eigvalsh(matrix)[0] / np.abs(matrix).max())


def _apart(found: Any, right: Any) -> float:
    return float(np.linalg.norm(found - right) / np.linalg.norm(right))
