"""One sample below the other: columns keep their types, and the categories of both."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from shiftlab.support.tables.names import check_same_columns
from shiftlab.support.tables.reading import largest, table
from shiftlab.support.tables.stacking import stacked


def test_categories_are_those_of_both():
    first = pd.DataFrame({"a": pd.Categorical(["x", "y"]), "b": [1, 2]})
    second = pd.DataFrame({"a": pd.Categorical(["z", None]), "b": [0.5, np.nan]}, index=[7, 7])
    both = stacked(first, second)
    assert both["a"].cat.categories.tolist() == ["x", "y", "z"]
    assert both["a"].tolist()[:3] == ["x", "y", "z"]
    assert both["a"].isna().tolist() == [False, False, False, True]
    assert both["b"].dtype == np.float64
    assert both.index.tolist() == [0, 1, 2, 3]
    assert first["a"].cat.categories.tolist() == ["x", "y"]  # it is left as it was


@pytest.mark.parametrize("plain", [["z", "x"], [None, "x"], [None, None]])
def test_plain_text_below_categories_becomes_one(plain):
    first = pd.DataFrame({"a": pd.Categorical(["x", "y"])})
    both = stacked(first, pd.DataFrame({"a": plain}))
    assert isinstance(both["a"].dtype, pd.CategoricalDtype)
    assert [None if pd.isna(value) else value for value in both["a"]] == ["x", "y", *plain]


def test_ordered_categories_whose_orders_differ_are_categories_still():
    first, second = (
        pd.DataFrame({"a": pd.Categorical(list(order), categories=list(order), ordered=True)}) for order in ("lh", "hm")
    )
    assert stacked(first, second)["a"].tolist() == ["l", "h", "h", "m"]


@pytest.mark.parametrize(
    ("second", "held"),
    [(["1", "2"], "text"), (pd.Categorical(["1", "2"]), "text"), (pd.to_datetime(["2024-01-01"] * 2), "dates")],
)
def test_a_column_of_two_types_is_refused(second, held, one_sentence):
    first, second = pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": second})
    assert f"holds numbers in X_source and {held} in X_target" in one_sentence(stacked, first, second)


def test_a_column_that_is_missing_everywhere_suits_every_type():
    first = pd.DataFrame({"a": ["x", "y"]})
    assert stacked(first, pd.DataFrame({"a": [np.nan, np.nan]}))["a"].isna().tolist() == [False, False, True, True]


def test_the_kind_of_the_samples_is_kept():
    array = np.eye(2)
    assert isinstance(stacked(array, array), np.ndarray)
    for pair in ((sparse.csr_matrix(array), array), (array, sparse.csc_array(array))):
        assert sparse.issparse(stacked(*pair))
        np.testing.assert_array_equal(stacked(*pair).toarray(), np.vstack([array, array]))
    frame = pd.DataFrame(array, columns=["a", "b"])
    for pair in ((frame, array), (array, frame)):
        assert stacked(*pair).columns.tolist() == ["a", "b"]


@pytest.mark.parametrize("texts", [np.array([["1", "2"]]), np.array([["1", "2"]], dtype=object)])
def test_texts_are_not_put_below_numbers(texts, one_sentence):
    numbers = np.ones((3, 2))
    assert "X_source holds text and X_target holds numbers" in one_sentence(stacked, texts, numbers)
    assert "X_source holds numbers and X_target holds text" in one_sentence(stacked, numbers, texts)
    assert stacked(texts, texts).tolist() == [["1", "2"], ["1", "2"]]
    mixed = np.array([[1.5, "A"]], dtype=object)  # a column of each: the estimator's business
    assert stacked(mixed, numbers).shape == (4, 2)


def test_a_list_of_rows_keeps_its_numbers_and_texts():
    rows = table([[1.5, "A"], [None, "B"]], "X")
    assert rows.tolist() == [[1.5, "A"], [None, "B"]]
    assert table([[1, None]], "X").dtype == np.float64
    assert table(np.array([["1", "2"]]), "X").tolist() == [["1", "2"]]  # codes, not numbers


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 2.0], "two axes"),
        ([[]], "at least one row and one column"),
        ([[np.inf]], "must be finite"),
        (np.ma.masked_equal([[1.0, 2.0]], 2.0), "masked"),
        ([[1j]], "numbers or text"),
        ([[1.0], [1.0, 2.0]], "must be rows of numbers"),
        (sparse.csr_array([[np.inf, 0.0]]), "must be finite"),
        (sparse.csr_array([[1j, 0.0]]), "where it is sparse"),
        (pd.DataFrame({"a": []}), "at least one row"),
    ],
)
def test_what_no_estimator_can_read_is_refused(rows, message, one_sentence):
    assert message in one_sentence(table, rows, "X")


def test_the_numbers_of_a_frame():
    frame = pd.DataFrame({"a": [1.0, -3.0], "b": ["x", "y"], "c": [np.nan, 9.0], "d": pd.array([1, None], "Int64")})
    assert largest(frame) == 9.0


def test_which_columns_differ_is_said(one_sentence):
    first, second = pd.DataFrame({"a": [1], "b": [2]}), pd.DataFrame({"b": [1], "a": [2]})
    message = one_sentence(check_same_columns, first, second, 2, 2)
    assert message.endswith("but where X_source has 'a', X_target has 'b'.")
    check_same_columns(first, np.zeros((1, 2)), 2, 2)
