"""Validation: criteria, searches and estimates of how good a model is on the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from hostile import Tables
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from strange import COUNT, FLAG, OBJECT, POSITIVE, SEED, SHARE, Kind, choice

from shiftlab.learners import ReweightedEstimator
from shiftlab.validation import (
    LeaveOneOut,
    ReverseTesting,
    ShiftSearch,
    SourceCV,
    SourceToTarget,
    StructuralRisk,
    TargetCV,
    TransferCV,
    WeightedCV,
    importance_weighted_scorer,
    scores,
    target_performance,
)
from shiftlab.weights import KLIEP, DiscriminativeRatio, KernelDensityRatio, KernelMeanMatching

from . import Answer, Subject, count, first, within

LEARNER = DecisionTreeClassifier(max_depth=2, random_state=0)
PARTS = Kind((2, 3), COUNT.bad)
ALL = {"source", "target", "labels"}
#: What the learner is free to read: the tree has no objection to gaps.
READS = ("missing", "sparse", "objects", "labels: dates", "labels: huge", "None for target", "None for labeled")


def _source(tables: Tables) -> tuple[Any, Any]:
    return tables.source, tables.classes


def _labeled(tables: Tables) -> Any:
    return None if tables.labeled is None else (tables.labeled, tables.labeled_classes)


def criterion(name: str, kind: Any, options: dict[str, Kind], uses: set[str], low: float = 0.0, **more: Any) -> Subject:
    folds = {"n_splits": 3, "random_state": 0} if "n_splits" in options else {}

    def ask(tables: Tables, estimator: Any = LEARNER, **given: Any) -> Answer:
        asked = kind(**{**folds, **given})
        target = tables.target if "target" in uses else None
        labeled = _labeled(tables) if "labeled" in uses else None
        return {"score": asked.score(estimator, _source(tables), target, labeled)}

    reads = more.pop("reads", READS)
    return Subject(
        name,
        ask,
        lambda answer, _: within(answer, "score", low, 1),
        frozenset(uses),
        reads,
        frozenset({"form"}),
        options | {"estimator": OBJECT},
        borrows=True,
        **more,
    )


def _reweighted(tables: Tables, weigher: Any = None, n_splits: Any = 3) -> Answer:
    """A learner that takes the target, judged by several criteria at once."""
    weigher = KernelDensityRatio() if weigher is None else weigher
    learner = ReweightedEstimator(GaussianNB(), KernelMeanMatching())
    asked = {"scv": SourceCV(n_splits, random_state=0), "wcv": WeightedCV(weigher, n_splits, random_state=0)}
    found = scores(learner, _source(tables), tables.target, criteria=asked)
    return {"scv": found["scv"], "wcv": found["wcv"]}


def _sound_reweighted(answer: Answer, tables: Tables) -> str | None:
    return first(within(answer, "scv", 0, 1), within(answer, "wcv", 0, 1))


def _reverse_testing(tables: Tables, **given: Any) -> Answer:
    learners = given.pop("learners", {"tree": LEARNER, "bayes": GaussianNB()})
    found = ReverseTesting(learners, **given).fit(tables.source, tables.classes, tables.target)
    return {"accuracy": found.accuracy_, "best": found.best_, "order": found.order_}


def _sound_reverse_testing(answer: Answer, tables: Tables) -> str | None:
    accuracy = answer["accuracy"]
    if not (accuracy.shape == (2, 2) and ((accuracy >= 0) & (accuracy <= 1)).all()):
        return f"the accuracies are {accuracy}"
    return (
        None if sorted(answer["order"]) == ["bayes", "tree"] and answer["best"] == answer["order"][0] else "the order"
    )


def _shift_search(tables: Tables, **given: Any) -> Answer:
    fixed = {
        "estimator": LEARNER,
        "param_grid": {"max_depth": [1, 2]},
        "criterion": TransferCV(n_splits=3, random_state=0),
    }
    found = ShiftSearch(**{**fixed, **given})
    found.fit(tables.source, tables.classes, X_target=tables.target, labeled=_labeled(tables))
    return {"score": found.best_score_, "depth": found.best_params_, "n": len(found.predict(tables.new))}


def _sound_shift_search(answer: Answer, tables: Tables) -> str | None:
    return first(within(answer, "score", 0, 1), None if answer["n"] == count(tables.new) else "a row has no label")


def _scorer(tables: Tables, **given: Any) -> Answer:
    weigher = given.get("weigher", DiscriminativeRatio())
    scorer = importance_weighted_scorer(weigher, tables.source, tables.target, given.get("scoring", "accuracy"))
    if None in np.ravel(np.asarray(tables.classes, dtype=object)).tolist():
        # over these a search of scikit-learn's stumbles by itself, before it asks the scorer
        model = clone(LEARNER).fit(tables.source, np.arange(count(tables.source)) % 2)
        return {"score": scorer(model, tables.source, tables.classes)}
    search = GridSearchCV(LEARNER, {"max_depth": [1, 2]}, scoring=scorer, cv=2, error_score="raise")
    return {"score": search.fit(tables.source, tables.classes).best_score_}


def performance(name: str, labels: str, model: Any, low: float, options: dict[str, Kind], **fixed: Any) -> Subject:
    # trained once, on ordinary rows of each width: it is about other rows of the target
    models: dict[int, Any] = {}

    def ask(tables: Tables, **given: Any) -> Answer:
        d = np.shape(tables.source)[1] if len(np.shape(tables.source)) == 2 else 1
        if d not in models:
            X = np.random.default_rng([3, d]).normal(size=(40, d))
            models[d] = clone(model).fit(X, X.sum(axis=1) > 0 if labels == "classes" else X.sum(axis=1))
        given = {"random_state": 0, **fixed, **given}
        found = target_performance(models[d], (tables.source, getattr(tables, labels)), tables.target, **given)
        return {
            "value": found.value,
            "low": found.interval.low,
            "high": found.interval.high,
            "size": found.effective_sample_size,
        }

    def sound(answer: Answer, tables: Tables) -> str | None:
        return first(
            within(answer, "value", low, 1),
            within(answer, "low", low, answer["value"] + 1e-9),
            within(answer, "high", answer["value"] - 1e-9, 1),
            within(answer, "size", 0, count(tables.source) * (1 + 1e-9)),
        )

    return Subject(
        name,
        ask,
        sound,
        frozenset(ALL),
        ("missing", "sparse", "objects", "labels: dates", "labels: huge"),
        frozenset({"form"}),
        {"level": SHARE, "random_state": SEED, **options},
        borrows=True,
    )


LEVELS = {
    "n_splits": PARTS,
    "n_repeats": Kind((1, 2), COUNT.bad),
    "random_state": SEED,
    "stratified": FLAG,
    "average": choice("folds", "rows"),
    "pool_labeled": FLAG,
}
WEIGHED = LEVELS | {"normalize": FLAG, "weigher": OBJECT.but(None)}
CRITERIA = [
    criterion("SourceCV", SourceCV, LEVELS, {"source", "labels"}),
    criterion("WeightedCV", WeightedCV, WEIGHED, ALL, weight=2),
    criterion("TransferCV", TransferCV, WEIGHED | {"reverse": choice("swapped")}, ALL | {"labeled"}, weight=2),
    criterion(
        "TargetCV",
        TargetCV,
        {"n_splits": PARTS, "random_state": SEED, "stratified": FLAG},
        {"source", "labels", "labeled"},
        # a learner like the tree is not shown the source: what its numbers are does not matter
        reads=(*READS, "infinite source", "complex for source"),
    ),
    criterion("SourceToTarget", SourceToTarget, {}, {"source", "labels", "labeled"}),
    criterion("LeaveOneOut", LeaveOneOut, {"refit": FLAG}, {"source", "labels"}),
    criterion(
        "StructuralRisk",
        lambda vc_dimension=3.0, **given: StructuralRisk(vc_dimension, **given),
        {"vc_dimension": POSITIVE, "delta": SHARE, "form": choice("vapnik")},
        {"source", "labels"},
        -np.inf,
    ),
    Subject(
        "scores of a reweighted learner",
        _reweighted,
        _sound_reweighted,
        frozenset(ALL),
        READS[1:],
        frozenset({"form"}),
        {"weigher": OBJECT, "n_splits": PARTS},
        borrows=True,
    ),
    Subject(
        "ReverseTesting",
        _reverse_testing,
        _sound_reverse_testing,
        frozenset(ALL),
        ("objects", "labels: dates", "labels: huge"),
        frozenset({"form"}),
        {"learners": OBJECT, "rule": choice("strict"), "way_back": choice("swapped")},
        borrows=True,
    ),
    Subject(
        "ShiftSearch",
        _shift_search,
        _sound_shift_search,
        frozenset({*ALL, "labeled", "new"}),
        READS,
        frozenset({"form"}),
        {
            "estimator": OBJECT,
            "param_grid": Kind((None,), ("nonsense", 3, {"no": [1]}, {"max_depth": []})),
            "criterion": Kind(("trcv", "SCV"), ("nonsense", 3, None, [], object())),
            "refit": Kind((True,), ("nonsense", 3)),
        },
        borrows=True,
    ),
    Subject(
        "importance_weighted_scorer",
        _scorer,
        lambda answer, _: within(answer, "score", 0, 1),
        frozenset(ALL),
        ("labels: dates", "labels: huge"),
        frozenset({"form"}),
        {"weigher": OBJECT, "scoring": Kind((None, "accuracy"), ("nonsense", 3, [], object()))},
        borrows=True,
    ),
    performance(
        "target_performance",
        "classes",
        DecisionTreeClassifier(max_depth=2),
        0.0,
        {"method": choice("weighted", "confidence"), "weigher": OBJECT.but(None, "uniform")},
    ),
    performance(
        "target_performance, by confidence",
        "classes",
        GaussianNB(),
        0.0,
        {},
        method="confidence",
        weigher=KLIEP(gamma="median", random_state=0),
    ),
    performance(
        "target_performance of a regressor",
        "measures",
        DecisionTreeRegressor(max_depth=2),
        -np.inf,
        {"scoring": Kind(("r2",), ("nonsense", 3, []))},
        scoring="neg_mean_absolute_error",
    ),
]
