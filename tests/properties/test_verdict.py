"""The judge of calls: what is well, what is silently wrong, and what is in words of others' making."""

import warnings

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from verdict import ANSWER, DOUBT, REFUSAL, REFUSED, RIGHT, UGLY, WARNED, WRONG, Call

from shiftlab.metrics import auc
from shiftlab.support import caller
from shiftlab.weights import ShiftWarning


def outcome(ask, must="anything", wrong=None, borrows=False):
    return Call("a call", ask, lambda answer: wrong, must, borrows).verdict().outcome


def in_two_lines():
    scope = {"__name__": "shiftlab.somewhere"}
    exec("def stumble():\n    raise ValueError('one\\ntwo')", scope)
    return scope["stumble"]()


def noisy():
    return np.array([1.0]) / np.array([0.0])


def doubtful():
    caller.warn("The samples hardly overlap.", ShiftWarning)


@pytest.mark.parametrize(
    ("ask", "must", "expected"),
    [
        (lambda: 1, "anything", RIGHT),
        (lambda: 1, ANSWER, RIGHT),
        (lambda: 1, REFUSAL, WRONG),
        (lambda: 1, DOUBT, WRONG),
        (doubtful, DOUBT, WARNED),
        (doubtful, REFUSAL, WRONG),
        (lambda: auc([0, 1], [0.1, np.nan]), "anything", REFUSED),
        (lambda: auc([0, 1], [0.1, np.nan]), DOUBT, REFUSED),
        (lambda: auc([0, 1], [0.1, np.nan]), ANSWER, WRONG),
        (lambda: LogisticRegression().fit([[np.nan]], [1]), REFUSAL, REFUSED),
        (lambda: LogisticRegression().fit([["a"]], [1]), REFUSAL, REFUSED),
        (lambda: np.linalg.cholesky(-np.eye(2)), REFUSAL, UGLY),
        (lambda: np.array(["a"]).astype(float), REFUSAL, UGLY),
        (lambda: [][0], REFUSAL, UGLY),
        (lambda: 1 / 0, "anything", UGLY),
        (in_two_lines, "anything", UGLY),
        (noisy, "anything", UGLY),
    ],
)
def test_a_call_ends_in_one_of_five_outcomes(ask, must, expected):
    assert outcome(ask, must) == expected


def test_an_answer_that_the_oracle_finds_wrong_is_silently_wrong_with_a_warning_too():
    assert outcome(lambda: 1, wrong="it should be 2") == WRONG
    assert outcome(doubtful, wrong="it should be 2") == WRONG


def test_noise_of_an_estimator_of_the_users_is_its_own():
    def theirs():
        warnings.warn_explicit("overflow", RuntimeWarning, "/lib/site-packages/sklearn/tree.py", 1)

    assert outcome(theirs) == UGLY
    assert outcome(theirs, borrows=True) == WARNED
    assert outcome(noisy, borrows=True) == UGLY


def test_a_call_that_does_not_end_ends_badly(monkeypatch):
    monkeypatch.setattr("verdict.LONGEST", 1)

    def forever():
        while True:
            pass

    found = Call("a call", forever, lambda answer: None).verdict()
    assert found.outcome == UGLY
    assert "has not ended" in found.why
