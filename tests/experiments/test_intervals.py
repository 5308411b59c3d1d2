"""Intervals of shares, of draws and of counts that go together, and the rows that they stand in."""

import numpy as np
import pytest
from scipy.stats import binomtest

from shiftlab.experiments.intervals import jackknife, wilson
from shiftlab.experiments.summary import clustered_rows, estimate, share_rows

# Wilson's, of shares of draws.


@pytest.mark.parametrize(("held", "n"), [(0, 5), (1, 5), (999, 1000), (1000, 1000), (3, 7)])
def test_intervals_are_those_of_scipy(held, n):
    expected = binomtest(held, n).proportion_ci(method="wilson")
    low, high = wilson(held, n)
    assert (float(low), float(high)) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_ends_are_exact_where_all_or_none_hold_and_wide_where_nothing_is_drawn():
    low, high = wilson([0, 4, 0], [4, 4, 0])
    assert low[0] == 0
    assert high[1] == 1
    assert (low[2], high[2]) == (0, 1)


def test_repetitions_are_pooled_and_those_without_a_draw_left_out():
    (one,) = share_rows("share", [9, 1, 0], [10, 2, 0], k=3)
    assert (one["mean"], one["n"], one["k"]) == (10 / 12, 12, 3)
    assert (one["low"], one["high"]) == pytest.approx([float(end) for end in wilson(10, 12)])
    assert one["median"] == np.median([0.9, 0.5])  # the spread is that of the repetitions
    assert share_rows("share", [0], [0]) == []


def test_one_draw_has_no_interval():
    (one,) = share_rows("share", [1], [1])
    assert (one["low"], one["high"], one["n"]) == (None, None, 1)


# Of counts that go together.


def test_counts_that_vary_as_independent_draws_have_wilsons_interval():
    held = np.random.default_rng(0).binomial(10, 0.3, size=400)
    (one,) = clustered_rows("right", held, [10] * 400)
    low, high = map(float, wilson(held.sum(), 4000))
    assert one["mean"] == held.sum() / 4000
    assert (one["low"], one["high"]) == pytest.approx((low, high), abs=2e-3)


def test_counts_that_go_together_are_worth_fewer():
    (alone,) = clustered_rows("right", [1, 0] * 50, [1] * 100)
    (together,) = clustered_rows("right", [10, 0] * 50, [10] * 100)  # ten times the same
    assert together["mean"] == alone["mean"] == 0.5
    assert (together["low"], together["high"]) == pytest.approx((alone["low"], alone["high"]), abs=2e-3)


def test_the_share_is_of_all_counts_and_not_the_mean_of_shares():
    assert clustered_rows("right", [1, 9], [1, 19])[0]["mean"] == pytest.approx(0.5)


def test_all_or_none_still_has_an_interval():
    (one,) = clustered_rows("right", [4, 4, 4], [4, 4, 4])
    assert one["high"] == 1
    assert 0.35 < one["low"] < 0.45  # 12 of 12, in three repetitions


def test_nothing_counted_is_no_line_and_one_repetition_no_interval():
    assert clustered_rows("right", [0, 0], [0, 0]) == []
    assert clustered_rows("right", [], []) == []
    (once,) = clustered_rows("right", [3, 0], [4, 0], problem="iris")
    assert (once["mean"], once["low"], once["n"], once["problem"]) == (0.75, None, 1, "iris")


# Pairs of fields.


def pairs_of(effect):
    pairs = [(a, b) for a in range(len(effect)) for b in range(len(effect)) if a != b]
    return [effect[a] + effect[b] for a, b in pairs], *zip(*pairs, strict=True)


def test_pairs_that_share_fields_are_as_uncertain_as_their_fields():
    effect = np.random.RandomState(0).normal(size=12)
    low, high = jackknife(*pairs_of(effect))
    once = estimate(effect)
    assert (low + high) / 2 == pytest.approx(2 * once.mean)
    assert high - low == pytest.approx(2 * (once.high - once.low), rel=1e-9)


def test_equal_pairs_leave_no_doubt_and_two_fields_are_refused(one_sentence):
    assert jackknife(*pairs_of(np.ones(5))) == (2.0, 2.0)
    assert "at least three, got 2" in one_sentence(jackknife, [0.1, 0.2], [1, 2], [2, 1])
