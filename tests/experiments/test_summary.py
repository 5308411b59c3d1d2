"""Means with intervals, and the small tools that find, group and pair records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from shiftlab.experiments.summary import ends, estimate, groups, paired, row, select

RECORDS = [
    {"seed": 0, "beta": 0.5, "learner": "exact", "brier": 0.1},
    {"seed": 0, "beta": 0.2, "learner": "exact", "brier": 0.3},
    {"seed": 1, "beta": 0.5, "learner": "exact", "brier": 0.2},
    {"seed": 1, "beta": 0.2, "learner": "exact", "brier": 0.6},
    {"seed": 2, "beta": 0.2, "learner": "forest", "brier": 0.9},
]
STRONG = [record for record in RECORDS if record["beta"] == 0.2]
WEAK = [record for record in RECORDS if record["beta"] == 0.5]


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_the_interval_is_that_of_students_t(values):
    found = estimate(values)
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    margin = stats.t(df=len(values) - 1).interval(0.95)[1] * error
    assert found.mean == pytest.approx(np.mean(values), rel=1e-12, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((found.mean - margin, found.mean + margin), rel=1e-9, abs=1e-12)
    assert found.n == len(values)


def test_the_ends_of_an_interval_are_the_mean_where_there_is_none():
    several = row("error", [1.0, 2.0, 4.0])
    assert ends(several) == (several["low"], several["high"])
    assert ends(several)[0] < several["mean"] < ends(several)[1]
    assert ends(row("error", [3.0])) == (3.0, 3.0)


def test_scipys_own_interval_agrees():
    values = [1.0, 2.0, 4.0, 8.0]
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert estimate(values)[1:3] == pytest.approx((interval.low, interval.high), rel=1e-12)


def test_quartiles_and_median_are_told():
    assert estimate([5, 1, 2, 3, 4])[4:] == (3, 2, 4)


def test_one_number_has_no_interval():
    assert estimate([2.5]) == (2.5, None, None, 1, 2.5, 2.5, 2.5)


def test_equal_numbers_have_an_interval_without_width():
    assert estimate([2.5, 2.5, 2.5])[:4] == (2.5, 2.5, 2.5, 3)


@pytest.mark.parametrize("values", [[], [np.nan], [1.0, np.inf], [1.0, -np.inf, 2.0], [np.nan, np.nan]])
def test_nothing_and_what_is_not_finite_is_refused(values, one_sentence):
    assert "finite" in one_sentence(estimate, values)


def test_a_row_is_a_quantity_with_its_keys_and_its_estimate():
    line = row("brier", iter([1.0, 3.0]), beta=0.2, learner="exact")
    assert list(line) == ["quantity", "beta", "learner", "mean", "low", "high", "n", "median", "q1", "q3"]
    assert (line["quantity"], line["beta"], line["mean"], line["n"]) == ("brier", 0.2, 2.0, 2)


def test_groups_keep_the_order_of_appearance():
    found = groups(iter(RECORDS), ["learner", "beta"])
    assert list(found) == [("exact", 0.5), ("exact", 0.2), ("forest", 0.2)]
    assert [record["seed"] for record in found["exact", 0.2]] == [0, 1]
    assert sum(len(group) for group in found.values()) == len(RECORDS)


def test_pairs_share_a_seed_and_the_others_are_left_out():
    assert paired(WEAK, STRONG, "brier") == pytest.approx([0.2, 0.4])
    assert paired(STRONG, WEAK, "brier") == pytest.approx([-0.2, -0.4])
    assert paired(WEAK, reversed(STRONG), "brier") == pytest.approx([0.4, 0.2])
    assert paired(WEAK, [], "brier") == paired([], STRONG, "brier") == []


def test_pairs_may_share_something_else_and_compare_anything():
    first, second = WEAK[:1], [{**STRONG[0], "seed": 7}]
    assert paired(first, second, "brier", by="learner") == pytest.approx([0.2])
    assert paired(WEAK, STRONG, lambda record: 10 * record["brier"]) == pytest.approx([2, 4])


SUMMARY = [
    row("brier", [0.1], beta=1 / 9, learner="exact", fast=True),
    row("brier", [0.2], beta=0.2, learner="exact", fast=False),
    row("auc", [0.7], beta=0.2, learner="exact"),
]


@pytest.mark.parametrize(
    ("quantity", "keys", "means"),
    [
        ("brier", {}, [0.1, 0.2]),
        ("brier", {"beta": 0.2}, [0.2]),
        ("brier", {"beta": 0.2 + 1e-15}, [0.2]),
        ("brier", {"beta": 1 - 8 / 9}, [0.1]),
        ("brier", {"beta": 0.2001}, []),
        ("brier", {"learner": "exact", "fast": True}, [0.1]),
        ("brier", {"learner": "forest"}, []),
        ("auc", {"fast": True}, []),  # a row without the column
        ("g_mean", {}, []),
    ],
)
def test_rows_are_selected_by_quantity_and_columns(quantity, keys, means):
    assert [line["mean"] for line in select(SUMMARY, quantity, **keys)] == means
