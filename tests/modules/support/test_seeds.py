"""Who names a source of chance that is none is told so in one sentence, whatever is drawn."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from shiftlab.diagnostics import mmd_test, shift_report, two_sample_auc
from shiftlab.learners import (
    NNge,
    PriorShiftClassifier,
    RandomDecisionTrees,
    TrAdaBoost,
    UndersampledClassifier,
    WeightedConformalRegressor,
)
from shiftlab.support.seeds import generator
from shiftlab.validation import target_performance
from shiftlab.weights import KLIEP, DiscriminativeRatio, RelativeULSIF

X = np.random.default_rng(0).normal(size=(24, 2))
y = np.arange(24) % 2
MODEL = DecisionTreeClassifier(max_depth=1).fit(X, y)
DRAWN = {
    "mmd_test": lambda seed: mmd_test(X, X, random_state=seed),
    "two_sample_auc": lambda seed: two_sample_auc(X, X, random_state=seed),
    "shift_report": lambda seed: shift_report(X, X, random_state=seed),
    "KLIEP": lambda seed: KLIEP(random_state=seed).fit(X, X),
    "RelativeULSIF": lambda seed: RelativeULSIF(random_state=seed).fit(X, X),
    "DiscriminativeRatio": lambda seed: DiscriminativeRatio(cv=2, random_state=seed).fit(X, X),
    "target_performance": lambda seed: target_performance(MODEL, (X, y), X, random_state=seed),
    "NNge": lambda seed: NNge(shuffle=True, random_state=seed).fit(X, y),
    "RandomDecisionTrees": lambda seed: RandomDecisionTrees(random_state=seed).fit(X, y),
    "UndersampledClassifier": lambda seed: UndersampledClassifier(MODEL, random_state=seed).fit(X, y),
    "TrAdaBoost": lambda seed: TrAdaBoost(random_state=seed).fit(X, y),
    "PriorShiftClassifier": lambda seed: PriorShiftClassifier(LogisticRegression(), random_state=seed).fit(X, y, X),
    "conformal": lambda seed: WeightedConformalRegressor(DecisionTreeRegressor(), random_state=seed).fit(X, y),
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("seed", [-1, 2**32, "a word"])
def test_what_is_no_seed_is_refused(name, seed, one_sentence):
    assert "random_state must be None, a whole number from 0" in one_sentence(DRAWN[name], seed)


def test_a_generator_is_taken_as_it_is():
    rng = np.random.RandomState(3)
    assert generator(rng) is rng
    assert generator(3).randint(1000) == np.random.RandomState(3).randint(1000)
