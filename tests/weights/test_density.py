"""KernelDensityRatio against sums of Gaussians written out, and where densities vanish."""

import warnings

import numpy as np
import pytest
from gaussians import plane
from scipy.stats import gaussian_kde, norm

from shiftlab.weights import KernelDensityRatio, ScaleWarning, ShiftWarning


def test_two_sums_of_gaussians_by_hand():
    source, target, h = np.array([0.0, 1.0]), np.array([0.5, 2.0, 3.0]), 0.7
    weigher = KernelDensityRatio(bandwidth=h).fit(source[:, np.newaxis], target[:, np.newaxis])
    at = np.array([-1.0, 0.3, 2.2])
    p_source, p_target = (norm.pdf(at[:, np.newaxis], rows, h).mean(axis=1) for rows in (source, target))
    np.testing.assert_allclose(weigher.ratio(at[:, np.newaxis]), p_target / p_source, rtol=1e-12)


def test_in_one_column_the_rule_is_scipys():
    problem = plane(200)
    source, target = problem.X_source[:, 0], problem.X_target[:, 0]
    weigher = KernelDensityRatio(leave_one_out=False).fit(source[:, np.newaxis], target[:, np.newaxis])
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
    with pytest.warns(ShiftWarning, match="infinite at 1 of 1 rows"):
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


def test_a_source_row_is_left_out_of_its_own_density():
    problem = plane(40)
    weigher = KernelDensityRatio(bandwidth=1.0).fit(problem.X_source, problem.X_target)
    for i in range(40):
        others = KernelDensityRatio(bandwidth=1.0).fit(np.delete(problem.X_source, i, axis=0), problem.X_target)
        alone = KernelDensityRatio(bandwidth=1.0).fit(problem.X_source[[i]], problem.X_target)
        # or, where it has no neighbours, it counts as the one row in 40 that it is
        expected = min(others.ratio(problem.X_source[[i]])[0], 40 * alone.ratio(problem.X_source[[i]])[0])
        assert weigher.weights_[i] == pytest.approx(expected, rel=1e-9)


def test_a_row_on_its_own_does_not_take_all_the_weight():
    X_source = np.append(np.random.default_rng(0).normal(size=300), 30.0)[:, np.newaxis]
    weigher = KernelDensityRatio(bandwidth=0.5).fit(X_source, [[0.0], [20.0]])
    assert weigher.weights_[-1] < 1


@pytest.mark.parametrize("d", [1, 2, 3])
def test_without_a_shift_the_mean_weight_is_1_where_a_row_that_counts_itself_is_too_light(d):
    means = []
    for seed in range(10):
        X_source, X_target = np.random.default_rng(seed).normal(size=(2, 300, d))
        both = (KernelDensityRatio(leave_one_out=leave).fit(X_source, X_target) for leave in (True, False))
        means.append([weigher.weights_.mean() for weigher in both])
    left_out, counted = np.mean(means, axis=0)
    assert abs(left_out - 1) < 0.1
    assert d < 3 or counted < 0.9


@pytest.mark.parametrize("d", [1, 3, 4, 30])
def test_more_than_three_columns_are_warned_about(d):
    X_source, X_target = np.random.default_rng(0).normal(size=(2, 200, d))
    constant = [np.column_stack([X, np.ones((200, 5))]) for X in (X_source, X_target)]  # these do not count
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        KernelDensityRatio().fit(*constant)
    assert any(f"more than 3 columns, and X_source has {d}" in str(warning.message) for warning in caught) == (d > 3)
    assert d > 3 or not caught


def test_a_bandwidth_in_the_units_of_one_column_is_warned_about():
    X_source, X_target = np.random.default_rng(0).normal(size=(2, 100, 2)) * [1, 100]
    with pytest.warns(ScaleWarning, match="differ by a factor of"):
        KernelDensityRatio(1.0).fit(X_source, X_target)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning", "error::RuntimeWarning")
def test_numbers_beyond_measure_are_weighed_or_refused(one_sentence):
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(40, 1)), rng.normal(size=(30, 1))
    weights = KernelDensityRatio().fit(np.r_[A, [[1e200]]], B).weights_
    assert weights[-1] == 0
    assert np.isfinite(weights).all()
    for leave_one_out in (True, False):
        assert "larger bandwidth" in one_sentence(
            KernelDensityRatio(1.0, leave_one_out=leave_one_out).fit(A, B).ratio, [[1e200]]
        )
    assert np.isfinite(KernelDensityRatio(1e-200).fit(A, B).weights_).all()
    for scale in (1e-100, 1e-170):
        assert np.isfinite(KernelDensityRatio().fit(A * scale, B).ratio(B)).all()


@pytest.mark.parametrize("leave_one_out", [1, None, "yes"])
def test_leave_one_out_is_true_or_false(leave_one_out, one_sentence):
    refused = KernelDensityRatio(leave_one_out=leave_one_out).fit
    assert "leave_one_out must be True or False" in one_sentence(refused, [[0.0], [1.0]], [[0.0], [1.0]])


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")
def test_logarithms_of_weights_do_not_overflow_in_many_columns():
    rng = np.random.default_rng(0)
    X_source, X_target = rng.normal(size=(40, 500)), rng.normal(0.5, 1, size=(40, 500))
    weigher = KernelDensityRatio(bandwidth=0.3).fit(X_source, X_target)
    assert np.isfinite(weigher.log_weights_).all()
    assert np.ptp(weigher.log_weights_) > 709  # their exponentials would
    few = KernelDensityRatio().fit(X_source[:, :2], X_target[:, :2])
    np.testing.assert_allclose(np.exp(few.log_weights_), few.weights_)
