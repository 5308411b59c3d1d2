"""CorrectedClassifier: what samplers do to the priors is seen, or told, and taken back."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from shiftlab import posterior
from shiftlab.learners import CorrectedClassifier, UndersampledClassifier


class Sampler(BaseEstimator):
    """Draws rows of each class, with repetition or without: `counts` of them."""

    def __init__(self, counts=(), random_state=0):
        self.counts = counts
        self.random_state = random_state

    def fit_resample(self, X, y):
        rng = np.random.default_rng(self.random_state)
        rows = [np.flatnonzero(y == label) for label in np.unique(y)]
        kept = np.concatenate([rng.choice(r, n, replace=n > len(r)) for r, n in zip(rows, self.counts, strict=True)])
        return X[kept], y[kept]


class SamplingPipeline(ClassifierMixin, BaseEstimator):
    """Steps that transform or resample in `fit`, and only transform later: imbalanced-learn's protocol."""

    def __init__(self, steps, copy_last=False):
        self.steps = steps
        self.copy_last = copy_last

    def fit(self, X, y):
        for _, step in self.steps[:-1]:
            if hasattr(step, "fit_resample"):
                X, y = step.fit_resample(X, y)
            else:
                X = step.fit(X, y).transform(X)
        if self.copy_last:
            self.steps[-1] = (self.steps[-1][0], clone(self.steps[-1][1]))
        self.steps[-1][1].fit(X, y)
        self.classes_ = self.steps[-1][1].classes_
        return self

    def predict_proba(self, X):
        for _, step in self.steps[:-1]:
            if hasattr(step, "transform"):
                X = step.transform(X)
        return self.steps[-1][1].predict_proba(X)


def sample(counts, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    return rng.normal(1.5 * y[:, np.newaxis], 1.0, size=(y.size, 2)), y


def pipeline(counts, classifier=None, **options):
    learn = LogisticRegression() if classifier is None else classifier
    return SamplingPipeline([("scale", StandardScaler()), ("draw", Sampler(counts)), ("learn", learn)], **options)


@pytest.mark.parametrize("counts", [(500, 500), (1000, 500), (4500, 2000), (9500, 9500)])
def test_what_arrives_behind_the_sampler_is_taken_back(counts):
    X, y = sample([9500, 500])
    learner = CorrectedClassifier(pipeline(counts)).fit(X, y)
    np.testing.assert_allclose(learner.priors_, [0.95, 0.05])
    np.testing.assert_allclose(learner.resampled_priors_, np.array(counts) / sum(counts))
    X_new, y_new = sample([9500, 500], seed=1)
    p, biased = learner.predict_proba(X_new)[:, 1], learner.estimator_.predict_proba(X_new)[:, 1]
    assert p.mean() == pytest.approx(0.05, abs=0.01)
    assert biased.mean() > 0.08
    assert brier_score_loss(y_new, p) < brier_score_loss(y_new, biased) - 0.003
    np.testing.assert_array_equal(learner.predict(X_new) == 1, p > 0.5)


def test_random_undersampling_gives_equation_9():
    X, y = sample([9000, 1000])
    learner = CorrectedClassifier(pipeline((2000, 1000))).fit(X, y)
    p_s = learner.estimator_.predict_proba(X)[:, 1]
    np.testing.assert_allclose(learner.predict_proba(X)[:, 1], posterior.corrected_posterior(p_s, 2 / 9), rtol=1e-9)


def test_several_classes_and_labels_that_are_words():
    X, y = sample([8000, 1500, 500])
    names = np.array(["common", "rare", "rarest"])
    learner = CorrectedClassifier(pipeline((500, 500, 500))).fit(X, names[y])
    assert learner.classes_.tolist() == names.tolist()
    np.testing.assert_allclose(learner.predict_proba(X).mean(axis=0), [0.8, 0.15, 0.05], atol=0.01)
    assert np.mean(learner.predict(X) == names[y]) > np.mean(learner.estimator_.predict_proba(X).argmax(axis=1) == y)


def test_a_pipeline_in_a_pipeline_is_watched_at_its_end():
    X, y = sample([900, 100])
    inner = pipeline((100, 100))
    learner = CorrectedClassifier(make_pipeline(StandardScaler(), inner)).fit(X, y)
    np.testing.assert_allclose(learner.resampled_priors_, [0.5, 0.5])


def test_without_a_sampler_nothing_is_corrected():
    X, y = sample([900, 100])
    plain = make_pipeline(StandardScaler(), LogisticRegression())
    learner = CorrectedClassifier(plain).fit(X, y)
    np.testing.assert_allclose(learner.predict_proba(X), clone(plain).fit(X, y).predict_proba(X), rtol=1e-12)


def test_the_estimators_are_left_as_they_were():
    X, y = sample([900, 100])
    given = pipeline((100, 100))
    learner = CorrectedClassifier(given).fit(X, y)
    assert "fit" not in vars(learner.estimator_.steps[-1][1])  # nobody watches any more
    assert not hasattr(given, "classes_")
    with pytest.raises(ValueError, match="NaN"):  # and not after a failure either
        learner.fit(np.where(X > 0, np.nan, X), y)
    assert "fit" not in vars(given.steps[-1][1])


def test_what_cannot_be_observed_can_be_told():
    X, y = sample([9500, 500])
    forest = RandomForestClassifier(20, min_samples_leaf=20, class_weight="balanced", random_state=0)
    learner = CorrectedClassifier(forest, resampled_priors="balanced").fit(X, y)
    assert learner.resampled_priors_.tolist() == [0.5, 0.5]
    biased = learner.estimator_.predict_proba(X)[:, 1].mean()
    assert abs(learner.predict_proba(X)[:, 1].mean() - 0.05) < 0.2 * abs(biased - 0.05)
    same = CorrectedClassifier(forest, resampled_priors=[0.5, 0.5]).fit(X, y)
    np.testing.assert_array_equal(same.predict_proba(X), learner.predict_proba(X))


@pytest.mark.parametrize(
    ("learner", "sentence"),
    [
        (CorrectedClassifier(BaggingClassifier()), "BaggingClassifier makes of the class shares cannot be observed"),
        (CorrectedClassifier(UndersampledClassifier()), "UndersampledClassifier makes of the class shares cannot"),
        (CorrectedClassifier(pipeline((50, 50), LogisticRegression(class_weight="balanced"))), "weighs the classes by"),
        (CorrectedClassifier(pipeline((50, 0), GaussianNB())), "The sampler left no row of class 1"),
        (CorrectedClassifier(pipeline((50, 50), copy_last=True)), "trained a copy of its last step"),
        (CorrectedClassifier(make_pipeline(LinearSVC())), "has no predict_proba"),
        (CorrectedClassifier(LogisticRegression(), resampled_priors="even"), 'must be "observed", "balanced" or'),
        (CorrectedClassifier(LogisticRegression(), resampled_priors=[0.5, 0.4]), "and sum to 1"),
        (CorrectedClassifier(LogisticRegression(), resampled_priors=[1.0, 0.0]), "a share above 0 for each of the 2"),
        (CorrectedClassifier(LogisticRegression(), resampled_priors=[0.2, 0.2, 0.6]), "for each of the 2 classes"),
    ],
)
def test_wrong_requests_are_refused(learner, sentence):
    X, y = sample([90, 10])
    with pytest.raises(ValueError, match=sentence):
        learner.fit(X, y)


def test_frames_sparse_matrices_searches_and_calibration():
    X, y = sample([900, 100])
    plain = Pipeline([("learn", LogisticRegression())])
    expected = CorrectedClassifier(plain).fit(X, y).predict_proba(X)
    frame = pd.DataFrame(X, columns=["u", "v"])
    np.testing.assert_allclose(
        CorrectedClassifier(plain).fit(frame, y).predict_proba(frame), expected, rtol=1e-9
    )  # sums in another order
    matrix = sparse.csr_matrix(X)
    np.testing.assert_allclose(CorrectedClassifier(plain).fit(matrix, y).predict_proba(matrix), expected, atol=1e-4)
    learner = CorrectedClassifier(pipeline((60, 60)))
    search = GridSearchCV(CorrectedClassifier(plain), {"estimator__learn__C": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    calibrated = CalibratedClassifierCV(learner, cv=3).fit(X, y)
    assert calibrated.predict_proba(X)[:, 1].mean() == pytest.approx(0.1, abs=0.03)
