"""PriorShiftClassifier: priors that are recovered, probabilities that follow them, and what must go wrong does."""

import pickle

import numpy as np
import pandas as pd
import pytest
from mutants import replace, rewrite
from scipy import sparse
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC

from shiftlab import Target, posterior
from shiftlab.learners import PriorShiftClassifier
from shiftlab.learners.prior_shift import black_box
from shiftlab.learners.prior_shift import classifier as module
from shiftlab.weights import ShiftWarning

MEANS = np.array([[0, 0], [2, 0], [0, 2]])


def draw(n, priors, seed, labels=("a", "b", "c")):
    rng = np.random.default_rng(seed)
    codes = rng.choice(len(priors), n, p=priors)
    return rng.normal(MEANS[codes]), np.array(labels)[codes]


class Confident(ClassifierMixin, BaseEstimator):
    """Naive Bayes that counts every column `times` times, as it does with columns that repeat each other."""

    def __init__(self, times=8):
        self.times = times

    def fit(self, X, y):
        self.inner_ = GaussianNB().fit(np.tile(X, self.times), y)
        self.classes_ = self.inner_.classes_
        return self

    def predict(self, X):
        return self.inner_.predict(np.tile(X, self.times))

    def predict_proba(self, X):
        return self.inner_.predict_proba(np.tile(X, self.times))


@pytest.mark.parametrize("method", module.METHODS)
@pytest.mark.parametrize("estimator", [LogisticRegression(), Confident()])
@pytest.mark.parametrize("priors", [[0.1, 0.2, 0.7], [0.6, 0.4, 0.0]])
def test_the_priors_of_the_target_are_recovered(method, estimator, priors):
    X, y = draw(2000, [0.4, 0.3, 0.3], 0)
    X_target, y_target = draw(2000, priors, 1)
    learner = PriorShiftClassifier(estimator, method, random_state=0).fit(X, y, X_target=X_target)
    np.testing.assert_allclose(learner.priors_, priors, atol=0.05)
    assert learner.priors_.sum() == pytest.approx(1)
    assert learner.score(X_target, y_target) > learner.estimator_.score(X_target, y_target) + 0.02


def errors(method, draws=30):
    """How far the priors found are off, over many draws."""
    priors = np.array([0.15, 0.25, 0.6])
    found = []
    for seed in range(draws):
        X, y = draw(400, [0.4, 0.3, 0.3], seed)
        X_target, _ = draw(400, priors, 1000 + seed)
        learner = PriorShiftClassifier(LogisticRegression(), method, cv=3, random_state=seed)
        found.append(learner.fit(X, y, X_target=X_target).priors_ - priors)
    return np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(draws)


@pytest.mark.parametrize("method", module.METHODS)
def test_over_many_draws_the_priors_are_right_on_average(method):
    mean, error = errors(method)
    assert (np.abs(mean) < 4 * error + 0.005).all()
    assert (error < 0.02).all()


@pytest.mark.parametrize(
    "slip",
    [
        ("np.linalg.solve(conditional, ", "np.linalg.solve(conditional.T, "),
        ("np.maximum(np.linalg.solve(conditional, said_of_target.mean(axis=0)), 0.0)", "said_of_target.mean(axis=0)"),
    ],
    ids=["transposed", "classified and counted"],
)
def test_a_broken_black_box_is_off_on_average(monkeypatch, slip):
    rewrite(monkeypatch, black_box, "black_box_priors", slip)
    mean, error = errors("bbse")
    assert (np.abs(mean) > 4 * error + 0.005).any()


def test_em_needs_calibrated_probabilities_and_black_boxes_do_not():
    X, y = draw(2000, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(2000, [0.1, 0.2, 0.7], 1)

    def error(method, calibration):
        learner = PriorShiftClassifier(Confident(), method, calibration=calibration, random_state=0)
        return np.abs(learner.fit(X, y, X_target=X_target).priors_ - [0.1, 0.2, 0.7]).max()

    assert error("em", "bcts") < 0.04
    assert error("em", None) > 1.5 * error("em", "bcts")
    assert error("bbse", None) < 0.05


def test_where_nothing_has_shifted_the_priors_stay():
    X, y = draw(2000, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(2000, [0.4, 0.3, 0.3], 1)
    for method in module.METHODS:
        learner = PriorShiftClassifier(Confident(), method, random_state=0).fit(X, y, X_target=X_target)
        np.testing.assert_allclose(learner.priors_, learner.source_priors_, atol=0.05)


def test_ten_digits_with_other_frequencies():
    X, y = load_digits(return_X_y=True)
    rng = np.random.default_rng(0)
    half = rng.random(len(y)) < 0.5
    kept = ~half & (rng.random(len(y)) < np.where(y < 5, 0.2, 1.0))
    share = np.bincount(y[kept]) / kept.sum()
    for method in ("em", "bbse"):
        learner = PriorShiftClassifier(LogisticRegression(C=1e-3, max_iter=300), method, cv=3, random_state=0)
        learner.fit(X[half], y[half], X_target=X[kept])
        assert np.abs(learner.priors_ - share).sum() < 0.25 * np.abs(learner.source_priors_ - share).sum()


@pytest.mark.parametrize("calibration", ["bcts", None])
def test_probabilities_are_those_of_the_formula(calibration):
    X, y = draw(500, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(300, [0.1, 0.2, 0.7], 1)
    learner = PriorShiftClassifier(LogisticRegression(), calibration=calibration, random_state=0)
    learner.fit(X, y, X_target=X_target)
    p = learner.estimator_.predict_proba(X_target)
    if calibration:
        p = p ** (1 / learner.temperature_) * np.exp(learner.bias_)
        p /= p.sum(axis=1, keepdims=True)
    expected = posterior.adjust_priors(p, learner.source_priors_, learner.priors_)
    np.testing.assert_allclose(learner.predict_proba(X_target), expected, rtol=1e-9)
    np.testing.assert_allclose(expected.mean(axis=0), learner.priors_, atol=1e-6)  # what EM ends with
    np.testing.assert_array_equal(learner.predict(X_target), learner.classes_[expected.argmax(axis=1)])


def test_without_a_target_it_is_the_estimator():
    X, y = draw(200, [0.4, 0.3, 0.3], 0)
    learner = PriorShiftClassifier(LogisticRegression()).fit(X, y)
    plain = LogisticRegression().fit(X, y)
    np.testing.assert_array_equal(learner.predict_proba(X), plain.predict_proba(X))
    np.testing.assert_array_equal(learner.priors_, np.unique(y, return_counts=True)[1] / 200)
    fitted = PriorShiftClassifier(LogisticRegression()).fit(X, y, X_target=X[:50])
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict_proba(X), fitted.predict_proba(X))


def test_a_row_that_is_certain_to_be_of_an_excluded_class_goes_to_another():
    X, y = np.r_[np.zeros(50), np.ones(50)][:, np.newaxis], np.repeat([0, 1], 50)
    learner = PriorShiftClassifier(GaussianNB(), "bbse", calibration=None, random_state=0)
    learner.fit(X, y, X_target=np.ones((20, 1)))
    assert learner.priors_.tolist() == [0, 1]
    assert learner.predict_proba([[0.0]]).tolist() == [[0, 1]]


def test_covariate_shift_misleads_it_as_documented():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 1))
    y = rng.random(4000) < np.where(np.abs(X[:, 0]) < 1, 0.5, np.where(X[:, 0] < 0, 0.05, 0.95))
    target = np.abs(X[:, 0]) < 0.3  # a stretch where x tells nothing: half of its rows are positive
    shifted = PriorShiftClassifier(LogisticRegression(), "bbse", random_state=0)
    shifted.fit(X[:2000], y[:2000], X_target=X[2000:][target[2000:]] + 0.5)
    assert abs(shifted.priors_[1] - 0.5) > 0.2


def test_frames_sparse_matrices_and_cross_validation():
    X, y = draw(400, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(400, [0.1, 0.2, 0.7], 1)
    learner = PriorShiftClassifier(LogisticRegression(), random_state=0)
    expected = learner.fit(X, y, X_target=X_target).priors_
    frames = [pd.DataFrame(rows, columns=["u", "v"]) for rows in (X, X_target)]
    np.testing.assert_allclose(learner.fit(frames[0], y, X_target=frames[1]).priors_, expected, rtol=1e-9)
    with pytest.raises(ValueError, match="X and X_target must have columns of the same names in the same order"):
        learner.fit(frames[0], y, X_target=frames[1][["v", "u"]])
    with pytest.raises(ValueError, match="feature names should match"):
        learner.fit(frames[0], y, X_target=frames[1]).predict(frames[1][["v", "u"]])
    with pytest.raises(ValueError, match="must have the same columns, but X has 2 and X_target has 1"):
        learner.fit(X, y, X_target=X_target[:, :1])
    matrices = [sparse.csr_matrix(rows) for rows in (X, X_target)]
    np.testing.assert_allclose(learner.fit(matrices[0], y, X_target=matrices[1]).priors_, expected, atol=1e-3)
    scores = cross_val_score(learner, X, y, cv=3, params={"X_target": Target(X_target)})
    assert np.isfinite(scores).all()


def test_texts_and_tables_with_categories_and_missing_values_go_to_an_estimator_that_reads_them():
    X, y = draw(400, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(400, [0.1, 0.2, 0.7], 1)

    def texts(rows):
        return [" ".join(f"w{i}{'+' if value > 1 else '-'}" for i, value in enumerate(row)) for row in rows]

    reader = make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), LogisticRegression())
    learner = PriorShiftClassifier(reader, random_state=0).fit(texts(X), y, X_target=texts(X_target))
    assert learner.priors_[2] > 0.5

    def mixed(rows):
        frame = pd.DataFrame({"u": rows[:, 0], "v": pd.Categorical(np.where(rows[:, 1] > 1, "high", "low"))})
        frame.loc[::7, "u"] = np.nan
        return frame

    numbers = make_column_transformer((SimpleImputer(), ["u"]), (OneHotEncoder(), ["v"]))
    reader = make_pipeline(numbers, LogisticRegression())
    learner = PriorShiftClassifier(reader, random_state=0).fit(mixed(X), y, X_target=mixed(X_target))
    assert learner.priors_[2] > 0.5


def test_the_target_reaches_it_through_a_pipeline():
    X, y = draw(400, [0.4, 0.3, 0.3], 0)
    X_target, _ = draw(400, [0.1, 0.2, 0.7], 1)
    learner = PriorShiftClassifier(LogisticRegression(), random_state=0)
    with config_context(enable_metadata_routing=True):
        whole = Pipeline([("scale", StandardScaler()), ("learn", learner)], transform_input=["X_target"])
        found = whole.fit(100 + 50 * X, y, X_target=100 + 50 * X_target)["learn"].priors_
    scaler = StandardScaler().fit(X)
    expected = learner.fit(scaler.transform(X), y, X_target=scaler.transform(X_target)).priors_
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_broken_correction_is_noticed(monkeypatch):
    X, y = draw(2000, [0.4, 0.3, 0.3], 0)
    X_target, y_target = draw(2000, [0.1, 0.2, 0.7], 1)
    learner = PriorShiftClassifier(LogisticRegression(), random_state=0).fit(X, y, X_target=X_target)
    right = learner.score(X_target, y_target)
    whole = posterior.adjust_priors
    replace(monkeypatch, posterior, "adjust_priors", lambda p, train, target: whole(p, target, train))
    assert learner.score(X_target, y_target) < right - 0.1


@pytest.mark.parametrize(
    ("learner", "sentence"),
    [
        (PriorShiftClassifier(LogisticRegression(), "lipton"), "method must be one of em, bbse, bbse-soft"),
        (PriorShiftClassifier(LogisticRegression(), calibration="platt"), 'calibration must be "bcts" or None'),
        (PriorShiftClassifier(LogisticRegression(), cv=1), "cv must be a whole number of at least 2"),
        (PriorShiftClassifier(LogisticRegression(), cv=8), "cv=8 needs as many rows of each class, but class 1 has 6"),
        (PriorShiftClassifier(LinearSVC()), "LinearSVC.* has no predict_proba"),
    ],
)
def test_wrong_requests_are_refused(learner, sentence):
    X = np.arange(20.0)[:, np.newaxis]
    with pytest.raises(ValueError, match=sentence):
        learner.fit(X, np.repeat([0, 1], [14, 6]), X_target=X + 1)


def test_dates_in_the_target_are_no_numbers_of_days():
    X = np.arange(20.0)[:, np.newaxis]
    target = X.astype(object)
    target[3, 0] = np.datetime64("2020-01-01")
    for rows in (target, X.astype("datetime64[D]")):
        with pytest.raises(ValueError, match="X_target must be numbers, but it has dates or times"):
            PriorShiftClassifier(LogisticRegression()).fit(X, np.repeat([0, 1], 10), X_target=rows)


def test_classes_that_cannot_be_told_apart_are_said():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 1)), np.tile([0, 1], 100)
    with pytest.warns(ShiftWarning, match="uncertain") as caught:
        PriorShiftClassifier(LogisticRegression(), "bbse", random_state=0).fit(X, y, X_target=X)
    assert caught[0].filename == __file__
