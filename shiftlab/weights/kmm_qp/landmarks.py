"""The quadratic programme of kernel mean matching for many rows, where K itself would fill the memory.

K is replaced by a matrix of low rank: itself, where it has one; else what a sample of the rows, the landmarks, says
of it (the Nyström method), and its diagonal is kept: Q = F'F + D + ridge I, with few rows in F, which the interior
point method takes. What is found there is judged with the exact kernel, by blocks, and is where Newton's method
starts on the exact programme, with Q for the exact matrix: minimise the model, then go along the line to its best
point, which costs nothing, for the products of both ends are known. Every step goes down; the gap is certified.
"""

from __future__ import annotations

import numpy as np

from ..._check import Floats
from ..kernels import Kernel
from .cholesky import pivoted_cholesky
from .constraints import Allowed
from .interior import LowRank, interior_point
from .qp import Solution, certified

_MOST_STEPS = 5  # each takes one product with the exact kernel
_WORTH_A_STEP = 0.7  # of the last gap: slower progress is left alone
_RESIDUAL = 0.1  # of tol, per row: a factor so near to K is K
_INNER = 0.05  # of tol: near it a step must be more exact than the point it starts from
_PRECISION = 1e-10  # of the largest eigenvalue: directions below are rounding


class LinearFactor(Kernel):
    """x'x' over its mean diagonal, known by its factor X alone: no matrix is formed."""

    def __init__(self, X: Floats) -> None:
        self.size = len(X)
        self.scale = float(np.einsum("ij,ij->i", X, X).mean()) or 1.0
        self.factor = (X / np.sqrt(self.scale)).T

    def column(self, i: int) -> Floats:
        """Column i of K."""
        column: Floats = self.factor[:, i] @ self.factor
        return column

    def times(self, weights: Floats) -> Floats:
        """K @ weights."""
        product: Floats = (self.factor @ weights) @ self.factor
        return product


def minimise_by_landmarks(
    kernel: Kernel, kappa: Floats, allowed: Allowed, ridge: float, tol: float, n_landmarks: int
) -> Solution:
    """The best weights that a few steps lead to; their gap may stay above `tol`."""
    model = _model(kernel, ridge, tol, n_landmarks)
    found = interior_point(model, kappa, allowed, _INNER * tol)
    steps = found.steps
    weights = allowed.nearby(found.weights if np.isfinite(found.weights).all() else np.zeros_like(kappa))
    product = kernel.times(weights)
    best = certified(weights, product, kappa, allowed, ridge, found.sides)
    for _ in range(_MOST_STEPS):
        if best.gap <= tol:
            break
        # The model with this linear term has the gradient of the exact programme at `weights`.
        linear = model.times(weights) - (product + ridge * weights - kappa)
        found = interior_point(model, linear, allowed, _INNER * tol)
        steps += found.steps
        if not np.isfinite(found.weights).all():
            break
        change = allowed.nearby(found.weights) - weights
        moved = kernel.times(change)
        length = _best_length(change, product + ridge * weights - kappa, moved + ridge * change)
        weights, product = weights + length * change, product + length * moved
        last, solution = best.gap, certified(weights, product, kappa, allowed, ridge, found.sides)
        if solution.gap < best.gap:
            best = solution
        if not solution.gap <= _WORTH_A_STEP * last:
            break
    return best._replace(n_iter=steps)


def _model(kernel: Kernel, ridge: float, tol: float, n_landmarks: int) -> LowRank:
    """Q, of rank at most `n_landmarks` but for its diagonal."""
    if isinstance(kernel, LinearFactor):
        return LowRank(kernel.factor, ridge)
    factor = pivoted_cholesky(kernel, _RESIDUAL * min(tol, 1e-6), n_landmarks)
    if factor is None:
        factor = nystroem(kernel, n_landmarks)
    # Of K - F'F, where the diagonal of K is 1.
    diagonal = np.maximum(1 - np.einsum("ij,ij->j", factor, factor), 0.0)
    return LowRank(factor, ridge + diagonal)


def nystroem(kernel: Kernel, n_landmarks: int) -> Floats:
    """F with F'F the projection of K to the columns of a seeded sample of its rows, at most `n_landmarks`."""
    chosen = np.random.default_rng(0).permutation(kernel.size)[:n_landmarks]
    columns = np.stack([kernel.column(int(i)) for i in chosen])
    sizes, vectors = np.linalg.eigh(columns[:, chosen])
    kept = sizes > _PRECISION * sizes[-1]  # copies of a row add nothing
    factor: Floats = (vectors[:, kept] / np.sqrt(sizes[kept])).T @ columns
    return factor


def _best_length(change: Floats, gradient: Floats, curved: Floats) -> float:
    """How far to go along `change`, at most all of it, for the least objective; `curved` is Q times it."""
    slope, curvature = float(change @ gradient), float(change @ curved)
    return min(1.0, max(0.0, -slope / curvature)) if curvature > 0 else 0.0
