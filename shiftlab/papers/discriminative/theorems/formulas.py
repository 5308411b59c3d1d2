"""How far printed formulas and the learner's are from the derivatives of the criterion, on random problems.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab._check import Floats

from .printed import Problem, corrected, derivatives, printed


def distances(problems: list[Problem], rng: np.random.RandomState) -> dict[str, list[float]]:
    """Relative distances of gradients and Newton steps from what (24) gives, of every problem."""
    far: dict[str, list[float]] = {}
    for p in problems:
        point = rng.normal(size=2 * p.size[2])
        a, b, c, q, q_test = p.coefficients(point)
        slope, bend = derivatives(p.log_posterior, point), -derivatives(p.slope, point)
        step = np.linalg.solve(bend, slope)
        X, S, e = p.X, np.diag(p.precisions), np.concatenate([a, b + 1 - q, -q_test])
        updates = [
            np.linalg.lstsq(X.T @ Lambda @ X + S, X.T @ e - S @ point, rcond=None)[0]
            for Lambda in (corrected(a, b, c, q, q_test), *printed(a, b, c, q, q_test))
        ]
        gradient, hessian = of_learner(p, point)
        dual = _dual_step(p, point, X, e, corrected(a, b, c, q, q_test))
        for name, vector, right in (
            ("gradient_printed", p.slope(point), slope),
            ("gradient_learner", gradient, slope),
            ("hessian_learner", hessian, bend),
            ("newton_corrected", updates[0], step),
            ("newton_learner", np.linalg.solve(hessian, gradient), step),
            ("newton_dual", dual, step),
        ):
            far.setdefault(name, []).append(_apart(vector, right))
        # of the readings of Lambda as printed, the nearest
        far.setdefault("newton_printed", []).append(min(_apart(update, step) for update in updates[1:]))
    return far


def of_learner(p: Problem, point: Floats) -> tuple[Floats, Floats]:
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


def _apart(vector: Any, right: Any) -> float:
    return float(np.linalg.norm(vector - right) / np.linalg.norm(right))
