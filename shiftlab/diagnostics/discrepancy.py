"""The maximum mean discrepancy of two samples, and whether chance explains it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _check
from .._check import Floats
from ..support.seeds import generator
from ..weights.doubts.scale import warn_of_spreads
from ..weights.kernels import Pairs
from ..weights.median import kernel_gamma
from .pooling import pooled

BLOCK = 2**22  # numbers of a matrix held at a time


class MMDTest(NamedTuple):
    """What `mmd_test` found."""

    statistic: float
    """The maximum mean discrepancy of the two samples."""
    p_value: float
    """The share of relabellings of the rows with a discrepancy as large, the one observed among them."""


def mmd(X: ArrayLike, Y: ArrayLike, *, gamma: float | str = "median") -> float:
    """The maximum mean discrepancy || mean phi(x) - mean phi(y) ||, phi the feature map of a Gaussian kernel.

    This is the distance that kernel mean matching makes small, (10) of its paper. It is 0 if and only if both
    samples are the same; two samples of one distribution differ by chance: see `mmd_test`. The columns should have
    similar scales, as for any kernel of distances: a factor above 30 between their spreads is warned about.

    Parameters
    ----------
    X, Y : array-like of shape (n, n_features) and (m, n_features)
        The samples.
    gamma : "median" or float, default="median"
        Of the kernel exp(-gamma ||x - y||^2); "median" is 1/(2 s^2), s the median distance of the pooled rows.

    Examples
    --------
    >>> round(mmd([[0.0]], [[1.0]], gamma=1.0), 6)  # sqrt(2 - 2/e)
    1.124385
    """
    rows, n = _scaled_alike(X, Y)
    return float(_discrepancies(rows, np.arange(len(rows))[:, np.newaxis] < n, gamma)[0])


def mmd_test(
    X: ArrayLike, Y: ArrayLike, *, gamma: float | str = "median", n_permutations: int = 1000, random_state: Any = None
) -> MMDTest:
    """A permutation test of whether two samples have the same distribution.

    Under that hypothesis every relabelling of the pooled rows is as likely as the one observed, so that the p-value
    is valid for any sample size and any kernel.

    Parameters
    ----------
    X, Y, gamma
        As in `mmd`.
    n_permutations : int, default=1000
        Relabellings drawn at random. The p-value is at least 1 / (n_permutations + 1).
    random_state : int, RandomState instance or None, default=None
        Draws them.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X, Y = rng.normal(0, 1, size=(100, 2)), rng.normal(1, 1, size=(100, 2))
    >>> round(mmd_test(X, Y, n_permutations=99, random_state=0).p_value, 12)
    0.01
    """
    _check.count(n_permutations, "n_permutations")
    rows, n = _scaled_alike(X, Y)
    rng = generator(random_state)
    first = np.zeros((len(rows), n_permutations + 1), dtype=bool)
    first[:n, 0] = True  # as observed
    for permutation in range(1, n_permutations + 1):
        first[rng.permutation(len(rows))[:n], permutation] = True
    statistics = _discrepancies(rows, first, gamma)
    # relabellings that only exchange equal rows differ by rounding; the kernel is at most 1
    as_large = statistics**2 >= statistics[0] ** 2 - 1e-13
    return MMDTest(float(statistics[0]), float(as_large.mean()))


def _scaled_alike(X: ArrayLike, Y: ArrayLike) -> tuple[Floats, int]:
    """The rows of both samples, as `pooled` has them; a warning where the kernel would see but the widest columns."""
    rows, n = pooled(X, Y)
    cure = "standardise the pooled rows first, as StandardScaler does"
    warn_of_spreads(rows[:n], rows[n:], cure, getattr(X, "columns", None))
    return rows, n


def _discrepancies(rows: Floats, first: NDArray[np.bool_], gamma: float | str) -> Floats:
    """The discrepancy of each labelling of `rows`; a column of `first` marks the rows of the first sample.

    With s = 1/n in the first sample and -1/m in the second the square is s' K s: one product of matrices for all
    labellings, in blocks of rows of K, which is never held whole.
    """
    number = kernel_gamma(gamma, rows)
    n = np.count_nonzero(first[:, 0])
    shares = np.array([-1 / (len(rows) - n), 1 / n])
    squares = np.zeros(first.shape[1])
    size = max(1, BLOCK // len(rows))
    pairs = Pairs(rows, rows, number)
    for top in range(0, len(rows), size):
        kernels = pairs.kernel(slice(top, top + size))
        for left in range(0, first.shape[1], size):
            signs = shares[first[:, left : left + size].astype(np.intp)]
            squares[left : left + size] += np.einsum("ij,ij->j", signs[top : top + size], kernels @ signs)
    return np.sqrt(np.maximum(squares, 0))
