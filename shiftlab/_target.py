"""The target's rows on their way through scikit-learn's cross-validation, which must not cut them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import issparse
from sklearn.utils import check_array

from .support.tables.frames import is_frame
from .support.tables.reading import table


class Target:
    """A whole target sample, for cross-validation to hand over as it is.

    scikit-learn's cross-validation cuts every fit parameter as long as `X`, because it may be one of sample weights.
    A target happens to be that long too: ``params={"X_target": Target(X_target)}`` is never cut, for any choice of
    its rows is the whole. Transformers read it like an array: ``Pipeline(..., transform_input=["X_target"])`` works.

    Parameters
    ----------
    X : array-like, data frame or sparse matrix of shape (n_target, n_features)
        The rows: numbers, missing ones allowed where a transformer fills them in. A data frame keeps its names and
        types, and a sparse matrix stays sparse.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab import Target
    >>> Target([[0.0, 1.0], [2.0, 3.0]])
    Target(2 rows, 2 columns)
    >>> np.asarray(Target([[0.0, 1.0], [2.0, 3.0]])).shape
    (2, 2)
    """

    rows: Any

    def __new__(cls, X: Any) -> Self:
        """An array's rows, or those of a frame or sparse matrix, which pipelines take out to transform them."""
        rows = rows_of(X)
        if is_frame(rows) or issparse(rows):
            kept = table(rows, "X_target")
            target: Self = tuple.__new__(_Kept, (kept,))  # type: ignore[assignment]
        else:
            kept = check_array(rows, ensure_all_finite=False, input_name="X_target")
            target = super().__new__(cls)
        target.rows = kept
        return target

    def __reduce__(self) -> tuple[Any, ...]:
        return Target, (self.rows,)

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of rows and columns."""
        return tuple(self.rows.shape)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        given = self.rows.toarray() if issparse(self.rows) else np.asarray(self.rows)
        rows = given.astype(given.dtype if dtype is None else dtype, copy=False)
        return rows.copy() if copy else rows

    def __getitem__(self, key: Any) -> Any:
        """Columns, for transformers that treat them differently; any choice of rows is the whole."""
        if isinstance(key, tuple) and isinstance(key[0], slice) and key[0] == slice(None):
            return self.rows.iloc[key] if is_frame(self.rows) else self.rows[key]
        return self

    def __len__(self) -> int:
        return int(self.rows.shape[0])

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"Target({self.rows.shape[0]} rows, {self.rows.shape[1]} columns)"


class _Kept(Target, tuple[Any]):
    """A target that is no array: its only element, for scikit-learn's pipelines, is the frame or sparse matrix.

    A pipeline with ``transform_input`` transforms each element of a tuple (a pattern for several validation sets),
    where of anything else it reads an array, without names, categories or sparsity.
    """

    def __iter__(self) -> Iterator[Any]:
        return iter((self.rows,))


def rows_of(X: Any) -> Any:
    """What a `Target` holds; anything else as it is."""
    return X.rows if isinstance(X, Target) else X


def whole_target(X_target: Any, n_source: int) -> Any:
    """The rows of `X_target`, out of their `Target`; refused when cross-validation may have cut them."""
    if isinstance(X_target, Target):
        return X_target.rows
    if isinstance(X_target, tuple) and len(X_target) == 1 and len(shape_of(X_target[0])) == 2:
        return X_target[0]  # a target that was no array, as a pipeline has transformed it
    if shape_of(X_target)[:1] == (n_source,) and any(_may_be_cut(given, n_source) for given in _given_to_folds()):
        raise ValueError(
            f"X_target has as many rows as X, {n_source}, as if cross-validation had cut it: "
            "hand it over as shiftlab.Target(X_target), which is never cut."
        )
    return X_target


def shape_of(X: Any) -> tuple[int, ...]:
    """The shape of what is given for rows; none where they are of different lengths, which others refuse."""
    try:
        return np.shape(X)
    except ValueError:
        return ()


def _given_to_folds() -> Iterator[Any]:
    """What scikit-learn's cross-validation, if it calls us, passes as the target to `fit` in this fold.

    The lengths alone do not tell: a target may be as long as the training rows. But inside a fold the fit
    parameters, already cut, are a local dictionary of the function of scikit-learn's that fits it. Nothing public
    says so. Tests of this run on the lowest and on the newest scikit-learn: a rename there turns them red.
    """
    frame = sys._getframe(1)
    while frame.f_back is not None:
        frame = frame.f_back
        if str(frame.f_globals.get("__name__")).startswith("sklearn."):
            for name in frame.f_code.co_varnames:
                if name.startswith("fit_params") and isinstance(parameters := frame.f_locals.get(name), Mapping):
                    yield from (value for key, value in parameters.items() if key.endswith("X_target"))


def _may_be_cut(given: Any, n_source: int) -> bool:
    return not isinstance(given, Target) and shape_of(given)[:1] == (n_source,)
