"""Shimodaira's weights: a power of the density ratio, chosen by an information criterion.

Shimodaira, "Improving predictive inference under covariate shift by weighting the log-likelihood function" (2000),
section 5; "min IC" in section 4.1 of the kernel mean matching paper.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar
from sklearn.base import clone

from .. import _check
from .._check import Floats
from .base import Weigher, samples

_GRID = np.linspace(0, 1, 21)


class InformationCriterionRatio(Weigher):
    """The power of the density ratio with which a weighted linear regression predicts the target best::

        minimise over 0 <= lambda <= 1   IC(lambda) = -2 sum_i r_i log p(y_i | x_i, theta) + 2 tr(J H^-1)

    where r = p_target/p_source, p is Gaussian around a linear function of x, and theta maximises the likelihood
    weighted by w = r^lambda. 0 is the unweighted fit, of little variance, and 1 the unbiased one. The labels are
    measurements; two classes count as 0 and 1, which take the line a discriminant takes, and more are refused where
    they are words or `ReweightedEstimator` trains a classifier.

    Parameters
    ----------
    ratio : weigher
        Gives r; a `KnownRatio`, for example. It is cloned.
    variance : "fitted", "plug-in" or float, default="fitted"
        The noise of the regression. "fitted": a parameter of theta, with its own share of the penalty. "plug-in":
        estimated at each exponent in the same way, but not counted as a parameter. A number: known.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        r^exponent_: all 1 at exponent 0 and the ratio at 1. Their mean is at most about 1.
    exponent_ : float
        The lambda of the smallest criterion.
    criterion_ : float
        The criterion there.
    ratio_ : weigher
        The fitted `ratio`.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.stats import norm
    >>> from shiftlab.weights import InformationCriterionRatio, KnownRatio
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0.5, 0.5, size=(100, 1)), rng.normal(0, 0.3, size=(100, 1))
    >>> y = X[:, 0] ** 3 - X[:, 0] + rng.normal(0, 0.3, size=100)
    >>> known = KnownRatio(norm(0.5, 0.5).pdf, norm(0, 0.3).pdf)
    >>> weigher = InformationCriterionRatio(known).fit(X, X_target, y)
    >>> 0 <= weigher.exponent_ <= 1
    True
    """

    ratio: Any  # a parameter here; the powers chosen for the source's labels are no function to offer for new rows

    def __init__(self, ratio: Any, *, variance: float | str = "fitted") -> None:
        self.ratio = ratio
        self.variance = variance

    def fit(self, X_source: ArrayLike, X_target: ArrayLike, y_source: ArrayLike | None = None) -> Self:
        """Estimate the ratio, then choose its exponent with the numbers `y_source` of the source rows."""
        if y_source is None:
            raise ValueError("InformationCriterionRatio chooses by the labels: call fit(X_source, X_target, y_source).")
        if isinstance(self.ratio, type) or not all(hasattr(self.ratio, what) for what in ("fit", "get_params")):
            raise ValueError(f"ratio must be a weigher, KnownRatio(...) for example, got {_check.short(self.ratio)}.")
        source, _ = self._validate(X_source, X_target)
        self.ratio_ = clone(self.ratio).fit(X_source, X_target)
        criterion = _Criterion(self.ratio_.weights_, source, y_source, self.variance)
        values = criterion(_GRID)
        best = int(np.argmin(values))
        inner = minimize_scalar(
            lambda exponent: criterion(np.array([exponent]))[0],
            bounds=(_GRID[max(best - 1, 0)], _GRID[min(best + 1, len(_GRID) - 1)]),
            method="bounded",
            options={"xatol": 1e-6},
        )
        if inner.fun < values[best]:
            self.exponent_, self.criterion_ = float(inner.x), float(inner.fun)
        else:  # at the ends the search only comes near
            self.exponent_, self.criterion_ = float(_GRID[best]), float(values[best])
        self.__dict__.pop("_validated", None)  # the ratio's own fit has said how the samples overlap
        return self._keep(self.ratio_.weights_**self.exponent_)


def information_criterion(
    exponents: ArrayLike, ratio: ArrayLike, X: ArrayLike, y: ArrayLike, *, variance: float | str = "fitted"
) -> Floats:
    """IC of each of `exponents`, for rows `X` with labels `y` and density ratios `ratio`: the curve to look at."""
    powers = np.atleast_1d(_check.probabilities(exponents, "exponents"))
    return _Criterion(ratio, samples(X, "X"), y, variance)(powers)


class _Criterion:
    """IC as a function of many exponents at once."""

    def __init__(self, ratio: ArrayLike, X: Floats, y: ArrayLike, variance: float | str) -> None:
        self.y, self.ratio = _vector(_measured(y), "y_source", X), _vector(ratio, "The ratio", X)
        if (self.ratio < 0).any() or not (self.ratio > 0).any():
            raise ValueError("The ratio must not be negative, nor 0 at every source row.")
        # Any basis of the columns gives the same fits: an orthonormal one makes collinear columns harmless.
        spread = np.abs(X - X.mean(axis=0)).max(axis=0)
        design = np.column_stack([np.ones(len(X)), (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1)])
        basis, sizes, _ = np.linalg.svd(design, full_matrices=False)
        precision = len(X) * np.finfo(np.float64).eps
        self.basis = basis[:, sizes > precision * sizes[0]]
        self.known, self.counted = _variance(variance)
        # Residuals this small are rounding: their logarithm would decide everything.
        self.smallest = precision**2 * (self.y @ self.y) / len(X)
        rest = self.y - self.basis @ (self.basis.T @ self.y)
        if self.known is None and rest @ rest <= len(X) * self.smallest:
            raise ValueError("y_source must not be a linear function of X_source: without noise no exponent is better.")

    def __call__(self, exponents: Floats) -> Floats:
        weights = self.ratio ** exponents[:, np.newaxis]
        roots = np.sqrt(weights)
        left, sizes, right = np.linalg.svd(roots[..., np.newaxis] * self.basis, full_matrices=False)
        kept = sizes > len(self.y) * np.finfo(np.float64).eps * sizes[:, :1]  # one heavy row is no plane
        inverse = np.where(kept, 1 / np.where(kept, sizes, 1), 0)
        scores = np.einsum("kip,ki->kp", left, roots * self.y)
        theta = np.einsum("kpj,kp->kj", right, inverse * scores)
        squares = (self.y - theta @ self.basis.T) ** 2
        total = weights.sum(axis=1, keepdims=True)
        if self.known is None:
            variance = np.maximum((weights * squares).sum(axis=1, keepdims=True) / total, self.smallest)
        else:
            variance = np.full_like(total, self.known)
        relative = squares / variance
        # tr(J H^-1), J = sum of r w s s', H = sum of w (-d2 log p): at the weighted maximum the coefficients and
        # the variance are uncorrelated in H, and w x' (X'WX)^-1 x is the row's leverage.
        leverage = (left**2 * kept[:, np.newaxis]).sum(axis=2)
        penalty = relative * leverage
        if self.counted:
            penalty += weights * (relative - 1) ** 2 / (2 * total)
        return (relative + np.log(2 * np.pi * variance) + 2 * penalty) @ self.ratio


def _variance(variance: float | str) -> tuple[float | None, bool]:
    """The variance, where it is known, and whether it is a parameter of theta."""
    if isinstance(variance, str) and variance in {"fitted", "plug-in"}:
        return None, variance == "fitted"
    if isinstance(variance, str) or np.ndim(variance) or not _check.finite(variance, "variance") > 0:
        raise ValueError(f'variance must be "fitted", "plug-in" or one number greater than 0, got {variance!r}.')
    return float(variance), False


def _measured(y: ArrayLike) -> ArrayLike:
    """Two words as 0 and 1, which are as good as any two numbers; more of them measure nothing."""
    labels = np.asarray(y)
    if labels.dtype.kind not in "USO" or not all(isinstance(label, str) for label in labels.ravel()):
        return y
    words = np.unique(labels.astype(str))
    if words.size != 2:
        raise ValueError(
            f"y_source must be numbers or two classes, for a line is fitted to it, but it has {words.size} different "
            "words."
        )
    return (labels.astype(str) == words[1]).astype(np.float64)


def _vector(values: ArrayLike, name: str, X: Floats) -> Floats:
    vector = _check.finite(values, name)
    if vector.shape != (len(X),):
        raise ValueError(f"{name} must have one number for each of {len(X)} rows, but its shape is {vector.shape}.")
    return vector
