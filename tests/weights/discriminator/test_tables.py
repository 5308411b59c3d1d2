"""Rows that only the estimator can read: frames with categories and missing values, sparse rows, texts."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from shiftlab import Target
from shiftlab.weights import DiscriminativeRatio, SelectionProbability, ShiftWarning

TREES = HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=5, min_samples_leaf=10)
ENCODED = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression(C=1e6, max_iter=1000))
KINDS = [DiscriminativeRatio, SelectionProbability]


def towns(names, n, seed=0, dtype="category"):
    chosen = np.random.default_rng(seed).choice(list(names), size=n)
    return pd.DataFrame({"town": pd.Series(chosen).astype(dtype), "rank": np.arange(n) % 3})


@pytest.mark.parametrize("dtype", ["category", object, "string"])
def test_the_ratio_of_categories_is_that_of_their_shares(dtype):
    source, target = towns("AAAB", 400, dtype=dtype), towns("ABBBC", 300, seed=1, dtype=dtype)
    weigher = DiscriminativeRatio(ENCODED).fit(source, target)
    for town in "AB":
        share = [(rows["town"] == town).mean() for rows in (source, target)]
        found = weigher.weights_[(source["town"] == town).to_numpy()]
        assert found.mean() == pytest.approx(share[1] / share[0], rel=0.03)
    assert weigher.feature_names_in_.tolist() == ["town", "rank"]
    np.testing.assert_allclose(weigher.ratio(source), weigher.weights_)
    np.testing.assert_array_equal(weigher.ratio(Target(target)), weigher.ratio(target))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cv", [None, 3])
def test_missing_values_are_for_the_estimator_to_read(kind, cv):
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(150, 2)), rng.normal(size=(120, 2))
    target[rng.random(120) < 0.8, 1] = np.nan
    source[rng.random(150) < 0.2, 1] = np.nan
    missing = np.isnan(source[:, 1])
    for rows in ((source, target), tuple(map(pd.DataFrame, (source, target))), (source.tolist(), target.tolist())):
        weigher = kind(TREES, cv=cv, random_state=0).fit(*rows)
        assert weigher.weights_[missing].mean() > 1 > weigher.weights_[~missing].mean()


@pytest.mark.parametrize("kind", KINDS)
def test_sparse_rows_are_weighed_like_dense_ones(kind):
    rng = np.random.default_rng(0)
    source, target = (rng.random((200, 8)) < 0.3) * 1.0, (rng.random((150, 8)) < np.linspace(0.2, 0.6, 8)) * 1.0
    model = LogisticRegression(tol=1e-8)
    dense = kind(model, cv=3, random_state=0).fit(source, target)
    for convert in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array):
        weigher = kind(model, cv=3, random_state=0).fit(convert(source), convert(target))
        np.testing.assert_allclose(weigher.weights_, dense.weights_, rtol=1e-4)
        np.testing.assert_allclose(weigher.ratio(convert(target)), dense.ratio(target), rtol=1e-4)
        mixed = kind(model, cv=3, random_state=0).fit(convert(source), target)
        np.testing.assert_allclose(mixed.weights_, dense.weights_, rtol=1e-4)


def test_frames_and_arrays_of_one_shape_are_weighed_alike():
    rng = np.random.default_rng(0)
    source, target = rng.normal(0, 1, size=(100, 2)), rng.normal(0.5, 1, size=(80, 2))
    expected = DiscriminativeRatio(LogisticRegression()).fit(source, target)
    framed = pd.DataFrame(source, columns=["a", "b"]), pd.DataFrame(target, columns=["a", "b"])
    for pair in ((framed[0], target), (source, framed[1]), framed):
        weigher = DiscriminativeRatio(LogisticRegression()).fit(*pair)
        np.testing.assert_allclose(weigher.weights_, expected.weights_)
        for rows in (target, framed[1]):
            np.testing.assert_allclose(weigher.ratio(rows), expected.ratio(target))


@pytest.mark.parametrize("estimator", [None, LogisticRegression(), TREES], ids=["default", "given", "trees"])
def test_the_function_takes_the_columns_of_the_fit(estimator, one_sentence):
    rng = np.random.default_rng(0)
    source, target = (pd.DataFrame(rng.normal(size=(60, 2)) * [1, 9], columns=["a", "b"]) for _ in range(2))
    weigher = DiscriminativeRatio(estimator).fit(source, target)
    assert "same names in the same order" in one_sentence(weigher.ratio, source[["b", "a"]])
    assert "2 columns" in one_sentence(weigher.ratio, source[["a"]])
    assert "same names" in one_sentence(weigher.fit, source, target[["b", "a"]])
    assert "same names" in one_sentence(weigher.fit, source, Target(target[["b", "a"]]))
    weigher.fit(source.to_numpy(), target.to_numpy())
    assert not hasattr(weigher, "feature_names_in_")


NUMBERS = pd.DataFrame({"x": np.linspace(0, 1, 30), "town": pd.Categorical(list("AB") * 15)})
REFUSED = {
    "a category for a model of numbers": (LogisticRegression(), NUMBERS, "column 'town' holds categories"),
    "a category for the default": (None, NUMBERS, "column 'town' holds categories"),
    "text for trees": (TREES, NUMBERS.astype({"town": object}), "column 'town' holds text"),
    "a missing value": (LogisticRegression(), NUMBERS[["x"]].where(NUMBERS.x > 0), "column 'x' has missing values"),
    "a missing value in an array": (LogisticRegression(), np.array([[0.0], [np.nan]] * 9), "some values are missing"),
    "an infinite value": (TREES, NUMBERS.replace({"x": {0.0: np.inf}}), "column 'x' has infinite values"),
    "sparse rows for trees": (TREES, sparse.eye_array(20), "they are sparse"),
    "sparse rows for the default": (None, sparse.eye_array(20), "give one that reads sparse rows"),
    "no second axis": (ENCODED, np.array(["A", "B"]), "two axes"),
    "dates": (TREES, np.array([["2024-01-01"]] * 9, dtype="datetime64[D]"), "must be rows of numbers or text"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_estimator_cannot_read_is_named(case, one_sentence):
    estimator, rows, message = REFUSED[case]
    assert message in one_sentence(DiscriminativeRatio(estimator).fit, rows, rows)


def test_new_rows_that_the_estimator_cannot_read_are_named_too(one_sentence):
    weigher = DiscriminativeRatio(LogisticRegression()).fit([[0.0], [1.0]] * 9, [[0.0], [2.0]] * 9)
    assert "some values are missing" in one_sentence(weigher.ratio, [[np.nan]])


def test_numbers_of_a_frame_are_looked_at_for_overlap_where_it_has_other_columns_too():
    columns = make_column_transformer((OneHotEncoder(), ["town"]), remainder="passthrough")
    source, far = towns("AB", 60), towns("AB", 60, seed=1).assign(rank=100.0)
    with pytest.warns(ShiftWarning, match="60 of 60 target rows have no counterpart"):
        DiscriminativeRatio(make_pipeline(columns, LogisticRegression())).fit(source, far)


def test_a_ratio_without_limit_is_said():
    A, B = np.random.default_rng(0).normal(size=(2, 40, 1))
    with pytest.warns(ShiftWarning):
        weigher = SelectionProbability(GaussianNB()).fit(A, B + 40)
    with pytest.warns(ShiftWarning, match="infinite at 40 of 40 rows"):
        found = weigher.ratio(B + 40)
    assert np.isfinite(found).all()
