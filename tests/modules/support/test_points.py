"""Samples of any table as points: what becomes of numbers, categories, missing values, and what is left out."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from shiftlab.support.tables.points import points


def test_numbers_are_taken_as_they_are():
    source, target = np.arange(6.0).reshape(3, 2), np.ones((2, 2))
    made = points(source, target)
    assert made.source is source
    assert made.target is target
    assert not made.categorical.any()


def test_a_missing_number_counts_as_the_median_and_as_missing():
    made = points(np.array([[1.0], [np.nan], [5.0]]), np.array([[2.0], [np.nan]]))
    np.testing.assert_array_equal(made.source, [[1, 0], [2, 1], [5, 0]])
    np.testing.assert_array_equal(made.target, [[2, 0], [2, 1]])
    assert made.categorical.tolist() == [False, True]


def as_categories(values):
    return pd.Series(values).astype("category")


@pytest.mark.parametrize("kind", [pd.Series, as_categories])
def test_categories_have_the_same_number_in_both_samples_and_a_missing_one_its_own(kind):
    source, target = pd.DataFrame({"a": kind(["x", "y", None])}), pd.DataFrame({"a": kind(["y", "z"])})
    made = points(source, target)
    (x, y, missing), (same, new) = made.source[:, 0], made.target[:, 0]
    assert same == y
    assert len({x, y, missing, new}) == 4
    assert made.categorical.all()


def test_columns_of_every_kind_are_read_and_dates_and_lists_left_out():
    frame = pd.DataFrame({"a": [1, 2], "b": [True, False], "c": ["x", 1], "d": pd.array([1, None], "Int64")})
    frame = frame.assign(when=pd.Timestamp("2024-01-01"), many=[[1], [2]])
    made = points(frame, frame)
    assert made.categorical.tolist() == [False, False, True, False, True]
    np.testing.assert_array_equal(made.source[:, [0, 1, 3, 4]], [[1, 1, 1, 0], [2, 0, 1, 1]])
    objects = np.array([[1, "u"], [2.5, "v"]], dtype=object)
    assert points(objects, objects).categorical.tolist() == [False, True]


def test_a_column_without_a_value_says_nothing_and_sparse_rows_are_not_made_dense():
    made = points(np.full((3, 1), np.nan), np.full((2, 1), np.nan))
    assert (made.source.shape, made.target.shape) == ((3, 0), (2, 0))
    assert points(sparse.eye_array(3).tocsr(), sparse.eye_array(3).tocsr()) is None
