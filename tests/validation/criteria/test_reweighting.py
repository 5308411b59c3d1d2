"""Should I re-weight? Every criterion has an answer on real tables: a learner with weights is not the one without."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_score
from sklearn.preprocessing import StandardScaler

from shiftlab import Target
from shiftlab.learners import ReweightedEstimator
from shiftlab.validation import (
    LeaveOneOut,
    ReverseTesting,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
    importance_weighted_scorer,
    target_performance,
)
from shiftlab.weights import DiscriminativeRatio

WEIGHER = DiscriminativeRatio()
TABLES = {
    # selected by the first column, and scored by what changes with every prediction
    "breast cancer": (load_breast_cancer, 0, LogisticRegression(), "neg_log_loss"),
    "diabetes": (load_diabetes, 2, Ridge(), "r2"),
}


def question(table):
    load, column, learner, scoring = TABLES[table]
    X, y = load(return_X_y=True)
    X = StandardScaler().fit_transform(X[:, :10])
    seen = np.random.RandomState(0).rand(len(X)) < np.where(X[:, column] < -0.3, 0.7, 0.3)
    labeled = X[~seen][:40], y[~seen][:40]
    return (X[seen], y[seen]), X[~seen], labeled, (learner, ReweightedEstimator(learner, WEIGHER)), scoring


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "kind",
    [
        lambda scoring: SourceCV(5, random_state=0, scoring=scoring),
        lambda scoring: LeaveOneOut(),
        lambda scoring: WeightedCV(WEIGHER, 5, random_state=0, scoring=scoring),
        lambda scoring: TransferCV(WEIGHER, 5, random_state=0, scoring=scoring),
        lambda scoring: TargetCV(5, random_state=0, stratified=scoring != "r2", scoring=scoring, source="pooled"),
        lambda scoring: SourceToTarget(scoring),
    ],
    ids=["SourceCV", "LeaveOneOut", "WeightedCV", "TransferCV", "TargetCV", "SourceToTarget"],
)
def test_every_criterion_tells_a_learner_with_weights_from_one_without(table, kind):
    source, target, labeled, (plain, weighted), scoring = question(table)
    criterion = kind(scoring)
    assert criterion.score(plain, source, target, labeled) != criterion.score(weighted, source, target, labeled)


def test_without_a_target_there_is_nothing_to_re_weight():
    source, _, labeled, (plain, weighted), scoring = question("diabetes")
    for criterion in (SourceCV(5, random_state=0, scoring=scoring), SourceToTarget(scoring)):
        assert criterion.score(weighted, source, None, labeled) == criterion.score(plain, source, None, labeled)


def test_a_bound_has_the_same_capacity_with_weights_and_another_training_error():
    source, target, _, (plain, weighted), _ = question("breast cancer")
    bound = StructuralRisk()
    errors = [
        np.mean(model.predict(source[0]) == source[1])
        for model in (plain.fit(*source), weighted.fit(*source, X_target=target))
    ]
    scores = [bound.score(learner, source, target) for learner in (plain, weighted)]
    assert errors[0] != errors[1]
    assert scores[1] - scores[0] == pytest.approx(errors[1] - errors[0])


@pytest.mark.parametrize("table", TABLES)
def test_reverse_testing_trains_two_learners_and_not_one_twice(table):
    source, target, _, (plain, weighted), scoring = question(table)
    testing = ReverseTesting({"plain": plain, "weighted": weighted}, scoring=scoring)
    testing.fit(*source, target)
    assert len(np.unique(testing.accuracy_)) == 4
    assert testing.best_ in ("plain", "weighted")


@pytest.mark.parametrize("table", TABLES)
def test_scikit_learns_own_cross_validation_has_an_answer_too(table):
    (X, y), target, _, (plain, weighted), scoring = question(table)
    scorer = importance_weighted_scorer(WEIGHER, X, target, scoring)
    without = cross_val_score(plain, X, y, scoring=scorer)
    assert not np.array_equal(
        without, cross_val_score(weighted, X, y, scoring=scorer, params={"X_target": Target(target)})
    )


def test_and_so_has_the_performance_of_the_trained_models():
    (X, y), target, _, (plain, weighted), scoring = question("diabetes")
    train = np.arange(len(y)) % 2 == 0
    models = plain.fit(X[train], y[train]), weighted.fit(X[train], y[train], X_target=target)
    found = [
        target_performance(model, (X[~train], y[~train]), target, weigher=WEIGHER, scoring=scoring, random_state=0)
        for model in models
    ]
    assert found[0].value != found[1].value
    assert found[0].effective_sample_size == found[1].effective_sample_size
