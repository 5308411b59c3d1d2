"""The VC dimension of learners for which it is known exactly."""

from __future__ import annotations

from math import comb
from typing import Any

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

WITH_INTERCEPT = (LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier, LinearSVC)
SCALERS = (MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler)  # a line is a line in any units


def vc_dimension(estimator: Any, d: int) -> int | None:
    """Of the classifiers that `estimator` chooses from, on `d` features; None if it is not known or not finite."""
    if hasattr(estimator, "weigher") and hasattr(estimator, "estimator"):  # weights choose among the same classifiers
        return vc_dimension(estimator.estimator, d)
    if type(estimator) is Pipeline and all(type(step) in SCALERS for _, step in estimator.steps[:-1]):
        estimator = estimator.steps[-1][1]
    kind = type(estimator)
    if kind in WITH_INTERCEPT:
        return d + 1 if estimator.fit_intercept else d
    if kind is LinearDiscriminantAnalysis or (kind is SVC and estimator.kernel == "linear"):
        return d + 1
    if kind is DecisionTreeClassifier and (estimator.max_depth == 1 or estimator.max_leaf_nodes == 2):
        return stump_dimension(d)
    return None


def stump_dimension(d: int) -> int:
    """Of one threshold on one of `d` features, either side positive.

    A feature splits h points into the first k and the others, once for each k. All C(h, ⌊h/2⌋) choices of half of the
    points must occur, and each feature gives two of them (one pair, if h is even): the largest h with
    C(h, ⌊h/2⌋) <= 2d.

    >>> [stump_dimension(d) for d in (1, 2, 3, 10)]
    [2, 3, 4, 6]
    """
    h = 1
    while comb(h + 1, (h + 1) // 2) <= 2 * d:
        h += 1
    return h
