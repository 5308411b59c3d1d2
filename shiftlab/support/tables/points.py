"""Two samples of any table as points of one space, so that rows can be near each other or far apart."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..._check import Floats
from .frames import floats, is_frame, kind, numeric
from .stacking import stacked


class Points(NamedTuple):
    """Both samples with a value in every column: numbers, or whole numbers that stand for categories."""

    source: Floats
    target: Floats
    categorical: NDArray[np.bool_]
    """The columns that hold categories."""


def points(source: Any, target: Any) -> Points | None:
    """Those of two `table`s; None where they are sparse, for a dense copy may not fit.

    Columns are left out of which nothing is known but that an estimator may read them: dates, lists, complex numbers.
    """
    if sparse.issparse(source) or sparse.issparse(target):
        return None
    if all(_is_complete(rows) for rows in (source, target)):  # no copy
        return Points(source, target, np.zeros(source.shape[1], dtype=bool))
    return points_of_columns(_columns(stacked(source, target)), len(source), len(target))


def points_of_columns(columns: Iterable[tuple[Floats, bool]], n_source: int, n_target: int) -> Points:
    """Those of columns of both samples, the source first, each with whether it holds categories; NaN is missing.

    A missing number counts as the median, and that it is missing as a category; a missing category is one more.
    """
    made, categorical = [np.empty((n_source + n_target, 0))], []
    for values, is_category in columns:
        missing = np.isnan(values)
        if missing.all():
            continue
        if is_category:
            parts = [np.where(missing, -1, values)]
        elif missing.any():
            parts = [np.where(missing, np.median(values[~missing]), values), missing.astype(np.float64)]
        else:
            parts = [values]
        made += [part[:, np.newaxis] for part in parts]
        categorical += [is_category, True][: len(parts)]
    rows = np.concatenate(made, axis=1)
    return Points(rows[:n_source], rows[n_source:], np.array(categorical, dtype=bool))


def _is_complete(rows: Any) -> bool:
    """Whether these are numbers already, none of them missing."""
    return not is_frame(rows) and rows.dtype.kind == "f" and bool(np.isfinite(rows).all())


def _columns(rows: Any) -> Iterator[tuple[Floats, bool]]:
    found = (_of_frame(values) for _, values in rows.items()) if is_frame(rows) else map(_of_array, rows.T)
    return (column for column in found if column is not None)


def _of_frame(values: Any) -> tuple[Floats, bool] | None:
    if hasattr(values, "cat"):
        return np.where(values.isna(), np.nan, values.cat.codes), True
    if numeric(values):
        return floats(values), False
    holds, _ = kind(values)
    if holds in ("dates", "complex numbers"):
        return None
    return _of_array(values.to_numpy(dtype=object, na_value=None))


def _of_array(values: NDArray[Any]) -> tuple[Floats, bool] | None:
    if values.dtype.kind == "f":
        return values, False
    present = np.array([not _is_missing(value) for value in values], dtype=bool)
    column = np.full(len(values), np.nan)
    if all(isinstance(value, Real) and math.isfinite(value) for value in values[present]):
        column[present] = values[present].astype(np.float64)
        return column, False
    codes: dict[Any, int] = {}
    try:
        column[present] = [codes.setdefault(value, len(codes)) for value in values[present]]
    except TypeError:  # lists and the like
        return None
    return column, True


def _is_missing(value: Any) -> bool:
    pandas = sys.modules.get("pandas")
    if pandas is not None and value is pandas.NA:
        return True
    return value is None or (isinstance(value, float) and value != value)
