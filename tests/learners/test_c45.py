"""C4.5 against numbers worked out by hand and Quinlan's example of playing in the weather."""

import numpy as np
import pytest
from scipy.stats import binom

from shiftlab.learners import C45Tree
from shiftlab.learners.c45.prune import more_errors

SUNNY, OVERCAST, RAIN = 0.0, 1.0, 2.0
WEATHER = np.array(  # outlook, temperature, humidity, windy, play
    [
        (SUNNY, 85, 85, 0, 0),
        (SUNNY, 80, 90, 1, 0),
        (OVERCAST, 83, 86, 0, 1),
        (RAIN, 70, 96, 0, 1),
        (RAIN, 68, 80, 0, 1),
        (RAIN, 65, 70, 1, 0),
        (OVERCAST, 64, 65, 1, 1),
        (SUNNY, 72, 95, 0, 0),
        (SUNNY, 69, 70, 0, 1),
        (RAIN, 75, 80, 0, 1),
        (SUNNY, 75, 70, 1, 1),
        (OVERCAST, 72, 90, 1, 1),
        (OVERCAST, 81, 75, 0, 1),
        (RAIN, 71, 91, 1, 0),
    ]
)
X, y = WEATHER[:, :4], WEATHER[:, 4].astype(int)
SYMBOLS = {"categorical_features": [0, 3]}


def noisy(n=300, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, 5))
    return rows, ((rows[:, 0] > 0) ^ (rng.random(n) < 0.2)).astype(int)


def test_the_tree_of_the_weather():
    root = C45Tree(**SYMBOLS).fit(X, y).root_
    assert root.split.feature == 0
    sunny, overcast, rain = root.children
    assert (sunny.split.feature, sunny.split.cut) == (2, 75.0)
    assert overcast.split is None
    assert overcast.counts.tolist() == [0, 4]
    assert rain.split.feature == 3
    assert [child.counts.tolist() for child in sunny.children] == [[0, 2], [3, 0]]
    assert [child.counts.tolist() for child in rain.children] == [[0, 3], [2, 0]]


def test_gain_ratio_by_hand():
    # info(9, 5) = .940; by outlook .694 remains: gain .247; split info of 5, 4, 5 is 1.577 (Quinlan 1993, 2.2)
    split = C45Tree(**SYMBOLS).fit(X, y).root_.split
    assert split.gain == pytest.approx(0.2467, abs=1e-4)
    assert split.ratio == pytest.approx(0.2467 / 1.5774, abs=1e-4)


def test_price_of_a_cut_by_hand():
    # 0 0 0 1 1 1: one bit gained, of which naming one of the 3 cuts with two rows a side takes log2(3)/6
    rows, labels = np.arange(6.0)[:, np.newaxis], [0, 0, 0, 1, 1, 1]
    assert C45Tree().fit(rows, labels).root_.split.gain == pytest.approx(1 - np.log2(3) / 6)
    assert C45Tree(mdl_correction=False).fit(rows, labels).root_.split.gain == pytest.approx(1)


def test_a_cut_is_a_value_that_was_seen():
    # between 70 and 85 in the sunny node the middle is 77.5, and 75 the largest value of all rows below it
    sunny = C45Tree(**SYMBOLS).fit(X, y).root_.children[0]
    assert sunny.split.cut == 75.0


@pytest.mark.parametrize("low", [0.0, 1.0, np.nextafter(1, 2), 1e300])
def test_neighbouring_floats_are_divided(low):
    # the middle of two neighbours is none of the floats between them, and may round to the higher one or to less
    rows = np.repeat([low, np.nextafter(low, np.inf), 2 * low + 5], 8)[:, np.newaxis]
    root = C45Tree().fit(rows, np.repeat([0, 1, 1], 8)).root_
    assert (root.split.cut, [child.counts.sum() for child in root.children]) == (low, [8, 16])


def test_gains_below_the_average_do_not_count():
    # feature 0 splits off two of 40 rows: little gain, but a higher ratio than feature 1
    labels = np.repeat([0, 1], 20)
    odd = np.r_[np.ones(2), np.zeros(38)]
    rough = np.r_[np.zeros(14), np.ones(6), np.ones(14), np.zeros(6)]
    rows = np.column_stack([odd, rough])
    options = {"categorical_features": [0, 1], "confidence": None}
    with_average, without = (C45Tree(average_gain=on, **options).fit(rows, labels).root_ for on in (True, False))
    assert with_average.split.feature == 1
    assert without.split.feature == 0


def test_pessimistic_errors_by_hand():
    # Quinlan 1993, 4.2: U_25%(0, 6) = .206, U_25%(0, 9) = .143, U_25%(0, 1) = .75
    assert more_errors(6, 0, 0.25) / 6 == pytest.approx(0.206, abs=5e-4)
    assert more_errors(9, 0, 0.25) / 9 == pytest.approx(0.143, abs=5e-4)
    assert more_errors(1, 0, 0.25) == pytest.approx(0.75)


@pytest.mark.parametrize(("n", "wrong"), [(20, 1), (100, 5), (168, 1), (400, 60)])
def test_pessimistic_errors_are_the_limit_of_the_binomial(n, wrong):
    limit = (wrong + more_errors(n, wrong, 0.25)) / n
    assert binom.cdf(wrong, n, limit) == pytest.approx(0.25, abs=0.03)


def test_pessimistic_errors_are_continuous_and_bounded():
    assert more_errors(10, 0.5, 0.25) == pytest.approx((more_errors(10, 0, 0.25) + more_errors(10, 1, 0.25)) / 2)
    assert more_errors(4, 3.8, 0.25) == pytest.approx(0.2)


def test_pruning_leaves_what_the_noise_did_not_make():
    rows, labels = noisy()
    leaves = [C45Tree(confidence=c, mdl_correction=False).fit(rows, labels).n_leaves_ for c in (None, 0.25, 0.001)]
    assert leaves[0] > leaves[1] >= leaves[2] == 2


def test_pruned_by_hand():
    # 10 rows with 2 errors in the better leaf of a useless split: one leaf is expected to err less than two
    rows = np.r_[np.zeros(5), np.ones(5)][:, np.newaxis]
    labels = [0, 0, 0, 0, 1, 0, 0, 1, 1, 1]
    as_leaf = 4 + more_errors(10, 4, 0.25)
    as_tree = 1 + more_errors(5, 1, 0.25) + 2 + more_errors(5, 2, 0.25)
    assert (C45Tree(categorical_features=[0]).fit(rows, labels).n_leaves_ == 1) == (as_leaf <= as_tree + 0.1)


def test_raising_changes_trees_and_keeps_every_row():
    found = 0
    for seed in range(40):
        rows, labels = noisy(seed=seed)
        raised = C45Tree(mdl_correction=False).fit(rows, labels)
        lowered = C45Tree(mdl_correction=False, subtree_raising=False).fit(rows, labels)
        found += raised.n_leaves_ < lowered.n_leaves_
        waiting, total = [raised.root_], np.zeros(2)
        while waiting:
            node = waiting.pop()
            waiting += node.children
            total += node.counts if node.split is None else 0
        np.testing.assert_array_equal(total, np.bincount(labels))
    assert found


def test_subtrees_that_change_no_answer_collapse():
    # leaves 0 0 and 0 0 1: both answer 0
    rows, labels = np.array([[0.0]] * 2 + [[1.0]] * 3), [0, 0, 0, 0, 1]
    assert C45Tree(confidence=None, categorical_features=[0]).fit(rows, labels).n_leaves_ == 1


def test_a_numeric_split_needs_a_tenth_of_the_rows_per_class_in_each_branch():
    rows, labels = np.arange(100.0)[:, np.newaxis], np.repeat([1, 0], [4, 96])
    assert C45Tree().fit(rows, labels).root_.split.cut == 4.0  # 100/10/2 rows
    labels = np.repeat([1, 0], [6, 94])
    assert C45Tree().fit(rows, labels).root_.split.cut == 5.0


def test_unknown_symbol_is_answered_by_the_node():
    learner = C45Tree(**SYMBOLS).fit(X, y)
    np.testing.assert_allclose(learner.predict_proba([[9.0, 70, 70, 0]])[0, 1], 9 / 14)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 0.6}, r"confidence must be in \(0, 0.5\] or None, got 0.6"),
        ({"confidence": 0}, "confidence must be one number greater than 0"),
        ({"min_samples_leaf": 0}, "min_samples_leaf must be one number greater than 0"),
        ({"categorical_features": [4]}, "categorical_features must be numbers of columns from 0 to 3, got 4"),
        ({"categorical_features": 4}, "categorical_features must be numbers of columns from 0 to 3, got 4"),
    ],
)
def test_bad_parameters_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        C45Tree(**options).fit(X, y)


def test_one_class_is_told():
    with pytest.raises(ValueError, match="C45Tree needs rows of two classes"):
        C45Tree().fit(X, np.ones(14))
