"""What selection mechanisms share: independent draws, and the checks of rows, labels, numbers and seeds."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _check
from .._check import Floats
from ..support.seeds import generator

Kind = Literal["independent", "feature", "class", "complete"]
Mask = NDArray[np.bool_]

_LARGE = 1e150  # the square is still finite


class Mechanism:
    """A selection mechanism. Those that draw every row on its own define `probability` and nothing else."""

    kind: ClassVar[Kind]

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row."""
        raise NotImplementedError

    def select(self, X: ArrayLike | None, y: ArrayLike | None, random_state: Any = None) -> Mask:
        """A mask of the rows that stay, each drawn on its own with its `probability`."""
        chances = self.probability(X, y)
        return generator(random_state).random_sample(chances.size) < chances


def rows(X: ArrayLike | None) -> NDArray[Any]:
    """`X` as a matrix with at least one row and one column, of whatever it holds."""
    try:
        # what is masked stays masked, for those who look at it
        table = X if isinstance(X, np.ma.MaskedArray) else np.asarray(X)
    except ValueError:
        raise ValueError(f"X must be a table whose rows are equally long, got {_check.short(X)}.") from None
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(f"X must be a dense table with at least one row and one column, got shape {table.shape}.")
    return table


def numbers(X: ArrayLike | None) -> Floats:
    """`X` as a matrix of finite numbers whose squares are finite too."""
    table = np.ascontiguousarray(_check.finite(rows(X), "X"))  # the same bits, whatever the order in memory
    if np.abs(table).max() > _LARGE:
        raise ValueError(f"X has values beyond {_LARGE:g}, whose squares overflow: give them in a larger unit.")
    return table


def column(X: ArrayLike | None, feature: int) -> Floats:
    """One column of `X`. The others are not looked at: they may be symbolic, or have missing values."""
    table = rows(X)
    if feature >= table.shape[1]:
        raise ValueError(f"feature must be a column of X, from 0 to {table.shape[1] - 1}, got {feature}.")
    return _check.finite(table[:, feature], f"Column {feature} of X")


def labels(y: ArrayLike | None) -> NDArray[Any]:
    """`y` as a vector with at least one label, none of them missing."""
    try:
        vector = np.asarray(y)
    except ValueError:
        raise ValueError(f"y must be a vector of labels, got {_check.short(y)}.") from None
    if vector.ndim != 1 or vector.size == 0:
        raise ValueError(f"y must be a vector with at least one label, got shape {vector.shape}.")
    if vector.dtype.kind == "f" and not np.isfinite(vector).all():
        raise ValueError("y must not contain NaN or infinity.")
    if vector.dtype.kind == "O" and any(map(_is_missing, vector)):
        raise ValueError("y must not contain missing labels.")
    return vector


def positives(y: ArrayLike | None, positive: Any) -> Mask:
    """Which labels are the positive one."""
    vector = labels(y)
    first = vector[:1].tolist()[0]
    if isinstance(first, str) != isinstance(positive, str):
        raise ValueError(
            f"y holds labels like {_check.short(first)}, among which positive={_check.short(positive)} "
            "cannot be: name the label of the positive class."
        )
    return np.asarray(vector == positive)


def check_label(positive: Any) -> None:
    if not np.isscalar(positive) or _is_missing(positive):
        raise ValueError(f"positive must be one label, got {_check.short(positive)}.")


def check_feature(feature: Any) -> None:
    if isinstance(feature, bool) or not isinstance(feature, int | np.integer) or feature < 0:
        raise ValueError(f"feature must be the number of a column, from 0, got {_check.short(feature)}.")


def check_number(value: Any, name: str) -> None:
    if _check.finite(value, name).ndim:
        raise ValueError(f"{name} must be one number, got {_check.short(value)}.")


def check_positive(value: Any, name: str) -> None:
    check_number(value, name)
    if value <= 0:
        raise ValueError(f"{name} must be greater than 0, got {value:g}.")


def check_chance(value: Any, name: str) -> None:
    """A probability of being kept, 0 and 1 included."""
    check_number(_check.probabilities(value, name), name)


def check_share(value: Any, name: str, meaning: str) -> None:
    """A share of rows that may be all of them, but not none."""
    check_number(_check.within_zero_one(value, name, meaning), name)


def _is_missing(label: Any) -> bool:
    same = label == label  # False for NaN, and for pandas' NA neither True nor False
    return label is None or not (isinstance(same, bool | np.bool_) and same)
