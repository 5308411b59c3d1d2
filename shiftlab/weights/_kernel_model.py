"""A density ratio as a sum of Gaussian kernels around target rows: what KLIEP and uLSIF have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _check
from .._check import Floats
from ..support.seeds import generator
from .base import Weigher
from .kernels import Pairs
from .median import kernel_gamma

WIDTHS = 4.0 ** np.arange(-2, 5)
"""Factors of the median gamma among which cross-validation chooses: kernels from 4 times as wide to 1/16."""


class KernelModel(Weigher):
    """ratio(x) = sum_l coef_l exp(-gamma ||x - center_l||^2), nowhere negative.

    A subclass estimates the coefficients in `_coefficients`, and in `_choose` what cross-validation decides.
    """

    gamma: Any
    n_centers: int
    random_state: Any
    gamma_: float
    coef_: Floats
    centers_: Floats

    def _ratio(self, X: Floats) -> Floats:
        pairs = Pairs(X, self.centers_, self.gamma_)
        return np.concatenate([np.maximum(pairs.kernel(rows) @ self.coef_, 0) for rows in pairs.row_blocks()])

    def _kernels(self, gamma: float, source: Floats, target: Floats) -> tuple[Floats, Floats]:
        """The kernel between each row of the samples and each center."""
        return Pairs(source, self.centers_, gamma).kernel(), Pairs(target, self.centers_, gamma).kernel()

    def _draw_centers(self, target: Floats) -> np.random.RandomState:
        count = _check.count(self.n_centers, "n_centers")
        rng = generator(self.random_state)
        # a second center at the same place adds nothing
        different = np.unique(target, axis=0)
        self.centers_ = different[rng.permutation(len(different))[:count]]
        return rng

    def _gammas(self, source: Floats, target: Floats) -> list[float]:
        """The candidates: one, unless cross-validation is to choose."""
        if isinstance(self.gamma, str) and self.gamma == "cv":
            return list(kernel_gamma("median", source, target) * WIDTHS)
        try:
            return [kernel_gamma(self.gamma, source, target)]
        except ValueError as refusal:
            raise ValueError(str(refusal).replace('must be "median"', 'must be "cv", "median"')) from None


def folds(rng: np.random.RandomState, **matrices: Floats) -> list[tuple[NDArray[np.intp], ...]]:
    """The rows of each of `matrices` that are left out together, five times; fewer times where rows are few."""
    for name, rows in matrices.items():
        if len(rows) < 2:
            raise ValueError(f'"cv" needs at least 2 rows in {name}, which has one: give a number in place of "cv".')
    count = min(5, *map(len, matrices.values()))
    return list(zip(*(np.array_split(rng.permutation(len(rows)), count) for rows in matrices.values()), strict=True))
