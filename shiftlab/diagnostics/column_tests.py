"""In which columns do two samples differ? One test for each column, by what it holds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2_contingency, fisher_exact, ks_2samp

from .._check import Floats
from .table import Column

FEW_VALUES = 10
"""Numbers with no more different values are compared like categories."""

_LEAST_EXPECTED = 5  # rows of a category in the smaller sample: the chi-square distribution is an approximation
_LARGEST_EXACT = 10_000  # pairs of rows


class ColumnTest(NamedTuple):
    """What was tested, and how likely chance makes such a difference."""

    test: str
    p_value: float


def compare(column: Column, n_source: int) -> ColumnTest:
    """Compare the values of one column, and how many are missing; p is for both questions together."""
    source, target = column.values[:n_source], column.values[n_source:]
    present = [values[~np.isnan(values)] for values in (source, target)]
    missing = [int(np.isnan(values).sum()) for values in (source, target)]
    if column.categorical:  # that a value is missing is one more category
        return _compared([np.where(np.isnan(values), -1, values) for values in (source, target)])
    tests = []
    if all(len(values) for values in present):
        tests.append(_numbers(present))
    if sum(missing):
        counts = np.array([[gone, len(values) - gone] for gone, values in zip(missing, (source, target), strict=True)])
        tests.append(ColumnTest("missing values, Fisher", _of_counts(counts).p_value))
    best = min(tests, key=lambda found: found.p_value)
    return best._replace(p_value=min(1.0, len(tests) * best.p_value))


def holm(p_values: list[float]) -> list[float]:
    """p-values corrected by Holm: that any falls below a level without reason is no likelier than the level."""
    corrected, largest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(np.argsort(p_values, kind="stable")):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        corrected[int(i)] = largest
    return corrected


def _numbers(present: list[Floats]) -> ColumnTest:
    if len(np.unique(np.concatenate(present))) <= FEW_VALUES:
        return _compared(present)
    method = "exact" if len(present[0]) * len(present[1]) <= _LARGEST_EXACT else "asymp"
    return ColumnTest("Kolmogorov-Smirnov", float(ks_2samp(*present, method=method).pvalue))


def _compared(samples: list[Floats]) -> ColumnTest:
    levels, inverse = np.unique(np.concatenate(samples), return_inverse=True)
    at = [inverse[: len(samples[0])], inverse[len(samples[0]) :]]
    counts = np.array([np.bincount(each, minlength=len(levels)) for each in at])
    smaller = min(len(each) for each in at) / len(inverse)
    rare = counts.sum(axis=0) * smaller < _LEAST_EXPECTED  # decided without the labels
    if rare.any():
        counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    return _of_counts(counts)


def _of_counts(counts: NDArray[np.intp]) -> ColumnTest:
    if counts.shape[1] < 2 or (counts.sum(axis=0) == 0).any():
        return ColumnTest("chi-square", 1.0)
    if counts.shape[1] == 2:
        return ColumnTest("Fisher", float(np.clip(fisher_exact(counts)[1], 0, 1)))
    return ColumnTest("chi-square", float(chi2_contingency(counts)[1]))
