"""PenalizedLMS against (8), its printed solution, and rows dropped or repeated."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab.learners import PenalizedLMS

rng = np.random.default_rng(0)
X, X_NEW = rng.normal(size=(50, 2)), rng.normal(size=(30, 2))
Y = np.sin(2 * X[:, 0]) + X[:, 1] + rng.normal(0, 0.1, size=50)
WEIGHTS = rng.uniform(0.1, 5, size=50)


def test_two_rows_by_hand():
    # (K + 2 diag(1/4, 1))^-1 y, K = [[1, k], [k, 1]], of determinant 9/2 - k^2
    k = np.exp(-0.5)
    learner = PenalizedLMS(alpha=2.0, gamma=0.5).fit([[0.0], [1.0]], [1.0, 2.0], sample_weight=[4.0, 1.0])
    np.testing.assert_allclose(learner.dual_coef_, np.array([3 - 2 * k, 3 - k]) / (4.5 - k**2), rtol=1e-12)


@pytest.mark.parametrize("alpha", [1e-3, 1.0, 100.0])
def test_positive_weights_give_the_printed_solution(alpha):
    learner = PenalizedLMS(alpha, 0.7).fit(X, Y, sample_weight=WEIGHTS)
    K = rbf_kernel(X, gamma=0.7)
    np.testing.assert_allclose(learner.dual_coef_, np.linalg.solve(alpha * np.diag(1 / WEIGHTS) + K, Y), rtol=1e-6)
    np.testing.assert_allclose(learner.predict(X_NEW), rbf_kernel(X_NEW, X, gamma=0.7) @ learner.dual_coef_)


def test_the_solution_minimises_the_weighted_criterion():
    learner, K = PenalizedLMS(0.5, 0.7).fit(X, Y, sample_weight=WEIGHTS), rbf_kernel(X, gamma=0.7)

    def criterion(a):
        return WEIGHTS @ (Y - K @ a) ** 2 + 0.5 * a @ K @ a

    lowest = criterion(learner.dual_coef_)
    for seed in range(20):
        step = np.random.default_rng(seed).normal(0, 1e-2, size=50)
        assert criterion(learner.dual_coef_ + step) > lowest


def test_without_weights_it_is_kernel_ridge():
    expected = KernelRidge(alpha=0.3, kernel="rbf", gamma=0.7).fit(X, Y).predict(X_NEW)
    np.testing.assert_allclose(PenalizedLMS(0.3, 0.7).fit(X, Y).predict(X_NEW), expected, rtol=1e-9)


@pytest.mark.parametrize("gamma", [0.7, "median"])
def test_rows_of_weight_zero_are_dropped(gamma):
    weights = np.where(np.arange(50) % 3 == 0, 0, WEIGHTS)
    kept = weights > 0
    spoilt = np.where(kept, Y, 1e6)
    with_zeros = PenalizedLMS(0.5, gamma).fit(X, spoilt, sample_weight=weights)
    without = PenalizedLMS(0.5, gamma).fit(X[kept], Y[kept], sample_weight=weights[kept])
    np.testing.assert_array_equal(with_zeros.predict(X_NEW), without.predict(X_NEW))
    nearly = PenalizedLMS(0.5, with_zeros.gamma_).fit(X, Y, sample_weight=np.where(kept, weights, 1e-300))
    np.testing.assert_allclose(nearly.predict(X_NEW), without.predict(X_NEW), rtol=1e-9)


def test_a_row_of_weight_two_is_two_rows_and_larger_weights_are_a_smaller_penalty():
    counts = np.arange(50) % 4
    repeated = np.repeat(np.arange(50), counts)
    by_weight = PenalizedLMS(0.5).fit(X, Y, sample_weight=counts).predict(X_NEW)
    np.testing.assert_allclose(by_weight, PenalizedLMS(0.5).fit(X[repeated], Y[repeated]).predict(X_NEW), rtol=1e-8)
    larger = PenalizedLMS(5.0).fit(X, Y, sample_weight=10.0 * counts).predict(X_NEW)
    np.testing.assert_allclose(larger, by_weight, rtol=1e-9)


def test_identical_rows_and_a_hardly_visible_penalty():
    same = np.repeat(X[:3], 10, axis=0)
    learner = PenalizedLMS(1e-8).fit(same, np.repeat([1.0, 2.0, 3.0], 10))
    np.testing.assert_allclose(learner.predict(X[:3]), [1, 2, 3], rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "y", "weights", "message"),
    [
        ({"alpha": 0}, Y, None, "alpha must be one number greater than 0"),
        ({"alpha": np.nan}, Y, None, "alpha must be finite"),
        ({"alpha": [1.0]}, Y, None, "alpha must be one number"),
        ({"gamma": 0}, Y, None, "gamma must be"),
        ({"gamma": "scale"}, Y, None, "gamma must be"),
        ({}, Y, np.zeros(50), "every weight is zero|non-zero"),
        ({}, Y, -WEIGHTS, "[Nn]egative"),
        ({}, Y, WEIGHTS * np.nan, "NaN"),
        ({}, Y * np.nan, None, "NaN"),
        ({}, Y[:5], None, "inconsistent"),
    ],
)
def test_hostile_input_is_refused(options, y, weights, message):
    with pytest.raises(ValueError, match=message):
        PenalizedLMS(**options).fit(X, y, sample_weight=weights)


def test_not_fitted_and_other_widths():
    with pytest.raises(NotFittedError):
        PenalizedLMS().predict(X)
    with pytest.raises(ValueError, match="features"):
        PenalizedLMS().fit(X, Y).predict(X[:, :1])
