"""Diagnostics against sums written out, and error rates of the test and of the classifier under no shift."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from shiftlab.diagnostics import effective_sample_size, mmd, mmd_test, two_sample_auc
from shiftlab.weights.median import kernel_gamma


def samples(n=60, m=40, shift=0.0, d=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(shift, 1, size=(m, d))


@pytest.mark.parametrize(
    ("weights", "size"), [([1, 1, 1], 3), ([5, 0, 0, 0], 1), ([1, 3], 16 / 10), ([1e200, 3e200], 1.6), ([7], 1)]
)
def test_effective_sample_size_by_hand(weights, size):
    assert effective_sample_size(weights) == pytest.approx(size, rel=1e-12)


@pytest.mark.parametrize("weights", [[], [0, 0], [-1, 2], [np.nan, 1], [[1, 2]], "many", 3.0])
def test_weights_without_a_size_are_refused(weights, one_sentence):
    assert "weights" in one_sentence(effective_sample_size, weights)


def literal(X, Y, gamma):
    def mean(A, B):
        return np.mean([np.exp(-gamma * ((a - b) ** 2).sum()) for a in A for b in B])

    return np.sqrt(mean(X, X) - 2 * mean(X, Y) + mean(Y, Y))


@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0])
def test_mmd_is_the_distance_of_the_means_written_out(gamma):
    X, Y = samples(13, 8, shift=0.5)
    assert mmd(X, Y, gamma=gamma) == pytest.approx(literal(X, Y, gamma), rel=1e-9)
    assert mmd(Y, X, gamma=gamma) == pytest.approx(mmd(X, Y, gamma=gamma), rel=1e-12)
    assert mmd(X, X[::-1], gamma=gamma) < 1e-7


def test_the_default_width_is_the_median_of_the_pooled_rows():
    X, Y = samples(shift=1.0)
    assert mmd(X, Y) == mmd(X, Y, gamma=kernel_gamma("median", np.concatenate([X, Y])))


def test_blocks_change_nothing(monkeypatch):
    X, Y = samples(shift=0.3)
    expected = mmd_test(X, Y, n_permutations=99, random_state=0)
    monkeypatch.setattr("shiftlab.diagnostics._BLOCK", 700)
    blocked = mmd_test(X, Y, n_permutations=99, random_state=0)
    assert blocked.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert blocked.p_value == expected.p_value


def test_the_test_is_that_of_shuffled_rows():
    X, Y = samples(9, 6, shift=0.8)
    gamma, pooled, rng = 0.7, np.concatenate([X, Y]), np.random.RandomState(3)
    relabelled = []
    for _ in range(50):
        order = rng.permutation(15)
        relabelled.append(literal(pooled[order[:9]], pooled[order[9:]], gamma))
    result = mmd_test(X, Y, gamma=gamma, n_permutations=50, random_state=3)
    assert result.statistic == pytest.approx(literal(X, Y, gamma), rel=1e-9)
    assert result.p_value == pytest.approx((1 + np.sum(np.array(relabelled) >= literal(X, Y, gamma))) / 51)


def test_p_values_are_uniform_without_a_shift_and_small_with_one():
    none = [mmd_test(*samples(30, 20, seed=seed), n_permutations=99, random_state=seed).p_value for seed in range(200)]
    assert np.mean(np.array(none) <= 0.1) == pytest.approx(0.1, abs=0.06)  # three standard deviations
    assert np.mean(none) == pytest.approx(0.5, abs=0.07)
    some = [mmd_test(*samples(60, 60, 0.8, seed=seed), n_permutations=99, random_state=0).p_value for seed in range(20)]
    assert np.mean(np.array(some) <= 0.05) > 0.9


def test_equal_rows_tie():
    ones = np.ones((5, 1))
    assert mmd_test(ones, ones, gamma=1.0, n_permutations=20, random_state=0).p_value == 1
    # Of the 6 equally likely labellings of 0, 0, 1, 1 two are as far apart as the one observed.
    p_value = mmd_test([[0.0], [0.0]], [[1.0], [1.0]], gamma=1.0, n_permutations=4000, random_state=0).p_value
    assert p_value == pytest.approx(1 / 3, abs=0.03)


def test_the_auc_is_that_of_the_best_score():
    X, Y = samples(3000, 3000, shift=1.0, d=1)
    assert two_sample_auc(X, Y, random_state=0) == pytest.approx(norm.cdf(1 / np.sqrt(2)), abs=0.02)


def test_the_auc_is_near_a_half_without_a_shift_even_for_a_model_that_memorises():
    X, Y = samples(300, 300, d=5)
    for estimator in (None, RandomForestClassifier(20, random_state=0), KNeighborsClassifier(1)):
        assert two_sample_auc(X, Y, estimator=estimator, random_state=0) == pytest.approx(0.5, abs=0.06)


def test_a_shift_of_the_spread_takes_another_classifier():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(0, 1, size=(500, 1)), rng.normal(0, 4, size=(500, 1))
    assert two_sample_auc(X, Y, random_state=0) < 0.6
    assert two_sample_auc(X, Y, estimator=KNeighborsClassifier(30), random_state=0) > 0.75
    assert two_sample_auc(X, Y + 5, estimator=LinearSVC(), random_state=0) > 0.75


def test_seeds_repeat_results():
    X, Y = samples(shift=0.4)
    assert two_sample_auc(X, Y, random_state=5) == two_sample_auc(X, Y, random_state=5)
    assert mmd_test(X, Y, random_state=5) == mmd_test(X, Y, random_state=5)


def test_few_and_uneven_rows():
    X, Y = samples(100, 2, shift=3.0)
    assert two_sample_auc(X, Y, random_state=0) > 0.9
    assert mmd(X, Y[:1]) > 0


@pytest.mark.parametrize("diagnostic", [mmd, mmd_test, two_sample_auc])
def test_what_is_no_pair_of_samples_is_refused(diagnostic, one_sentence):
    X, Y = samples()
    assert "finite" in one_sentence(diagnostic, X, np.full_like(Y, np.nan))
    assert "at least one row" in one_sentence(diagnostic, X[:0], Y)
    assert "same columns" in one_sentence(diagnostic, X, Y[:, :1])
    assert "two axes" in one_sentence(diagnostic, X[:, 0], Y)


def test_other_refusals(one_sentence):
    X, Y = samples()
    assert "gamma" in one_sentence(mmd, X, Y, gamma=0)
    assert "all are the same" in one_sentence(mmd, np.ones((3, 1)), np.ones((3, 1)))
    for count in (0, 2.5, True):
        assert "n_permutations" in one_sentence(mmd_test, X, Y, n_permutations=count)
    assert "at least 2 rows" in one_sentence(two_sample_auc, X, Y[:1])
