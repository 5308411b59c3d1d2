"""Speed of the learners that are written here by hand. CPU time of this process, on an idle machine."""

import numpy as np
import pytest
from measure import cpu_seconds

from shiftlab.learners import C45Tree, LocallyWeightedEnsemble, RandomDecisionTrees, TrAdaBoost


def problem(n, d):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    return X, (X[:, 0] + X[:, 1] + 0.5 * rng.normal(size=n) > 0).astype(int)


@pytest.mark.parametrize("kind", ["two features matter", "noise"])
def test_c45_on_1000_rows_of_20_features(report, kind):
    X, y = problem(1000, 20)
    if kind == "noise":
        y = np.random.default_rng(1).permutation(y)
    seconds = cpu_seconds(lambda: C45Tree(mdl_correction=kind != "noise").fit(X, y).predict(X), 5)
    report(f"C4.5, 1,000 rows of 20 features, {kind}", seconds, 0.3)


def test_random_decision_trees_on_200000_rows_of_30_features(report):
    X, y = problem(200_000, 30)
    seconds = cpu_seconds(lambda: RandomDecisionTrees(random_state=0).fit(X, y).predict_proba(X), 1)
    report("ten random decision trees, 200,000 rows of 30 features, fit and predict", seconds, 4.0)


@pytest.mark.parametrize("learner", [TrAdaBoost(), LocallyWeightedEnsemble(random_state=0)])
def test_transfer_learners_on_2000_rows_of_each_domain(report, learner):
    (X, y), (target, y_target) = problem(2000, 12), problem(2000, 12)
    target = target + 0.5
    few = {"X_labeled": target[:200], "y_labeled": y_target[:200]}
    seconds = cpu_seconds(lambda: learner.fit(X, y, target, **few).predict(target), 3)
    report(f"{type(learner).__name__}, 2,000 + 2,000 rows of 12 features", seconds, 2.0)
