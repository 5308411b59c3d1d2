"""TrAdaBoost: by hand, beside adapt's, and where the paper leaves a gap."""

import json
from math import log, sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from shiftlab import Target
from shiftlab.learners import TrAdaBoost
from shiftlab.learners.transfer import tradaboost

PEER = json.loads((Path(__file__).parent / "adapt_tradaboost.json").read_text(encoding="utf-8"))["cases"]
LEARNERS = {
    "polynomial SVM": SVC(kernel="poly", degree=1, gamma=1.0),
    "logistic regression": LogisticRegression(),
}


class Scripted(ClassifierMixin, BaseEstimator):
    """Its nth copy says what the nth line says of the rows 0, 1, 2, ..., whatever it is trained on."""

    trained = 0

    def __init__(self, lines):
        self.lines = lines

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        self.line_ = self.lines[Scripted.trained]
        Scripted.trained += 1
        return self

    def predict(self, X):
        return np.array([self.line_[int(x)] for x in X[:, 0]])


def by_hand(*lines, **options):
    """Four source rows, 0 to 3, and two labelled target rows, 4 and 5; the true labels are 0 1 0 1 and 0 1."""
    Scripted.trained = 0
    learner = TrAdaBoost(Scripted(lines), len(lines), **options)
    rows = np.arange(6.0)[:, np.newaxis]
    return learner.fit(rows[:4], [0, 1, 0, 1], X_labeled=rows[4:], y_labeled=[0, 1])


def sectors(n=200, turn=0.0, n_classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    angle = (np.arctan2(X[:, 1], X[:, 0]) + turn) % (2 * np.pi)
    return X, (angle / (2 * np.pi) * n_classes).astype(int)


def test_weights_by_hand():
    # round 1 mistakes the source row 3; of the target nothing. Round 2 mistakes 0 and 5.
    learner = by_hand([0, 1, 0, 0, 0, 1], [1, 1, 0, 1, 0, 0], [0, 1, 0, 1, 0, 1])
    beta = 1 / (1 + sqrt(2 * log(4) / 3))  # n = 4 source rows, N = 3 rounds
    assert learner.beta_ == pytest.approx(beta)
    np.testing.assert_allclose(learner.source_weights_[0], [1 / 6] * 4)
    np.testing.assert_allclose(learner.labeled_weights_[0], [1 / 6] * 2)
    second = np.array([1, 1, 1, beta, 1, 1])  # an error of 0 moves no target row
    second /= second.sum()
    np.testing.assert_allclose(learner.source_weights_[1], second[:4])
    np.testing.assert_allclose(learner.labeled_weights_[1], second[4:])
    np.testing.assert_allclose(learner.errors_, [0, 0.5, 0], atol=1e-15)


def test_a_mistaken_target_row_is_divided_by_beta_t():
    # one of three target rows is mistaken: epsilon is 1/3, beta_t 1/2, its weight doubles
    Scripted.trained = 0
    rows = np.arange(5.0)[:, np.newaxis]
    learner = TrAdaBoost(Scripted([[0, 1, 0, 1, 1], [0, 1, 0, 1, 0]]), 2)
    learner.fit(rows[:2], [0, 1], X_labeled=rows[2:], y_labeled=[0, 1, 0])
    np.testing.assert_allclose(learner.errors_, [1 / 3, 0])
    assert learner.betas_[0] == pytest.approx(1 / 2)
    np.testing.assert_allclose(learner.source_weights_[1], [1 / 6, 1 / 6])
    np.testing.assert_allclose(learner.labeled_weights_[1], [1 / 6, 1 / 6, 2 / 6])


def test_the_second_half_of_the_rounds_votes_with_the_logarithm_of_beta_t():
    right, wrong_on_4 = [0, 1, 0, 1, 0, 1], [0, 1, 0, 1, 1, 1]
    learner = by_hand([1, 0, 1, 0, 0, 1], wrong_on_4, right, right, right)
    says = np.log(1 / learner.betas_)
    rows = np.arange(6.0)[:, np.newaxis]
    # rounds 3 to 5 of 5: the two before them have no say
    np.testing.assert_array_equal(learner.predict(rows), right)
    np.testing.assert_allclose(learner.predict_proba(rows)[:, 1], right)
    learner.estimators_[2].line_ = [1 - label for label in right]
    np.testing.assert_allclose(learner.predict_proba(rows[:1])[0, 1], says[2] / says[2:].sum())


def test_an_even_number_of_rounds_votes_from_the_half_on():
    learner = by_hand([1] * 6, *[[0, 1, 0, 1, 0, 1]] * 3, weak_round="clip")
    learner.estimators_[1].line_ = [1] * 6  # round 2 of 4 votes, round 1 does not
    says = np.log(1 / learner.betas_)
    assert learner.predict_proba([[0.0]])[0, 1] == pytest.approx(says[1] / says[1:].sum())


def test_a_tie_goes_to_the_second_class_as_printed():
    learner = by_hand([0, 1, 0, 1, 0, 1], [0, 1, 0, 1, 0, 1])
    learner.estimators_[0].line_ = [1] * 6
    assert learner.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]
    assert learner.predict([[0.0]]).tolist() == [1]


def test_a_round_no_better_than_guessing_is_clipped_or_ends_the_boosting():
    bad, good = [0, 1, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1]
    clipped = by_hand(bad, good)
    assert clipped.errors_[0] == 0.5
    assert clipped.betas_[0] == pytest.approx(0.49 / 0.51)
    assert len(clipped.estimators_) == 2
    first = by_hand(bad, good, weak_round="stop")  # there is no round before it
    assert len(first.estimators_) == 1
    np.testing.assert_array_equal(first.predict(np.arange(6.0)[:, np.newaxis]), bad)
    third = by_hand(good, good, bad, good, weak_round="stop")
    assert len(third.estimators_) == 2


def test_with_three_classes_guessing_errs_by_two_thirds():
    assert tradaboost.target_beta(0.5, 3) == pytest.approx(0.5)
    assert tradaboost.target_beta(0.9, 3) == pytest.approx(tradaboost.target_beta(2 / 3, 3))
    assert 0.9 < tradaboost.target_beta(0.9, 3) < 1
    X, y = sectors(n_classes=3)
    T, y_T = sectors(turn=1.0, n_classes=3, seed=1)
    tree = DecisionTreeClassifier(max_depth=4, random_state=0)
    labels = np.array(["a", "b", "c"])
    boosted = TrAdaBoost(tree).fit(X, labels[y], X_labeled=T[:60], y_labeled=labels[y_T[:60]])
    alone = TrAdaBoost(tree).fit(X, labels[y])
    assert boosted.score(T[60:], labels[y_T[60:]]) > alone.score(T[60:], labels[y_T[60:]]) + 0.1


@pytest.mark.parametrize("case", ["two classes", "three classes"])
def test_the_numbers_are_those_of_adapt_but_for_its_beta_t(case, monkeypatch):
    # adapt takes beta_t = e/(2 - e), which is below 1 for every error; the paper e/(1 - e), which needs one below 1/2
    peer = PEER[case]
    monkeypatch.setattr(tradaboost, "target_beta", lambda error, n_classes: max(error, 2**-52) / (2 - error))
    learner = fit_as(peer)
    np.testing.assert_allclose(learner.errors_, peer["errors"], atol=1e-9)
    np.testing.assert_allclose(learner.source_weights_, peer["source_weights"], rtol=1e-7)
    np.testing.assert_allclose(learner.labeled_weights_, peer["labeled_weights"], rtol=1e-7)
    votes = [model.predict(np.array(peer["new"])).tolist() for model in learner.estimators_]
    assert votes == peer["votes"]
    np.testing.assert_array_equal(learner.predict(peer["new"]), peer["labels"])


def test_as_printed_the_first_round_is_adapts_and_the_second_differs_by_beta_t():
    peer = PEER["two classes"]
    learner = fit_as(peer)
    error = learner.errors_[0]
    assert error == pytest.approx(peer["errors"][0])
    ours, theirs = learner.labeled_weights_[1], np.array(peer["labeled_weights"][1])
    mistaken = ours > ours.min() * (1 + 1e-9)
    assert 0 < mistaken.sum() < len(mistaken)
    # how much heavier than the others: 1/beta_t, (1 - e)/e and (2 - e)/e
    assert ours[mistaken] / ours.min() == pytest.approx((1 - error) / error)
    assert theirs[mistaken] / theirs.min() == pytest.approx((2 - error) / error)
    np.testing.assert_allclose(  # the source unlearns by the same beta
        learner.source_weights_[1] / learner.source_weights_[1].max(),
        np.array(peer["source_weights"][1]) / np.max(peer["source_weights"][1]),
    )


def test_adapt_counts_probabilities_where_there_are_some_and_the_paper_labels():
    peer = PEER["probabilities"]
    learner = fit_as(peer)
    X_labeled, y_labeled = np.array(peer["labeled"]["X"]), np.array(peer["labeled"]["y"])
    proba = learner.estimators_[0].predict_proba(X_labeled)
    assert peer["errors"][0] == pytest.approx(1 - proba[np.arange(len(proba)), y_labeled].mean())
    assert learner.errors_[0] == pytest.approx(np.mean(proba.argmax(axis=1) != y_labeled))
    assert abs(learner.errors_[0] - peer["errors"][0]) > 0.01


def fit_as(peer):
    learner = TrAdaBoost(LEARNERS[peer["learner"]], peer["n_rounds"])
    few = {"X_labeled": peer["labeled"]["X"], "y_labeled": peer["labeled"]["y"]}
    return learner.fit(peer["source"]["X"], peer["source"]["y"], **few)


def test_labelled_rows_turn_the_rule():
    X, y = sectors(400)
    T, y_T = sectors(400, turn=0.8, seed=1)
    source = TrAdaBoost().fit(X, y).score(T[100:], y_T[100:])
    boosted = TrAdaBoost().fit(X, y, T, T[:100], y_T[:100]).score(T[100:], y_T[100:])
    assert boosted > source + 0.1


def test_without_labelled_rows_it_is_the_estimators_own_fit():
    X, y = sectors()
    own = LogisticRegression().fit(X, y)
    for few in ({}, {"X_labeled": np.empty((0, 2)), "y_labeled": []}):
        learner = TrAdaBoost(LogisticRegression()).fit(X, y, X + 1, **few)
        np.testing.assert_array_equal(learner.estimators_[0].coef_, own.coef_)
        np.testing.assert_array_equal(learner.predict(X), own.predict(X))


def test_the_default_is_a_polynomial_svm_on_columns_in_zero_to_one():
    X, y = sectors()
    learner = TrAdaBoost().fit(X, y)
    own = make_pipeline(MinMaxScaler(), SVC(kernel="poly", degree=1, gamma=1.0)).fit(X, y)
    np.testing.assert_array_equal(learner.predict(X), own.predict(X))


def test_the_last_step_of_a_pipeline_is_boosted_on_rows_prepared_once():
    X, y = sectors()
    T, y_T = sectors(30, turn=0.8, seed=1)
    learner = TrAdaBoost(make_pipeline(StandardScaler(), LogisticRegression()), 5)
    learner.fit(X, y, X_labeled=T, y_labeled=y_T)
    scaler = StandardScaler().fit(np.vstack([X, T]))
    direct = TrAdaBoost(LogisticRegression(), 5)
    direct.fit(scaler.transform(X), y, X_labeled=scaler.transform(T), y_labeled=y_T)
    np.testing.assert_allclose(learner.labeled_weights_, direct.labeled_weights_)
    np.testing.assert_array_equal(learner.predict(T), direct.predict(scaler.transform(T)))


def test_sparse_rows_and_frames_are_the_same_rows():
    X, y = sectors()
    T, y_T = sectors(30, turn=0.8, seed=1)
    dense = TrAdaBoost(LogisticRegression(), 5).fit(X, y, X_labeled=T, y_labeled=y_T)
    as_sparse = TrAdaBoost(LogisticRegression(), 5)
    as_sparse.fit(sparse.csr_matrix(X), y, X_labeled=sparse.csr_matrix(T), y_labeled=y_T)
    np.testing.assert_allclose(as_sparse.labeled_weights_, dense.labeled_weights_, rtol=1e-4)
    frame, few = (pd.DataFrame(rows, columns=["u", "v"]) for rows in (X, T))
    framed = TrAdaBoost(LogisticRegression(), 5).fit(frame, pd.Series(y), X_labeled=few, y_labeled=pd.Series(y_T))
    np.testing.assert_array_equal(framed.labeled_weights_, dense.labeled_weights_)


def test_a_random_state_makes_it_the_same_again():
    X, y = sectors()
    T, y_T = sectors(30, turn=0.8, seed=1)
    tree = DecisionTreeClassifier(max_features=1, max_depth=2)
    first, again = (
        TrAdaBoost(tree, random_state=3).fit(X, y, X_labeled=T, y_labeled=y_T).labeled_weights_ for _ in range(2)
    )
    np.testing.assert_array_equal(first, again)


def test_a_search_hands_labelled_rows_over():
    X, y = sectors(80)
    T, y_T = sectors(20, turn=0.8, seed=1)
    search = GridSearchCV(TrAdaBoost(GaussianNB()), {"n_estimators": [1, 4]}, cv=2)
    search.fit(X, y, X_target=Target(T), X_labeled=Target(T), y_labeled=y_T)
    assert search.best_estimator_.labeled_weights_.shape[1] == 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_estimators": 0}, "n_estimators must be a whole number of at least 1, got 0"),
        ({"weak_round": "go"}, 'weak_round must be "clip" or "stop"'),
        ({"estimator": KNeighborsClassifier()}, "KNeighborsClassifier cannot be boosted"),
    ],
)
def test_bad_parameters_are_told(options, message, one_sentence):
    X, y = sectors(40)
    assert message in one_sentence(TrAdaBoost(**options).fit, X, y, X_labeled=X[:5], y_labeled=y[:5])


def test_not_fitted():
    with pytest.raises(NotFittedError):
        TrAdaBoost().predict([[0.0]])
