"""Weights from two kernel density estimates, one of each sample."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from .base import Weigher
from .kernels import Pairs

_LARGEST = np.log(np.finfo(np.float64).max)


class KernelDensityRatio(Weigher):
    """The ratio of two kernel density estimates, the fourth method in section 6 of the discriminative paper.

    Each density is a mean of Gaussians around the rows of its sample, with a width for each column.

    Parameters
    ----------
    bandwidth : "silverman" or float, default="silverman"
        The standard deviation of the Gaussians. "silverman" is Silverman's rule of thumb (1986, section 4.3): in
        each sample and column its standard deviation times (4 / ((d + 2) n))^(1 / (d + 4)), for d columns. A
        number holds for both samples and all columns, in their own units.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        The ratio at the source rows.
    log_weights_ : ndarray of shape (n_source,)
        Their logarithms, which do not overflow, as ratios do in many columns.
    source_bandwidth_, target_bandwidth_ : ndarray of shape (n_used,)
        The widths in the columns used. A column with the same value in all rows of both samples says nothing about
        their ratio and is left out.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import KernelDensityRatio
    >>> rng = np.random.default_rng(0)
    >>> weigher = KernelDensityRatio().fit(rng.normal(0, 1, size=(1000, 1)), rng.normal(1, 1, size=(1000, 1)))
    >>> bool(0.5 < weigher.ratio([[0.5]])[0] < 2)  # 1 in truth
    True
    """

    def __init__(self, bandwidth: float | str = "silverman") -> None:
        self.bandwidth = bandwidth

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Estimate both densities."""
        source, target = self._validate(X_source, X_target)
        first = source[0]
        self._used = (source != first).any(axis=0) | (target != first).any(axis=0)
        self.source_bandwidth_ = self._bandwidth(source, "X_source")
        self.target_bandwidth_ = self._bandwidth(target, "X_target")
        self._rows = source[:, self._used], target[:, self._used]
        self.log_weights_ = self._log_ratio(source)
        return self._keep(_exp(self.log_weights_))

    def _bandwidth(self, rows: Floats, name: str) -> Floats:
        used = rows[:, self._used]
        n, d = used.shape
        if not isinstance(self.bandwidth, str):
            width = _check.finite(self.bandwidth, "bandwidth")
            if width.ndim or width <= 0:
                raise ValueError(f'bandwidth must be "silverman" or one number greater than 0, got {self.bandwidth!r}.')
            return np.full(d, float(width))
        if self.bandwidth != "silverman":
            raise ValueError(f'bandwidth must be "silverman" or one number greater than 0, got {self.bandwidth!r}.')
        flat = (used == used[0]).all(axis=0)
        if flat.any():
            column = int(np.flatnonzero(self._used)[np.argmax(flat)])
            raise ValueError(
                f'bandwidth="silverman" needs rows that differ, but column {column} of {name} has only one value: '
                "give bandwidth as a number."
            )
        deviations = used - used.mean(axis=0)
        largest = np.abs(deviations).max(axis=0)  # its square may overflow
        return largest * (deviations / largest).std(axis=0, ddof=1) * (4 / ((d + 2) * n)) ** (1 / (d + 4))

    def _ratio(self, X: Floats) -> Floats:
        return _exp(self._log_ratio(X))

    def _log_ratio(self, X: Floats) -> Floats:
        used = X[:, self._used]
        source, target = (
            _log_density(used, rows, bandwidth)
            for rows, bandwidth in zip(self._rows, (self.source_bandwidth_, self.target_bandwidth_), strict=True)
        )
        return target - source


def _exp(logs: Floats) -> Floats:
    return np.exp(np.minimum(logs, _LARGEST))


def _log_density(X: Floats, rows: Floats, bandwidth: Floats) -> Floats:
    """The logarithm of the estimate at `X`, up to the factor 2 pi, which ratios do not need.

    Far from all rows a density is 0 and only its logarithm can be compared; scikit-learn's KernelDensity, which
    leaves branches of its tree out, can be wrong there by many orders of magnitude.
    """
    pairs = Pairs(X / bandwidth, rows / bandwidth, 0.5)
    logs = np.empty(len(X))
    for block in pairs.row_blocks():
        exponents = pairs.exponents(block)
        nearest = exponents.max(axis=1)
        exponents -= nearest[:, np.newaxis]
        logs[block] = np.log(np.exp(exponents, out=exponents).sum(axis=1)) + nearest
    return logs - np.log(len(rows)) - np.log(bandwidth).sum()
