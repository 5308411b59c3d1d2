"""Shares of counts that go together, and lines on a lattice."""

import numpy as np
import pytest

from shiftlab.experiments.clusters import clustered_row
from shiftlab.experiments.contour import line_at
from shiftlab.experiments.shares import wilson


def test_counts_that_vary_as_independent_draws_have_wilsons_interval():
    held = np.random.default_rng(0).binomial(10, 0.3, size=400)
    line = clustered_row("right", held, [10] * 400)
    low, high = map(float, wilson(held.sum(), 4000))
    assert line["mean"] == held.sum() / 4000
    assert (line["low"], line["high"]) == pytest.approx((low, high), abs=2e-3)


def test_counts_that_go_together_are_worth_fewer():
    alone = clustered_row("right", [1, 0] * 50, [1] * 100)
    together = clustered_row("right", [10, 0] * 50, [10] * 100)  # ten times the same
    assert together["mean"] == alone["mean"] == 0.5
    assert (together["low"], together["high"]) == pytest.approx((alone["low"], alone["high"]), abs=2e-3)


def test_the_share_is_of_all_counts_and_not_the_mean_of_shares():
    assert clustered_row("right", [1, 9], [1, 19])["mean"] == pytest.approx(0.5)


def test_all_or_none_still_has_an_interval():
    line = clustered_row("right", [4, 4, 4], [4, 4, 4])
    assert line["high"] == 1
    assert 0.7 < line["low"] < 0.8  # 12 of 12


def test_nothing_counted_is_no_line_and_one_repetition_no_interval():
    assert clustered_row("right", [0, 0], [0, 0]) is None
    assert clustered_row("right", [], []) is None
    once = clustered_row("right", [3, 0], [4, 0], problem="iris")
    assert (once["mean"], once["low"], once["n"], once["problem"]) == (0.75, None, 1, "iris")


def test_lines_have_gaps_between_them_and_none_is_empty():
    x = np.linspace(-1, 1, 21)
    along_x, along_y = line_at(0.25, x, x, np.tile(x**2, (21, 1)))
    seen = along_x[np.isfinite(along_x)]
    assert np.abs(seen) == pytest.approx(np.full(seen.size, 0.5), abs=0.02)
    assert np.isnan(along_x).sum() == 2  # one after each line
    assert {-1.0, 1.0} <= set(along_y[np.isfinite(along_y)].round(9))
    assert line_at(2.0, x, x, np.zeros((21, 21)))[0].size == 0
