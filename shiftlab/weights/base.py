"""What all weighers share: the two samples are checked, the weights are kept, too little overlap is said."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from .. import _check
from .._check import Floats

SMALLEST_SHARE = 0.05
"""Of the source rows: with a smaller effective sample a weigher warns."""


class ShiftWarning(UserWarning):
    """The source hardly overlaps the target: a few of its rows carry nearly all the weight."""


class Weigher(BaseEstimator):
    """Base of the weighers: ``fit(X_source, X_target)`` learns ``weights_``, estimates of p_target/p_source.

    A subclass calls `_validate` first and `_keep` last in its `fit`. One that estimates a function of x, and not
    only numbers for the source rows, implements `_ratio`.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        The weights of the source rows: not negative, with the scale of p_target/p_source, which has mean 1.
    n_features_in_ : int
        Number of columns seen in `fit`.
    """

    weights_: Floats
    n_features_in_: int

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Learn the weights of the rows of `X_source` from the unlabelled rows of `X_target`."""
        raise NotImplementedError(f"{type(self).__name__} must implement fit(X_source, X_target).")

    def ratio(self, X: ArrayLike) -> Floats:
        """The estimate of p_target/p_source at the rows of `X`, which may be new."""
        check_is_fitted(self)
        rows = samples(X, "X")
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X must have the {self.n_features_in_} columns that {type(self).__name__} was fitted on, "
                f"but it has {rows.shape[1]}."
            )
        return self._ratio(rows)

    def _ratio(self, X: Floats) -> Floats:
        raise NotImplementedError(f"{type(self).__name__} gives weights of the source rows only, not a function.")

    def _validate(self, X_source: ArrayLike, X_target: ArrayLike) -> tuple[Floats, Floats]:
        """Both samples as float64 matrices of the same width, finite and not empty."""
        source, target = samples(X_source, "X_source"), samples(X_target, "X_target")
        check_same_columns(X_source, X_target, source.shape[1], target.shape[1])
        self.n_features_in_ = source.shape[1]
        return source, target

    def _keep(self, weights: Floats, worth: float = np.inf) -> Self:
        """Store the weights; warn when they amount to an effective sample below `SMALLEST_SHARE` of the rows.

        `worth` is an effective size that the weights of the source rows do not show.
        """
        self.weights_ = weights
        ess, n = min(effective_sample_size(weights), worth), weights.size
        if ess < SMALLEST_SHARE * n:
            warnings.warn(
                f"The source hardly overlaps the target: its {n} rows, weighted, are worth {ess:.1f} "
                f"(effective sample size, below {SMALLEST_SHARE:.0%} of the rows).",
                ShiftWarning,
                stacklevel=3,
            )
        return self

    def _worth(self, weights: Floats, target: Floats) -> float:
        """An effective size of the source rows, from what the function says of the target, for `_keep`.

        Far from the target a model may be flat: equal weights, which look like a perfect overlap. But a ratio r has
        source mean 1, and its target mean is the source mean of r^2, so that n over it is a size too.
        """
        with np.errstate(divide="ignore"):
            return float(min(weights.sum(), len(weights) / self._ratio(target).mean()))


def check_same_columns(X_source: Any, X_target: Any, width_source: int, width_target: int) -> None:
    """Refuse samples of different widths, and data frames whose columns have different names."""
    if width_source != width_target:
        raise ValueError(
            f"X_source and X_target must have the same columns, but X_source has {width_source} "
            f"and X_target has {width_target}."
        )
    first, second = (getattr(X, "columns", None) for X in (X_source, X_target))
    if first is not None and second is not None and list(first) != list(second):
        raise ValueError("X_source and X_target must have columns of the same names in the same order.")


def samples(X: Any, name: str) -> Floats:
    """`X` as a float64 matrix with at least one row and one column, every entry finite."""
    if issparse(X):
        raise ValueError(f"{name} must be a dense array: call its toarray() first.")
    rows = _check.finite(X, name)
    if rows.ndim != 2:
        raise ValueError(f"{name} must have two axes, rows and columns, but its shape is {rows.shape}.")
    if rows.size == 0:
        raise ValueError(f"{name} must have at least one row and one column, but its shape is {rows.shape}.")
    return rows


def effective_sample_size(weights: Floats) -> float:
    """Kish's size: how many equally weighted rows are worth as much; 0 when every weight is 0."""
    largest = weights.max()
    if largest == 0:
        return 0.0
    scaled = weights / largest  # so that no square overflows
    return float(scaled.sum() ** 2 / (scaled @ scaled))
