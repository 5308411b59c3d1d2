"""The coordinates in which the joint criterion is minimised, and the way back to coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse, vstack

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab.weights.base import samples
from shiftlab.weights.kernels import Pairs

from .factor import CholeskyFactor

_LARGEST = 1e50  # feature times sigma


class Columns:
    """The columns themselves and a constant, where one is wanted: the primal problem of section 5.1."""

    def __init__(self, rows: Floats, m: int, constant: bool) -> None:
        self.B = np.column_stack([rows, np.ones(len(rows))]) if constant else rows
        self.A = self.B[:m]

    def label_coefficients(self, w: Floats) -> Floats:
        """A row for each column, and the last for the constant: `w` itself."""
        return w

    def bias_coefficients(self, v: Floats) -> Floats:
        """A number for each column, and the last for the constant: `v` itself."""
        return v


class RowSpace(CholeskyFactor):
    """The space that the rows span, for rows of more columns than there are rows; they may be sparse."""

    def __init__(self, rows: Any, m: int, constant: bool) -> None:
        products = rows @ rows.T
        products = products.toarray() if issparse(products) else products
        super().__init__(products + 1.0 if constant else products, m)
        self._rows, self._m, self._constant = rows, m, constant

    def label_coefficients(self, w: Floats) -> Floats:
        """Phi' omega: a row for each column, and the last for the constant."""
        return self._spread(self._rows[: self._m], self.label_dual(w))

    def bias_coefficients(self, v: Floats) -> Floats:
        """Phi' nu: a number for each column, and the last for the constant."""
        return self._spread(self._rows, self.bias_dual(v)[:, np.newaxis])[:, 0]

    def _spread(self, rows: Any, dual: Floats) -> Floats:
        coefficients = rows.T @ dual
        return np.concatenate([coefficients, dual.sum(axis=0, keepdims=True)]) if self._constant else coefficients


def linear(rows: Any, m: int, constant: bool) -> Columns | RowSpace:
    """The coordinates of fewest columns."""
    if rows.shape[1] > rows.shape[0]:
        return RowSpace(rows, m, constant)
    return Columns(rows.toarray() if issparse(rows) else rows, m, constant)


def gaussian(rows: Floats, m: int, constant: bool, gamma: float) -> CholeskyFactor:
    """Coordinates in the feature space of the Gaussian kernel, and of a constant there."""
    kernel = Pairs(rows, rows, gamma).kernel()
    return CholeskyFactor(kernel + 1.0 if constant else kernel, m)


def stack(source: Any, target: Any) -> Any:
    """The rows of both samples, sparse if one of them is."""
    if issparse(source) or issparse(target):
        return vstack([source, target], format="csr")
    return np.concatenate([source, target])


def samples_or_csr(X: Any, name: str) -> Any:
    """Rows that may be sparse, checked like dense ones."""
    if not issparse(X):
        return samples(X, name)
    if 0 in X.shape:
        raise ValueError(f"{name} must have at least one row and one column, but its shape is {X.shape}.")
    rows = X.tocsr().astype(np.float64)
    rows.data = _check.finite(rows.data, name)
    return rows


def check_size(rows: Any, sigma: float) -> None:
    """Refuse features whose squares, times m, rounding and all, might overflow."""
    largest = np.abs(rows.data if issparse(rows) else rows).max(initial=0.0)
    if largest * sigma > _LARGEST:
        raise ValueError(f"The features are too large to be multiplied, up to {largest:.0e}: give them in other units.")
