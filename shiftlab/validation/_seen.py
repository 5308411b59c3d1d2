"""Rows that were weighed before, recognised by their values: exactly, or not at all."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._check import Floats


class SeenRows:
    """The weights of rows, found again by the values of a row.

    Rows that are the same in every column cannot be told from each other. Each has the mean of their weights, which
    leaves every weighted sum over all of them as it is.
    """

    def __init__(self, X: Any, weights: Floats) -> None:
        together: dict[Hashable, list[float]] = {}
        for key, weight in zip(_keys(X), weights, strict=True):
            together.setdefault(key, []).append(float(weight))
        self._weights = {key: float(np.mean(values)) for key, values in together.items()}

    def weights(self, X: Any) -> Floats:
        """The weight of each row of `X`, NaN where it has not been seen."""
        return np.array([self._weights.get(key, np.nan) for key in _keys(X)], dtype=np.float64)


def _keys(X: Any) -> list[Hashable]:
    """One value for each row, equal for equal rows: numbers by value, whatever their type; missing ones are equal."""
    if sparse.issparse(X):
        rows = sparse.csr_array(X, copy=True)
        rows.sum_duplicates()  # sorts, too
        rows.eliminate_zeros()
        ends = zip(rows.indptr[:-1], rows.indptr[1:], strict=True)
        return [(tuple(rows.indices[a:b].tolist()), tuple(_values(rows.data[a:b]))) for a, b in ends]
    if hasattr(X, "iloc"):
        columns = [_values(X.iloc[:, j].to_numpy(dtype=object, na_value=None)) for j in range(X.shape[1])]
    else:
        columns = [_values(column) for column in np.asarray(X).T]
    keys: list[Hashable] = list(zip(*columns, strict=True))
    try:
        hash(tuple(keys))
    except TypeError:
        raise ValueError("Rows can only be recognised by numbers and texts, not by lists or other objects.") from None
    return keys


def _values(column: NDArray[Any]) -> list[Any]:
    # what is not equal to itself is missing
    return [value if value == value else None for value in column.tolist()]
