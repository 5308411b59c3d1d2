"""A broken ReverseTesting must turn claims red: proof that the rules look at what is computed."""

import numpy as np
import pytest

from shiftlab import experiments
from shiftlab.experiments.sweep import sweep
from shiftlab.papers.reverse_testing import printed
from shiftlab.papers.reverse_testing.uci import claims
from shiftlab.papers.reverse_testing.uci import computed as exact
from shiftlab.validation import ReverseTesting, SourceCV

experiment = experiments.get("reverse-testing")
CELLS = [cell for cell in experiment.cells("quick") if cell.problem == "world 49"]
RANK = ["does not replicate", "no data", "partly", "replicates"]


def verdicts():
    summaries = {"reverse-testing": experiment.summarise(sweep(experiment, CELLS, progress=False).records)}
    return {s.id: s.decide("reverse-testing", summaries).verdict for s in claims.STATEMENTS}


@pytest.fixture(scope="module")
def sound():
    return verdicts()


def turned(red, sound):
    return {name for name in red if RANK.index(red[name]) < RANK.index(sound[name])}


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
    changed = turned(verdicts(), sound)
    assert MUST_TURN[broken] <= changed
    assert changed or broken is left_alone


@pytest.mark.quick_experiments
def test_cross_validation_that_knows_the_target_takes_the_advantage_away(monkeypatch, sound):
    class Knowing(SourceCV):
        def score(self, estimator, source, target=None, labeled=None):
            return float(type(estimator).__name__ == "LogisticRegression")  # the better one in world 49

    monkeypatch.setattr("shiftlab.papers.reverse_testing.uci.run.SourceCV", Knowing)
    assert {"rt-world-49", "rt-right-where-cv-is-not"} <= turned(verdicts(), sound)


def decided(name):
    (statement,) = [s for s in claims.STATEMENTS if s.id == name]
    return statement.decide("reverse-testing", {}).verdict


def test_another_printed_entry_turns_the_counts_red(monkeypatch):
    assert (decided("rt-stars"), decided("rt-errors-printed")) == ("replicates", "replicates")
    without_a_star = {**printed.TABLE_14, "vote": "DT DT SVM LR SVM SVM"}
    monkeypatch.setitem(exact.BY_CRITERION, "strict", without_a_star)
    monkeypatch.setattr(exact, "TABLE_14", without_a_star)
    assert (decided("rt-stars"), decided("rt-errors-printed")) == ("partly", "partly")
    assert decided("rt-summary-printed") == "partly"


def test_other_printed_accuracies_turn_the_arithmetic_red(monkeypatch):
    assert decided("rt-errors-from-accuracies") == decided("rt-differences-printed") == "replicates"
    lower = {**printed.TABLE_8, "iris": (92.9, 60.0, 93.9, 86.9)}
    monkeypatch.setitem(exact.ACCURACIES, "cv", lower)
    assert decided("rt-errors-from-accuracies") == "partly"
    assert decided("rt-differences-printed") == "partly"
