"""95 % intervals: of means, of shares, and of shares whose draws are not independent.

What has one repetition has no interval: both ends are None, and nothing can be decided from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from .._check import Floats

LEVEL = 0.95
#: How many standard errors a normal interval reaches to either side.
NORMAL = float(ndtri((1 + LEVEL) / 2))

Ends = tuple[float | None, float | None]


def t(freedom: int) -> float:
    """How many standard errors Student's interval reaches to either side."""
    return float(stdtrit(freedom, (1 + LEVEL) / 2))


def student(numbers: Floats) -> Ends:
    """Of the mean of independent numbers."""
    n = int(numbers.size)
    if n < 2:
        return None, None
    mean, half = float(numbers.mean()), float(t(n - 1) * numbers.std(ddof=1) / math.sqrt(n))
    return mean - half, mean + half


def corrected(numbers: Floats, test_share: float) -> Ends:
    """Of the mean over rounds of training and testing on the same rows: Nadeau and Bengio (2003).

    Two rounds share training rows, as the folds of one cross-validation do, and their numbers move together. Student's
    variance of the mean, s²/k for k rounds, is replaced by s²(1/k + n_test/n_train). `test_share` is the share of the
    rows that one round tests: 1/10 in ten folds, where the interval becomes 1.45 times as wide as Student's.

    >>> import numpy as np
    >>> ten = np.arange(10.0)
    >>> [round(float(np.ptp(ends)), 2) for ends in (student(ten), corrected(ten, 1 / 10))]
    [4.33, 6.29]
    """
    if not 0 < test_share < 1:
        raise ValueError(f"test_share is the share of the rows that one round tests, between 0 and 1: {test_share:g}.")
    low, high = student(numbers)
    if low is None or high is None:
        return None, None
    wider = math.sqrt(1 + numbers.size * test_share / (1 - test_share))
    mean = float(numbers.mean())
    return mean - wider * (mean - low), mean + wider * (high - mean)


def pooled(n: Floats, means: Floats, spreads: Floats) -> Ends:
    """Of the mean of all numbers of several groups: of each their number, mean and spread (divided by the number)."""
    total = int(n.sum())
    if total < 2:
        return None, None
    mean = float(n @ means / total)
    squares = float(n @ (spreads**2 + (means - mean) ** 2))  # within the groups, and between them
    half = t(total - 1) * math.sqrt(squares / (total - 1) / total)
    return mean - half, mean + half


def wilson(held: ArrayLike, n: ArrayLike, reach: float = NORMAL) -> tuple[Floats, Floats]:
    """Of a share of which `held` of `n` draws are seen; 0 to 1 where there is no draw. It reaches so many standard
    errors to either side.

    >>> low, high = wilson(999, 1000)
    >>> round(float(low), 4), round(float(high), 4)
    (0.9944, 0.9998)
    """
    held, n = np.asarray(held, dtype=float), np.asarray(n, dtype=float)
    z = reach
    missed = n - held
    half = z * np.sqrt(held * missed / np.maximum(n, 1) + z**2 / 4)
    # all or none of the draws: the end is exact, whatever is lost by rounding
    low = np.where(held == 0, 0.0, (held + z**2 / 2 - half) / (n + z**2))
    high = np.where(missed == 0, 1.0, (held + z**2 / 2 + half) / (n + z**2))
    return low, high


def clustered(held: Floats, n: Floats) -> Ends:
    """Of the share of all counts, `held` of `n` in each repetition: Wilson's, for as many counts as they are worth.

    Counts of one repetition are no independent draws: their number is divided by the design effect, the variance of
    the share over that of independent draws. The variance is estimated from the repetitions, so it reaches as far as
    Student's interval of as many.
    """
    k, total = n.size, n.sum()
    if k < 2:
        return None, None
    share = float(held.sum() / total)
    alone = share * (1 - share) / total
    variance = k / (k - 1) * float(((held - share * n) ** 2).sum()) / total**2
    worth = total / max(1.0, variance / alone) if alone > 0 else total
    low, high = wilson(share * worth, worth, t(k - 1))
    return float(low), float(high)


def jackknife(
    values: Sequence[float],
    sources: Sequence[int],
    targets: Sequence[int],
    statistic: Callable[[Any], Any] = np.mean,
) -> tuple[float, float]:
    """Of the mean of `values`, or of another statistic, one for each pair of two fields: many pairs share a field.

    A jackknife over the fields: the statistic is computed again without all pairs of one field, for each field in turn,
    and Student's t has as many degrees of freedom as there are fields but one. Pairs that share a field move
    together, and an interval that took them for independent would be several times too narrow.
    """
    numbers, first, second = np.asarray(values, dtype=float), np.asarray(sources), np.asarray(targets)
    fields = np.union1d(first, second)
    if fields.size < 3:
        raise ValueError(f"An interval over fields needs pairs of at least three, got {fields.size}.")
    without = np.array([statistic(numbers[(first != field) & (second != field)]) for field in fields])
    error = np.sqrt((fields.size - 1) * np.mean((without - without.mean()) ** 2))
    half = t(fields.size - 1) * float(error)
    middle = float(statistic(numbers))
    return middle - half, middle + half
