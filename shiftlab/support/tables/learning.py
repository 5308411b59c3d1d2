"""Rows to learn from and to predict: scikit-learn's own checks, and what passes them without a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.validation import validate_data

from ... import _check
from .frames import is_frame, what_stops
from .reading import has_dates

LARGEST, SMALLEST = 1e100, 1e-100
"""Of a feature that is squared: its square, and sums of such, are numbers that are neither infinite nor 0."""


def validated(learner: Any, X: Any, *labels: Any, **how: Any) -> Any:
    """scikit-learn's `validate_data`, which would take dates for numbers of days, and what is masked for values."""
    check_table(X)
    if not how.get("skip_check_array"):  # it is to be one matrix of numbers
        _check_no_dates(X)
    return validate_data(learner, X, *labels, **how)


def check_table(X: Any, name: str = "X") -> None:
    """Refuse what has no rows, such as a dict, and dates and masked values, whatever is to read the rows."""
    if X is None or isinstance(X, Mapping | str | bytes):
        raise ValueError(f"{name} must be rows of numbers, got {_check.short(X)}.")
    if getattr(getattr(X, "dtype", None), "kind", None) == "V" or (is_frame(X) and X.shape[1] == 0):
        raise ValueError(f"{name} must be rows and columns of numbers, got {_check.short(X)}.")
    if isinstance(X, list | tuple) and not X:
        raise ValueError(f"{name} must have at least one row, but it is empty.")
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise ValueError(f"{name} must have a value everywhere, but some entries are masked.")
    if not is_frame(X) and has_dates(X):
        raise ValueError(
            f"{name} must be numbers, but it has dates or times: turn them into numbers in units you choose."
        )


def _check_no_dates(frame: Any) -> None:
    if is_frame(frame):
        dates = [column for column, kind in frame.dtypes.items() if getattr(kind, "kind", "") in {"M", "m"}]
        if dates:
            raise ValueError(
                f"X must be numbers, but column {_check.short(dates[0])} has dates or times: turn them into numbers in "
                "units you choose."
            )


@contextmanager
def said_of_frames(estimator: Any, X: Any) -> Iterator[None]:
    """Where an estimator stumbles over what a frame holds, say which column, and not what numpy says of types."""
    try:
        yield
    except TypeError as error:
        stops = what_stops(X) if is_frame(X) else None
        if stops is None:
            raise
        raise ValueError(
            f"{type(estimator).__name__} refuses the rows, for column {stops}: prepare such columns in a pipeline, or "
            "take an estimator that reads them."
        ) from error


def check_sizes(rows: Any, *, new: bool = False) -> None:
    """Refuse features whose squares overflow, or, unless they are of `new` rows, vanish all together."""
    values = rows.data if issparse(rows) else rows
    largest = float(np.nanmax(np.abs(values), initial=0.0))
    if largest > LARGEST:
        raise ValueError(f"The features are too large, up to {largest:.0e}: give them in other units.")
    if 0 < largest < SMALLEST and not new:
        raise ValueError(f"The features are too small, at most {largest:.0e}: give them in other units.")
