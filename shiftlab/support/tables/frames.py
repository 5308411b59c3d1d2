"""Data frames, column by column: what each holds, and which one stops a reader of numbers.

Pandas is not imported: who has a frame has imported it.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ... import _check
from ..._check import Floats


def is_frame(X: Any) -> bool:
    """Whether `X` is a pandas data frame."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(X, pandas.DataFrame)


def as_frame(X: Any, columns: Any) -> Any:
    """An array as a frame with these columns; a frame as it is."""
    if is_frame(X):
        return X
    return sys.modules["pandas"].DataFrame(np.asarray(X), columns=columns).infer_objects()


def kind(values: Any) -> tuple[str, bool]:
    """What a column of a frame holds, in words, and whether it says that these are categories."""
    types = sys.modules["pandas"].api.types
    if isinstance(values.dtype, sys.modules["pandas"].CategoricalDtype):
        return kind(values.cat.categories.to_series())[0], True
    if types.is_complex_dtype(values.dtype):
        return "complex numbers", False
    if types.is_numeric_dtype(values.dtype):  # booleans too
        return "numbers", False
    inferred = types.infer_dtype(values, skipna=True)
    if inferred in ("integer", "floating", "mixed-integer-float", "boolean", "decimal", "empty"):
        return "numbers", False
    if "date" in inferred or "time" in inferred or inferred == "period":
        return "dates", False
    return ("text" if inferred == "string" else "a mixture of objects"), False


def numeric(values: Any) -> bool:
    """Whether a column has a type of real numbers, missing ones or not."""
    types = sys.modules["pandas"].api.types
    return bool(types.is_numeric_dtype(values.dtype)) and not types.is_complex_dtype(values.dtype)


def floats(values: Any) -> Floats:
    """A numeric column as an array, with NaN where a value is missing."""
    array: Floats = values.to_numpy(dtype=np.float64, na_value=np.nan)
    return array


def what_stops(frame: Any) -> str | None:
    """The first column of a frame that is no column of finite numbers, and why."""
    for column, values in frame.items():
        label = _check.short(column)
        holds, categorical = kind(values)
        if categorical:
            # of whole numbers too: who says that they are categories says that they are no measurements
            return f"{label} holds categories"
        if holds != "numbers":
            return f"{label} holds {holds}"
        if values.isna().any():
            return f"{label} has missing values"
        if numeric(values) and np.isinf(floats(values)).any():
            return f"{label} has infinite values"
    return None


def check_numbers(frame: Any, name: str) -> None:
    """Refuse a frame that cannot be read as numbers, or not everywhere, and say which column stops it."""
    stops = what_stops(frame)
    if stops is not None:
        raise ValueError(
            f"{name} must be numbers, with a value everywhere, but column {stops}: encode or fill in such columns "
            "first, or weigh with an estimator that reads them, as DiscriminativeRatio(estimator) does."
        )
