"""Mehrotra's predictor-corrector interior point method for 1/2 b'Qb - c'b over a box and a sum interval.

The sum s = 1'b is a variable of its own, with bounds like every weight: one equation couples them, and what is
left to solve in every step is Q plus a diagonal. How that is done depends on how Q is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotrs

from ..._check import Floats
from .constraints import Allowed, Found, Sides

Solve = Callable[[Floats], Floats]

_MOST_STEPS = 100
_BACK_OFF = 0.99  # of the way to the nearest bound
_SHORTEST = 1e-10  # of a step; below, rounding decides where it goes


class Quadratic(Protocol):
    """The matrix Q, as the method needs it."""

    def times(self, b: Floats) -> Floats:
        """Q b."""

    def solver(self, diagonal: Floats) -> Solve:
        """The map v -> (Q + diag(diagonal))^-1 v."""


class LowRank:
    """Q = F'F + ridge I with few rows in F; systems with a diagonal added are solved by Woodbury's identity.

    A `ridge` may also be a whole diagonal.
    """

    def __init__(self, factor: Floats, ridge: float | Floats) -> None:
        self._factor, self._ridge = factor, ridge
        self._scaled = np.empty_like(factor)

    def times(self, b: Floats) -> Floats:
        return (self._factor @ b) @ self._factor + self._ridge * b

    def solver(self, diagonal: Floats) -> Solve:
        root = 1 / np.sqrt(diagonal + self._ridge)
        scaled = np.multiply(self._factor, root, out=self._scaled)
        inner = dsyrk(1.0, scaled.T, trans=1, lower=1)
        inner.flat[:: len(inner) + 1] += 1
        lower, _ = dpotrf(inner, lower=1, clean=0, overwrite_a=1)

        def solve(v: Floats) -> Floats:
            v = root * v
            return root * (v - dpotrs(lower, scaled @ v, lower=1)[0] @ scaled)

        return solve


class Dense:
    """Q = K + ridge I, with K a matrix."""

    def __init__(self, matrix: Floats, ridge: float) -> None:
        self._matrix, self._ridge = matrix, ridge
        self._smallest = 1e-14 * len(matrix)  # K is singular up to about this: without it the factorisation fails

    def times(self, b: Floats) -> Floats:
        return self._matrix @ b + self._ridge * b

    def solver(self, diagonal: Floats) -> Solve:
        inner = self._matrix.copy()
        inner.flat[:: len(inner) + 1] += np.maximum(diagonal + self._ridge, self._smallest)
        lower, _ = dpotrf(inner.T, lower=1, clean=0, overwrite_a=1)
        return lambda v: dpotrs(lower, v, lower=1)[0]


@np.errstate(over="ignore", divide="ignore", invalid="ignore")
def interior_point(quadratic: Quadratic, linear: Floats, allowed: Allowed, tol: float) -> Found:
    """Weights whose Frank-Wolfe gap is at most `tol` times the objective's scale.

    Fewer digits come back when rounding ends the progress: the caller measures what was reached.
    """
    m = linear.size
    x, slack, dual, counted = _start(quadratic, linear, allowed)
    multiplier = 0.0
    for step in range(_MOST_STEPS + 1):
        b = x[:m]
        gradient = quadratic.times(b) - linear
        complementarity = float(np.vdot(slack, dual))
        enough = tol * max(abs(0.5 * b @ (gradient - linear)), 0.5 * linear.max())
        if step == _MOST_STEPS or (complementarity <= 4 * enough and allowed.gap(b, gradient) <= enough):
            break
        off_dual = dual[1] - dual[0]
        off_dual[:m] += gradient + multiplier
        off_dual[m] -= multiplier
        newton = _Newton(quadratic, slack, dual, off_dual, b.sum() - x[m], fixed_sum=not counted[0, m])

        d_slack, d_dual, _ = newton.changes(-slack * dual)
        length = min(1.0, _to_the_wall(slack, d_slack), _to_the_wall(dual, d_dual))
        predicted = float(np.vdot(slack + length * d_slack, dual + length * d_dual))
        centre = (predicted / complementarity) ** 3 * complementarity / counted.sum()
        d_slack, d_dual, d_multiplier = newton.changes(centre * counted - slack * dual - d_slack * d_dual)
        length = min(1.0, _BACK_OFF * _to_the_wall(slack, d_slack), _BACK_OFF * _to_the_wall(dual, d_dual))
        # numbers may have become too large or too small: then b is the last that is known
        if not (length > _SHORTEST and np.isfinite(d_slack).all() and np.isfinite(d_dual).all()):
            break
        x += length * d_slack[0]
        slack += length * d_slack
        dual += length * d_dual
        multiplier += length * d_multiplier
    at_zero, full = slack[:, :m] < dual[:, :m]  # Q_ii is near 1: a unit of weight goes with a unit of gradient
    return Found(b, Sides(~at_zero & ~full, full), step)


class _Newton:
    """The linear system of a step: factorised once, solved for the predictor and for the corrector.

    `off_dual` and `off_sum` are what is missing in the two equations, gradient - z + z' + multiplier = 0 and
    1'b - s = 0; z and z' are the dual variables of the lower and of the upper bounds.
    """

    def __init__(
        self, quadratic: Quadratic, slack: Floats, dual: Floats, off_dual: Floats, off_sum: float, fixed_sum: bool
    ) -> None:
        self._slack, self._off_dual, self._off_sum = slack, off_dual, off_sum
        self._stiffness = dual / slack
        diagonal = self._stiffness.sum(axis=0)
        self._sum_yields = 0.0 if fixed_sum else 1 / diagonal[-1]
        self._solve = quadratic.solver(diagonal[:-1])
        self._border = self._solve(np.ones(diagonal.size - 1))
        self._border_sum = self._border.sum() + self._sum_yields

    def changes(self, target: Floats) -> tuple[Floats, Floats, float]:
        """Of slack, dual, and multiplier: the equations hold then, and slack * dual grows by `target` (first order)."""
        pull = target / self._slack
        right = pull[0] - pull[1] - self._off_dual
        db, ds = self._solve(right[:-1]), right[-1] * self._sum_yields
        d_multiplier = (db.sum() - ds + self._off_sum) / self._border_sum
        dx = np.append(db - d_multiplier * self._border, ds + d_multiplier * self._sum_yields)
        d_slack = np.stack([dx, -dx])
        return d_slack, pull - self._stiffness * d_slack, d_multiplier


def _start(quadratic: Quadratic, linear: Floats, allowed: Allowed) -> tuple[Floats, Floats, Floats, Floats]:
    # x = (b, s), and for its lower and upper bounds, a row each: slack, dual variable, and 1 where the bound counts.
    # Bounds that meet (an equality) do not: s is a constant then, with a slack that never moves and no dual.
    m = linear.size
    x = np.append(np.full(m, min(1.0, allowed.upper / 2)), (allowed.least + allowed.most) / 2)
    slack = np.stack([x, np.append(np.full(m, allowed.upper), allowed.most) - x])
    slack[0, m] -= allowed.least
    counted = np.ones_like(slack)
    if allowed.least == allowed.most:
        slack[:, m], counted[:, m] = 1.0, 0.0
    gradient = quadratic.times(x[:m]) - linear
    size = max(float(np.abs(gradient).mean()), 1e-3 * linear.max(), np.finfo(float).tiny)
    dual = size * slack[0, 0] / slack * counted
    dual[0, :m] += np.maximum(gradient, 0)
    return x, slack, dual, counted


def _to_the_wall(values: Floats, change: Floats) -> float:
    # How far one can go along `change` until the first of the positive `values` is 0.
    shrinking = change < 0
    return float((values[shrinking] / -change[shrinking]).min(initial=np.inf))
