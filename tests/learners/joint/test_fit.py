"""Learning in a space: weighted logistic regression, and the joint fit, whatever the kernel."""

import numpy as np
import pytest
from joint_problems import samples
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.learners.joint import newton
from shiftlab.learners.joint.fit import fit_jointly, fit_weighted
from shiftlab.learners.joint.labels import SeveralClasses, TwoClasses
from shiftlab.learners.joint.space import space


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("columns", [3, 40, 450])
def test_weighted_logistic_regression_is_the_library_s(columns):
    A, y = rng().normal(size=(50, columns)), rng(1).integers(0, 2, 50)
    weights = rng(2).exponential(size=50)
    theirs = LogisticRegression(C=4.0, fit_intercept=False, tol=1e-12, max_iter=10_000)
    expected = theirs.fit(A, y, sample_weight=weights).coef_[0]
    assert (columns > newton.LARGEST_MATRIX) == (columns == 450)  # above it, by conjugate gradients
    assert fit_weighted(A, TwoClasses(y), weights, 2.0)[:, 0] == pytest.approx(expected, abs=1e-6)


def test_of_several_classes_too():
    A, y = rng().normal(size=(60, 4)), rng(1).integers(0, 3, 60)
    weights = rng(2).exponential(size=60)
    theirs = LogisticRegression(C=4.0, fit_intercept=False, tol=1e-12, max_iter=10_000).fit(A, y, sample_weight=weights)
    assert fit_weighted(A, SeveralClasses(y, 3), weights, 2.0) == pytest.approx(theirs.coef_.T, abs=1e-5)


@pytest.mark.parametrize("sigma", [1e-3, 1e3])
def test_weights_of_nothing_and_enormous_ones_have_an_end(sigma):
    A, codes = rng().normal(size=(30, 2)), np.repeat([0, 1], 15)
    assert np.array_equal(fit_weighted(A, TwoClasses(codes), np.zeros(30), sigma)[:, 0], [0, 0])
    w, signs = fit_weighted(A, TwoClasses(codes), np.full(30, 1e6), sigma)[:, 0], 2 * codes - 1
    gradient = 1e6 * A.T @ (signs * expit(-signs * (A @ w)))
    assert gradient == pytest.approx(w / sigma**2, abs=1e-3 * np.abs(A).sum() + 1e-2)


def test_the_end_is_exact_to_many_digits():
    A, y = rng().normal(size=(80, 3)), rng(1).integers(0, 2, 80)
    w = fit_weighted(A, TwoClasses(y), rng(2).exponential(size=80))[:, 0]
    signs = 2 * y - 1
    gradient = A.T @ (rng(2).exponential(size=80) * signs * expit(-signs * (A @ w))) - w
    assert np.abs(gradient).max() < 1e-7


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("constant", [True, False])
def test_the_learner_is_the_fit_in_its_space(kernel, constant):
    X, y, X_target = samples()
    here = space(kernel, np.concatenate([X, X_target]), len(X), constant, 0.5)
    w, v, found = fit_jointly(here, TwoClasses(y), 2.0, 0.5)
    learner = CovariateShiftLogisticRegression(kernel, gamma=0.5, sigma_w=2.0, sigma_v=0.5, fit_intercept=constant).fit(
        X, y, X_target=X_target
    )
    assert learner.objective_ == found.path[-1]
    np.testing.assert_allclose(here.scores(w)(X_target)[:, 0], learner.decision_function(X_target), rtol=1e-12)
    np.testing.assert_allclose(60 / 40 * np.exp(-here.bias_scores(v)(X)), learner.weights_, rtol=1e-6)
    np.testing.assert_allclose(here.scores(w)(X), here.A @ w, atol=1e-7)


def test_scores_from_what_was_seen_are_those_of_the_rows():
    X, _, X_target = samples()
    for kernel in ("linear", "rbf"):
        here = space(kernel, np.concatenate([X, X_target]), len(X), gamma=0.5)
        function = here.scores(rng().normal(size=(here.A.shape[1], 2)))
        np.testing.assert_allclose(function.of(here.seen(X_target)), function(X_target), rtol=1e-9)


def test_the_median_rule_is_that_of_all_rows():
    X, _, X_target = samples()
    rows = np.concatenate([X, X_target])
    here = space("rbf", rows, len(X), constant=False)
    np.testing.assert_allclose(here.B @ here.B.T, rbf_kernel(rows, gamma=here.gamma), atol=1e-9)
