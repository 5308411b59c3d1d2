"""The maximum mean discrepancy against sums written out, and error rates of its test under no shift."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

from shiftlab.diagnostics import mmd, mmd_test
from shiftlab.weights.doubts.categories import ScaleWarning
from shiftlab.weights.median import kernel_gamma


def samples(n=60, m=40, shift=0.0, d=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(shift, 1, size=(m, d))


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
    monkeypatch.setattr("shiftlab.diagnostics.discrepancy.BLOCK", 700)
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


def test_seeds_repeat_results():
    X, Y = samples(shift=0.4)
    assert mmd_test(X, Y, random_state=5) == mmd_test(X, Y, random_state=5)


def test_one_row_is_enough():
    X, Y = samples(100, 1, shift=3.0)
    assert mmd(X, Y) > 0


def test_an_offset_changes_nothing():
    X, Y = samples(60, 40, shift=0.8)
    assert mmd(X + 1e8, Y + 1e8) == pytest.approx(mmd(X, Y), rel=1e-6)


def test_one_huge_number_is_one_row_that_is_far_away():
    X, Y = samples(40, 40, d=1)
    huge, far = (np.concatenate([Y, [[number]]]) for number in (1e160, 1e3))  # the kernel of either is 0
    assert mmd(X, huge) == pytest.approx(mmd(X, far), rel=1e-9)
    results = [mmd_test(X, sample, n_permutations=99, random_state=0) for sample in (huge, far)]
    assert results[0].statistic == pytest.approx(results[1].statistic, rel=1e-9)
    assert results[0].p_value == results[1].p_value > 0


def test_columns_of_very_different_units_are_warned_of_and_standardised_the_shift_is_seen():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(300, 3)), rng.normal(size=(300, 3))
    Y[:, 0] += 0.8
    for sample in (X, Y):
        sample[:, 2] *= 1000
    with pytest.warns(ScaleWarning, match="factor of"):
        blind = mmd_test(X, Y, n_permutations=99, random_state=0)
    assert blind.p_value > 0.05
    scaler = StandardScaler().fit(np.concatenate([X, Y]))
    assert mmd_test(scaler.transform(X), scaler.transform(Y), n_permutations=99, random_state=0).p_value == 0.01


@pytest.mark.parametrize("diagnostic", [mmd, mmd_test])
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
