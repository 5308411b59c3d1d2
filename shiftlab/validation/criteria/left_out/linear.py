r"""Leave-one-out of linear smoothers without training again: least squares, ridge and kernel ridge.

If the fitted values are H y, and leaving row i out is the same as replacing y_i by its own prediction, then

.. math:: y_i - \hat f_{-i}(x_i) = \frac{y_i - \hat f(x_i)}{1 - H_{ii}}
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from sklearn.metrics.pairwise import pairwise_kernels

from ...._check import Floats
from . import LeftOut

SMALLEST_REST = 1e-6
"""Of 1 - H_ii: below it the row decides its own prediction, and the quotient is rounding."""

LARGEST_ERROR = 1e-9
"""Of what a system of equations gives, by its condition: beyond it the formula has lost more digits than asked for."""


def least_squares(model: Any, X: Floats, y: Floats) -> LeftOut | None:
    """Of `LinearRegression`: the other rows determine the prediction if they span the row."""
    if model.positive:
        return None
    U, s, y_mean, share = _factors(model, X, y)
    largest = s[0]  # a matrix has at least one singular value
    # The solver treats directions with small singular values as absent. What it drops must be absent indeed ...
    rounding = 100 * max(X.shape) * np.finfo(np.float64).eps * largest
    kept = s > rounding
    cut = max(float(model.tol), 1e-9) * largest
    H = share + np.sum(U[:, kept] ** 2, axis=1)
    rest = 1 - H
    smallest = s[kept].min(initial=np.inf)
    # ... and what it keeps must not become small without the row.
    doubtful = (rest < SMALLEST_REST) | (smallest * np.sqrt(np.maximum(rest, 0)) < 2 * cut)
    return _without_each(y, y_mean + U[:, kept] @ (U[:, kept].T @ (y - y_mean)), rest, doubtful)


def ridge(model: Any, X: Floats, y: Floats) -> LeftOut | None:
    """Of `Ridge`: min over w, b of ||y - Xw - b||² + alpha ||w||²."""
    if model.positive or np.ndim(model.alpha) or model.alpha <= 0 or model.solver not in ("auto", "cholesky", "svd"):
        return None  # the other solvers stop early: training again gives other digits
    U, s, y_mean, share = _factors(model, X, y)
    shrunk = U * (s**2 / (s**2 + model.alpha))
    rest = 1 - share - np.einsum("ij,ij->i", shrunk, U)
    return _without_each(y, y_mean + shrunk @ (U.T @ (y - y_mean)), rest, rest < SMALLEST_REST)


def kernel_ridge(model: Any, X: Floats, y: Floats) -> LeftOut | None:
    """Of `KernelRidge`: the dual coefficients are a = C y with C = (K + alpha I)⁻¹, and 1 - H_ii = alpha C_ii."""
    if np.ndim(model.alpha) or model.alpha <= 0:
        return None
    parameters = {"gamma": model.gamma, "degree": model.degree, "coef0": model.coef0}
    if callable(model.kernel):
        parameters = model.kernel_params or {}
    K = pairwise_kernels(X, metric=model.kernel, filter_params=True, **parameters)
    if np.trace(K) * np.finfo(np.float64).eps > LARGEST_ERROR * model.alpha:  # the trace bounds the largest eigenvalue
        return None
    K = K + model.alpha * np.eye(len(X))
    try:
        C = cho_solve(cho_factor(K, lower=True), np.eye(len(K)))
    except LinAlgError:  # no kernel, or rounding makes it none
        return None
    diagonal = C.diagonal()
    return LeftOut(y - (C @ y) / diagonal, model.alpha * diagonal < SMALLEST_REST)


def _factors(model: Any, X: Floats, y: Floats) -> tuple[Floats, Floats, float, float]:
    """Left singular vectors and values of X, the mean of y, and what the intercept adds to each H_ii."""
    centred = model.fit_intercept
    U, s, _ = np.linalg.svd(X - X.mean(axis=0) if centred else X, full_matrices=False)
    return U, s, float(y.mean()) if centred else 0.0, 1 / len(X) if centred else 0.0


def _without_each(y: Floats, fitted: Floats, rest: Floats, doubtful: NDArray[np.bool_]) -> LeftOut:
    return LeftOut(y - (y - fitted) / np.where(doubtful, 1.0, rest), doubtful)
