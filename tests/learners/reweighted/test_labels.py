"""The labels that a weigher chooses by: measurements, or two classes, never the codes of several."""

import numpy as np
import pytest
from gaussians import toy
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.preprocessing import StandardScaler

from shiftlab.learners import ReweightedEstimator
from shiftlab.weights import DiscriminativeRatio, InformationCriterionRatio, KnownRatio, Transformed

RATIO = InformationCriterionRatio(KnownRatio(norm(0.5, 0.5).pdf, norm(0.0, 0.3).pdf))
PROBLEM = toy(100)
X, X_TARGET = PROBLEM.X_source, PROBLEM.X_target
THREE = np.digitize(X[:, 0], [0.2, 0.8])


def exponent(y, estimator=None):
    learner = ReweightedEstimator(LogisticRegression() if estimator is None else estimator, RATIO)
    return learner.fit(X, y, X_target=X_TARGET).weigher_.exponent_


@pytest.mark.parametrize("codes", [[0, 1, 2], [0, 2, 1], ["a", "b", "c"]])
def test_the_codes_of_three_classes_are_no_measurements(codes, one_sentence):
    y = np.array(codes)[THREE]
    for weigher in (RATIO, Transformed(StandardScaler(), InformationCriterionRatio(DiscriminativeRatio()))):
        learner = ReweightedEstimator(LogisticRegression(), weigher)
        assert "codes of 3 classes" in one_sentence(learner.fit, X, y, X_target=X_TARGET)


def test_three_numbers_that_are_measured_are():
    assert 0 <= exponent(THREE, Ridge()) <= 1


def test_however_two_classes_are_called_the_weights_are_the_same():
    y = X[:, 0] + np.random.default_rng(0).normal(0, 0.3, 100) > 0.5
    expected = exponent(y)
    for codes in ([0, 1], [1, 0], [-1.0, 1.0], ["no", "yes"], np.array(["yes", "no"], dtype=object)):
        assert exponent(np.array(codes)[y.astype(int)]) == pytest.approx(expected, abs=1e-6)


def test_words_that_are_not_two_are_refused_by_the_weigher_itself(one_sentence):
    for words in (["a"] * 100, np.array(["a", "b", "c"])[THREE]):
        assert "two classes" in one_sentence(RATIO.fit, X, X_TARGET, words)


def test_a_warning_names_the_users_line():
    with pytest.warns(UserWarning, match="no counterpart") as caught:
        ReweightedEstimator(LogisticRegression(), DiscriminativeRatio()).fit(X, THREE, X_target=X_TARGET + 20)
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a", 0, 1] * 5, "labels of one kind"),
        (["a", "b", None] * 5, "some are missing"),
        (np.array(["a", 1, "b"] * 5, dtype=object), "labels of one kind"),
        ([0, 1, float("nan")] * 5, "some are missing"),
    ],
)
def test_labels_that_nobody_can_learn_from_are_refused(y, message, one_sentence):
    X = np.random.default_rng(0).normal(size=(15, 2))
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio())
    assert message in one_sentence(learner.fit, X, y, X_target=X)


def test_rows_of_different_lengths_are_refused(one_sentence):
    ragged = [[0.0], [1.0, 2.0], [3.0]]
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio())
    assert "must be numbers" in one_sentence(learner.fit, ragged, [0, 1, 0], X_target=[[0.0]])
    assert "must be numbers" in one_sentence(learner.fit, [[0.0], [1.0], [3.0]], [0, 1, 0], X_target=ragged)
