"""Undersampling as a selection mechanism: which rows it keeps, and with which probability."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from shiftlab.bias import Undersampling

CLASSES = np.repeat([0, 1, 0], [4500, 1000, 4500])


class Untouchable:
    """Rows that nobody may look at."""

    def __getattribute__(self, name):
        raise AssertionError(f"X was asked for {name}")


@pytest.mark.parametrize(
    ("beta", "n_negative"),
    [(1 / 9, 1000), (0.11, 990), *((round(0.1 * k, 1), 900 * k) for k in range(2, 11)), (1, 9000)],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_rows_kept_are_those_of_table_1(beta, n_negative, seed):
    selected = Undersampling(beta).select(None, CLASSES, random_state=seed)
    assert selected.dtype == bool
    assert selected.shape == CLASSES.shape
    assert selected[CLASSES == 1].all()
    assert selected[CLASSES == 0].sum() == n_negative


@given(st.lists(st.booleans(), min_size=1), st.floats(0.5, 1), st.integers(0, 2**32 - 1))
def test_positives_always_stay(y, beta, seed):
    y = np.array([*y, True])
    selected = Undersampling(beta).select(None, y, seed)
    assert selected[y].all()
    assert abs(selected[~y].sum() - beta * (~y).sum()) <= 0.5


def test_every_negative_is_kept_equally_often():
    y = np.repeat([0, 1, 0], [40, 10, 50])
    beta, n_seeds = 1 / 3, 3000
    kept = np.sum([Undersampling(beta).select(None, y, seed) for seed in range(n_seeds)], axis=0)
    assert (kept[y == 1] == n_seeds).all()
    negatives = kept[y == 0]
    expected, n = n_seeds * beta, negatives.size
    assert negatives.mean() == pytest.approx(expected)
    # Every mask keeps an exact number: so scaled, the sum is chi-square with n - 1 degrees of freedom.
    statistic = (n - 1) / n * ((negatives - expected) ** 2).sum() / (expected * (1 - beta))
    low, high = chi2.ppf([0.001, 0.999], n - 1)
    assert low < statistic < high


def test_pairs_of_negatives_are_kept_independently_of_their_order():
    y = np.repeat([0, 1], [6, 1])
    masks = np.array([Undersampling(0.5).select(None, y, seed)[:6] for seed in range(4000)], dtype=int)
    together = (masks.T @ masks / len(masks))[np.triu_indices(6, 1)]
    np.testing.assert_allclose(together, 3 / 6 * 2 / 5, atol=0.03)  # five standard errors of 0.006


def test_probability_is_one_for_positives_and_beta_for_negatives():
    assert Undersampling(0.2).probability(None, [0, 1, 1, 0]).tolist() == [0.2, 1.0, 1.0, 0.2]
    assert Undersampling(1).probability(None, [0, 1]).tolist() == [1.0, 1.0]
    assert Undersampling(np.float32(0.5)).probability(None, [0, 1]).dtype == np.float64


def test_a_seed_gives_the_same_mask():
    mechanism = Undersampling(0.3)
    first, second = (mechanism.select(None, CLASSES, random_state=7) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert (first != mechanism.select(None, CLASSES, random_state=8)).any()
    np.testing.assert_array_equal(first, mechanism.select(None, CLASSES, np.random.RandomState(7)))


def test_a_generator_moves_on():
    generator, mechanism = np.random.RandomState(0), Undersampling(0.3)
    first, second = (mechanism.select(None, CLASSES, generator) for _ in range(2))
    assert (first != second).any()


def test_rows_are_not_looked_at():
    mechanism = Undersampling(0.3)
    expected = mechanism.select(None, CLASSES, random_state=0)
    np.testing.assert_array_equal(mechanism.select(Untouchable(), CLASSES, random_state=0), expected)
    assert mechanism.probability(Untouchable(), [0, 1]).tolist() == [0.3, 1.0]


def test_labels_are_left_alone():
    y = CLASSES.copy()
    Undersampling(0.3).select(None, y, random_state=0)
    np.testing.assert_array_equal(y, CLASSES)


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (["no", "yes"], "yes"),
        ([1, 0], 0),
        ([-1.0, 1.0], 1),
        ([False, True], True),
        (["2", "10"], "10"),
    ],
)
@pytest.mark.parametrize(
    "form", [list, np.array, lambda y: np.array(y, object), pd.Series, pd.Categorical], ids=range(5)
)
def test_any_label_can_be_the_positive_one(labels, positive, form):
    y = form([labels[k] for k in CLASSES])
    mechanism = Undersampling(1 / 9, positive=positive)
    expected = Undersampling(1 / 9).select(None, CLASSES, random_state=0)
    np.testing.assert_array_equal(mechanism.select(None, y, random_state=0), expected)
    np.testing.assert_array_equal(mechanism.probability(None, y) == 1, CLASSES == 1)


def test_every_other_label_is_negative():
    selected = Undersampling(0.5, positive=2).select(None, [0, 1, 2, 3, 4], random_state=0)
    assert selected[2]
    assert selected.sum() == 3


def test_a_sample_of_one_class():
    assert Undersampling(0.5).select(None, [1, 1, 1], 0).tolist() == [True] * 3
    assert Undersampling(0.5).select(None, [0, 0, 0, 0], 0).sum() == 2


def test_selection_depends_on_the_class():
    assert Undersampling.kind == Undersampling(0.5).kind == "class"


def test_a_mechanism_is_a_value():
    assert Undersampling(0.5) == Undersampling(0.5, positive=1) != Undersampling(0.5, positive=0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Undersampling(0.5).beta = 0.1


@pytest.mark.parametrize("beta", [0, -0.1, 1.1, np.nan, np.inf, "balanced", None, [0.5], [0.1, 0.2], [], 1j], ids=repr)
def test_no_share_is_refused(beta, one_sentence):
    assert one_sentence(Undersampling, beta).startswith("beta ")


@pytest.mark.parametrize("positive", [None, np.nan, [1], [0, 1], {"yes"}, pd.NA], ids=repr)
def test_no_label_is_refused(positive, one_sentence):
    assert one_sentence(Undersampling, 0.5, positive).startswith("positive ")


@pytest.mark.parametrize(
    "y",
    [
        [],
        [[0, 1]],
        1,
        None,
        [[0], [0, 1]],
        [0, np.nan, 1],
        [0, np.inf, 1],
        [None, 1],
        np.array([1, np.nan], object),
        pd.Series([0, None, 1], dtype="Int64"),
        pd.Series([0, None, 1]),
    ],
    ids=lambda y: repr(y)[:30],
)
@pytest.mark.parametrize("method", ["select", "probability"])
def test_no_labels_are_refused(method, y, one_sentence):
    assert one_sentence(getattr(Undersampling(0.5), method), None, y).startswith("y ")


@pytest.mark.parametrize("y", [["no", None, "yes"], pd.Series(["no", None, "yes"]), np.array(["no", np.nan], object)])
def test_missing_text_is_refused(y, one_sentence):
    assert "missing" in one_sentence(Undersampling(0.5, positive="yes").select, None, y)


@pytest.mark.parametrize(("y", "positive"), [(["no", "yes"], 1), ([0, 1], "yes"), (pd.Series(["no", "yes"]), 1)])
def test_a_positive_label_of_another_kind_is_refused(y, positive, one_sentence):
    assert "positive" in one_sentence(Undersampling(0.5, positive=positive).select, None, y, 0)


@pytest.mark.parametrize("random_state", ["seed", -1, 2**32, 1.5, [-1]], ids=repr)
def test_no_seed_is_refused(random_state, one_sentence):
    assert "random_state" in one_sentence(Undersampling(0.5).select, None, [0, 0, 1], random_state)


def test_a_sample_of_which_nothing_is_left_is_refused(one_sentence):
    assert "No row" in one_sentence(Undersampling(0.1).select, None, [0, 0, 0], 0)
