"""The Gaussian kernel exp(-gamma ||x - x'||^2): by blocks, so that large samples need no matrix."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from scipy.spatial.distance import cdist

from shiftlab._check import Floats

BLOCK = 2**16
"""Entries that are evaluated at a time: they stay in the processor's cache."""

_LARGEST_EXPONENT = 1e4
# The exponent is expanded to x.x' - (x.x + x'.x')/2, which rounds to about 1e-16 of its largest term: up to here
# the kernel keeps twelve digits. Rows further out are subtracted one by one, which is exact and slower.


class Pairs:
    """The kernel between the rows of `X` and of `Y`, from the exponents -gamma ||x - y||^2."""

    def __init__(self, X: Floats, Y: Floats, gamma: float) -> None:
        self.shape = len(X), len(Y)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is not expanded
            scale = np.sqrt(2 * gamma)
            centre = X.mean(axis=0)
            left, right = scale * (X - centre), scale * (Y - centre)
            left_half, right_half = (0.5 * np.einsum("ij,ij->i", half, half) for half in (left, right))
        self._expands = max(left_half.max(), right_half.max()) <= _LARGEST_EXPONENT
        if self._expands:  # one more column for each square: a single product of matrices
            self._left = np.column_stack([left, -left_half, np.ones(len(X))])
            self._right = np.column_stack([right, np.ones(len(Y)), -right_half]).T
        else:
            self._left, self._right, self._gamma = X, Y, gamma

    def exponents(self, rows: slice = slice(None), columns: slice = slice(None)) -> Floats:
        """-gamma ||x - y||^2 of some rows and columns: the logarithm of the kernel."""
        if self._expands:
            return self._left[rows] @ self._right[:, columns]
        with np.errstate(over="ignore"):  # the kernel of such rows is 0
            return -self._gamma * cdist(self._left[rows], self._right[columns], "sqeuclidean")

    def kernel(self, rows: slice = slice(None), columns: slice = slice(None)) -> Floats:
        """The kernel of some rows and columns."""
        block = self.exponents(rows, columns)
        return np.exp(block, out=block)

    def row_blocks(self) -> Iterator[slice]:
        """The rows, cut so that a block has about `BLOCK` entries."""
        height = max(16, BLOCK // self.shape[1])
        for start in range(0, self.shape[0], height):
            yield slice(start, min(start + height, self.shape[0]))


def row_means(X: Floats, Y: Floats, gamma: float) -> Floats:
    """The mean kernel of every row of `X` with the rows of `Y`, without the matrix."""
    pairs = Pairs(X, Y, gamma)
    ones = np.full(len(Y), 1 / len(Y))
    return np.concatenate([pairs.kernel(rows) @ ones for rows in pairs.row_blocks()])


class Kernel:
    """The Gaussian kernel matrix of one sample with itself, K; computed as far as it is asked for."""

    def __init__(self, X: Floats, gamma: float) -> None:
        self.size = len(X)
        self._pairs = Pairs(X, X, gamma)

    def column(self, i: int) -> Floats:
        """Column i of K."""
        return self._pairs.kernel(slice(None), slice(i, i + 1)).ravel()

    @cached_property
    def matrix(self) -> Floats:
        """K itself: size * size numbers."""
        return self._pairs.kernel()

    def times(self, weights: Floats) -> Floats:
        """K @ weights. Without the matrix every pair is evaluated once, for both of its rows."""
        if "matrix" in self.__dict__:
            return self.matrix @ weights
        product = np.zeros(self.size)
        for rows in self._pairs.row_blocks():
            block = self._pairs.kernel(rows, slice(rows.start, None))
            product[rows] += block @ weights[rows.start :]
            product[rows.stop :] += weights[rows] @ block[:, rows.stop - rows.start :]
        return product


class LinearKernel(Kernel):
    """x'x' over its mean diagonal, so that a ridge is as relative as that of the Gaussian kernel."""

    def __init__(self, X: Floats) -> None:
        products = X @ X.T
        self.size = len(products)
        self.scale = float(products.diagonal().mean()) or 1.0
        self.matrix = products / self.scale

    def column(self, i: int) -> Floats:
        """Column i of K."""
        return self.matrix[:, i]

    def times(self, weights: Floats) -> Floats:
        """K @ weights."""
        return self.matrix @ weights
