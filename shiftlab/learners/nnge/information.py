"""How far each feature counts in a distance: the range of its values, and what it tells of the class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats

_ROUNDING = 1e-12  # information below it, in bits, is rounding: the feature tells nothing


class FeatureInformation:
    """Range and mutual information of each feature with the class, over the rows that were `seen` so far.

    The range of a feature is cut into bins of equal width. A row beyond the range widens it, so that all rows that
    were seen are counted anew for that feature; as the range settles, that becomes rare.
    """

    def __init__(self, rows: Floats, codes: NDArray[np.intp], n_bins: int) -> None:
        self._rows, self._codes, self._n_bins = rows, codes, n_bins
        self._n_classes = int(codes.max()) + 1
        self._n_seen = 0
        self._columns = np.arange(rows.shape[1])
        self.low = np.full(rows.shape[1], np.inf)
        self.high = np.full(rows.shape[1], -np.inf)
        self._counts = np.zeros((rows.shape[1], self._n_classes, n_bins))

    def see(self, n_seen: int) -> None:
        """Take the rows up to number `n_seen` into account."""
        new = self._rows[self._n_seen : n_seen]
        codes = self._codes[self._n_seen : n_seen]
        low, high = np.minimum(self.low, new.min(axis=0)), np.maximum(self.high, new.max(axis=0))
        wider = np.flatnonzero((low < self.low) | (high > self.high))
        self.low, self.high, self._n_seen = low, high, n_seen
        bins = self._bins(new, self._columns)
        for row, code in zip(bins, codes, strict=True):
            self._counts[self._columns, code, row] += 1
        if wider.size:
            bins = self._bins(self._rows[:n_seen, wider], wider)
            size = self._n_classes * self._n_bins
            place = np.arange(wider.size) * size + self._codes[:n_seen, np.newaxis] * self._n_bins + bins
            counted = np.bincount(place.ravel(), minlength=wider.size * size)
            self._counts[wider] = counted.reshape(wider.size, self._n_classes, self._n_bins)

    def spans(self) -> Floats:
        """The width of each range; 1 where there is none."""
        spans = self.high - self.low
        return np.where(spans > 0, spans, 1.0)

    def bits(self) -> Floats:
        """The mutual information of each feature's bin with the class."""
        joint = self._counts / self._n_seen
        apart = joint.sum(axis=2, keepdims=True) * joint.sum(axis=1, keepdims=True)
        # where no row is counted, 0 log 0 = 0
        bits = (joint * np.log2(np.divide(joint, apart, out=np.ones_like(joint), where=joint > 0))).sum(axis=(1, 2))
        return np.where(bits > _ROUNDING, bits, 0.0)

    def _bins(self, rows: Floats, columns: NDArray[np.intp]) -> NDArray[np.intp]:
        share = (rows - self.low[columns]) / self.spans()[columns]
        return np.minimum((share * self._n_bins).astype(np.intp), self._n_bins - 1)  # the last bin has its end
