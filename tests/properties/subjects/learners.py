"""The learners, in every way that they can be told of the target; those around others are in `wrappers`."""

from __future__ import annotations

from typing import Any

import numpy as np
from hostile import Tables
from strange import CHANCE, COUNT, FLAG, OBJECT, POSITIVE, SEED, Kind, choice

from shiftlab.learners import (
    BinnedNaiveBayes,
    C45Tree,
    CovariateShiftLogisticRegression,
    CurtailedTree,
    LatentMap,
    LocallyWeightedEnsemble,
    LogitBoost,
    NNge,
    PenalizedLMS,
    RandomDecisionTrees,
    TrAdaBoost,
    UnprunedTree,
)

from . import Answer, Subject, count, first, not_negative, vector

PLAIN, TARGET, LABELED = "plain", "target", "labeled"
FORM = frozenset({"form"})


def _fit(learner: Any, tables: Tables, way: str, labels: str, **given: Any) -> Any:
    y = getattr(tables, labels)
    if way in (TARGET, LABELED):
        given["X_target"] = tables.target
    if way == LABELED:
        given |= {"X_labeled": tables.labeled, "y_labeled": getattr(tables, f"labeled_{labels}")}
    return learner.fit(tables.source, y, **given)


def _asked(fitted: Any, tables: Tables) -> Answer:
    answer: Answer = {"predictions": fitted.predict(tables.new)}
    if hasattr(fitted, "predict_proba"):
        answer |= {"probabilities": fitted.predict_proba(tables.new), "classes": fitted.classes_}
    if hasattr(fitted, "weights_") and np.ndim(fitted.weights_) == 1:
        answer["weights"] = fitted.weights_
    if hasattr(fitted, "predict_set"):
        answer["set"] = fitted.predict_set(tables.new)
    if hasattr(fitted, "predict_interval"):
        answer["interval"] = np.asarray(fitted.predict_interval(tables.new))
    return answer


def sound(answer: Answer, tables: Tables) -> str | None:
    n = count(tables.new)
    wrong = _of_two(answer, n) if np.shape(answer["predictions"]) == (n, 2) else vector(answer, "predictions", n)
    if "weights" in answer:
        wrong = first(wrong, not_negative(answer, "weights", count(tables.source)))
    if "probabilities" in answer:
        wrong = wrong or _distributions(answer, n)
    if wrong is None and "set" in answer and answer["set"].shape != (n, len(answer["classes"])):
        wrong = f"the sets have the shape {answer['set'].shape}"
    if wrong is None and "interval" in answer:
        low, high = answer["interval"].reshape(n, 2).T
        inside = (low <= answer["predictions"]) & (answer["predictions"] <= high)
        wrong = None if inside.all() else "a prediction is outside of its interval"
    return wrong


def _of_two(answer: Answer, n: int) -> str | None:
    """What is wrong with predictions of two labels a row, which were the same twice."""
    first_label, second_label = np.asarray(answer["predictions"]).T
    wrong = vector({"predictions": first_label}, "predictions", n)
    gap = np.abs(first_label - second_label).max()
    return wrong or (f"the same label twice is predicted {gap:.3g} apart" if not gap < 1e-6 else None)


def _distributions(answer: Answer, n: int) -> str | None:
    """What is wrong with probabilities of classes, and with the classes named by them."""
    p, classes = np.asarray(answer["probabilities"]), np.asarray(answer["classes"])
    if len(classes) == 1:  # scikit-learn's boosted trees have two columns then
        return None
    if p.shape != (n, len(classes)):
        return f"the probabilities have the shape {p.shape} for {n} rows and {len(classes)} classes"
    if not ((p >= 0) & (p <= 1)).all() or not (np.abs(p.sum(axis=1) - 1) < 1e-6).all():
        return f"no probabilities: {p[np.argmax(np.abs(p.sum(axis=1) - 1))]}"
    if not np.isin(answer["predictions"], classes).all():
        return "a prediction is none of the classes"
    return None


def subject(
    name: str,
    make: Any,
    options: dict[str, Kind] | None = None,
    way: str = PLAIN,
    labels: str = "classes",
    keeps: Any = FORM,
    **more: Any,
) -> Subject:
    def ask(tables: Tables, sample_weight: Any = None, **given: Any) -> Answer:
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return _asked(_fit(make(**given), tables, way, labels, **weights), tables)

    uses = {"source", "new", "labels"} | {PLAIN: set(), TARGET: {"target"}, LABELED: {"target", "labeled"}}[way]
    # scikit-learn reads numbers off words, and any two labels are classes; without a target nothing is known of it
    reads = (*more.pop("reads", ()), "words for", "labels: dates", "labels: huge")
    reads += ("None for target",) if way != PLAIN else ()
    return Subject(name, ask, sound, frozenset(uses), reads, frozenset(keeps), options or {}, **more)


def seeded(kind: Any, *arguments: Any, **fixed: Any) -> Any:
    return lambda **given: kind(*arguments, **{"random_state": 0, **fixed, **given})


def around(kind: Any, **fixed: Any) -> Any:
    """A learner that takes others."""
    return lambda **given: kind(**{**fixed, **given})


ROWS_IN_ANY_ORDER = {"form", "permuted source"}
WEIGHTS = Kind((), ("nonsense", [1.0], -1.0, np.nan, [[1.0]], {}))
MEASURED = {"labels": "measures"}
SOME = COUNT  # numbers of trees and the like, none so large that it takes for ever
LEARNERS = [
    subject("BinnedNaiveBayes", BinnedNaiveBayes, {"n_bins": COUNT, "sample_weight": WEIGHTS}, keeps=ROWS_IN_ANY_ORDER),
    subject(
        "C45Tree",
        C45Tree,
        {
            "min_samples_leaf": POSITIVE,
            "mdl_correction": FLAG,
            "subtree_raising": FLAG,
            "average_gain": FLAG,
            "sample_weight": WEIGHTS,
        },
        reads=("missing",),
    ),
    subject("CurtailedTree", seeded(CurtailedTree), {"random_state": SEED, "min_samples_leaf": POSITIVE}),
    subject("UnprunedTree", seeded(UnprunedTree), {"random_state": SEED, "min_samples_leaf": POSITIVE}),
    subject(
        "LogitBoost",
        around(LogitBoost, n_estimators=5),
        {"n_estimators": SOME, "learning_rate": POSITIVE, "z_max": POSITIVE, "sample_weight": WEIGHTS},
    ),
    subject("NNge", seeded(NNge, shuffle=True), {"n_attempts": COUNT, "n_bins": COUNT, "random_state": SEED}),
    subject(
        "PenalizedLMS",
        PenalizedLMS,
        {"alpha": POSITIVE, "gamma": POSITIVE.but("median"), "sample_weight": WEIGHTS},
        keeps={"form", "permuted source", "permuted columns", "moved", "mirrored", "constant column"},
        **MEASURED,
    ),
    subject(
        "RandomDecisionTrees",
        seeded(RandomDecisionTrees, n_estimators=3),
        {"n_estimators": SOME, "max_depth": COUNT.but(None), "random_state": SEED},
    ),
    subject(
        "CovariateShiftLogisticRegression",
        CovariateShiftLogisticRegression,
        {
            "sigma_w": POSITIVE,
            "sigma_v": POSITIVE,
            "tol": POSITIVE,
            "max_iter": COUNT,
            "fit_intercept": FLAG,
            "kernel": choice("linear", "rbf"),
        },
        TARGET,
        keeps={"form", "sparse", "permuted source", "permuted target", "permuted columns", "mirrored"},
        reads=("sparse",),
        doubts=True,
        precision=1e-3,
        weight=2,
    ),
    subject(
        "CovariateShiftLogisticRegression, rbf",
        around(CovariateShiftLogisticRegression, kernel="rbf"),
        {"gamma": POSITIVE.but("median")},
        TARGET,
        keeps={
            "form",
            "permuted source",
            "permuted target",
            "permuted columns",
            "moved",
            "mirrored",
            "stretched",
            "constant column",
        },
        doubts=True,
        precision=1e-3,
    ),
    subject(
        "LatentMap",
        around(LatentMap, n_components=2, n_neighbors=5),
        {
            "n_components": COUNT,
            "n_neighbors": COUNT,
            "alpha": POSITIVE,
            "standardize": FLAG,
            "missing": choice("zero"),
            "metric": choice("euclidean"),
        },
        LABELED,
        reads=("missing", "sparse"),
        precision=1e-3,
    ),
    subject(
        "LocallyWeightedEnsemble",
        seeded(LocallyWeightedEnsemble),
        {
            "n_clusters": COUNT.but(None),
            "threshold": CHANCE,
            "min_purity": CHANCE,
            "random_state": SEED,
            "estimators": OBJECT,
            "pool_labeled": FLAG,
        },
        LABELED,
        precision=1e-3,
    ),
    subject(
        "TrAdaBoost",
        seeded(TrAdaBoost, n_estimators=3),
        {"estimator": OBJECT, "n_estimators": SOME, "weak_round": choice("clip"), "random_state": SEED},
        LABELED,
    ),
]
