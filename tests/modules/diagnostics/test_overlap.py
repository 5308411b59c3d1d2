"""Rows without counterpart and the size of what is left: by hand, and by chance."""

import numpy as np
import pandas as pd
import pytest

from shiftlab.diagnostics.overlap import reached_size, scores_above_all, stand_out
from shiftlab.diagnostics.table import read


@pytest.mark.parametrize("draw", ["normal", "standard_cauchy", "lognormal"])
@pytest.mark.parametrize(("n", "d"), [(20, 100), (500, 30)])
def test_without_a_shift_hardly_a_row_lacks_a_counterpart_however_heavy_the_tails(draw, n, d):
    rng = np.random.default_rng(0)
    shares = [stand_out(read(*(getattr(rng, draw)(size=(n, d)) for _ in range(2)))).mean() for _ in range(20)]
    # as likely as a new row is more extreme than all but one in a hundred of n
    assert np.mean(shares) < (n // 100 + 1) / (n + 1) + 0.03


@pytest.mark.parametrize("target", [[-9.0, 4.5], [9.0, 4.5]])
def test_a_number_beyond_the_range_by_more_than_a_standard_deviation_stands_out(target):
    source = np.arange(10.0)[:, np.newaxis]
    assert stand_out(read(source, np.array(target)[:, np.newaxis])).tolist() == [target[0] < 0, False]
    assert stand_out(read(source, source[[0, -1]] + [[-4], [4]])).tolist() == [True, True]


def test_what_is_missing_where_nothing_was_and_what_is_new_stands_out():
    source = pd.DataFrame({"x": np.arange(200.0), "kind": ["a", "b"] * 100})
    target = pd.DataFrame({"x": [1.0, np.nan, 3.0, 3.0], "kind": ["a", "a", "c", None]})
    assert stand_out(read(source, target)).tolist() == [False, True, True, True]
    source.loc[:3, "x"], source.loc[4:7, "kind"] = np.nan, None
    assert stand_out(read(source, target)).tolist() == [False, False, True, False]


def test_the_size_is_that_of_the_odds_at_each_score():
    # odds 1 : 3 where the score is 0, 2 : 1 where it is 1; the two above have no source row to be worth anything
    scores = np.array([0.0, 0, 0, 1, 0, 1, 1, 2, 2])
    is_target = np.arange(9) >= 4
    weights = np.array([1 / 3, 1 / 3, 1 / 3, 2])
    assert reached_size(scores, is_target) == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    assert scores_above_all(scores, is_target).tolist() == [False, False, False, True, True]
    assert reached_size(is_target.astype(float), is_target) == 0
