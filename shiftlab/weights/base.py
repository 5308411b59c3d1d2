"""What all weighers share: the two samples are checked, the weights are kept, too little overlap is said."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from .. import _check
from .._check import Floats
from .._target import rows_of
from ..support import caller
from ..support.tables.frames import check_numbers, is_frame
from ..support.tables.names import check_same_columns, check_seen_columns, remember_columns
from ..support.tables.points import points
from .doubts.categories import ScaleWarning, ShiftWarning
from .doubts.scale import warn_of_spreads
from .doubts.weights import SMALLEST_SHARE, doubt_overlap, doubt_weights, effective_sample_size

__all__ = [
    "SMALLEST_SHARE",
    "ScaleWarning",
    "ShiftWarning",
    "Weigher",
    "check_same_columns",
    "effective_sample_size",
    "samples",
]

_LARGEST = np.finfo(np.float64).max


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
    feature_names_in_ : ndarray of str
        Their names, where the source was a data frame whose columns have such; `ratio` compares them.
    """

    weights_: Floats
    n_features_in_: int

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Learn the weights of the rows of `X_source` from the unlabelled rows of `X_target`."""
        raise NotImplementedError(f"{type(self).__name__} must implement fit(X_source, X_target).")

    def ratio(self, X: ArrayLike) -> Floats:
        """The estimate of p_target/p_source at the rows of `X`, which may be new."""
        check_is_fitted(self)
        X = rows_of(X)
        rows = self._read(X, "X")
        check_seen_columns(self, X, rows.shape[1])
        return self._finite(self._ratio(rows))

    def _finite(self, ratio: Floats) -> Floats:
        """`ratio` with the largest number, and a warning, where it is infinite; refused where it is no number."""
        unknown, infinite = np.isnan(ratio), np.isinf(ratio)
        if unknown.any():
            raise ValueError(f"{type(self).__name__} has no ratio at row {int(np.argmax(unknown))} of X: it is NaN.")
        if infinite.any():
            caller.warn(
                f"The ratio is infinite at {infinite.sum()} of {len(ratio)} rows, where {type(self).__name__} sees no "
                f"source row at all: it is given as {_LARGEST:.2g}, to be clipped before it is used.",
                ShiftWarning,
            )
        return np.minimum(ratio, _LARGEST)

    def _ratio(self, X: Floats) -> Floats:
        raise NotImplementedError(f"{type(self).__name__} gives weights of the source rows only, not a function.")

    def _validate(self, X_source: ArrayLike, X_target: ArrayLike) -> tuple[Floats, Floats]:
        """Both samples as `_read` has them, with the same columns."""
        X_source, X_target = rows_of(X_source), rows_of(X_target)
        source, target = self._read(X_source, "X_source"), self._read(X_target, "X_target")
        check_same_columns(X_source, X_target, source.shape[1], target.shape[1])
        remember_columns(self, X_source, source.shape[1])
        self._validated = points(source, target)  # until `_keep`, which looks at their overlap
        return source, target

    def _read(self, X: Any, name: str) -> Any:
        """`X` as a float64 matrix, finite and not empty; weighers that can read other rows override this."""
        return samples(X, name)

    def _keep(self, weights: Floats) -> Self:
        """Store the weights, and say what is doubtful about them or about the samples they were learned from."""
        self.weights_ = weights
        doubt_weights(weights)
        if (validated := self.__dict__.pop("_validated", None)) is not None:
            doubt_overlap(*validated)
        return self

    def _doubt_spreads(self, X_source: Any, source: Floats, target: Floats) -> None:
        """For weighers that measure distances: a sentence where the columns have very different spreads."""
        cure = f"take Transformed(StandardScaler(), {type(self).__name__}(...)), or bring the columns to similar scales"
        warn_of_spreads(source, target, cure, getattr(X_source, "columns", None))


def samples(X: Any, name: str) -> Floats:
    """`X` as a float64 matrix with at least one row and one column, every entry finite."""
    if issparse(X):
        raise ValueError(f"{name} must be a dense array: call its toarray() first.")
    if is_frame(X):
        check_numbers(X, name)
    rows = _check.finite(X, name)
    if rows.ndim != 2:
        raise ValueError(f"{name} must have two axes, rows and columns, but its shape is {rows.shape}.")
    if rows.size == 0:
        raise ValueError(f"{name} must have at least one row and one column, but its shape is {rows.shape}.")
    return rows
