"""Rows for an estimator to judge: frames with categories and missing values, sparse rows, arrays."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from scipy import sparse

from ... import _check
from .frames import floats, is_frame, numeric, what_stops


def table(X: Any, name: str) -> Any:
    """`X` for an estimator to judge: a frame as it is, csr rows, or an array, of float64 wherever that is possible.

    Refused is what no estimator can read: no two axes, no rows, infinite or masked values, dates without a frame.
    """
    rows = _as_table(X, name)
    if len(rows.shape) != 2:
        raise ValueError(f"{name} must have two axes, rows and columns, but its shape is {tuple(rows.shape)}.")
    if 0 in rows.shape:
        raise ValueError(f"{name} must have at least one row and one column, but its shape is {rows.shape}.")
    if is_frame(rows):
        for column, values in rows.items():
            if numeric(values) and np.isinf(floats(values)).any():
                raise ValueError(f"{name} must be finite, but column {_check.short(column)} has infinite values.")
    elif np.isinf(_stored_numbers(rows)).any():
        raise ValueError(f"{name} must be finite, but some of its values are infinite.")
    return rows


def _as_table(X: Any, name: str) -> Any:
    if is_frame(X):
        return X
    if sparse.issparse(X):
        if X.dtype.kind not in "biuf":
            raise ValueError(f"{name} must be numbers where it is sparse, but its type is {X.dtype}.")
        return X.tocsr().astype(np.float64, copy=False) if X.ndim == 2 else X
    if np.ma.is_masked(X):
        raise ValueError(f"{name} must have a value everywhere, but some entries are masked.")
    try:
        raw = np.asarray(X)
        if raw.dtype.kind in "SU" and not hasattr(X, "dtype"):
            raw = np.asarray(X, dtype=object)  # a list of lists: numpy has made texts of its numbers
    except (TypeError, ValueError, OverflowError):  # rows of different lengths, for example
        raise ValueError(f"{name} must be rows of numbers or text, got {_check.short(X)}.") from None
    if raw.dtype.kind in "cV" or has_dates(raw):
        raise ValueError(f"{name} must be rows of numbers or text, got {_check.short(X)}.")
    if raw.dtype.kind in "SU":
        return raw.astype(object)  # never numbers: what looks like one may be a code
    try:
        return raw.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        return raw


def has_dates(X: Any) -> bool:
    """Whether an array has dates or spans of time, among objects too: numpy would make numbers of days of them."""
    kind = getattr(getattr(X, "dtype", None), "kind", None)
    if kind == "O" and isinstance(X, np.ndarray):
        return any(isinstance(value, np.datetime64 | np.timedelta64) for value in X.ravel())
    return kind in {"M", "m"}


def largest(rows: Any) -> float:
    """The largest absolute value among the numbers of a `table`."""
    if is_frame(rows):
        columns = [floats(values) for _, values in rows.items() if numeric(values)]
        return max((float(np.nanmax(np.abs(values), initial=0.0)) for values in columns), default=0.0)
    return float(np.nanmax(np.abs(_stored_numbers(rows)), initial=0.0))


def _stored_numbers(rows: Any) -> Any:
    """The numbers of an array or of sparse rows; none of an array of objects."""
    values = rows.data if sparse.issparse(rows) else rows
    return values if values.dtype.kind == "f" else np.zeros(0)


@contextmanager
def read_by(estimator: Any, rows: Any) -> Iterator[None]:
    """While `estimator` is given a `table`: where it refuses, say in one sentence what may have stopped it."""
    try:
        yield
    except (TypeError, ValueError) as error:
        unusual = _unusual(rows)
        if unusual is None:
            raise
        own = textwrap.shorten(str(error).split("\n")[0].split(". ")[0].rstrip("."), 90, placeholder="...")
        raise ValueError(
            f"{type(estimator).__name__} refuses the rows, for {unusual} ({own}): prepare such rows in a pipeline, "
            "or take an estimator that reads them."
        ) from error


def _unusual(rows: Any) -> str | None:
    """What an estimator may not be able to read in a `table`."""
    if sparse.issparse(rows):
        return "they are sparse"
    if is_frame(rows):
        stops = what_stops(rows)
        return None if stops is None else f"column {stops}"
    if rows.dtype == object:
        return "they hold more than numbers"
    return "some values are missing" if np.isnan(rows).any() else None
