"""Scores held out: who judges whom, areas against scikit-learn's, and the test by all arrangements."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import rankdata
from sklearn.metrics import roc_auc_score

from shiftlab.diagnostics.held_out import HeldOut, Part, area, hold_out
from shiftlab.diagnostics.table import read


@pytest.mark.parametrize(("n", "m"), [(60, 60), (50, 7), (2, 2), (3, 40)])
def test_no_row_is_judged_by_a_model_that_has_seen_it(n, m):
    rng = np.random.default_rng(0)
    held_out = hold_out(read(rng.normal(size=(n, 2)), rng.normal(size=(m, 2))), rng)
    judged = np.concatenate([part.rows for part in held_out.parts])
    assert len(np.unique(judged)) == len(judged) >= (n + m) / 2 - 1
    assert np.isfinite(held_out.scores).all()
    for part in held_out.parts:
        assert 0 < part.is_target.sum() < len(part.rows)
        assert (part.is_target == (part.rows >= n)).all()


def test_rows_learnt_by_heart_are_not_recognised():
    # every row has a name of its own: a model that has seen it would be sure
    names = np.random.default_rng(0).permutation(80)[:, np.newaxis].astype(str)
    aucs = [hold_out(read(names[:40], names[40:]), np.random.default_rng(seed)).auc() for seed in range(5)]
    assert np.mean(aucs) == pytest.approx(0.5, abs=0.15)


def test_areas_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    scores, is_target = rng.integers(0, 9, size=50).astype(float), rng.random(50) < 0.3
    assert area(scores, is_target) == pytest.approx(roc_auc_score(is_target, scores))


def made_of(*parts):
    parts = [
        Part(np.arange(len(scores)), np.array(labels, dtype=bool), np.array(scores, dtype=float), None)
        for scores, labels in parts
    ]
    return HeldOut(np.empty((0, 0)), parts, np.empty(0))


def test_the_p_value_is_the_share_of_arrangements_that_are_as_good():
    scores, labels = [0.1, 0.5, 0.7, 0.2, 0.9, 0.3], [0, 0, 1, 0, 1, 1]
    ranks = rankdata(scores)
    found = sum(rank for rank, label in zip(ranks, labels, strict=True) if label)
    exact = np.mean([sum(chosen) >= found for chosen in combinations(ranks, 3)])
    p_values = [made_of((scores, labels)).p_value(np.random.default_rng(seed)) for seed in range(10)]
    assert np.mean(p_values) == pytest.approx(exact, abs=0.02)
    # two such parts, each arranged by itself
    sums = np.array([sum(chosen) for chosen in combinations(ranks, 3)])
    exact = np.mean(sums[:, np.newaxis] + sums >= 2 * found)
    p_values = [made_of((scores, labels), (scores, labels)).p_value(np.random.default_rng(seed)) for seed in range(10)]
    assert np.mean(p_values) == pytest.approx(exact, abs=0.02)


def test_without_any_order_every_p_value_is_as_likely():
    p_values = [made_of(([0.0] * 40, [0, 1] * 20)).p_value(np.random.default_rng(seed)) for seed in range(200)]
    assert np.mean(p_values) == pytest.approx(0.5, abs=0.07)


def test_the_interval_holds_a_half_as_often_as_the_rank_sum_is_usual():
    found = made_of((np.arange(40.0), [0, 1] * 20))
    spread = np.sqrt(41 / (12 * 20 * 20))
    for auc in (0.5 + 1.95 * spread, 0.5 + 1.97 * spread):
        assert (found.interval(auc)[0] < 0.5) == (auc < 0.5 + 1.96 * spread)
    assert found.interval(1.0)[1] == 1
    assert found.interval(1.0)[0] < 1
    assert found.interval(0.0) == pytest.approx((0, 1 - found.interval(1.0)[0]))
