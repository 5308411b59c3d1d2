"""The width of a Gaussian kernel from the median distance of the rows."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from scipy.spatial.distance import pdist

from .. import _check
from .._check import Floats

LARGEST_SAMPLE = 2000
"""Rows; of more, a seeded sample of this size is taken."""


def kernel_gamma(gamma: Any, *samples: Floats) -> float:
    """`gamma` as a number: "median" is 1/(2 s^2), s the median distance of the pooled rows of `samples`."""
    if isinstance(gamma, str) and gamma == "median":
        return 0.5 / _median_distance(np.concatenate(samples)) ** 2
    refusal = f'gamma must be "median" or one number greater than 0, got {_check.short(gamma)}.'
    try:
        number = float(gamma) if isinstance(gamma, Real) else np.nan
    except OverflowError:  # of a whole number
        raise ValueError(refusal) from None
    if not 0 < number < np.inf:
        raise ValueError(refusal)
    return number


def _median_distance(rows: Floats) -> float:
    if len(rows) > LARGEST_SAMPLE:
        rows = rows[np.random.default_rng(0).choice(len(rows), LARGEST_SAMPLE, replace=False)]
    with np.errstate(over="ignore"):
        squares = pdist(rows, "sqeuclidean") if len(rows) > 1 else np.zeros(1)
        median = _median(squares)
        if median == 0:  # most rows are copies of each other: the distances between the others have a median
            median = _median(squares[squares > 0])
    if median == 0:
        raise ValueError('gamma="median" needs rows that differ, but all are the same: give gamma as a number.')
    if not 1e-150 < median < 1e150:
        raise ValueError('gamma="median" cannot square the distances of these rows: give the features in other units.')
    return median


def _median(squares: Floats) -> float:
    # Of the distances. A single order statistic is found an order of magnitude faster than by numpy's median.
    if not squares.size:
        return 0.0
    middle = squares.size // 2
    squares.partition(middle)
    upper = float(np.sqrt(squares[middle]))
    return upper if squares.size % 2 else (upper + float(np.sqrt(squares[:middle].max()))) / 2
