"""A damped Newton method that only ever descends, for the joint criterion and for the iid one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from shiftlab._check import Floats

from .problem import Curvature, JointProblem, Point

LARGEST_MATRIX = 400
"""Parameters up to which the Newton equations are solved by Cholesky; above, by conjugate gradients first."""

_MOST_PRODUCTS = 250  # of the Hessian in one step; then a Cholesky after all
_SHORTEST = 2.0**-40
_ARMIJO = 1e-4  # of the decrease a linear criterion would have
_START = 1e-3  # the iid fit is only where the search starts
NEAR = 1e-3  # relative: after a step that promised less, H hardly changes and its factor serves again ...
_FALL = 0.01  # ... as long as each step promises so much less than the one before
_LIFT = 1e-10
_ROUNDING = 1e-9  # relative: where no step descends any more but the next promises no more than this, it is rounding


class Minimum(NamedTuple):
    """Where the search ended."""

    theta: Floats
    scores: Floats
    point: Point
    path: list[float]
    """J at the start and after each step."""
    converged: bool

    @property
    def n_iter(self) -> int:
        """Steps taken."""
        return len(self.path) - 1


def minimise(
    problem: JointProblem,
    start: Floats,
    tol: float,
    max_iter: int,
    largest_matrix: int = LARGEST_MATRIX,
    near: float = NEAR,
) -> Minimum:
    """The local minimum of J downhill from `start`.

    Converged: a step that promised to lower J by at most `tol`, relative to J or 1, has been taken. With `near` 0 each
    step has a factor of its own, and the last ones double the digits.
    """
    theta, scores = start, problem.scores(start)
    with np.errstate(over="ignore", invalid="ignore"):
        point = problem.at(scores)
    path = [point.value + 0.5 * float(theta @ theta)]
    if not np.isfinite(path[0]):
        raise ValueError("The criterion overflows at the start: give the features in other units, or smaller sigmas.")
    factor, promise, largest = None, np.inf, 0.0
    for _ in range(max_iter):
        scale = max(1.0, path[-1])
        gradient = problem.back(point.slope) + theta
        step, before = None, promise
        if factor is not None and before <= near * scale:
            step = _solve(factor, gradient)
            promise = _promise(gradient, step)
        if step is None or promise > _FALL * before:
            exactness = 0.1
            if problem.size > largest_matrix:  # else nothing asks for it
                norm = float(np.linalg.norm(gradient))
                largest = max(largest, norm)
                exactness = min(0.1, np.sqrt(norm / largest)) if norm else 0.1
            step, factor = _newton_step(problem, point, gradient, exactness, largest_matrix)
            promise = _promise(gradient, step)
        taken = _descend(problem, theta, scores, path[-1], step, -2 * promise)
        if taken is None:
            return Minimum(theta, scores, point, path, promise <= max(tol, _ROUNDING) * scale)
        theta, scores, point, value = taken
        path.append(value)
        if promise <= tol * scale:
            return Minimum(theta, scores, point, path, True)
    return Minimum(theta, scores, point, path, False)


def _promise(gradient: Floats, step: Floats) -> float:
    """By how much a step would lower J, were J quadratic."""
    return -0.5 * float(gradient @ step)


def maximise_posterior(problem: JointProblem, tol: float, max_iter: int) -> Minimum:
    """The local minimum of J that is downhill from the iid fit, (w_iid, 0); without a shift the iid fit."""
    if not problem.shifts:
        return minimise(problem, np.zeros(problem.size), tol, max_iter)
    iid = JointProblem(problem.labels, problem.A, sigma_w=problem.sigma_w)
    start = np.zeros(problem.size)
    start[: iid.size] = minimise(iid, start[: iid.size], max(tol, _START), max_iter).theta
    return minimise(problem, start, tol, max_iter)


def _descend(
    problem: JointProblem, theta: Floats, scores: Floats, value: float, step: Floats, slope: float
) -> tuple[Floats, Floats, Point, float] | None:
    """The step, halved until J falls; None if it never does."""
    moved = problem.scores(step)
    length = 1.0
    with np.errstate(over="ignore", invalid="ignore"):  # a J that is not finite is no descent
        while length >= _SHORTEST:
            tried = theta + length * step
            point = problem.at(scores + length * moved)
            reached = point.value + 0.5 * float(tried @ tried)
            if reached <= value + _ARMIJO * length * slope and reached < value:
                return tried, scores + length * moved, point, reached
            length /= 2
    return None


def _newton_step(
    problem: JointProblem, point: Point, gradient: Floats, exactness: float, largest_matrix: int
) -> tuple[Floats, Floats | None]:
    """-H^-1 gradient, (16), with H made convex where it is not, so that the step descends; and a factor of H."""
    for convex in (False, True):
        curvature = point.curvature(convex)
        if problem.size > largest_matrix:
            step, is_convex = _conjugate_gradients(problem, curvature, gradient, exactness)
            if not is_convex:
                continue
            if step is not None:
                return step, None
        hessian = problem.hessian(curvature)
        if convex:  # beside very large entries the prior's 1 is lost by rounding
            hessian.ravel()[:: problem.size + 1] *= 1 + _LIFT
        # transposed it is in LAPACK's order, so that nothing is copied
        factor, failed = dpotrf(hessian.T, lower=False, overwrite_a=True)
        if not failed:
            return _solve(factor, gradient), factor
    raise ValueError("The Newton equations cannot be solved: give the features in other units, or smaller sigmas.")


def _solve(factor: Floats, gradient: Floats) -> Floats:
    step: Floats = dpotrs(factor, -gradient, lower=False)[0]
    return step


def _conjugate_gradients(
    problem: JointProblem, curvature: Curvature, gradient: Floats, exactness: float
) -> tuple[Floats | None, bool]:
    """The step up to a residual of `exactness`, or None if that takes too long; and whether H looked convex.

    In units of the priors H is the identity and a part that features in common make small: few products do.
    """
    step, residual = np.zeros_like(gradient), -gradient
    direction, square = residual, float(residual @ residual)
    enough = exactness**2 * square
    for _ in range(_MOST_PRODUCTS):
        if square <= enough:
            return step, True
        product = problem.back(curvature.times(problem.scores(direction))) + direction
        bent = float(direction @ product)
        if bent <= 0:
            return None, False
        step = step + square / bent * direction
        residual = residual - square / bent * product
        square, last = float(residual @ residual), square
        direction = residual + square / last * direction
    return None, True
