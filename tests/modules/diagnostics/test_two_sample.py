"""The area under the curve of a two-sample classifier, where it is known."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.stats import norm
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from shiftlab import Target
from shiftlab.diagnostics import mmd, two_sample_auc


def samples(n=60, m=40, shift=0.0, d=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(shift, 1, size=(m, d))


def test_the_auc_is_that_of_the_best_score():
    X, Y = samples(3000, 3000, shift=1.0, d=1)
    assert two_sample_auc(X, Y, random_state=0) == pytest.approx(norm.cdf(1 / np.sqrt(2)), abs=0.02)


def test_the_auc_is_near_a_half_without_a_shift_even_for_a_model_that_memorises():
    X, Y = samples(300, 300, d=5)
    for estimator in (None, RandomForestClassifier(20, random_state=0), KNeighborsClassifier(1)):
        assert two_sample_auc(X, Y, estimator=estimator, random_state=0) == pytest.approx(0.5, abs=0.06)


def test_a_shift_of_the_spread_takes_another_classifier():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(0, 1, size=(500, 1)), rng.normal(0, 4, size=(500, 1))
    assert two_sample_auc(X, Y, random_state=0) < 0.6
    assert two_sample_auc(X, Y, estimator=KNeighborsClassifier(30), random_state=0) > 0.75
    assert two_sample_auc(X, Y + 5, estimator=LinearSVC(), random_state=0) > 0.75


def test_seeds_repeat_results():
    X, Y = samples(shift=0.4)
    assert two_sample_auc(X, Y, random_state=5) == two_sample_auc(X, Y, random_state=5)


def test_few_and_uneven_rows(one_sentence):
    X, Y = samples(100, 2, shift=3.0)
    assert two_sample_auc(X, Y, random_state=0) > 0.9
    assert "at least 2 rows" in one_sentence(two_sample_auc, X, Y[:1])


def test_what_is_no_pair_of_samples_is_refused(one_sentence):
    X, Y = samples()
    assert "finite" in one_sentence(two_sample_auc, X, np.full_like(Y, np.nan))
    assert "at least one row" in one_sentence(two_sample_auc, X[:0], Y)
    assert "same columns" in one_sentence(two_sample_auc, X, Y[:, :1])
    assert "two axes" in one_sentence(two_sample_auc, X[:, 0], Y)


TREES = HistGradientBoostingClassifier(categorical_features="from_dtype", max_iter=10, min_samples_leaf=10)


def shops(names, n, missing, seed=0):
    rng = np.random.default_rng(seed)
    sales = np.where(rng.random(n) < missing, np.nan, rng.normal(size=n))
    return pd.DataFrame({"town": pd.Categorical(rng.choice(list(names), size=n)), "sales": sales})


def test_frames_with_categories_and_missing_values_take_an_estimator_that_reads_them(one_sentence):
    source, same = shops("AAB", 150, 0.1), shops("AAB", 150, 0.1, seed=1)
    assert two_sample_auc(source, same, estimator=TREES, random_state=0) == pytest.approx(0.5, abs=0.1)
    for other in (shops("ABBC", 120, 0.1, seed=1), shops("AAB", 120, 0.7, seed=1)):
        assert two_sample_auc(source, other, estimator=TREES, random_state=0) > 0.65
    assert "column 'town' holds categories" in one_sentence(two_sample_auc, source, same)
    assert "column 'town' holds categories" in one_sentence(two_sample_auc, source, same, estimator=LinearSVC())


def test_sparse_rows_take_an_estimator_that_reads_them(one_sentence):
    X, Y = samples(shift=1.0)
    dense = two_sample_auc(X, Y, estimator=LogisticRegression(), random_state=0)
    rows = sparse.csr_array(X), sparse.coo_array(Y)
    assert two_sample_auc(*rows, estimator=LogisticRegression(), random_state=0) == pytest.approx(dense, abs=1e-3)
    assert "dense array" in one_sentence(two_sample_auc, *rows)


@pytest.mark.parametrize("diagnostic", [two_sample_auc, mmd])
def test_columns_in_another_order_are_refused(diagnostic, one_sentence):
    X, Y = (pd.DataFrame(rows, columns=["a", "b"]) for rows in samples())
    assert "same names in the same order" in one_sentence(diagnostic, X, Y[["b", "a"]])
    assert "same names in the same order" in one_sentence(diagnostic, X, Target(Y[["b", "a"]]))
    assert "same columns" in one_sentence(diagnostic, X, Y[["a"]])


@pytest.mark.parametrize("value", [0.1, 1e30, -1e90])
def test_a_column_of_one_value_changes_nothing(value):
    X_source, X_target = samples(shift=1.0)
    wide = [np.column_stack([rows, np.full(len(rows), value)]) for rows in (X_source, X_target)]
    assert two_sample_auc(*wide, random_state=0) == two_sample_auc(X_source, X_target, random_state=0)


@pytest.mark.parametrize("unit", [1e160, 1e-160])
def test_columns_without_a_square_are_refused(unit, one_sentence):
    X_source, X_target = samples(shift=1.0)
    assert "other units" in one_sentence(two_sample_auc, unit * X_source, unit * X_target)
