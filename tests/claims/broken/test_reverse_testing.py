"""A broken ReverseTesting must be seen: by the worlds whose answer is known, and the printed numbers by the claims."""

import numpy as np
import pytest

from shiftlab.experiments.controls import controls
from shiftlab.papers.reverse_testing import printed
from shiftlab.papers.reverse_testing.uci import claims
from shiftlab.papers.reverse_testing.uci import computed as exact
from shiftlab.validation import ReverseTesting, SourceCV


def passed(name):
    (control,) = (one for one in controls("reverse-testing") if one.name == name)
    return control.check().passed


def upside_down(accuracy):
    return 1 - accuracy


def never_differs(accuracy):
    return np.full_like(accuracy, 0.5)


def columns_swapped(accuracy):
    return accuracy[:, ::-1]


def left_alone(accuracy):
    return accuracy


@pytest.mark.quick_experiments
@pytest.mark.parametrize(
    "broken", [upside_down, never_differs, columns_swapped, left_alone], ids=lambda broken: broken.__name__
)
def test_the_world_whose_answer_is_known_sees_broken_accuracies(monkeypatch, broken):
    # that the paper's claims do not replicate would hide them: a method that is broken does not replicate, either
    class Broken(ReverseTesting):
        def fit(self, X_source, y_source, X_target):
            super().fit(X_source, y_source, X_target)
            self.accuracy_ = broken(self.accuracy_)
            return self

    monkeypatch.setattr("shiftlab.papers.reverse_testing.uci.run.ReverseTesting", Broken)
    assert passed("reverse-finds-the-better") == (broken is left_alone)


@pytest.mark.quick_experiments
def test_the_same_world_without_bias_sees_a_cross_validation_that_is_upside_down(monkeypatch):
    class Reversed(SourceCV):
        def score(self, estimator, source, target=None, labeled=None):
            return -super().score(estimator, source, target, labeled)

    monkeypatch.setattr("shiftlab.papers.reverse_testing.uci.run.SourceCV", Reversed)
    assert not passed("cv-finds-the-better-without-bias")


def verdict(name):
    (statement,) = [s for s in claims.STATEMENTS if s.id == name]
    return statement.decide("reverse-testing", {}).verdict


def test_another_printed_entry_turns_the_counts_red(monkeypatch):
    assert (verdict("rt-stars"), verdict("rt-errors-from-accuracies")) == ("replicates", "replicates")
    without_a_star = {**printed.TABLE_14, "vote": "DT DT SVM LR SVM SVM"}
    monkeypatch.setitem(exact.BY_CRITERION, "strict", without_a_star)
    monkeypatch.setattr(exact, "TABLE_14", without_a_star)
    assert verdict("rt-stars") == verdict("rt-errors-from-accuracies") == "does not replicate"


def test_other_printed_accuracies_turn_the_arithmetic_red(monkeypatch):
    assert verdict("rt-errors-from-accuracies") == verdict("rt-differences-printed") == "replicates"
    lower = {**printed.TABLE_8, "iris": (92.9, 60.0, 93.9, 86.9)}
    monkeypatch.setitem(exact.ACCURACIES, "cv", lower)
    assert verdict("rt-errors-from-accuracies") == verdict("rt-differences-printed") == "does not replicate"
