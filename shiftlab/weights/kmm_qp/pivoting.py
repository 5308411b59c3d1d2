"""Block principal pivoting for 1/2 b'Qb - c'b over a box and a sum interval.

Every weight is free, at 0 or at the upper bound. The free ones solve a linear system, with one multiplier that
puts the sum back into its interval; those that leave the box, and bound ones whose gradient points inwards, change
sides all at once. A few steps lead to the exact solution, or in a circle: then the last weights are all there is.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from ..._check import Floats
from .constraints import Allowed, Found, Mask, Sides

_PATIENCE = 10  # steps without fewer wrong sides than ever before
_MOST_STEPS = 60


def block_pivoting(matrix: Floats, ridge: float, linear: Floats, allowed: Allowed, tol: float, start: Sides) -> Found:
    """The minimiser, or whatever weights it had when it ran in a circle."""
    free, full = start
    fewest, patience = linear.size + 1, _PATIENCE
    weights = allowed.nearby(np.zeros_like(linear))
    zero = 1e-10 * linear.max()  # of a gradient
    for step in range(1, _MOST_STEPS + 1):  # noqa: B007  returned
        solved = _solve(matrix, ridge, linear, allowed, free, full)
        if solved is None:
            break
        point, multiplier = solved
        if not np.isfinite(point).all():  # of a matrix that is singular but for rounding
            break
        gradient = matrix @ point + ridge * point - linear
        inwards = gradient - multiplier
        small, large = free & (point < 0), free & (point > allowed.upper)
        back = (~free & ~full & (inwards < -zero)) | (full & (inwards > zero))
        wrong = int(np.count_nonzero(small | large | back))
        weights = allowed.nearby(point)
        if wrong == 0:
            break
        clipped = float(np.abs(weights - point).sum())
        if clipped <= 10 * tol * linear.size:  # then the gap may be small enough already
            slope = matrix @ weights + ridge * weights - linear
            scale = max(abs(0.5 * weights @ (slope - linear)), 0.5 * linear.max())
            if allowed.gap(weights, slope) <= tol * scale:
                break
        if wrong < fewest:
            fewest, patience = wrong, _PATIENCE
        elif patience:
            patience -= 1
        else:
            break
        free, full = (free & ~small & ~large) | back, (full & ~back) | large
    return Found(weights, Sides(free, full), step)


def _solve(
    matrix: Floats, ridge: float, linear: Floats, allowed: Allowed, free: Mask, full: Mask
) -> tuple[Floats, float] | None:
    """The best weights on these sides and the multiplier of their sum; None where there are none, or not one."""
    point = np.where(full, allowed.upper, 0.0)
    rows = np.flatnonzero(free)
    multiplier = 0.0
    if rows.size:
        inner = matrix[np.ix_(rows, rows)]
        inner.flat[:: rows.size + 1] += ridge
        lower, failed = dpotrf(inner.T, lower=1, clean=0, overwrite_a=1)
        if failed:
            return None
        right = np.ones((2, rows.size))
        right[0] = linear[rows]
        if full.any():
            right[0] -= matrix[rows] @ point
        best, border = dpotrs(lower, right.T, lower=1)[0].T
        total = best.sum() + point.sum()
        multiplier = (min(max(total, allowed.least), allowed.most) - total) / border.sum()
        point[rows] = best + multiplier * border
    elif not allowed.least <= point.sum() <= allowed.most:
        return None
    return point, multiplier
