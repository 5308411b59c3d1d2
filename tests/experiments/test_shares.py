"""Shares of draws: Wilson's interval, and one line of a summary for several repetitions."""

import numpy as np
import pytest
from scipy.stats import binomtest

from shiftlab.experiments.shares import share_row, wilson


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
    (line,) = share_row("share", [9, 1, 0], [10, 2, 0], k=3)
    assert (line["mean"], line["n"], line["k"]) == (10 / 12, 12, 3)
    assert (line["low"], line["high"]) == pytest.approx([float(end) for end in wilson(10, 12)])
    assert line["median"] == np.median([0.9, 0.5])  # the spread is that of the repetitions
    assert share_row("share", [0], [0]) == []


def test_one_draw_has_no_interval():
    (line,) = share_row("share", [1], [1])
    assert (line["low"], line["high"], line["n"]) == (None, None, 1)
