"""Sort the rows by one feature and drop the first: the bias of the reverse testing paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .._check import Floats
from ..support.seeds import generator
from .mechanism import Kind, Mask, Mechanism, check_feature, check_number, column


@dataclass(frozen=True)
class DropLowest(Mechanism):
    """Drop the `fraction` of the rows that is lowest in one feature; the others stay for certain.

    Fan and Davidson (2006), 3.1: "sorting the training set on the first attribute and removing the first 25% of
    records". The number of rows dropped is rounded to a whole one. Where rows are tied at the cut, which of
    them go is drawn at random, and each of them stays with the same probability. Only that column of `X` is
    looked at. How far the cut reaches depends on the rows given.

    >>> DropLowest(fraction=0.5).probability([[1], [2], [2], [3]], None).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """

    feature: int = 0
    fraction: float = 0.25
    kind: ClassVar[Kind] = "feature"

    def __post_init__(self) -> None:
        check_feature(self.feature)
        check_number(self.fraction, "fraction")
        if not 0 <= self.fraction < 1:
            raise ValueError(f"fraction is the share of rows dropped and must be in [0, 1), got {self.fraction:g}.")

    @classmethod
    def reverse_testing(cls) -> DropLowest:
        """The UCI sets of the reverse testing paper, 3.1: first attribute, 25 %."""
        return cls(0, 0.25)

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row among these. `y` is not looked at."""
        values = column(X, self.feature)
        n_dropped = self._n_dropped(values)
        if n_dropped == 0:
            return np.ones(values.size)
        cut = np.partition(values, n_dropped - 1)[n_dropped - 1]  # the largest value of which a row is dropped
        tied = values == cut
        stay = 1 - (n_dropped - np.count_nonzero(values < cut)) / np.count_nonzero(tied)
        return np.where(tied, stay, (values > cut).astype(np.float64))

    def select(self, X: ArrayLike | None, y: ArrayLike | None, random_state: Any = None) -> Mask:
        """A mask of the rows that stay: always the same number of them. `y` is not looked at."""
        values = column(X, self.feature)
        order = np.lexsort((generator(random_state).permutation(values.size), values))
        selected = np.ones(values.size, dtype=bool)
        selected[order[: self._n_dropped(values)]] = False
        return selected

    def _n_dropped(self, values: Floats) -> int:
        n_dropped = round(self.fraction * values.size)
        if n_dropped == values.size:
            raise ValueError(f"No row would be left: fraction={self.fraction:g} of {values.size} rows is all of them.")
        return n_dropped
