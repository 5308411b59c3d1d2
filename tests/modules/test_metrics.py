"""Brier score and AUC: scikit-learn's values, ties, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, roc_auc_score

from shiftlab.metrics import auc, brier_score

BOTH = pytest.mark.parametrize("score", [auc, brier_score])

samples = st.lists(st.tuples(st.integers(0, 1), st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0])), min_size=1)


@pytest.mark.parametrize("digits", [0, 1, 2, 17])  # the fewer, the more ties
@pytest.mark.parametrize("prior", [0.01, 0.5, 0.9])
@pytest.mark.parametrize("n", [10, 1001, 100_000])
def test_scores_are_those_of_scikit_learn(digits, prior, n):
    rng = np.random.default_rng(n)
    y = (rng.permutation(n) < max(1, prior * n)).astype(int)
    p = np.round(np.clip(0.3 * y + 0.7 * rng.random(n), 0, 1), digits)
    assert auc(y, p) == pytest.approx(roc_auc_score(y, p), abs=1e-12)
    assert brier_score(y, p) == pytest.approx(brier_score_loss(y, p), abs=1e-12)


@given(samples)
def test_scores_are_means_over_pairs_and_rows(sample):
    positives, negatives = ([p for y, p in sample if y == label] for label in (1, 0))
    assert brier_score(*zip(*sample, strict=True)) == pytest.approx(np.mean([(y - p) ** 2 for y, p in sample]))
    if positives and negatives:
        wins = [(a > b) + (a == b) / 2 for a in positives for b in negatives]
        assert auc(*zip(*sample, strict=True)) == pytest.approx(np.mean(wins), abs=1e-12)


def test_values_computed_by_hand():
    assert auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == 0.75
    assert auc([0, 1], [0.2, 0.7]) == 1.0
    assert auc([1, 0], [0.2, 0.7]) == 0.0
    assert auc([0, 1, 0, 1], [0.3] * 4) == 0.5
    assert brier_score([0, 1], [0.0, 1.0]) == 0.0
    assert brier_score([1, 0], [0.0, 1.0]) == 1.0
    assert brier_score([1, 1, 0, 0], [0.5] * 4) == 0.25
    assert brier_score([1], [0.25]) == 0.5625  # one class is enough for a mean


def test_only_the_ranking_counts_for_auc():
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 10_000), np.round(rng.random(10_000), 3)
    assert auc(y, p / 2) == auc(y, p**2) == auc(y, np.sqrt(p)) == auc(y, p)
    assert auc(1 - y, 1 - p) == pytest.approx(auc(y, p), abs=1e-15)


@BOTH
@pytest.mark.parametrize("form", [tuple, np.array, pd.Series, lambda v: np.array(v, np.float32)])
def test_any_form_of_numbers_will_do(score, form):
    y, p = [0, 1, 1, 0], [0.25, 0.5, 0.75, 0.5]
    assert score(form(y), form(p)) == score(np.array(y, bool), p)
    assert type(score(form(y), form(p))) is float


@BOTH
@pytest.mark.parametrize(
    ("y", "p", "word"),
    [
        ([], [], "one length"),
        ([0, 1], [0.5], "one length"),
        ([0, 1], [[0.5, 0.5]], "one length"),
        ([[0, 1]], [[0.5, 0.5]], "one length"),
        (0, 0.5, "one length"),
        ([0, 2], [0.5, 0.5], "0 and 1"),
        ([-1, 1], [0.5, 0.5], "0 and 1"),
        ([0, np.nan], [0.5, 0.5], "y must be finite"),
        ([0, None], [0.5, 0.5], "y must be finite"),
        (["no", "yes"], [0.5, 0.5], "y must be numbers"),
        (pd.Series(["no", "yes"]), [0.5, 0.5], "y must be numbers"),
        ([[0], [0, 1]], [0.5, 0.5], "y must be numbers"),
        ([0, 1], [0.5, np.nan], "p must be finite"),
        ([0, 1], [0.5, np.inf], "p must be finite"),
        ([0, 1], [0.5, 1.5], "p must be probabilities"),
        ([0, 1], [-0.1, 0.5], "p must be probabilities"),
        ([0, 1], ["a", "b"], "p must be numbers"),
        ([0, 1], None, "p must be finite"),
    ],
)
def test_what_cannot_be_scored_is_refused(score, y, p, word, one_sentence):
    assert word in one_sentence(score, y, p)


@pytest.mark.parametrize("y", [[0, 0], [1, 1]])
def test_auc_needs_both_classes(y, one_sentence):
    assert "both classes" in one_sentence(auc, y, [0.2, 0.7])


numbers = st.floats() | st.integers(0, 1) | st.none() | st.text(max_size=3)


@BOTH
@given(y=st.lists(numbers, max_size=3) | numbers, p=st.lists(numbers, max_size=3) | numbers)
def test_whatever_comes_there_is_an_answer_or_one_sentence(score, y, p, answer_or_sentence):
    answer_or_sentence(score, y, p)
