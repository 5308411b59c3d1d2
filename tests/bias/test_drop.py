"""Sorting by a feature and dropping the first rows, with ties broken by the seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiftlab.bias import DropLowest

few_values = st.lists(st.integers(0, 3), min_size=2, max_size=30)


def test_a_quarter_is_dropped_from_below():
    X = np.random.default_rng(0).permutation(np.arange(100.0))[:, None]
    selected = DropLowest.reverse_testing().select(X, None, 0)
    np.testing.assert_array_equal(selected, X[:, 0] >= 25)
    np.testing.assert_array_equal(DropLowest().probability(X, None), selected.astype(float))


@given(few_values, st.floats(0, 0.6), st.integers(0, 2**32 - 1))
def test_the_number_of_rows_dropped_is_exact_and_no_higher_row_goes_before_a_lower_one(values, fraction, seed):
    X, drop = np.array(values, float)[:, None], DropLowest(fraction=fraction)
    selected, p = drop.select(X, None, seed), drop.probability(X, None)
    n_dropped = round(fraction * len(values))
    assert (~selected).sum() == n_dropped
    assert p.sum() == pytest.approx(len(values) - n_dropped)
    if n_dropped > 0:
        assert X[~selected, 0].max() <= X[selected, 0].min()
    assert (p[selected] > 0).all()
    assert (p[~selected] < 1).all()


def test_tied_rows_share_what_remains_of_the_cut():
    X = [[0], [1], [1], [1], [2], [2], [3], [3]]
    assert DropLowest().probability(X, None).tolist() == [0, *[1 - 1 / 3] * 3, 1, 1, 1, 1]


def test_the_seed_decides_which_of_the_tied_rows_go():
    X = np.zeros((40, 1))
    first, again, other = (DropLowest().select(X, None, seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_other_columns_may_be_symbolic():
    X = np.array([["a", 3.0], [None, 1.0], ["c", 2.0], ["d", 4.0]], dtype=object)
    assert DropLowest(feature=1).select(X, None, 0).tolist() == [True, False, True, True]


def test_a_fraction_that_rounds_to_every_row_is_refused(one_sentence):
    assert "No row would be left" in one_sentence(DropLowest(fraction=0.9).select, [[1.0], [2.0]], None, 0)
