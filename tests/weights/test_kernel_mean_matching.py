"""KernelMeanMatching: the weights of (12), what they recover, and what it refuses."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from gaussians import plane, toy
from quadratic_programmes import programme
from scipy.optimize import linprog
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from shiftlab.weights import KernelMeanMatching, ShiftWarning
from shiftlab.weights.base import effective_sample_size
from shiftlab.weights.kmm_qp import qp
from shiftlab.weights.kmm_qp.constraints import Found, Sides

ALLOWED = 0.2
"""The mean absolute error of 4,000 weights; the mean of a ratio is 1."""


few_rows_worth = pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")  # without a ridge


# What it computes


@pytest.mark.parametrize("draw", [toy, plane])
def test_the_known_ratio_is_recovered_as_the_rows_grow(draw):
    errors = {}
    for n, n_seeds in ((100, 20), (4000, 3)):  # few rows differ much from draw to draw
        problems = [draw(n, seed) for seed in range(n_seeds)]
        weights = [KernelMeanMatching().fit(X_source, X_target).weights_ for X_source, X_target, _ in problems]
        truths = [ratio(X_source) for X_source, _, ratio in problems]
        errors[n] = np.abs(np.stack(weights) - truths).mean()
    assert errors[4000] < 0.6 * errors[100]  # as of the other weighers
    assert errors[4000] < ALLOWED
    # so that weights inverted, of another scale, or all the same would have failed
    for wrong in (1 / truths[0], 2 * truths[0], truths[0] / 2, np.ones(4000), weights[0] * 2, weights[0].mean()):
        assert np.abs(wrong - truths[0]).mean() > 1.5 * ALLOWED


@few_rows_worth
@pytest.mark.parametrize("ridge", [0.0, 1e-3, 0.5])
@pytest.mark.parametrize("n", [40, 500])
def test_what_is_learned_is_what_the_attributes_say(ridge, n):
    X_source, X_target, _ = plane(n)
    X_target = X_target[: n // 2]  # m and m' differ: kappa has the factor m/m'
    matching = KernelMeanMatching(ridge=ridge).fit(X_source, X_target)
    problem = programme(X_source, X_target, ridge=ridge)
    b = matching.weights_
    assert matching.gamma_ == pytest.approx(problem.gamma, rel=1e-12)
    assert matching.objective_ == pytest.approx(0.5 * b @ problem.K @ b - problem.kappa @ b, rel=1e-11)
    gap = problem.allowed.gap(b, problem.gradient(b))
    assert matching.gap_ == pytest.approx(gap / problem.scale(b), rel=1e-5, abs=1e-12)
    assert matching.gap_ <= 1e-6
    assert matching.n_iter_ >= 1
    assert matching.n_features_in_ == 2


def test_two_rows_by_hand():
    # The target is the first row: kappa = 2 (1, k) with k = 1/e, and K b = kappa gives b = (2, 0).
    rows, k = [[0.0], [1.0]], np.exp(-1)
    printed = KernelMeanMatching(gamma=1.0, ridge=0.0, tol=1e-14).fit(rows, rows[:1])
    np.testing.assert_allclose(printed.weights_, [2, 0], atol=1e-6)
    assert printed.objective_ == pytest.approx(0.5 * 2 * 2 - 2 * 2)
    ridged = KernelMeanMatching(gamma=1.0, eps=1.0, ridge=1.0, tol=1e-14).fit(rows, rows[:1])
    np.testing.assert_allclose(ridged.weights_, np.linalg.solve([[2, k], [k, 2]], [2, 2 * k]), rtol=1e-6)


def test_the_same_sample_needs_no_weights():
    X = plane(200).X_source
    matching = KernelMeanMatching(ridge=0, tol=1e-12).fit(X, X)
    np.testing.assert_allclose(matching.weights_, 1, atol=1e-2)


def test_the_papers_eps_is_the_default():
    X_source, X_target, _ = toy(64)
    default, printed = (KernelMeanMatching(eps=eps).fit(X_source, X_target).weights_ for eps in (None, (8 - 1) / 8))
    np.testing.assert_array_equal(default, printed)


@few_rows_worth
@pytest.mark.parametrize("n", [1, 2, 50, 450])
@pytest.mark.parametrize("ridge", [0.0, 1e-3])
def test_with_eps_0_the_mean_weight_is_1(n, ridge):
    X_source, X_target, _ = plane(n)
    matching = KernelMeanMatching(eps=0, ridge=ridge).fit(X_source, X_target)
    assert abs(matching.weights_.sum() - n) <= 1e-9 * n
    assert matching.gap_ <= 1e-6


@pytest.mark.parametrize("ridge", [0.0, 1e-3])
@pytest.mark.parametrize("n", [50, 450])
def test_bounds_hold_exactly(n, ridge):
    X_source, X_target, _ = plane(n)
    weights = KernelMeanMatching(B=1.2, eps=0.01, ridge=ridge).fit(X_source, X_target).weights_
    assert 0 <= weights.min() < 0.01
    assert 1.19 < weights.max() <= 1.2
    assert abs(weights.sum() - n) <= 0.01 * n + 1e-9 * n


@pytest.mark.parametrize(("target", "mean"), [(0.5, 1.05), (3.0, 0.95)])
def test_the_sum_stops_at_its_bounds(target, mean):
    # free weights would be 2 exp(-1/4) / (1 + 1/e) = 1.14 each for the target in the middle, and nearly 0 far away
    matching = KernelMeanMatching(gamma=1.0, eps=0.05, ridge=0.0).fit([[0.0], [1.0]], [[target]])
    assert matching.weights_.mean() == pytest.approx(mean, abs=1e-5)
    assert abs(matching.weights_.sum() - 2) <= 2 * 0.05 + 2e-9


def test_weights_that_must_all_be_equal_are():
    X_source, X_target, _ = plane(30)
    np.testing.assert_allclose(KernelMeanMatching(B=1, eps=0).fit(X_source, X_target).weights_, 1)
    np.testing.assert_allclose(KernelMeanMatching(B=0.9, eps=0.1).fit(X_source, X_target).weights_, 0.9)


# The ridge of ordinary data


@pytest.mark.parametrize("d", [1, 3, 10, 30])
@pytest.mark.parametrize(("m", "m_target"), [(300, 300), (300, 60), (100, 300)])
def test_where_nothing_shifted_the_default_keeps_the_sample_and_the_paper_s_does_not(d, m, m_target):
    kept, printed = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        X_source, X_target = rng.normal(size=(m, d)), rng.normal(size=(m_target, d))
        default = KernelMeanMatching().fit(X_source, X_target)
        assert default.ridge_ == 1 + m / m_target
        assert 0.8 < default.weights_.mean() < 1.1
        kept.append(effective_sample_size(default.weights_) / m)
        printed.append(effective_sample_size(KernelMeanMatching(ridge=1e-3).fit(X_source, X_target).weights_) / m)
    assert np.mean(kept) > 0.8
    assert np.mean(kept) > np.mean(printed)
    assert d < 3 or np.mean(printed) < 0.6


def test_the_default_is_the_ridge_of_the_best_linear_estimate():
    # what the class says of its default: kappa = K (1 + f + noise), f of covariance K, noise of variance 1 + m/m'
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    sizes = np.maximum(np.linalg.eigvalsh(np.exp(-0.2 * ((X[:, np.newaxis] - X) ** 2).sum(axis=2))), 0)
    for rows_per_target_row in (0.1, 1.0, 10.0):

        def error(ridge, noise=1 + rows_per_target_row):
            pull = sizes / (sizes + ridge)  # of an estimate (K + ridge)^-1 (kappa - K 1) of f, along an eigenvector
            return ((1 - pull) ** 2 * sizes + pull**2 * noise).sum()

        best = min(np.logspace(-3, 3, 601), key=error)
        assert best == pytest.approx(1 + rows_per_target_row, rel=0.02)


def test_chance_acts_on_kappa_as_the_default_has_it():
    # several sources and targets of one population: kappa - K 1 at rows that are not looked at again
    m, m_target = 60, 30
    there = np.random.default_rng(0).normal(size=(40, 2))
    differences, squares = [], []
    for seed in range(300):
        rng = np.random.default_rng(seed + 1)
        X_source, X_target = rng.normal(size=(m, 2)), rng.normal(size=(m_target, 2))
        to_source, to_target = (
            np.exp(-((there[:, np.newaxis] - rows) ** 2).sum(axis=2)) for rows in (X_source, X_target)
        )
        differences.append(m * to_target.mean(axis=1) - to_source.sum(axis=1))
        centred = to_source - to_source.mean(axis=1, keepdims=True)
        squares.append((centred**2).sum(axis=1))  # of K (I - 11'/m) K, whose rest the mean of the weights takes up
    ratio = np.var(differences, axis=0).sum() / np.mean(squares, axis=0).sum()
    assert ratio == pytest.approx(1 + m / m_target, rel=0.1)


# Samples nobody wants: see also the conformance of all weighers


def test_scales_of_the_columns_and_their_origin_do_not_matter_together():
    X_source, X_target, _ = plane(80)
    expected = KernelMeanMatching(tol=1e-12).fit(X_source, X_target).weights_
    for factor, origin in [(1e6, 0.0), (1e-6, 0.0), (1024.0, 2.0**20)]:
        moved = KernelMeanMatching(tol=1e-12).fit(factor * X_source + origin, factor * X_target + origin)
        np.testing.assert_allclose(moved.weights_, expected, atol=1e-3)


def test_copies_of_a_row_share_its_weight():
    X_source, X_target, _ = plane(20)
    matching = KernelMeanMatching(gamma=1.0, ridge=1e-3, tol=1e-12)
    weights = matching.fit(np.repeat(X_source, 10, axis=0), X_target).weights_
    np.testing.assert_allclose(weights.reshape(20, 10).std(axis=1), 0, atol=1e-6)


def test_identical_rows_have_no_median_but_a_fit(one_sentence):
    X = np.ones((10, 2))
    assert "give gamma as a number" in one_sentence(KernelMeanMatching().fit, X, X[:3])
    np.testing.assert_allclose(KernelMeanMatching(gamma=1.0, ridge=1e-3).fit(X, X[:3]).weights_, 1, rtol=1e-3)


def test_a_target_out_of_reach_of_the_kernel_is_warned_about():
    X_source, X_target, _ = plane(50)
    with pytest.warns(ShiftWarning, match="out of the target's reach"):
        matching = KernelMeanMatching(gamma=1.0).fit(X_source, X_target + 100)
    assert matching.weights_.mean() == pytest.approx(1 / np.sqrt(50))  # the least that eps allows


@pytest.mark.parametrize(
    "parameters", [{"B": 1e308}, {"ridge": 1e300}, {"gamma": 1e300}, {"gamma": 1e-300}, {"eps": 1e3}]
)
@pytest.mark.filterwarnings("error::RuntimeWarning", "ignore::shiftlab.weights.ShiftWarning")
def test_extreme_parameters_are_no_trouble(parameters):
    X_source, X_target, _ = plane(50)
    matching = KernelMeanMatching(**parameters).fit(X_source, X_target)
    assert matching.gap_ <= 1e-6
    assert np.isfinite(matching.weights_).all()


# What it refuses


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"B": 0}, "B must be one number greater than 0, got 0."),
        ({"B": np.nan}, "B must be finite"),
        ({"B": [1, 2]}, "B must be one number"),
        ({"B": 0.5, "eps": 0.1}, "B must be at least 1 - eps = 0.9"),
        ({"eps": -0.1}, "eps must be one number of at least 0, got -0.1."),
        ({"ridge": -1e-3}, "ridge must be one number of at least 0, got -0.001."),
        ({"ridge": "small"}, "ridge must be \"auto\" or one number of at least 0, got 'small'."),
        ({"tol": 0}, "tol must be one number greater than 0, got 0."),
        ({"gamma": "scale"}, 'gamma must be "median" or one number'),
        ({"gamma": 0.0}, 'gamma must be "median" or one number greater than 0, got 0.0.'),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message, one_sentence):
    X_source, X_target, _ = plane(10)
    assert message in one_sentence(KernelMeanMatching(**parameters).fit, X_source, X_target)


def test_there_is_no_ratio_for_new_rows():
    X_source, X_target, _ = plane(10)
    for matching in (KernelMeanMatching(), KernelMeanMatching().fit(X_source, X_target)):
        with pytest.raises(NotImplementedError, match=r"no ratio\(X\) for new rows.*not a ratio\.$"):
            matching.ratio(X_source)


def test_columns_in_another_order_are_refused(one_sentence):
    X_source, X_target = (pd.DataFrame(X, columns=["a", "b"]) for X in plane(10)[:2])
    assert "same names in the same order" in one_sentence(KernelMeanMatching().fit, X_source, X_target[["b", "a"]])


def test_a_gap_that_rounding_keeps_open_is_warned_about():
    X_source, X_target, _ = plane(50)
    with pytest.warns(ConvergenceWarning, match="optimal only to a gap of"):
        matching = KernelMeanMatching(tol=1e-30).fit(X_source, X_target)
    assert 1e-30 < matching.gap_ < 1e-12


@few_rows_worth
@pytest.mark.parametrize("seed", [0, 3, 6, 30, 40])
@pytest.mark.parametrize("tol", [1e-12, 1e-14])
def test_a_tolerance_next_to_rounding_gives_finite_weights_and_says_what_was_reached(seed, tol):
    X_source, X_target, _ = toy(50, seed)
    gamma = 4 * KernelMeanMatching().fit(X_source, X_target).gamma_  # so narrow that the solver breaks down
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        matching = KernelMeanMatching(gamma=gamma, ridge=0.0, tol=tol).fit(X_source, X_target)
    assert np.isfinite(matching.weights_).all()
    assert 0 <= matching.gap_ <= 1e-10
    said = [str(one.message) for one in caught if one.category is ConvergenceWarning]
    assert bool(said) == (matching.gap_ > tol)
    assert all(f"only to a gap of {matching.gap_:.1g}" in text for text in said)


def test_where_every_method_breaks_down_there_are_allowed_weights_and_a_warning(monkeypatch):
    X_source, X_target, _ = plane(50)
    nothing = Found(np.full(50, np.nan), Sides(np.ones(50, bool), np.zeros(50, bool)), 1)
    for method in ("interior_point", "block_pivoting"):
        monkeypatch.setattr(qp, method, lambda *arguments: nothing)
    with pytest.warns(ConvergenceWarning, match="optimal only to a gap of"):
        matching = KernelMeanMatching(ridge=0.0).fit(X_source, X_target)
    assert np.isfinite(matching.weights_).all()
    assert matching.weights_.mean() == pytest.approx(1 / np.sqrt(50))  # the least that eps allows
    assert matching.gap_ > 1e-6


# As an estimator


@pytest.mark.parametrize("ridge", [0.0, 1e-3])
def test_a_warm_start_finds_the_weights_of_a_cold_one(ridge):
    X_source, X_target, _ = plane(120)
    warm = KernelMeanMatching(ridge=ridge, warm_start=True)
    steps = []
    for move in np.linspace(0, 0.3, 16):
        for changes in ({"gamma": 0.3 + move}, {"B": 5 - 3 * move}, {}):
            warm.set_params(**changes).fit(X_source, X_target + move)
            steps.append(warm.n_iter_)
            cold = clone(warm).fit(X_source, X_target + move)
            assert warm.gap_ <= 1e-6
            assert warm.objective_ == pytest.approx(cold.objective_, rel=3e-6)
    if ridge:
        assert np.median(steps) <= 2


def test_a_warm_start_after_a_problem_of_another_size_is_a_cold_one():
    few, many = plane(40), plane(90)
    warm = KernelMeanMatching(warm_start=True).fit(few.X_source, few.X_target)
    warm.fit(many.X_source, many.X_target)
    cold = KernelMeanMatching().fit(many.X_source, many.X_target)
    np.testing.assert_array_equal(warm.weights_, cold.weights_)
    assert warm.n_iter_ == cold.n_iter_


def test_a_pickle_keeps_the_start_and_a_clone_does_not():
    X_source, X_target, _ = plane(60)
    warm = KernelMeanMatching(warm_start=True).fit(X_source, X_target)
    first = warm.n_iter_
    copy = pickle.loads(pickle.dumps(warm))
    np.testing.assert_array_equal(copy.weights_, warm.weights_)
    assert copy.fit(X_source, X_target).n_iter_ == 1 < first
    assert clone(warm).fit(X_source, X_target).n_iter_ == first


# The linear kernel


@pytest.mark.parametrize("B", [5.0, 1000.0])
def test_with_a_linear_kernel_no_allowed_weights_are_better(B):
    X_source, X_target, _ = plane(60)
    m, scale = len(X_source), np.einsum("ij,ij->i", X_source, X_source).mean()
    matching = KernelMeanMatching(B=B, kernel="linear", ridge=1e-3).fit(X_source, X_target)
    found = matching.weights_
    gradient = X_source @ (X_source.T @ found - m * X_target.mean(axis=0)) / scale + 1e-3 * found
    eps = 1 - 1 / np.sqrt(m)
    assert 0 <= found.min() <= found.max() <= B
    assert abs(found.mean() - 1) <= eps + 1e-9
    sums = {"A_ub": [np.ones(m), -np.ones(m)], "b_ub": [m * (1 + eps), -m * (1 - eps)]}
    lowest = linprog(gradient, bounds=[(0, B)] * m, **sums).fun  # no step to allowed weights goes down
    assert gradient @ found - lowest <= 1e-5 * np.abs(m * X_source @ X_target.mean(axis=0) / scale).max()


def test_with_a_linear_kernel_the_units_of_the_columns_do_not_matter():
    X_source, X_target, _ = plane(60)
    weights = [KernelMeanMatching(kernel="linear").fit(c * X_source, c * X_target).weights_ for c in (1.0, 1000.0)]
    np.testing.assert_allclose(*weights, atol=1e-6)
    zeros = KernelMeanMatching(kernel="linear")
    with pytest.warns(ShiftWarning):  # nothing to match
        assert np.isfinite(zeros.fit(0 * X_source, X_target).weights_).all()


def test_another_kernel_is_refused(one_sentence):
    assert 'kernel must be "rbf" or "linear"' in one_sentence(KernelMeanMatching(kernel="poly").fit, [[0.0]], [[1.0]])


@pytest.mark.parametrize("unit", [1e160, 1e-160])
@pytest.mark.parametrize("n_landmarks", [None, 10])
def test_a_linear_kernel_refuses_rows_whose_products_are_no_numbers(unit, n_landmarks, one_sentence):
    X_source, X_target = unit * plane(30).X_source, unit * plane(30).X_target
    weigher = KernelMeanMatching(kernel="linear", n_landmarks=n_landmarks)
    assert "other units" in one_sentence(weigher.fit, X_source, X_target)
