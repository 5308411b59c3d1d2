"""Kernel ridge regression with weights: the penalised LMS of the kernel mean matching paper."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, solve
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from .. import _check
from .._check import Floats
from ..support.tables.learning import validated
from ..weights.kernels import Pairs
from ..weights.median import kernel_gamma

_FURTHEST = 1e4  # gamma times the square of a row: up to here the kernel keeps twelve digits in any order of summing


class PenalizedLMS(RegressorMixin, BaseEstimator):
    """Penalised least mean squares with weights beta, (8) of the kernel mean matching paper::

        minimise over theta   sum_i beta_i (y_i - <phi(x_i), theta>)^2 + alpha ||theta||^2

    phi is the feature map of the Gaussian kernel; theta = sum_i a_i phi(x_i). There is no intercept.

    Parameters
    ----------
    alpha : float, default=1.0
        The paper's lambda, greater than 0. Larger weights all round are as good as a smaller `alpha`.
    gamma : float or "median", default=1.0
        Of the kernel exp(-gamma ||x - x'||^2); "median" is 1/(2 s^2), s the median distance of the rows of positive
        weight.

    Attributes
    ----------
    dual_coef_ : ndarray of shape (n_kept,)
        The a_i of the rows of positive weight.
    X_fit_ : ndarray of shape (n_kept, n_features)
        Those rows.
    gamma_ : float
        The gamma used.
    n_features_in_ : int
        Number of features seen in `fit`.

    Examples
    --------
    >>> from shiftlab.learners import PenalizedLMS
    >>> learner = PenalizedLMS(alpha=1.0).fit([[0.0], [5.0]], [3.0, 100.0], sample_weight=[2, 0])
    >>> learner.predict([[0.0]]).round(9).tolist()  # 2 (3 - t)^2 + t^2 is smallest at 2
    [2.0]
    """

    def __init__(self, alpha: float = 1.0, gamma: float | str = 1.0) -> None:
        self.alpha = alpha
        self.gamma = gamma

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the rows of `X`; a row of weight 2 counts as two rows, one of weight 0 as none."""
        alpha = _check.finite(self.alpha, "alpha")
        if alpha.ndim or alpha <= 0:
            raise ValueError(f"alpha must be one number greater than 0, got {_check.short(self.alpha)}.")
        rows, targets = validated(self, X, y, dtype=np.float64, y_numeric=True)
        weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
        kept = weights > 0
        if not kept.any():
            raise ValueError("sample_weight must be positive for some row, but every weight is zero.")
        self.X_fit_, targets, roots = rows[kept], targets[kept].astype(np.float64), np.sqrt(weights[kept])
        self.gamma_ = kernel_gamma(self.gamma, self.X_fit_)
        # The printed a = (alpha beta^-1 + K)^-1 y divides by weights that may be next to 0. The same equations,
        # times beta and with a = sqrt(beta) u, are (alpha I + sqrt(beta) K sqrt(beta)) u = sqrt(beta) y: symmetric,
        # and no eigenvalue is below alpha.
        system = roots[:, np.newaxis] * _kernel(self.X_fit_, self.X_fit_, self.gamma_) * roots
        system[np.diag_indices_from(system)] += alpha
        try:
            with np.errstate(over="ignore"):
                self.dual_coef_: Floats = roots * solve(system, roots * targets, assume_a="pos", overwrite_a=True)
            solved = np.isfinite(self.dual_coef_).all()
        except (LinAlgError, ValueError):  # ValueError: a number among them is infinite
            solved = False
        if not solved:
            raise ValueError(
                f"The equations cannot be solved with alpha={alpha:g}, labels up to {np.abs(targets).max():.0e} and "
                f"weights up to {weights.max():.0e}: give a larger alpha, or labels and weights nearer to 1."
            )
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """The sum over the rows of a_i k(x_i, x)."""
        check_is_fitted(self)
        rows: Floats = validated(self, X, reset=False, dtype=np.float64)
        return _kernel(rows, self.X_fit_, self.gamma_) @ self.dual_coef_


def _kernel(X: Floats, Y: Floats, gamma: float) -> Floats:
    """exp(-gamma ||x - y||^2), by scikit-learn near the origin, where its sum of squares loses no digit that counts.

    Experiments are stored to the bit of that sum. Far out it cancels, and the differences are taken first.
    """
    with np.errstate(over="ignore"):
        furthest = max(gamma * np.einsum("ij,ij->i", rows, rows).max() for rows in (X, Y))
    return rbf_kernel(X, Y, gamma=gamma) if furthest <= _FURTHEST else Pairs(X, Y, gamma).kernel()
