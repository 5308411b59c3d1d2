"""A broken ReverseTesting must turn claims red: proof that the rules look at what is computed."""

import numpy as np
import pytest
from broken import decided, turned

from shiftlab import experiments
from shiftlab.papers.reverse_testing import printed
from shiftlab.papers.reverse_testing.uci import claims
from shiftlab.papers.reverse_testing.uci import computed as exact
from shiftlab.validation import ReverseTesting, SourceCV

experiment = experiments.get("reverse-testing")
CELLS = [cell for cell in experiment.cells("quick") if cell.problem == "world 49"]


def everything():
    return decided(claims.STATEMENTS, "reverse-testing", {"reverse-testing": CELLS})


@pytest.fixture(scope="module")
def sound():
    return everything()


def upside_down(accuracy):
    return 1 - accuracy


def never_differs(accuracy):
    return np.full_like(accuracy, 0.5)


def columns_swapped(accuracy):
    return accuracy[:, ::-1]


def left_alone(accuracy):
    return accuracy


DECIDING = {"rt-mostly-right", "rt-world-49", "rt-right-where-cv-is-not"}
MUST_TURN = {
    upside_down: DECIDING | {"rt-rarely-wrong"},
    columns_swapped: DECIDING | {"rt-rarely-wrong"},
    never_differs: DECIDING,
    left_alone: set(),
}


@pytest.mark.quick_experiments
@pytest.mark.parametrize("broken", MUST_TURN, ids=lambda broken: broken.__name__)
def test_broken_accuracies_turn_claims_red(monkeypatch, sound, broken):
    class Broken(ReverseTesting):
        def fit(self, X_source, y_source, X_target):
            super().fit(X_source, y_source, X_target)
            self.accuracy_ = broken(self.accuracy_)
            return self

    monkeypatch.setattr("shiftlab.papers.reverse_testing.uci.run.ReverseTesting", Broken)
    changed = turned(everything(), sound)
    assert MUST_TURN[broken] <= changed
    assert changed or broken is left_alone


@pytest.mark.quick_experiments
def test_cross_validation_that_knows_the_target_takes_the_advantage_away(monkeypatch, sound):
    class Knowing(SourceCV):
        def score(self, estimator, source, target=None, labeled=None):
            return float(type(estimator).__name__ == "LogisticRegression")  # the better one in world 49

    monkeypatch.setattr("shiftlab.papers.reverse_testing.uci.run.SourceCV", Knowing)
    assert {"rt-world-49", "rt-right-where-cv-is-not"} <= turned(everything(), sound)


def verdict(name):
    (statement,) = [s for s in claims.STATEMENTS if s.id == name]
    return statement.decide("reverse-testing", {}).verdict


def test_another_printed_entry_turns_the_counts_red(monkeypatch):
    assert (verdict("rt-stars"), verdict("rt-errors-printed")) == ("replicates", "replicates")
    without_a_star = {**printed.TABLE_14, "vote": "DT DT SVM LR SVM SVM"}
    monkeypatch.setitem(exact.BY_CRITERION, "strict", without_a_star)
    monkeypatch.setattr(exact, "TABLE_14", without_a_star)
    assert (verdict("rt-stars"), verdict("rt-errors-printed")) == ("partly", "partly")
    assert verdict("rt-summary-printed") == "partly"


def test_other_printed_accuracies_turn_the_arithmetic_red(monkeypatch):
    assert verdict("rt-errors-from-accuracies") == verdict("rt-differences-printed") == "replicates"
    lower = {**printed.TABLE_8, "iris": (92.9, 60.0, 93.9, 86.9)}
    monkeypatch.setitem(exact.ACCURACIES, "cv", lower)
    assert verdict("rt-errors-from-accuracies") == "partly"
    assert verdict("rt-differences-printed") == "partly"
