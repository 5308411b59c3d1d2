"""Rows to learn from: what scikit-learn takes without a word, and what squares of features cannot be."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from shiftlab.bias import FeatureDistance, FeatureStep
from shiftlab.diagnostics import mmd
from shiftlab.learners import (
    BinnedNaiveBayes,
    C45Tree,
    CorrectedClassifier,
    LatentMap,
    LocallyWeightedEnsemble,
    NNge,
    PenalizedLMS,
    PriorShiftClassifier,
    ReweightedEstimator,
    TrAdaBoost,
    UndersampledClassifier,
    WeightedConformalClassifier,
)
from shiftlab.support.tables.learning import check_sizes
from shiftlab.validation import LeaveOneOut, SourceCV, TargetCV, WeightedCV
from shiftlab.weights import KernelDensityRatio

X = np.random.default_rng(0).normal(size=(24, 2))
y = np.arange(24) % 2
OWN = [C45Tree(), NNge(), BinnedNaiveBayes(), PenalizedLMS(), TrAdaBoost(), LatentMap(2), LocallyWeightedEnsemble()]
AROUND = [
    ReweightedEstimator(LogisticRegression(), KernelDensityRatio()),
    CorrectedClassifier(LogisticRegression(), resampled_priors="balanced"),
    PriorShiftClassifier(LogisticRegression()),
    UndersampledClassifier(DecisionTreeClassifier()),
    WeightedConformalClassifier(LogisticRegression()),
]
SQUARE = [NNge(), BinnedNaiveBayes(), LatentMap(2), LocallyWeightedEnsemble()]


def name(learner):
    return type(learner).__name__


@pytest.mark.parametrize("learner", OWN + AROUND, ids=name)
@pytest.mark.parametrize("rows", [np.arange(48).reshape(24, 2).astype("datetime64[D]")], ids=["dates"])
def test_dates_are_no_numbers_of_days(learner, rows, one_sentence):
    assert "dates or times" in one_sentence(learner.fit, rows, y)


@pytest.mark.parametrize("learner", OWN, ids=name)
def test_a_date_among_objects_or_in_a_frame_is_none_either(learner, one_sentence):
    objects = X.astype(object)
    objects[3, 1] = np.datetime64("2020-01-01")
    assert "dates or times" in one_sentence(learner.fit, objects, y)
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(when=pd.Timestamp("2020-01-01"))
    assert "'when' has dates or times" in one_sentence(learner.fit, frame, y)


@pytest.mark.parametrize("learner", OWN + AROUND, ids=name)
def test_what_is_masked_is_no_value(learner, one_sentence):
    masked = np.ma.masked_array(X, mask=X > 1.5)
    assert "masked" in one_sentence(learner.fit, masked, y)
    learner.fit(np.ma.masked_array(X, mask=False), y)


@pytest.mark.parametrize("learner", AROUND, ids=name)
@pytest.mark.parametrize("rows", [{"a": 1}, [], "rows", None], ids=["dict", "empty list", "word", "None"])
def test_what_has_no_rows_is_refused(learner, rows, one_sentence):
    assert one_sentence(learner.fit, rows, y).startswith("X must")


@pytest.mark.parametrize("learner", SQUARE, ids=name)
def test_features_without_a_square_are_refused(learner, one_sentence):
    assert "give them in other units" in one_sentence(learner.fit, X * 1e160, y)
    assert "give them in other units" in one_sentence(learner.fit, X * 1e-160, y)
    fitted = learner.fit(X, y)
    assert "give them in other units" in one_sentence(fitted.predict_proba, X * 1e200)
    fitted.predict_proba(X * 1e-200)  # near 0 is somewhere


def test_zeros_and_sparse_rows_have_squares():
    check_sizes(np.zeros((2, 2)))
    check_sizes(sparse.csr_array(np.eye(3)))
    check_sizes(np.array([[np.nan, 1.0]]))


def test_numbers_are_not_read_off_texts_and_dates_among_objects(one_sentence):
    for value in ("1", b"1", np.datetime64("2020-01-01"), np.timedelta64(1, "D")):
        objects = X.astype(object)
        objects[0, 0] = value
        assert "must be numbers" in one_sentence(mmd, objects, X)
    assert mmd(X.astype(object), X) == pytest.approx(mmd(X, X))


def test_validation_and_selection_see_what_is_masked(one_sentence):
    masked = np.ma.masked_array(X, mask=X > 1.5)
    assert "masked" in one_sentence(SourceCV().score, DecisionTreeClassifier(), (masked, y))
    assert "masked" in one_sentence(FeatureDistance().probability, masked, None)
    first = np.ma.masked_array(X, mask=np.column_stack([X[:, 0] > 0, np.zeros(24)]))
    assert "masked" in one_sentence(FeatureStep(0).probability, first, None)
    assert FeatureStep(1).probability(first, None).shape == (24,)  # only its own column is looked at


@pytest.mark.parametrize("learner", AROUND, ids=name)
def test_the_column_that_stops_an_estimator_is_named(learner, one_sentence):
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(when=pd.Timestamp("2020-01-01"))
    assert "'when' holds dates" in one_sentence(learner.fit, frame, y)


@pytest.mark.parametrize(
    "ask",
    [
        lambda flag: C45Tree(mdl_correction=flag).fit(X, y),
        lambda flag: C45Tree(average_gain=flag).fit(X, y),
        lambda flag: C45Tree(subtree_raising=flag).fit(X, y),
        lambda flag: LatentMap(2, standardize=flag).fit(X, y),
        lambda flag: LocallyWeightedEnsemble(pool_labeled=flag).fit(X, y),
        lambda flag: SourceCV(3, stratified=flag).score(LogisticRegression(), (X, y)),
        lambda flag: SourceCV(3, pool_labeled=flag).score(LogisticRegression(), (X, y)),
        lambda flag: LeaveOneOut(refit=flag).score(LogisticRegression(), (X, y)),
        lambda flag: TargetCV(3, stratified=flag).score(LogisticRegression(), (X, y), labeled=(X, y)),
        lambda flag: WeightedCV(n_splits=3, normalize=flag).score(LogisticRegression(), (X, y), X),
    ],
)
@pytest.mark.parametrize("flag", ["yes", None, 2, []])
def test_what_is_neither_true_nor_false_is_refused(ask, flag, one_sentence):
    assert "must be True or False" in one_sentence(ask, flag)


@pytest.mark.parametrize("learner", AROUND, ids=name)
def test_rows_to_predict_are_looked_at_too(learner, one_sentence):
    fitted = learner.fit(X, y)
    assert "masked" in one_sentence(fitted.predict, np.ma.masked_array(X, mask=X > 1.5))
    assert "dates or times" in one_sentence(fitted.predict, X.astype("int64").astype("datetime64[D]"))
    assert "rows and columns" in one_sentence(fitted.predict, pd.DataFrame(X).iloc[:, :0])
    assert "rows and columns" in one_sentence(fitted.predict, np.zeros(3, dtype=[("a", float), ("b", float)]))
