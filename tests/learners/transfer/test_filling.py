"""Features that a domain lacks, filled in: against regressions worked out by hand."""

import numpy as np
import pytest

from shiftlab.learners.transfer.filling import Filling

NAN = np.nan


def filling(source, target, alpha=1e-9, zero_is_missing=True):
    return Filling(np.array(source, float), None if target is None else np.array(target, float), alpha, zero_is_missing)


def test_each_domain_gets_what_only_the_other_has():
    source = [[1.0, 3.0, 0.0], [2.0, 5.0, 0.0], [3.0, 7.0, 0.0]]  # the second is 1 + 2 times the first
    target = [[1.0, 0.0, -1.0], [4.0, 0.0, -4.0]]  # the third is the first, negated
    filled = filling(source, target)
    assert filled.source_only.tolist() == [False, True, False]
    assert filled.target_only.tolist() == [False, False, True]
    assert filled.target(np.array(target)) == pytest.approx(np.array([[1, 3, -1], [4, 9, -4]]))
    assert filled.source(np.array(source)) == pytest.approx(np.array([[1, 3, -1], [2, 5, -2], [3, 7, -3]]))


def test_the_penalty_by_hand():
    # x = -1, 1 and y = -2, 2: the slope is 4 / (2 + alpha), and x has standard deviation 1
    filled = filling([[-1.0, 3.0], [1.0, 7.0]], [[3.0, 0.0]], alpha=2.0)
    assert filled.target(np.array([[3.0, 0.0]])) == pytest.approx(np.array([[3.0, 5 + 1.0 * 3]]))


def test_the_penalty_does_not_depend_on_the_unit():
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(9, 3)), rng.normal(size=(5, 3))
    target[:, 2] = 0
    unit = np.array([1000.0, 0.01, 1.0])
    expected = filling(source, target, alpha=3.0).target(target)
    assert filling(source * unit, target * unit, alpha=3.0).target(target * unit) == pytest.approx(expected * unit)


def test_domains_that_share_nothing_get_means():
    filled = filling([[1.0, 0.0], [3.0, 0.0]], [[0.0, 5.0], [0.0, 7.0]])
    assert filled.source(np.array([[1.0, 0.0]])).tolist() == [[1.0, 6.0]]
    assert filled.target(np.array([[0.0, 5.0]])).tolist() == [[2.0, 5.0]]


def test_zeros_are_values_if_only_nan_is_missing():
    source = [[1.0, 3.0], [2.0, 5.0]]
    filled = filling(source, [[1.0, 0.0], [2.0, 0.0]], zero_is_missing=False)
    assert not filled.source_only.any()
    filled = filling(source, [[3.0, NAN], [2.0, NAN]], zero_is_missing=False)
    assert filled.source_only.tolist() == [False, True]
    assert filled.target(np.array([[3.0, NAN]])) == pytest.approx(np.array([[3.0, 7.0]]))


def test_a_single_missing_value_is_the_mean_of_its_column():
    filled = filling([[1.0, 2.0], [NAN, 4.0]], [[3.0, 5.0], [5.0, NAN]])
    assert filled.source(np.array([[NAN, 4.0]])).tolist() == [[3.0, 4.0]]
    assert filled.target(np.array([[5.0, NAN]])).tolist() == [[5.0, 11 / 3]]


def test_what_neither_domain_has_stays_zero():
    filled = filling([[1.0, NAN], [2.0, NAN]], [[3.0, NAN]])
    assert filled.target(np.array([[3.0, NAN]])).tolist() == [[3.0, 0.0]]


def test_without_a_target_nothing_is_filled():
    rows = np.array([[1.0, 0.0], [2.0, 0.0]])
    assert filling(rows, None).source(rows).tolist() == filling(rows, None).either(rows).tolist() == rows.tolist()


def test_a_row_with_a_feature_that_only_the_source_has_is_one_of_the_source():
    source = np.array([[1.0, 3.0, 0.0], [2.0, 5.0, 0.0], [3.0, 7.0, 0.0]])
    target = np.array([[1.0, 0.0, -1.0], [4.0, 0.0, -4.0]])
    filled = filling(source, target)
    both = filled.either(np.concatenate([source, target]))
    assert both.tolist() == [*filled.source(source).tolist(), *filled.target(target).tolist()]
    # no value in either: a row of the target, which does not happen to have what only the target can have
    assert filled.either(np.array([[2.0, 0.0, 0.0]])) == pytest.approx(np.array([[2, 5, 0]]))
    # values in both are not overwritten
    assert filled.either(np.array([[2.0, 9.0, 9.0]])).tolist() == [[2.0, 9.0, 9.0]]


def test_nan_is_filled_whatever_row_it_is():
    filled = filling([[1.0, NAN], [2.0, NAN], [3.0, NAN]], [[1.0, 2.0], [4.0, 8.0]])
    assert filled.either(np.array([[3.0, NAN]])) == pytest.approx(np.array([[3.0, 6.0]]))
