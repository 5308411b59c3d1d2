"""Orders of learners, and their wrong ranks."""

import numpy as np
import pytest

from shiftlab.papers.reverse_testing.judged import Judged
from shiftlab.papers.reverse_testing.ranks import order, wrong_ranks

NAMES = ("DT", "NB", "LR", "SVM")


def judged(truth, cv, accuracy=None):
    named = [dict(zip(NAMES, values, strict=True)) for values in (truth, cv)]
    return Judged(named[0], {"cv": named[1]}, np.eye(4) if accuracy is None else accuracy, 20, {})


def test_orders_are_by_accuracy_and_ties_stay_as_given():
    one = judged((0.7, 0.9, 0.8, 0.9), (0.6, 0.6, 0.7, 0.5))
    assert order(one, "truth") == ["NB", "SVM", "LR", "DT"]
    assert order(one, "cv") == ["LR", "DT", "NB", "SVM"]


def test_reverse_testing_orders_by_wins_minus_losses():
    labels_of_b_are_better = np.tile([0.1, 0.3, 0.2, 0.0], (4, 1))
    assert order(judged((0.5,) * 4, (0.5,) * 4, labels_of_b_are_better), "strict") == ["NB", "LR", "DT", "SVM"]
    assert order(judged((0.5,) * 4, (0.5,) * 4), "strict") == list(NAMES)  # each learns best from itself: undecided


@pytest.mark.parametrize(
    ("ranked", "wrong"),
    [
        (("NB", "SVM", "LR", "DT"), [False] * 4),
        (("SVM", "NB", "LR", "DT"), [False] * 4),  # they tie
        (("NB", "LR", "SVM", "DT"), [False, True, True, False]),
        (("DT", "LR", "SVM", "NB"), [True, True, True, True]),
    ],
)
def test_a_rank_is_wrong_where_another_accuracy_belongs(ranked, wrong):
    assert wrong_ranks({"DT": 0.7, "NB": 0.9, "LR": 0.8, "SVM": 0.9}, ranked) == wrong
