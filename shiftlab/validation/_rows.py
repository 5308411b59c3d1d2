"""Rows and labels as validation takes them: whatever the learners can read, as long as it fits together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _num_samples

from ..support.labels import check_labels
from ..support.tables.learning import check_table
from ..support.tables.names import check_same_columns
from ..support.tables.stacking import stacked as stacked
from ._training import one_sentence


def labelled_rows(X: Any, y: ArrayLike, names: tuple[str, str] = ("X", "y")) -> tuple[Any, NDArray[Any]]:
    """`X` and `y` with as many labels as rows, at least one.

    What is in the rows is the learners' business: frames, sparse matrices and missing values may suit them.
    """
    X = rows(X, names[0])
    with one_sentence(f"{names[1]} cannot be read as labels"):
        labels = np.asarray(y)
    if labels.ndim != 1:
        raise ValueError(f"{names[1]} must be a vector with one label for each row, but its shape is {labels.shape}.")
    if len(labels) != _num_samples(X):
        raise ValueError(
            f"{names[0]} and {names[1]} must have as many rows as labels, "
            f"but {names[0]} has {_num_samples(X)} rows and {names[1]} has {len(labels)} labels."
        )
    check_labels(labels, names[1])
    return X, labels


def rows(X: Any, name: str) -> Any:
    """`X` as something with a shape and at least one row.

    Refused is what some learners would silently take for numbers: dates and masked values, and arrays of texts all of
    which look like numbers.
    """
    check_table(X, name)
    with one_sentence(f"{name} cannot be read as rows"):
        X = X if hasattr(X, "shape") else np.asarray(X)
    if len(X.shape) == 0 or X.shape[0] == 0:
        raise ValueError(f"{name} must have at least one row, but its shape is {tuple(X.shape)}.")
    if len(X.shape) == 2 and _looks_like_numbers(X):
        raise ValueError(
            f"{name} must be numbers, but it has texts that look like numbers: turn them into numbers, or give a data "
            "frame where they are names of categories."
        )
    return X


def _looks_like_numbers(X: Any) -> bool:
    """Whether `X` is an array of texts, each of which is a number's."""
    if getattr(getattr(X, "dtype", None), "kind", None) not in {"S", "U"}:
        return False
    try:
        X.astype(np.float64)
    except ValueError:
        return False
    return True


def same_columns(X_source: Any, X_target: Any) -> None:
    """Refuse a target with other columns than the source, which no learner could label."""
    # a list of texts has no second axis, and counts as one column
    width_source, width_target = (int(np.prod(X.shape[1:])) for X in (X_source, X_target))
    check_same_columns(X_source, X_target, width_source, width_target)


def is_continuous(y: NDArray[Any]) -> bool:
    """The labels are measurements, not classes: numbers that are not whole."""
    return y.dtype.kind == "f" and not (y == np.floor(y)).all()
