"""Broken weights must turn the claims about biased samples red: proof that the rules look at what is computed."""

import pytest
from broken import decided, turned

from shiftlab import experiments
from shiftlab.papers.kmm.selection import claims
from shiftlab.weights import KernelMeanMatching

experiment = experiments.get("kmm-selection")
CELLS = [cell for cell in experiment.cells("quick") if cell.scheme == "label"]


def everything():
    return decided(claims.STATEMENTS, "kmm", {"kmm-selection": CELLS})


@pytest.fixture(scope="module")
def sound():
    return everything()


def inverted(weights):
    return 1 / (weights + 0.1)


def upside_down(weights):
    turned = weights.max() - weights
    return turned / turned.mean()


def not_normalised(weights):
    return weights / weights.sum()


def left_alone(weights):
    return weights


MUST_TURN = {
    inverted: {"kmm-2c-unweighted", "kmm-2d-classes"},
    upside_down: {"kmm-2c-unweighted", "kmm-2d-classes"},
    not_normalised: {"kmm-2c-unweighted", "kmm-2c-importance"},
    left_alone: set(),
}


@pytest.mark.quick_experiments
@pytest.mark.parametrize("broken", MUST_TURN, ids=lambda broken: broken.__name__)
def test_broken_weights_turn_claims_red(monkeypatch, sound, broken):
    class Broken(KernelMeanMatching):
        def fit(self, X_source, X_target):
            super().fit(X_source, X_target)
            self.weights_ = broken(self.weights_)
            return self

    monkeypatch.setattr("shiftlab.papers.kmm.selection.run.KernelMeanMatching", Broken)
    changed = turned(everything(), sound)
    assert MUST_TURN[broken] <= changed
    assert changed or broken is left_alone
