"""Target rows without a counterpart: who is one, how often by chance, and whatever the units, copies and numbers."""

import numpy as np
import pytest
from scipy.stats import hypergeom

from shiftlab.weights.doubts.overlap import LARGEST_SHARE, overlap


def normal(n, d, shift=0.0, seed=0, spread=1.0):
    return np.random.default_rng(seed).normal(shift, spread, size=(n, d))


def test_a_row_is_alone_where_a_group_of_target_rows_is_nearer_than_any_source_row():
    source = np.arange(0.0, 20.0)[:, np.newaxis]
    target = np.concatenate([np.linspace(0, 19, 90), 30 + 0.1 * np.arange(10)])[:, np.newaxis]
    found = overlap(source, target)
    assert found.group > 9  # with 20 source rows, nine target rows are no group
    assert found.alone == 0
    source = np.arange(0.0, 20.0, 0.05)[:, np.newaxis]
    found = overlap(source, target)
    assert (found.group, found.alone, found.n) == (9, 10, 100)
    assert found.share == 0.1
    assert found.lacks
    assert overlap(np.append(source, [[30.45]], axis=0), target).alone == 0  # one source row among them is enough


@pytest.mark.parametrize(("n_source", "n_target"), [(8, 8), (20, 20), (30, 1000), (1000, 30), (300, 300)])
def test_a_group_is_one_in_twenty_or_as_many_as_chance_hardly_makes(n_source, n_target):
    group = overlap(normal(n_source, 2), normal(n_target, 2, seed=1)).group
    assert group >= 0.05 * n_target

    def by_chance(size):  # the nearest of all other rows are of the target
        return hypergeom.pmf(size, n_source + n_target - 1, n_target - 1, size)

    if n_target == 8:  # too few for less
        assert group == 7
        assert by_chance(7) <= 5e-4
        return
    assert by_chance(group) <= 1e-6
    assert group - 1 < 0.05 * n_target or by_chance(group - 1) > 1e-6


@pytest.mark.parametrize("n_source", [2, 10, 30, 300])
@pytest.mark.parametrize("n_target", [1, 10, 300])
def test_without_a_shift_there_is_hardly_ever_an_alarm(n_source, n_target):
    drawn = ((normal(n_source, 2, seed=seed), normal(n_target, 2, seed=1000 + seed)) for seed in range(100))
    assert sum(overlap(*samples).lacks for samples in drawn) <= 1


def test_a_ratio_of_four_is_hardly_ever_an_alarm():
    drawn = (np.random.default_rng(seed) for seed in range(100))
    problems = ((rng.normal(0.5, 0.5, size=(200, 1)), rng.normal(0, 0.3, size=(200, 1))) for rng in drawn)
    assert sum(overlap(*problem).lacks for problem in problems) <= 5


def test_long_tails_are_no_alarm():
    drawn = (np.random.default_rng(seed).standard_cauchy(size=(2, 200, 3)) for seed in range(30))
    assert sum(overlap(*samples).lacks for samples in drawn) == 0


@pytest.mark.parametrize("d", [1, 2, 5, 30])
@pytest.mark.parametrize(("n_source", "n_target"), [(200, 100), (10, 10), (30, 500), (500, 3)])
def test_far_apart_no_row_has_one(d, n_source, n_target):
    found = overlap(normal(n_source, d), normal(n_target, d, 9.0, seed=1))
    assert found.alone == found.n == n_target
    assert found.lacks


@pytest.mark.parametrize("share", [0.02, 0.2])
def test_the_share_of_a_group_that_the_source_lacks_is_found(share):
    target = normal(1000, 3, seed=1)
    target[: int(1000 * share)] += 20
    found = overlap(normal(1000, 3), target)
    assert found.share == pytest.approx(share if share > LARGEST_SHARE else 0, abs=0.02)
    assert found.lacks == (share > LARGEST_SHARE)


def test_an_outlying_source_row_hides_nothing():
    source = np.append(normal(300, 2), [[1e4, 1e4], [-1e4, 3e4]], axis=0)
    assert overlap(source, normal(100, 2, 50.0, spread=0.1)).alone == 100


def test_a_target_inside_the_source_has_all_counterparts():
    assert overlap(normal(500, 3), normal(500, 3, spread=0.3, seed=1)).alone == 0


@pytest.mark.parametrize("unit", [[1e-3, 1e6], [1e-200, 1e200], [1e160, 1e-160]])
def test_the_units_of_the_columns_do_not_matter(unit):
    source, target = normal(100, 2), normal(100, 2, 1.5, seed=1)
    assert overlap(source * unit, target * unit) == overlap(source, target)


def test_an_origin_far_away_does_not_matter():
    source, target = normal(100, 2), normal(100, 2, 1.5, seed=1)
    assert overlap(source + 1e8, target + 1e8) == overlap(source, target)


def test_copies_are_no_group():
    source, target = normal(100, 3), normal(100, 3, seed=1)
    drawn = target[np.random.default_rng(2).integers(100, size=400)]
    assert not overlap(source, np.repeat(target, 20, axis=0)).lacks
    assert not overlap(source, drawn).lacks
    assert not overlap(np.repeat(source, 20, axis=0), target).lacks


def test_a_grid_has_counterparts():
    rng = np.random.default_rng(0)
    source, target = rng.integers(4, size=(200, 2)) * 1.1, rng.integers(4, size=(200, 2)) * 1.1
    assert overlap(source, target).alone == 0


def test_few_and_constant_rows():
    assert not overlap(np.zeros((1, 2)), normal(100, 2)).lacks  # one row tells nothing
    assert not overlap(normal(100, 2), np.full((1, 2), 5.0)).lacks
    assert not overlap(np.ones((20, 2)), np.ones((20, 2))).lacks
    assert overlap(np.zeros((20, 1)), np.ones((20, 1))).lacks
    column = np.column_stack([normal(50, 1), np.ones(50)])
    assert overlap(column, column).alone == 0


def test_of_many_rows_some_are_looked_at_but_compared_with_all():
    source, target = normal(5000, 1), normal(3000, 1, 3.0, seed=1)
    found = overlap(source, target)
    assert found.n == 1000
    near = np.abs(target - target.T)
    nearest_source = np.abs(target - source.T).min(axis=1)
    assert found.share == pytest.approx(np.mean((near < nearest_source[:, np.newaxis]).sum(axis=1) > 150), abs=0.04)
    assert overlap(source, target) == found


def test_blocks_change_nothing(monkeypatch):
    source, target = normal(300, 3), normal(200, 3, 1.5, seed=1)
    expected = overlap(source, target)
    assert 0 < expected.alone < 200
    monkeypatch.setattr("shiftlab.weights.doubts.overlap.BLOCK", 1000)
    assert overlap(source, target) == expected


def test_categories_set_rows_apart_as_numbers_do():
    rng = np.random.default_rng(0)
    source, target = (np.column_stack([rng.normal(size=300), rng.integers(3, size=300)]) for _ in range(2))
    categorical = np.array([False, True])
    assert overlap(source, target, categorical).alone == 0
    target[:75, 1] = 7  # as near to 2 as to 0: it is another one
    assert overlap(source, target, categorical).alone == pytest.approx(75, abs=4)
    names = np.array([1e3, -5.0, 2.5, 0, 0, 0, 0, 1e9])  # which numbers stand for them does not matter
    renamed = (np.column_stack([rows[:, 0], names[rows[:, 1].astype(int)]]) for rows in (source, target))
    assert overlap(*renamed, categorical) == overlap(source, target, categorical)


def test_tables_of_categories_raise_no_alarm_however_rare_some_are():
    categorical = np.array([True, True, False])
    for seed in range(100):
        rng = np.random.default_rng(seed)
        columns = [rng.zipf(1.5, size=400).clip(max=500), rng.choice([0, 1], p=[0.95, 0.05], size=400)]
        rows = np.column_stack([*columns, rng.lognormal(0, 2, size=400)])
        n_source = rng.integers(10, 390)
        assert not overlap(rows[:n_source], rows[n_source:], categorical).lacks


def test_where_rows_recur_by_themselves_their_copies_are_rows():
    rng = np.random.default_rng(0)
    source, target = rng.integers(3, size=(100, 2)), rng.integers(3, size=(80, 2))
    assert overlap(source, target).alone == 0
    target[:30, 0] += 10
    assert overlap(source, target)[:2] == (30, 80)
