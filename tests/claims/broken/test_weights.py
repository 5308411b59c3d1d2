"""Broken weights must turn claims about kernel mean matching red: the rules look at what the code computes."""

import pytest
from broken import decided, turned

from shiftlab import experiments
from shiftlab.papers.kmm.regression import trial
from shiftlab.papers.kmm.regression.claims import NAME, STATEMENTS
from shiftlab.weights import KernelMeanMatching, KnownRatio


def everything():
    cells = [cell.changed(trials=25) for cell in experiments.get(NAME).cells("quick")]
    return decided(STATEMENTS, "kmm", {NAME: cells})


@pytest.fixture(scope="module")
def sound():
    return everything()


class Inverted(KernelMeanMatching):
    """1/weight, with the right mean."""

    def fit(self, X_source, X_target):
        super().fit(X_source, X_target)
        inverse = 1 / (self.weights_ + 1e-3)
        self.weights_ = inverse * self.weights_.mean() / inverse.mean()
        return self


class NotNormalised(KernelMeanMatching):
    """Weights that sum to 1 and not to m: the lines are the same."""

    def fit(self, X_source, X_target):
        super().fit(X_source, X_target)
        self.weights_ = self.weights_ / self.weights_.sum()
        return self


class UpsideDown(KnownRatio):
    """The density of the source over that of the target."""

    def __init__(self, source_density, target_density):
        super().__init__(source_density, target_density)

    def _ratio(self, X):
        return 1 / super()._ratio(X)


BROKEN = {
    Inverted: (
        "KernelMeanMatching",
        {"weights-improve", "distance-as-quadratic"},
    ),
    NotNormalised: (
        "KernelMeanMatching",
        {"constraints-hold", "distance-as-quadratic"},
    ),
    UpsideDown: (
        "KnownRatio",
        {"weights-improve", "lemma-3", "lemma-4"},
    ),
}


@pytest.mark.quick_experiments
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_broken_weights_turn_claims_red(monkeypatch, sound, broken):
    name, must_turn = BROKEN[broken]
    monkeypatch.setattr(trial, name, broken)
    assert must_turn <= turned(everything(), sound)
