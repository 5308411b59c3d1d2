"""KernelDensityRatio against sums of Gaussians written out, and where densities vanish."""

import numpy as np
import pytest
from gaussians import plane
from scipy.stats import gaussian_kde, norm

from shiftlab.weights import KernelDensityRatio


def test_two_sums_of_gaussians_by_hand():
    source, target, h = np.array([0.0, 1.0]), np.array([0.5, 2.0, 3.0]), 0.7
    weigher = KernelDensityRatio(bandwidth=h).fit(source[:, np.newaxis], target[:, np.newaxis])
    at = np.array([-1.0, 0.3, 2.2])
    p_source, p_target = (norm.pdf(at[:, np.newaxis], rows, h).mean(axis=1) for rows in (source, target))
    np.testing.assert_allclose(weigher.ratio(at[:, np.newaxis]), p_target / p_source, rtol=1e-12)


def test_in_one_column_the_rule_is_scipys():
    problem = plane(200)
    source, target = problem.X_source[:, 0], problem.X_target[:, 0]
    weigher = KernelDensityRatio().fit(source[:, np.newaxis], target[:, np.newaxis])
    expected = gaussian_kde(target, "silverman")(source) / gaussian_kde(source, "silverman")(source)
    np.testing.assert_allclose(weigher.weights_, expected, rtol=1e-10)


def test_silvermans_rule_in_several_columns_and_samples():
    X = np.array([[0.0, 0.0], [2.0, 10.0], [4.0, 50.0]])
    weigher = KernelDensityRatio().fit(X, np.repeat(X, 2, axis=0))
    np.testing.assert_allclose(weigher.source_bandwidth_, [2, np.std([0, 10, 50], ddof=1)] * np.array(3 ** (-1 / 6)))
    assert (weigher.target_bandwidth_ < weigher.source_bandwidth_).all()


def test_the_unit_of_a_column_does_not_matter():
    problem = plane(100)
    expected = KernelDensityRatio().fit(problem.X_source, problem.X_target).weights_
    for unit in ([1e-3, 1e6], [1e-200, 1e200]):
        other = KernelDensityRatio().fit(problem.X_source * unit, problem.X_target * unit).weights_
        np.testing.assert_allclose(other, expected, rtol=1e-9)


def test_far_from_all_rows_the_ratio_is_still_right():
    weigher = KernelDensityRatio(bandwidth=1.0).fit([[0.0]], [[1.0]])
    np.testing.assert_allclose(weigher.ratio([[100.0], [-100.0]]), np.exp([99.5, -100.5]), rtol=1e-10)
    assert np.isfinite(weigher.ratio([[1e6]])).all()
    assert weigher.ratio([[-1e6]]).tolist() == [0]


def test_blocks_change_nothing(monkeypatch):
    problem = plane(300)
    expected = KernelDensityRatio().fit(problem.X_source, problem.X_target).weights_
    monkeypatch.setattr("shiftlab.weights.kernels.BLOCK", 1000)
    np.testing.assert_array_equal(KernelDensityRatio().fit(problem.X_source, problem.X_target).weights_, expected)


@pytest.mark.parametrize("bandwidth", [0, -1.0, np.nan, "scott", [1.0, 2.0]])
def test_bandwidths_that_are_none_are_refused(bandwidth, one_sentence):
    assert "bandwidth" in one_sentence(KernelDensityRatio(bandwidth).fit, [[0.0], [1.0]], [[0.0], [1.0]])


def test_a_sample_without_spread_needs_a_number(one_sentence):
    X, flat = np.array([[0.0, 1.0], [1.0, 2.0]]), np.array([[0.0, 5.0], [1.0, 5.0]])
    message = one_sentence(KernelDensityRatio().fit, X, flat)
    assert "column 1 of X_target has only one value" in message
    assert "column 0 of X_target" in one_sentence(KernelDensityRatio().fit, X, X[:1])
    assert KernelDensityRatio(1.0).fit(X, flat).weights_.shape == (2,)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_logarithms_of_weights_do_not_overflow_in_many_columns():
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(40, 500)), rng.normal(0.5, 1, size=(40, 500))
    weigher = KernelDensityRatio(bandwidth=0.3).fit(X_source, X_target)
    assert np.isfinite(weigher.log_weights_).all()
    assert np.ptp(weigher.log_weights_) > 709  # their exponentials would
    few = KernelDensityRatio().fit(X_source[:, :2], X_target[:, :2])
    np.testing.assert_allclose(np.exp(few.log_weights_), few.weights_)
