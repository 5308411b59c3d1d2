"""The weights (7) against known densities: what they are, what gaps do, and what learning them jointly does."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from scipy.stats import norm
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression

from shiftlab._check import Floats
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import DiscriminativeRatio, KnownRatio, SelectionProbability, ShiftWarning
from shiftlab.weights.base import effective_sample_size

N_ROWS = 200


class Oracle(ClassifierMixin, BaseEstimator):
    """A classifier that knows both densities: the exact p(sigma | x), to m source and n target rows."""

    def __init__(self, source: Any, target: Any) -> None:
        self.source, self.target = source, target

    def fit(self, X: Floats, y: Any) -> Self:
        self.classes_, self._numbers = np.unique(y, return_counts=True)
        return self

    def predict_proba(self, X: Floats) -> Floats:
        masses = np.column_stack([self.source(X), self.target(X)]) * self._numbers
        return np.asarray(masses / masses.sum(axis=1, keepdims=True))


def ratios(rng: np.random.RandomState) -> dict[str, float]:
    """Weights where the densities are known, where the target has a gap, and where they are learned jointly."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)
        return {**_known(rng), **_gap(rng), **_shrinking(rng)}


def _known(rng: np.random.RandomState) -> dict[str, float]:
    """Two normal densities: the weights of both discriminators next to the ratio that they should be."""
    shift = rng.uniform(0.5, 1.5)
    X, X_target = rng.normal(0, 1, size=(N_ROWS, 1)), rng.normal(shift, 1, size=(N_ROWS // 3, 1))
    densities = (lambda x: norm.pdf(x[:, 0])), (lambda x: norm.pdf(x[:, 0], shift))
    known = KnownRatio(*densities).fit(X, X_target).weights_
    estimator = Oracle(*densities)
    by_odds = DiscriminativeRatio(estimator).fit(X, X_target).weights_
    by_selection = SelectionProbability(estimator).fit(X, X_target).weights_
    return {
        "ratio_apart": float(np.abs(by_odds / known - 1).max()),
        # the weights of selection have mean 1: so must the others have, to be compared
        "selection_apart": float(np.abs(by_selection / (known / known.mean()) - 1).max()),
    }


def _gap(rng: np.random.RandomState) -> dict[str, float]:
    """A target that is uniform on [0, 1] inside a source on [-1, 1]: the weights of rows outside it."""
    X, X_target = rng.uniform(-1, 1, size=(N_ROWS, 1)), rng.uniform(0, 1, size=(N_ROWS, 1))
    estimator = Oracle(lambda x: 0.5 * (np.abs(x[:, 0]) <= 1), lambda x: 1.0 * ((x[:, 0] >= 0) & (x[:, 0] <= 1)))
    outside = X[:, 0] < 0
    return {
        "gap_by_odds": float(DiscriminativeRatio(estimator).fit(X, X_target).weights_[outside].max()),
        "gap_by_selection": float(SelectionProbability(estimator).fit(X, X_target).weights_[outside].min()),
    }


def _shrinking(rng: np.random.RandomState) -> dict[str, float]:
    """The mean weight, 1 for a ratio of densities: in two stages and jointly, with the same wide prior of v."""
    sigma_v, shift = 10.0, rng.uniform(0.5, 1.5)
    X, X_target = rng.normal(size=(N_ROWS, 2)), rng.normal(size=(N_ROWS, 2))
    X_target[:, 0] += shift
    y = rng.rand(N_ROWS) < 1 / (1 + np.exp(-3 * (X[:, 1] - X[:, 0] ** 2 / 2 + 0.5)))
    estimator = LogisticRegression(C=sigma_v**2, tol=1e-8, max_iter=1000)
    two_stage = DiscriminativeRatio(estimator).fit(X, X_target)
    joint = CovariateShiftLogisticRegression(sigma_w=3.0, sigma_v=sigma_v).fit(X, y, X_target=X_target)
    return {
        "mean_weight_two_stage": float(two_stage.weights_.mean()),
        "mean_weight_joint": joint.mean_weight_,
        "ess_two_stage": effective_sample_size(two_stage.weights_),
        "ess_joint": joint.effective_sample_size_,
        "mean_weight_shrunk": float(two_stage.weights_.mean()) - joint.mean_weight_,
    }
