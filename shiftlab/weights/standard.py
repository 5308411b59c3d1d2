"""Columns in units of their spread in both samples, whatever their size and their distance from 0."""

from __future__ import annotations

import numpy as np

from .._check import Floats

_FAR = 1e100  # units: beyond, squares overflow, and nothing is nearer than anything else


class Standard:
    """Subtracts the mean of the pooled rows and divides by their standard deviation, or all columns by one number.

    A column with one value in all rows of both samples says nothing about their ratio: it is left out. Subtracted
    first is a row, so that a large offset costs no digits.
    """

    def __init__(self, source: Floats, target: Floats, *, each: bool = True) -> None:
        self._first = source[0] / 2  # halves, for a difference of the largest numbers overflows
        rows = np.concatenate([source, target]) / 2 - self._first
        largest = np.abs(rows).max(axis=0)
        self.used = largest > 0
        self._largest = largest[self.used]  # no square overflows or vanishes after a division by it
        rows = rows[:, self.used] / self._largest
        self._mean, self._spread = rows.mean(axis=0), rows.std(axis=0)
        if not each and self._largest.size:
            self._spread = self._largest.max() / self._largest

    def __call__(self, X: Floats) -> Floats:
        """The used columns of `X`, centred and in these units."""
        with np.errstate(over="ignore"):  # of new rows, which may be anywhere
            scaled: Floats = ((X / 2 - self._first)[:, self.used] / self._largest - self._mean) / self._spread
        return np.clip(scaled, -_FAR, _FAR)
