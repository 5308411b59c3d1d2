"""The choice of a split in C4.5: gain ratio among the splits whose gain is at least average.

For class counts n_c of the W rows of a node, and W_i rows in branch i:

    info(S) = -sum_c n_c/W log2(n_c/W)        gain = info(S) - sum_i W_i/W info(S_i)
    split info = -sum_i W_i/W log2(W_i/W)     gain ratio = gain / split info
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr

from shiftlab._check import Floats

_TIE = 1e-10  # gains this close differ by rounding only: the first one is taken
_NEARLY_AVERAGE = 1e-3  # by so much a gain may miss the average


class Split(NamedTuple):
    """Numeric: two branches, ``x <= cut`` and the rest. Symbolic: a branch for each of the codes in `levels`."""

    feature: int
    gain: float
    ratio: float
    cut: float = np.nan
    levels: Floats | None = None

    def branches(self, X: Floats) -> NDArray[np.intp]:
        """The number of the branch of each row; -1 for a value that no branch has."""
        x = X[:, self.feature]
        if self.levels is None:
            return (x > self.cut).astype(np.intp)
        place = np.searchsorted(self.levels, x).clip(max=self.levels.size - 1)
        return np.where(self.levels[place] == x, place, -1)


class Chooser:
    """Finds splits for the nodes of a tree. `counts` has the weight of each row of `X` in the column of its class."""

    def __init__(
        self,
        X: Floats,
        counts: Floats,
        symbolic: NDArray[np.bool_],
        least: float,
        mdl_correction: bool,
        average_gain: bool,
    ) -> None:
        self.X, self.counts, self.symbolic = X, counts, symbolic
        self._least = least * (1 - _TIE)  # sums of weights miss it by rounding
        self._mdl_correction, self._average_gain = mdl_correction, average_gain
        self._values = np.sort(X, axis=0)
        n_levels = 1 + (np.diff(self._values, axis=0) > 0).sum(axis=0)
        # Symbolic features with many values do not count in the average, unless there are no others.
        few = ~symbolic | (n_levels < 0.3 * counts.sum())
        self._averaged = few if few.any() else ~few

    def best(self, rows: NDArray[np.intp]) -> Split | None:
        """The split of these rows, or None where nothing is gained."""
        total = self.counts[rows].sum(axis=0)
        if total.sum() < 2 * self._least or (total > 0).sum() < 2:
            return None
        splits = [*self._numeric(rows), *self._symbolic(rows)]
        splits.sort(key=lambda split: split.feature)
        averaged = [split.gain for split in splits if self._averaged[split.feature]]
        if not averaged:
            return None
        enough = np.mean(averaged) - _NEARLY_AVERAGE if self._average_gain else 0.0
        splits = [split for split in splits if split.gain >= enough and split.ratio > _TIE]
        highest = max((split.ratio for split in splits), default=0.0)
        return next((split for split in splits if split.ratio >= highest - _TIE), None)

    def _numeric(self, rows: NDArray[np.intp]) -> list[Split]:
        features = np.flatnonzero(~self.symbolic)
        X, counts = self.X[np.ix_(rows, features)], self.counts[rows]
        order = np.argsort(X, axis=0, kind="stable")
        values = np.take_along_axis(X, order, axis=0)
        left = np.cumsum(counts[order], axis=0)[:-1]  # (cut, feature, class)
        right = counts.sum(axis=0) - left
        weights = np.stack([left.sum(axis=2), right.sum(axis=2)])
        total, k = counts.sum(), counts.shape[1]
        least = np.clip(0.1 * total / k, self._least, max(25.0, self._least)) * (1 - _TIE)
        possible = (values[1:] > values[:-1]) & (weights >= least).all(axis=0)
        remaining = (_info(left) * weights[0] + _info(right) * weights[1]) / total
        gains = np.where(possible, _info(counts.sum(axis=0)) - remaining, -np.inf)

        splits = []
        for j in np.flatnonzero(possible.any(axis=0)):
            i = int(np.argmax(gains[:, j] >= gains[:, j].max() - _TIE))
            gain = gains[i, j] - (np.log2(possible[:, j].sum()) / total if self._mdl_correction else 0.0)
            if gain > 0:
                cut = self._seen(features[j], values[i, j], values[i + 1, j])
                splits.append(Split(int(features[j]), float(gain), float(gain / _info(weights[:, i, j])), cut=cut))
        return splits

    def _seen(self, feature: int, low: float, high: float) -> float:
        """The largest value among all training rows up to the middle: a cut of C4.5 is a value that was seen."""
        column: Floats = self._values[:, feature]
        # the middle of neighbouring floats rounds to either of them, or below both: neither side must be empty
        middle = np.clip(low / 2 + high / 2, low, np.nextafter(high, -np.inf))
        return float(column[np.searchsorted(column, middle, side="right") - 1])

    def _symbolic(self, rows: NDArray[np.intp]) -> list[Split]:
        splits, counts = [], self.counts[rows]
        info = _info(counts.sum(axis=0))
        for feature in np.flatnonzero(self.symbolic):
            levels, place = np.unique(self.X[rows, feature], return_inverse=True)
            table = np.zeros((levels.size, counts.shape[1]))
            np.add.at(table, place, counts)
            weights = table.sum(axis=1)
            if (weights >= self._least).sum() < 2:
                continue
            gain = float(info - weights @ _info(table) / weights.sum())
            if gain > 0:
                splits.append(Split(int(feature), gain, gain / float(_info(weights)), levels=levels))
        return splits


def _info(counts: Floats) -> Floats:
    """Entropy in bits of counts along the last axis."""
    shares = counts / counts.sum(axis=-1, keepdims=True)
    return np.asarray(entr(shares).sum(axis=-1) / np.log(2))
