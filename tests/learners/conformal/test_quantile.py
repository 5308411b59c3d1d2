"""The weighted quantile: Corollary 1 of Tibshirani et al. (2019), by hand and by its definition."""

import numpy as np
import pytest

from shiftlab.learners.conformal.quantile import weighted_quantiles


def by_definition(scores, weights, own, level):
    """inf {s : the normalised weight of scores up to s is at least the level}, the new row's own at infinity."""
    total = sum(weights) + own
    for score in sorted(scores):
        if sum(w for s, w in zip(scores, weights, strict=True) if s <= score) >= level * total:
            return score
    return np.inf


@pytest.mark.parametrize("n", [1, 2, 9, 19, 20])
def test_equal_weights_give_the_order_statistic_of_split_conformal_prediction(n):
    scores = np.random.default_rng(n).permutation(np.arange(1.0, n + 1))
    rank = int(np.ceil(0.9 * (n + 1) - 1e-9))  # of n + 1, the new row counted
    expected = np.inf if rank > n else float(rank)
    assert weighted_quantiles(scores, np.ones(n), np.ones(3), 0.9).tolist() == [expected] * 3


@pytest.mark.parametrize("level", [0.05, 0.5, 0.7, 0.9])
def test_any_weights_give_the_definition(level):
    rng = np.random.default_rng(0)
    scores = rng.integers(0, 6, 15).astype(float)  # with ties
    weights = rng.exponential(size=15) * rng.integers(0, 2, 15)
    own = np.r_[0.0, rng.exponential(3, 20), rng.exponential(300, 20)]
    expected = [by_definition(scores, weights, mine, level) for mine in own]
    assert weighted_quantiles(scores, weights, own, level).tolist() == expected
    assert len(set(expected)) > 1


def test_the_own_weight_of_a_row_raises_its_quantile():
    quantiles = weighted_quantiles(np.arange(100.0), np.ones(100), np.array([0.0, 5.0, 11.0, 12.0]), 0.9)
    assert quantiles.tolist() == [89.0, 94.0, 99.0, np.inf]


def test_where_no_calibration_row_counts_nothing_is_known():
    assert weighted_quantiles(np.arange(3.0), np.zeros(3), np.array([0.0, 1.0]), 0.9).tolist() == [np.inf] * 2


def test_weights_of_any_magnitude():
    scores, own = np.arange(9.0), np.array([0.5, 1.0])
    expected = weighted_quantiles(scores, np.ones(9), own, 0.8).tolist()
    for size in (1e-300, 1e300, 1.7e308):
        assert weighted_quantiles(scores, np.full(9, size), size * own, 0.8).tolist() == expected
    assert weighted_quantiles(scores, np.full(9, 1e-3), np.array([1.7e308]), 0.8).tolist() == [np.inf]


def test_sums_that_are_equal_on_paper_reach_the_level():
    # 0.1 + 0.2 + 0.3 is a digit above 0.6, three tenths thrice added a digit below 0.9
    for weights in ([0.1, 0.2, 0.3, 0.4], [0.3, 0.3, 0.3, 0.1]):
        level = sum(weights[:3]) / 2
        quantile = weighted_quantiles(np.arange(4.0), np.array(weights), np.array([1.0]), round(level, 12))
        assert quantile.tolist() == [2.0]
