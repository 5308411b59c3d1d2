"""uLSIF and its relative form: the density ratio as a least squares problem with a closed solution."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg.lapack import dposv

from .. import _check
from .._check import Floats
from ._kernel_model import KernelModel, folds

PENALTIES = np.logspace(-5, 1, 7)
"""Penalties among which cross-validation chooses."""


class RelativeULSIF(KernelModel):
    """Relative unconstrained least squares importance fitting::

        minimise over a   1/2 a' H a - h' a + penalty/2 a' a
        H = alpha mean_target k k' + (1 - alpha) mean_source k k',   h = mean_target k

    where k(x) are Gaussian kernels around target rows; r(x) = max(0, a' k(x)) estimates the relative ratio
    p_target / (alpha p_target + (1 - alpha) p_source) (Yamada, Suzuki, Kanamori, Hachiya and Sugiyama, 2011).
    It is at most 1/alpha, which keeps the weights from running away, and with alpha = 0, uLSIF (Kanamori, Hido and
    Sugiyama, 2009), p_target/p_source itself. The columns should have similar scales:
    ``Transformed(StandardScaler(), RelativeULSIF())``.

    Parameters
    ----------
    alpha : float, default=0.1
        The share of the target in the denominator, in [0, 1).
    gamma : "cv", "median" or float, default="cv"
        Of the kernel exp(-gamma ||x - x'||^2). "median" is 1/(2 s^2), s the median distance of the pooled rows.
    penalty : "cv" or float, default="cv"
        Of the squared coefficients. "cv", here and for `gamma`, takes what minimises the objective on rows left out.
    n_centers : int, default=100
        The largest number of target rows that kernels are put around.
    random_state : int, RandomState instance or None, default=None
        Draws the centers and the folds.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        r at the source rows.
    gamma_, penalty_ : float
        Those used.
    centers_ : ndarray of shape (n_centers, n_features)
        The centers of the kernels.
    coef_ : ndarray of shape (n_centers,)
        The coefficients a.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import RelativeULSIF
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(0, 1, size=(500, 1)), rng.normal(1, 1, size=(500, 1))
    >>> weigher = RelativeULSIF(random_state=0).fit(X_source, X_target)
    >>> bool(0.5 < weigher.ratio([[0.5]])[0] < 2)  # 1 in truth
    True
    """

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        gamma: float | str = "cv",
        penalty: float | str = "cv",
        n_centers: int = 100,
        random_state: Any = None,
    ) -> None:
        self.alpha = alpha
        self.gamma = gamma
        self.penalty = penalty
        self.n_centers = n_centers
        self.random_state = random_state

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Choose width and penalty and solve for the coefficients."""
        source, target = self._validate(X_source, X_target)
        self._doubt_spreads(X_source, source, target)
        alpha = _check.finite(self.alpha, "alpha")
        if alpha.ndim or not 0 <= alpha < 1:
            raise ValueError(f"alpha must be one number in [0, 1), got {_check.short(self.alpha)}.")
        penalties = self._penalties()
        rng = self._draw_centers(target)
        gammas = self._gammas(source, target)
        self.gamma_, self.penalty_ = gammas[0], float(penalties[0])
        if len(gammas) * len(penalties) > 1:
            parts = folds(rng, X_source=source, X_target=target)
            losses = np.array([self._left_out(gamma, penalties, source, target, parts) for gamma in gammas])
            width, strength = np.unravel_index(np.argmin(losses), losses.shape)
            self.gamma_, self.penalty_ = gammas[width], float(penalties[strength])
        at_source, at_target = self._kernels(self.gamma_, source, target)
        self.coef_ = self._solve(at_source, at_target, np.array([self.penalty_]))[:, 0]
        return self._keep(self._ratio(source))

    def _penalties(self) -> Floats:
        if isinstance(self.penalty, str) and self.penalty == "cv":
            return PENALTIES
        if isinstance(self.penalty, str) or np.ndim(self.penalty) or not _check.finite(self.penalty, "penalty") > 0:
            raise ValueError(f'penalty must be "cv" or one number greater than 0, got {_check.short(self.penalty)}.')
        return np.array([float(self.penalty)])

    def _left_out(self, gamma: float, penalties: Floats, source: Floats, target: Floats, parts: list[Any]) -> Floats:
        """The objective on left-out rows, without the penalty, of each of `penalties`."""
        at_source, at_target = self._kernels(gamma, source, target)
        losses = np.zeros(len(penalties))
        for out_source, out_target in parts:
            coefficients = self._solve(
                np.delete(at_source, out_source, axis=0), np.delete(at_target, out_target, axis=0), penalties
            )
            # the estimate that is used has no negative values
            r_source, r_target = (
                np.maximum(rows @ coefficients, 0) for rows in (at_source[out_source], at_target[out_target])
            )
            squares = self.alpha * (r_target**2).mean(axis=0) + (1 - self.alpha) * (r_source**2).mean(axis=0)
            losses += squares / 2 - r_target.mean(axis=0)
        return losses

    def _solve(self, at_source: Floats, at_target: Floats, penalties: Floats) -> Floats:
        """a = (H + penalty I)^-1 h, a column for each of `penalties`."""
        H = self.alpha * (at_target.T @ at_target) / len(at_target)
        H += (1 - self.alpha) * (at_source.T @ at_source) / len(at_source)
        h = at_target.mean(axis=0)
        least = len(h) * np.finfo(np.float64).eps * np.trace(H)  # what is below the rounding of H cannot be added to it
        solutions = np.empty((len(penalties), len(h)))
        for solution, penalty in zip(solutions, penalties, strict=True):
            penalised = H.copy()
            penalised.flat[:: len(h) + 1] += max(penalty, least)
            _, solution[:], _ = dposv(penalised.T, h, lower=True, overwrite_a=True)
        return solutions.T
