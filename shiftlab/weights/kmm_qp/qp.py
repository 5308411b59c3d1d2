"""The quadratic programme of kernel mean matching, (12) of Huang et al. (2007), with an optional ridge.

    minimise    1/2 b'(K + ridge I)b - kappa'b
    subject to  0 <= b_i <= B,  |sum_i b_i - m| <= m eps

Three ways lead to the solution, and which is fastest depends on K alone. A wide kernel in few dimensions has low
rank, whatever the number of rows: the interior point method then never sees a matrix of m x m. A narrow one, or
one in many dimensions, is well conditioned: block pivoting needs a few Cholesky factorisations of the free rows. In
between pivoting may fail, and the interior point method works on the whole matrix. The result of each is judged
by its Frank-Wolfe gap with the exact kernel, which is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..._check import Floats
from ..kernels import Kernel
from .cholesky import pivoted_cholesky
from .constraints import Allowed, Found, Sides
from .interior import Dense, LowRank, interior_point
from .pivoting import block_pivoting

_SMALL = 400
_DEFINITE = 1e-6  # a ridge from here on makes the free rows' systems well conditioned
_RESIDUALS = (0.1, 1e-3)  # of the factor, per row, over tol: the second for a gap that the first leaves open


class Solution(NamedTuple):
    """What was found, and how good it is certified to be."""

    weights: Floats
    sides: Sides
    """where they are in the box: a start for a problem changed a little"""
    objective: float
    """1/2 b'Kb - kappa'b, without the ridge"""
    gap: float
    """the Frank-Wolfe gap, ridge included, over max(|f|, max(kappa)/2)"""
    n_iter: int
    """steps of all methods that were tried"""


def minimise(
    kernel: Kernel, kappa: Floats, allowed: Allowed, ridge: float, tol: float, start: Sides | None = None
) -> Solution:
    """Solve the programme until the gap is at most `tol`, or return the best that was reached."""
    best, steps = None, 0
    for found in _candidates(kernel, kappa, allowed, ridge, tol, start):
        steps += found.steps
        solution = _judge(kernel, kappa, allowed, ridge, found)
        if best is None or solution.gap < best.gap or np.isnan(best.gap):
            best = solution
        if best.gap <= tol:
            break
    assert best is not None
    return best._replace(n_iter=steps)


def _candidates(
    kernel: Kernel, kappa: Floats, allowed: Allowed, ridge: float, tol: float, start: Sides | None
) -> Iterator[Found]:
    m = kappa.size
    small = m <= _SMALL and ridge >= _DEFINITE
    if not small:
        for residual in _RESIDUALS:
            factor = pivoted_cholesky(kernel, residual * min(tol, 1e-6), max(64, int(0.4 * m)))
            if factor is None:
                break
            yield interior_point(LowRank(factor, ridge), kappa, allowed, 0.8 * tol)  # the rest is for the residual
    if start is None:
        start = Sides(kappa >= np.median(kappa), np.zeros(m, bool))
    yield block_pivoting(kernel.matrix, ridge, kappa, allowed, tol, start)
    # The interior point is on no side, but for a small tol it shows them: from there pivoting needs a step or
    # two, and so will the next of many problems that are changed a little each time.
    inside = interior_point(Dense(kernel.matrix, ridge), kappa, allowed, 1e-3 * tol if small else tol)
    if small:
        yield block_pivoting(kernel.matrix, ridge, kappa, allowed, tol, inside.sides)
    yield inside


def _judge(kernel: Kernel, kappa: Floats, allowed: Allowed, ridge: float, found: Found) -> Solution:
    known = np.isfinite(found.weights).all()  # else the method broke down: its weights are no solution, and no NaN
    weights = allowed.nearby(found.weights if known else np.zeros_like(kappa))
    solution = certified(weights, kernel.times(weights), kappa, allowed, ridge, found.sides)
    return solution._replace(n_iter=found.steps)


def certified(
    weights: Floats, matched: Floats, kappa: Floats, allowed: Allowed, ridge: float, sides: Sides
) -> Solution:
    """Allowed weights with their objective and their gap, from `matched`, the exact K times them."""
    objective = float(weights @ (0.5 * matched - kappa))
    scale = max(abs(objective + 0.5 * ridge * float(weights @ weights)), 0.5 * float(kappa.max()))
    gap = allowed.gap(weights, matched + ridge * weights - kappa)
    return Solution(weights, sides, objective, gap / scale if scale else gap, 0)
