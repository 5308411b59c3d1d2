"""Weights on their way into a pipeline, and the user's own among them."""

import numpy as np
import pytest
from gaussians import plane
from sklearn import config_context
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from shiftlab import Target
from shiftlab.learners import ReweightedEstimator, UndersampledClassifier
from shiftlab.weights import DiscriminativeRatio

pytestmark = pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")

PROBLEM = plane(150)
X, X_TARGET = PROBLEM.X_source, PROBLEM.X_target
y = np.where(X[:, 0] ** 2 + np.random.default_rng(0).normal(size=150) > 0.5, "yes", "no")
OWN = np.random.default_rng(1).integers(0, 4, size=150).astype(float)


@pytest.fixture(params=[True, False], ids=["routing on", "routing off"])
def routing(request):
    with config_context(enable_metadata_routing=request.param):
        yield request.param


def expected(*steps, weights):
    rows = X
    for step in steps[:-1]:
        rows = step.fit_transform(rows)
    return steps[-1].fit(rows, y, sample_weight=weights).predict_proba(rows)


def test_the_weights_go_to_the_last_step(routing):
    learner = ReweightedEstimator(make_pipeline(StandardScaler(), LogisticRegression()), DiscriminativeRatio())
    learner.fit(X, y, X_target=X_TARGET)
    found = expected(StandardScaler(), LogisticRegression(), weights=learner.weights_)
    np.testing.assert_allclose(learner.predict_proba(X), found)
    assert not np.allclose(found, expected(StandardScaler(), LogisticRegression(), weights=None), atol=0.01)


def test_a_pipeline_in_a_pipeline(routing):
    inner = make_pipeline(PolynomialFeatures(2), LogisticRegression())
    learner = ReweightedEstimator(make_pipeline(StandardScaler(), inner), DiscriminativeRatio())
    learner.fit(X, y, X_target=X_TARGET)
    found = expected(StandardScaler(), PolynomialFeatures(2), LogisticRegression(), weights=learner.weights_)
    np.testing.assert_allclose(learner.predict_proba(X), found)


def test_steps_that_ask_for_weights_get_them():
    with config_context(enable_metadata_routing=True):
        scaler = StandardScaler().set_fit_request(sample_weight=True)
        last = LogisticRegression().set_fit_request(sample_weight=True)
        learner = ReweightedEstimator(make_pipeline(scaler, last), DiscriminativeRatio()).fit(X, y, X_target=X_TARGET)
        by_mean = learner.estimator_[0].mean_
    np.testing.assert_allclose(by_mean, np.average(X, axis=0, weights=learner.weights_))


def test_in_cross_validation_too(routing):
    learner = ReweightedEstimator(make_pipeline(StandardScaler(), LogisticRegression()), DiscriminativeRatio())
    given = {"params": {"X_target": Target(X_TARGET)}, "cv": 3, "error_score": "raise"}
    assert cross_val_score(learner, X, y, **given).shape == (3,)


def test_a_last_step_without_weights_is_named(one_sentence):
    steps = make_pipeline(StandardScaler(), KNeighborsClassifier())
    fit = ReweightedEstimator(steps, DiscriminativeRatio()).fit
    message = one_sentence(fit, X, y, X_target=X_TARGET)
    assert "KNeighborsClassifier, the last step, cannot be re-weighted" in message
    fit = ReweightedEstimator(make_pipeline(StandardScaler(), "passthrough"), DiscriminativeRatio()).fit
    assert "must end with an estimator" in one_sentence(fit, X, y, X_target=X_TARGET)


def test_the_users_weights_are_multiplied_in():
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio())
    learner.fit(X, y, X_target=X_TARGET, sample_weight=OWN)
    alone = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio()).fit(X, y, X_target=X_TARGET)
    np.testing.assert_array_equal(learner.weigher_.weights_, alone.weigher_.weights_)  # it does not look at them
    ratios = learner.weights_ / alone.weights_
    np.testing.assert_allclose(ratios, ratios[0])
    np.testing.assert_allclose(learner.predict_proba(X), expected(LogisticRegression(), weights=OWN * learner.weights_))
    assert (OWN * learner.weights_).sum() == pytest.approx(OWN.sum())


def test_without_a_target_the_users_weights_are_all_there_is(routing):
    counted = OWN > 0
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio()).fit(X, y, sample_weight=OWN)
    without_zeros = LogisticRegression().fit(X[counted], y[counted], sample_weight=OWN[counted])
    np.testing.assert_allclose(learner.predict_proba(X), without_zeros.predict_proba(X), atol=1e-4)
    np.testing.assert_array_equal(learner.weights_, np.ones(150))
    steps = make_pipeline(StandardScaler(), LogisticRegression())
    learner.set_params(estimator=steps).fit(X, y, sample_weight=OWN)
    found = expected(StandardScaler(), LogisticRegression(), weights=OWN)
    np.testing.assert_allclose(learner.predict_proba(X), found)


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (np.ones(3), "one weight for each of 150 rows"),
        (-OWN, "must not be negative"),
        (np.zeros(150), "nor 0 everywhere"),
        (np.full(150, np.nan), "sample_weight must be finite"),
    ],
)
def test_weights_that_make_no_sense_are_refused(own, message, one_sentence):
    learner = ReweightedEstimator(Ridge(), DiscriminativeRatio())
    assert message in one_sentence(learner.fit, X, X[:, 0], X_target=X_TARGET, sample_weight=own)


def test_one_number_for_all_rows_changes_nothing_but_the_total():
    learner = ReweightedEstimator(LogisticRegression(), DiscriminativeRatio())
    once = learner.fit(X, y, X_target=X_TARGET).weights_
    np.testing.assert_allclose(learner.fit(X, y, X_target=X_TARGET, sample_weight=2.0).weights_, once)


def test_an_undersampled_classifier_can_be_re_weighted():
    learner = ReweightedEstimator(UndersampledClassifier(random_state=0), DiscriminativeRatio())
    learner.fit(X, y, X_target=X_TARGET)
    inner = learner.estimator_
    positive = y == inner.positive_
    assert inner.prior_ == pytest.approx(learner.weights_[positive].sum() / learner.weights_.sum())
