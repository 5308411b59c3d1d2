"""Weights from two kernel density estimates, one of each sample."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from ..support import caller
from .base import ShiftWarning, Weigher
from .kernels import Pairs

_LARGEST = np.log(np.finfo(np.float64).max)
_MOST_COLUMNS = 3


class KernelDensityRatio(Weigher):
    """The ratio of two kernel density estimates, the fourth method in section 6 of the discriminative paper.

    Each density is a mean of Gaussians around the rows of its sample, with a width for each column. It is for three
    columns or fewer: in more the rows are too far apart for a density to be estimated, and `fit` warns.

    Parameters
    ----------
    bandwidth : "silverman" or float, default="silverman"
        The standard deviation of the Gaussians. "silverman" is Silverman's rule of thumb (1986, section 4.3): in
        each sample and column its standard deviation times (4 / ((d + 2) n))^(1 / (d + 4)), for d columns. A
        number holds for both samples and all columns, in their own units.
    leave_one_out : bool, default=True
        Leave a source row out of the density of the source at itself. A row that counts among its own neighbours
        makes its surroundings look denser than those of a new row, and its weight too small: the mean weight of 300
        rows in three columns is 0.85 without any shift. Where a row has no neighbours its own share of the density,
        that of one row in n, stays the least: left out in full, a single row far out may take all the weight. False
        is the paper's method, `ratio` at the source rows.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        The ratio at the source rows, each of them left out of the source density unless `leave_one_out` is False.
    log_weights_ : ndarray of shape (n_source,)
        Their logarithms, which do not overflow, as ratios do in many columns: the weights are at most the largest
        number.
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

    def __init__(self, bandwidth: float | str = "silverman", *, leave_one_out: bool = True) -> None:
        self.bandwidth = bandwidth
        self.leave_one_out = leave_one_out

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Estimate both densities."""
        source, target = self._validate(X_source, X_target)
        if not isinstance(self.leave_one_out, bool | np.bool_):
            raise ValueError(f"leave_one_out must be True or False, got {_check.short(self.leave_one_out)}.")
        first = source[0]
        self._used = (source != first).any(axis=0) | (target != first).any(axis=0)
        self.source_bandwidth_ = self._bandwidth(source, "X_source")
        self.target_bandwidth_ = self._bandwidth(target, "X_target")
        self._rows = source[:, self._used], target[:, self._used]
        if not isinstance(self.bandwidth, str):
            self._doubt_spreads(X_source, source, target)
        if (d := int(self._used.sum())) > _MOST_COLUMNS:
            caller.warn(
                f"KernelDensityRatio cannot be relied on in more than {_MOST_COLUMNS} columns, and X_source has {d} "
                "that vary: the rows are too far apart to show a density; take DiscriminativeRatio or KLIEP.",
                ShiftWarning,
            )
        self.log_weights_ = self._log_ratio(source, "X_source", leave_one_out=bool(self.leave_one_out))
        return self._keep(np.exp(np.minimum(self.log_weights_, _LARGEST)))

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
        with np.errstate(over="ignore"):
            return np.exp(self._log_ratio(X, "X"))

    def _log_ratio(self, X: Floats, name: str, *, leave_one_out: bool = False) -> Floats:
        used = X[:, self._used]
        rows_source, rows_target = self._rows
        source = _log_density(used, rows_source, self.source_bandwidth_, own=leave_one_out)
        target = _log_density(used, rows_target, self.target_bandwidth_)
        unknown = ~(np.isfinite(source) | np.isfinite(target))
        if unknown.any():
            raise ValueError(
                f"Row {int(np.argmax(unknown))} of {name} is so far from the rows of both samples, in units of the "
                "bandwidth, that it has no density in either: give a larger bandwidth, or leave the row out."
            )
        return target - source


def _log_density(X: Floats, rows: Floats, bandwidth: Floats, *, own: bool = False) -> Floats:
    """The logarithm of the estimate at `X`, up to the factor 2 pi, which ratios do not need.

    Far from all rows a density is 0 and only its logarithm can be compared; scikit-learn's KernelDensity, which
    leaves branches of its tree out, can be wrong there by many orders of magnitude. The logarithm is -inf only where
    the square of a distance overflows. With `own` the rows of `X` are those of `rows`, each left out at itself where
    the others make up more of the density than its own share.
    """
    with np.errstate(over="ignore"):
        scaled, around = X / bandwidth, rows / bandwidth
    if not (np.isfinite(scaled).all() and np.isfinite(around).all()):
        raise ValueError("The bandwidth is too small for these rows: give a larger one, or the rows in other units.")
    pairs = Pairs(scaled, around, 0.5)
    logs = np.empty(len(X))
    for block in pairs.row_blocks():
        exponents = pairs.exponents(block)
        if own:
            exponents[np.arange(len(exponents)), np.arange(len(X))[block]] = -np.inf
        nearest = exponents.max(axis=1)
        exponents -= np.where(np.isfinite(nearest), nearest, 0)[:, np.newaxis]
        with np.errstate(divide="ignore"):
            logs[block] = np.log(np.exp(exponents, out=exponents).sum(axis=1)) + nearest
    if own:
        logs = np.maximum(logs - np.log(max(1, len(rows) - 1)), -np.log(len(rows)))
    else:
        logs -= np.log(len(rows))
    return logs - np.log(bandwidth).sum()
