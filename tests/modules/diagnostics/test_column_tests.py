"""Tests of single columns against those of scipy, and Holm's correction by hand."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency, fisher_exact, ks_2samp

from shiftlab.diagnostics.column_tests import compare, holm
from shiftlab.diagnostics.table import Column


def column(source, target, categorical=False):
    return compare(Column("x", np.array([*source, *target], dtype=float), categorical), len(source))


def test_many_numbers_are_compared_by_their_distributions():
    source, target = np.random.default_rng(0).normal([0, 0.7], 1, size=(60, 2)).T
    assert column(source, target) == ("Kolmogorov-Smirnov", pytest.approx(ks_2samp(source, target).pvalue))


def test_few_numbers_and_categories_are_counted():
    source, target = np.repeat([0, 1, 2], [30, 20, 10]), np.repeat([0, 1, 2], [10, 20, 30])
    expected = chi2_contingency([[30, 20, 10], [10, 20, 30]])[1]
    for categorical in (False, True):
        assert column(source, target, categorical) == ("chi-square", pytest.approx(expected))
    pair = column(np.repeat([0, 1], [30, 10]), np.repeat([0, 1], [15, 25]))
    assert pair == ("Fisher", pytest.approx(fisher_exact([[30, 10], [15, 25]])[1]))


def test_rare_categories_count_together():
    source, target = [*np.repeat([0, 1], 30), 2, 3, 4], [*np.repeat([0, 1], 30), 5, 6, 7]
    assert column(source, target, True).p_value == pytest.approx(chi2_contingency([[30, 30, 3], [30, 30, 3]])[1])


def test_missing_values_are_a_category_or_a_second_question():
    numbers = np.random.default_rng(0).normal(size=80)
    source, target = numbers[:40], np.where(np.arange(40) < 20, np.nan, numbers[40:])
    expected = fisher_exact([[0, 40], [20, 20]])[1]
    assert column(source, target) == ("missing values, Fisher", pytest.approx(2 * expected))
    kinds = np.arange(40) % 2, np.where(np.arange(40) < 20, np.nan, np.arange(40) % 2)
    assert column(*kinds, True).p_value == pytest.approx(chi2_contingency([[0, 20, 20], [20, 10, 10]])[1])


def test_a_constant_column_tells_nothing():
    for categorical in (False, True):
        assert column([1] * 9, [1] * 7, categorical).p_value == 1
        assert column([np.nan] * 9, [np.nan] * 7, categorical).p_value == 1


def test_the_correction_is_holms():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
