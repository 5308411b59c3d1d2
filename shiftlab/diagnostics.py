"""Is there a shift, and how bad? Three questions to the rows, none to the labels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import check_random_state

from . import _check
from ._check import Floats
from .weights import base
from .weights.median import kernel_gamma

_BLOCK = 2**22  # numbers of a matrix held at a time


class MMDTest(NamedTuple):
    """What `mmd_test` found."""

    statistic: float
    """The maximum mean discrepancy of the two samples."""
    p_value: float
    """The share of relabellings of the rows with a discrepancy as large, the one observed among them."""


def effective_sample_size(weights: ArrayLike) -> float:
    """(sum w)^2 / sum w^2: how many rows of equal weight are worth as much (Kish).

    >>> effective_sample_size([2, 2, 2, 0])
    3.0
    """
    values = _check.finite(weights, "weights")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"weights must be a vector with at least one weight, but its shape is {values.shape}.")
    if (values < 0).any() or not (values > 0).any():
        raise ValueError("weights must not be negative, nor all 0.")
    return base.effective_sample_size(values)


def mmd(X: ArrayLike, Y: ArrayLike, *, gamma: float | str = "median") -> float:
    """The maximum mean discrepancy || mean phi(x) - mean phi(y) ||, phi the feature map of a Gaussian kernel.

    This is the distance that kernel mean matching makes small, (10) of its paper. It is 0 if and only if both
    samples are the same; two samples of one distribution differ by chance: see `mmd_test`.

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
    rows, n = _pooled(X, Y)
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
    rows, n = _pooled(X, Y)
    rng = check_random_state(random_state)
    first = np.zeros((len(rows), n_permutations + 1), dtype=bool)
    first[:n, 0] = True  # as observed
    for permutation in range(1, n_permutations + 1):
        first[rng.permutation(len(rows))[:n], permutation] = True
    statistics = _discrepancies(rows, first, gamma)
    # relabellings that only exchange equal rows differ by rounding; the kernel is at most 1
    as_large = statistics**2 >= statistics[0] ** 2 - 1e-13
    return MMDTest(float(statistics[0]), float(as_large.mean()))


def two_sample_auc(
    X_source: ArrayLike, X_target: ArrayLike, *, estimator: Any = None, random_state: Any = None
) -> float:
    """How well a classifier tells target rows from source rows: 0.5 is by chance, 1 is without fail.

    Cross-fitted: every row is judged by a model that has not seen it, and the area under the ROC curve is the mean
    over the (at most five) parts left out.

    Parameters
    ----------
    X_source, X_target : array-like of shape (n, n_features) and (m, n_features)
        The samples, at least two rows each.
    estimator : classifier, default=None
        None is logistic regression on standardised columns. It sees shifts of the mean; a shift of the spread alone
        takes a classifier that is not linear.
    random_state : int, RandomState instance or None, default=None
        Draws the parts.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(0, 1, size=(500, 1)), rng.normal(1, 1, size=(500, 1))
    >>> round(two_sample_auc(X_source, X_target, random_state=0), 1)  # 0.76 in truth
    0.8
    """
    rows, n = _pooled(X_source, X_target, "X_source", "X_target")
    fewest = min(n, len(rows) - n)
    if fewest < 2:
        raise ValueError(f"two_sample_auc needs at least 2 rows of each sample, got {n} and {len(rows) - n}.")
    is_target = np.arange(len(rows)) >= n
    model = make_pipeline(StandardScaler(), LogisticRegression()) if estimator is None else estimator
    parts = StratifiedKFold(min(5, fewest), shuffle=True, random_state=check_random_state(random_state))
    # the mean, not the area under all scores together: those of two models have no common zero
    return float(cross_val_score(model, rows, is_target, cv=parts, scoring="roc_auc", error_score="raise").mean())


def _pooled(X: ArrayLike, Y: ArrayLike, *names: str) -> tuple[Floats, int]:
    """The rows of both samples in one matrix, and how many are of the first."""
    first, second = (base.samples(rows, name) for rows, name in zip((X, Y), names or ("X", "Y"), strict=True))
    if first.shape[1] != second.shape[1]:
        raise ValueError(
            f"Both samples must have the same columns, but the first has {first.shape[1]} "
            f"and the second {second.shape[1]}."
        )
    return np.concatenate([first, second]), len(first)


def _discrepancies(rows: Floats, first: NDArray[np.bool_], gamma: float | str) -> Floats:
    """The discrepancy of each labelling of `rows`; a column of `first` marks the rows of the first sample.

    With s = 1/n in the first sample and -1/m in the second the square is s' K s: one product of matrices for all
    labellings, in blocks of rows of K, which is never held whole.
    """
    number = kernel_gamma(gamma, rows)
    n = np.count_nonzero(first[:, 0])
    shares = np.array([-1 / (len(rows) - n), 1 / n])
    squares = np.zeros(first.shape[1])
    size = max(1, _BLOCK // len(rows))
    for top in range(0, len(rows), size):
        kernels = rbf_kernel(rows[top : top + size], rows, gamma=number)
        for left in range(0, first.shape[1], size):
            signs = shares[first[:, left : left + size].astype(np.intp)]
            squares[left : left + size] += np.einsum("ij,ij->j", signs[top : top + size], kernels @ signs)
    return np.sqrt(np.maximum(squares, 0))
