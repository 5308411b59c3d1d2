"""Two samples as columns of numbers and categories: what ordinary tables hold, missing values among it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from .. import _check
from .._check import Floats
from .._target import rows_of
from ..support.tables.names import check_same_columns

LARGEST = 2**24
"""Numbers of a sparse matrix that is read like a dense one."""

MOST_CATEGORIES = 200
"""Of a column, the most frequent; the others count as one."""

NUMBERS, TIMES, SPANS, CATEGORIES = "numbers", "times", "spans of time", "categories"


class Column(NamedTuple):
    """One column of both samples, the source first."""

    name: Any
    values: Floats  # numbers, or the codes 0, 1, ... of categories; NaN where a value is missing
    categorical: bool

    def codes(self) -> Floats:
        """Small whole numbers in their place: ranks of numbers, so that units and magnitudes do not matter.

        Categories are numbered from the most frequent to the rarest.
        """
        found = np.full(len(self.values), np.nan)
        present = ~np.isnan(self.values)
        _, inverse, counts = np.unique(self.values[present], return_inverse=True, return_counts=True)
        if self.categorical:
            places = np.empty(len(counts), dtype=np.intp)
            places[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
            inverse = np.minimum(places, MOST_CATEGORIES)[inverse]
        found[present] = inverse
        return found


class Table(NamedTuple):
    """Both samples, column by column."""

    columns: list[Column]
    n_source: int
    n_target: int

    @property
    def is_target(self) -> NDArray[np.bool_]:
        """Which rows are of the target: the last."""
        return np.arange(self.n_source + self.n_target) >= self.n_source

    def some(self, rows: NDArray[np.intp]) -> Table:
        """The table with some of its rows, in their order."""
        n_source = int((rows < self.n_source).sum())
        columns = [column._replace(values=column.values[rows]) for column in self.columns]
        return Table(columns, n_source, len(rows) - n_source)


def read(X_source: Any, X_target: Any) -> Table:
    """The columns of two samples: frames, arrays, lists, or sparse matrices that are not too large."""
    source, target = _rows(X_source, "X_source"), _rows(X_target, "X_target")
    check_same_columns(source, target, source.shape[1], target.shape[1])
    names = list(getattr(source, "columns", range(source.shape[1])))
    columns = []
    for name, first, second in zip(names, _series(source), _series(target), strict=True):
        there, here = _column(first, name, "X_source"), _column(second, name, "X_target")
        columns.append(_joined(name, there, here))
    return Table(columns, source.shape[0], target.shape[0])


def _rows(X: Any, name: str) -> Any:
    rows = rows_of(X)
    if issparse(rows):
        if np.prod(rows.shape, dtype=float) > LARGEST:
            raise ValueError(
                f"{name} is a sparse matrix of {rows.shape[0]} rows and {rows.shape[1]} columns, more than are read "
                "column by column: reduce them first, by TruncatedSVD for example."
            )
        rows = rows.toarray()
    if not hasattr(rows, "iloc"):
        if np.ma.is_masked(rows):
            raise ValueError(f"{name} must not be masked: put NaN where a value is missing.")
        try:
            rows = np.asarray(rows)
        except ValueError:
            raise ValueError(f"{name} must have the same number of columns in every row.") from None
    if len(rows.shape) != 2:
        raise ValueError(f"{name} must have two axes, rows and columns, but its shape is {tuple(rows.shape)}.")
    if 0 in rows.shape:
        raise ValueError(f"{name} must have at least one row and one column, but its shape is {tuple(rows.shape)}.")
    return rows


def _series(X: Any) -> Iterator[Any]:
    # by place: names need not be unique
    return (X.iloc[:, j] if hasattr(X, "iloc") else X[:, j] for j in range(X.shape[1]))


class _Values(NamedTuple):
    """A column of one sample: numbers as float64 with NaN, or objects with None, where a value is missing."""

    kind: str
    values: NDArray[Any]

    @property
    def empty(self) -> bool:
        if self.kind == CATEGORIES:
            return all(value is None for value in self.values)
        return bool(np.isnan(self.values).all())


def _column(values: Any, name: Any, sample: str) -> _Values:
    kind = getattr(values.dtype, "kind", "O")
    if kind in "Mm":
        return _Values(TIMES if kind == "M" else SPANS, _moments(values, kind))
    if kind == "c":
        raise ValueError(f"Column {name!r} of {sample} holds complex numbers: give their parts as two columns.")
    if kind in "biuf" and not _is_category(values):
        numbers = values.to_numpy(np.float64, na_value=np.nan) if hasattr(values, "to_numpy") else values
        return _Values(NUMBERS, _without_infinities(np.asarray(numbers, dtype=np.float64), name, sample))
    objects = np.asarray(values, dtype=object).copy()
    objects[_missing(objects)] = None
    present = [value for value in objects if value is not None]
    if present and all(isinstance(value, Real) for value in present) and not _is_category(values):
        column = f"Column {name!r} of {sample}"
        numbers = np.array([np.nan if value is None else _check.finite(value, column) for value in objects])
        return _Values(NUMBERS, numbers.astype(np.float64))
    return _Values(CATEGORIES, objects)


def _moments(values: Any, kind: str) -> Floats:
    """Times, with or without a zone, as nanoseconds; NaT would be the smallest of them."""
    moments = np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values)
    if moments.dtype == object:
        moments = values.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy()
    numbers = moments.astype(f"{kind}8[ns]").astype(np.int64).astype(np.float64)
    return np.where(np.isnat(moments), np.nan, numbers)


def _is_category(values: Any) -> bool:
    return str(values.dtype) == "category"


def _missing(objects: NDArray[Any]) -> NDArray[np.bool_]:
    pandas = sys.modules.get("pandas")
    if pandas is not None:
        return np.array([bool(np.ndim(value) == 0 and pandas.isna(value)) for value in objects], dtype=bool)
    return np.array([value is None or (isinstance(value, float) and np.isnan(value)) for value in objects], dtype=bool)


def _without_infinities(numbers: Floats, name: Any, sample: str) -> Floats:
    if np.isinf(numbers).any():
        row = int(np.flatnonzero(np.isinf(numbers))[0])
        raise ValueError(f"Column {name!r} of {sample} is infinite in row {row}: put NaN where a value is missing.")
    return numbers


def _joined(name: Any, first: _Values, second: _Values) -> Column:
    full = [sample for sample in (first, second) if not sample.empty]  # what is empty suits everything
    kinds = {sample.kind for sample in full}
    if len(kinds) > 1:
        raise ValueError(
            f"Column {name!r} must be of one kind, but it holds {first.kind} in X_source and {second.kind} in X_target."
        )
    if CATEGORIES in kinds:
        objects = [None if sample.empty else value for sample in (first, second) for value in sample.values]
        return Column(name, _coded(name, objects), True)
    numbers = [np.full(len(sample.values), np.nan) if sample.empty else sample.values for sample in (first, second)]
    return Column(name, np.concatenate(numbers), False)


def _coded(name: Any, objects: list[Any]) -> Floats:
    codes: dict[Any, int] = {}
    try:
        found = [np.nan if value is None else codes.setdefault(value, len(codes)) for value in objects]
    except TypeError:
        raise ValueError(f"Column {name!r} holds what is neither a number nor a category, such as lists.") from None
    return np.array(found, dtype=np.float64)
