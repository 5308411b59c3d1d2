"""Checks of numbers that several modules share. Each raises one sentence that says what would be right."""

from __future__ import annotations

from numbers import Integral
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# numpy would read them as numbers: text by its digits, dates as days
_NO_NUMBERS = (str, bytes, np.datetime64, np.timedelta64)


def finite(values: ArrayLike, name: str) -> Floats:
    """`values` as float64, refused when any entry is NaN or infinite or masked or is no number at all."""
    try:
        raw = np.asarray(values)
        if raw.dtype.kind not in "biufO":  # text, dates, and complex numbers, whose half numpy would drop
            raise TypeError
        if raw.dtype.kind == "O" and any(isinstance(value, _NO_NUMBERS) for value in raw.ravel()):
            raise TypeError
        array = raw.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be numbers, got {short(values)}.") from None
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must have a value everywhere, but some entries are masked.")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, but {_first(array, ~np.isfinite(array))}.")
    return array


def probabilities(values: ArrayLike, name: str) -> Floats:
    """`values` as float64 in [0, 1]."""
    array = finite(values, name)
    outside = (array < 0) | (array > 1)
    if outside.any():
        raise ValueError(f"{name} must be probabilities in [0, 1], but {_first(array, outside)}.")
    return array


def within_zero_one(values: ArrayLike, name: str, meaning: str) -> Floats:
    """`values` as float64 in (0, 1]: shares that may be everything but not nothing."""
    array = finite(values, name)
    outside = (array <= 0) | (array > 1)
    if outside.any():
        raise ValueError(f"{name} is {meaning} and must be in (0, 1], but {_first(array, outside)}.")
    return array


def open_zero_one(values: ArrayLike, name: str, meaning: str) -> Floats:
    """`values` as float64 in (0, 1): priors of a sample in which both classes occur."""
    array = finite(values, name)
    outside = (array <= 0) | (array >= 1)
    if outside.any():
        raise ValueError(f"{name} is {meaning} and must be between 0 and 1, but {_first(array, outside)}.")
    return array


def positive(value: ArrayLike, name: str) -> float:
    """`value` as one number greater than 0."""
    number = finite(value, name)
    if number.ndim or number <= 0:
        raise ValueError(f"{name} must be one number greater than 0, got {short(value)}.")
    return float(number)


def not_negative(value: ArrayLike, name: str) -> float:
    """`value` as one number of at least 0."""
    number = finite(value, name)
    if number.ndim or number < 0:
        raise ValueError(f"{name} must be one number of at least 0, got {short(value)}.")
    return float(number)


def chance(value: ArrayLike, name: str) -> float:
    """`value` as one number in [0, 1]."""
    number = finite(value, name)
    if number.ndim or not 0 <= number <= 1:
        raise ValueError(f"{name} must be one number in [0, 1], got {short(value)}.")
    return float(number)


def flag(value: object, name: str) -> bool:
    """`value` as True or False, and not what Python would take for either."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, got {short(value)}.")
    return bool(value)


def is_count(value: object, least: int = 1) -> TypeGuard[int]:
    """Whether `value` is a whole number of at least `least`."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least


def count(value: object, name: str, least: int = 1) -> int:
    """`value` as a whole number of at least `least`."""
    if not is_count(value, least):
        raise ValueError(f"{name} must be a whole number of at least {least}, got {short(value)}.")
    return int(value)


def fit_together(**arrays: Floats) -> None:
    """Refuse arrays that numpy cannot broadcast."""
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"The shapes do not fit together: {shapes}.") from None


def short(value: object) -> str:
    """A value as a message shows it: on one line, and not too long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _first(array: Floats, bad: NDArray[np.bool_]) -> str:
    if array.ndim == 0:
        return f"it is {float(array):g}"
    where = tuple(int(i) for i in np.argwhere(bad)[0])
    return f"entry {where[0] if len(where) == 1 else where} is {float(array[where]):g}"
