"""The names of the columns: compared in the same way wherever two samples meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import _check

BOTH = ("X_source", "X_target")


def column_names(X: Any) -> list[Any] | None:
    """The names of the columns, where `X` has such."""
    columns = getattr(X, "columns", None)
    return None if columns is None else list(columns)


def check_same_columns(
    X_source: Any, X_target: Any, width_source: int, width_target: int, *, names: tuple[str, str] = BOTH
) -> None:
    """Refuse samples of different widths, and data frames whose columns have different names."""
    if width_source != width_target:
        raise ValueError(
            f"{names[0]} and {names[1]} must have the same columns, but {names[0]} has {width_source} "
            f"and {names[1]} has {width_target}."
        )
    _check_same_names(column_names(X_source), column_names(X_target), names)


def check_seen_columns(learner: Any, X: Any, width: int) -> None:
    """Refuse rows whose columns are not those that `learner` was fitted on, by number or by name."""
    name = type(learner).__name__
    if width != learner.n_features_in_:
        raise ValueError(
            f"X must have the {learner.n_features_in_} columns that {name} was fitted on, but it has {width}."
        )
    seen = getattr(learner, "feature_names_in_", None)
    _check_same_names(None if seen is None else list(seen), column_names(X), ("the sample in fit", "X"))


def remember_columns(learner: Any, X: Any, width: int) -> None:
    """Set ``n_features_in_``, and ``feature_names_in_`` where all names are strings, as scikit-learn does."""
    learner.n_features_in_ = width
    learner.__dict__.pop("feature_names_in_", None)  # those of a frame that was fitted before
    names = column_names(X)
    if names and all(isinstance(name, str) for name in names):
        learner.feature_names_in_ = np.array(names, dtype=object)


def _check_same_names(first: Sequence[Any] | None, second: Sequence[Any] | None, names: tuple[str, str]) -> None:
    if first is None or second is None or list(first) == list(second):
        return
    a, b = next((pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]), (first[-1], second[-1]))
    raise ValueError(
        f"{names[0]} and {names[1]} must have columns of the same names in the same order, "
        f"but where {names[0]} has {_check.short(a)}, {names[1]} has {_check.short(b)}."
    )
