"""The six methods of section 6 in a shared space: the iid fit, the integrated one, and four in two stages.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations. All end in logistic regression with the prior (15), and only the weights of
the source rows differ.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin

from shiftlab._check import Floats
from shiftlab.learners.joint.fit import fit_jointly, fit_weighted
from shiftlab.learners.joint.labels import TwoClasses
from shiftlab.learners.joint.space import space
from shiftlab.weights import (
    DiscriminativeRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    SelectionProbability,
    ShiftWarning,
    Weigher,
)
from shiftlab.weights.median import kernel_gamma

from .world import Sample

#: The key in records, and the name for a person.
METHODS = {
    "iid": "iid",
    "integrated": "integrated",
    "two_stage": "two-stage",
    "ssb": "SSB",
    "kmm": "KMM",
    "kde": "KDE",
}
RIDGE = 1e-3  # of kernel mean matching, relative
TOLERANCE = 1e-6  # of its programme: the certified gap


class Choice(NamedTuple):
    """The parameters of a method."""

    sigma_w: float
    sigma_v: float
    width: float = 1.0
    B: float = 1000.0


class Fitted(NamedTuple):
    """A trained method: the weights of the source rows, and its coefficients."""

    weights: Floats
    w: Floats  # in the coordinates of its space
    stage: Stage
    converged: bool = True

    def scores(self, rows: Floats) -> Floats:
        """The log-odds of the label 1."""
        return self.stage.scores(self.w, rows)


class Stage:
    """A sample in the space of a kernel, with a constant: what the methods of one kernel width share."""

    def __init__(self, sample: Sample, kernel: str, width: float = 1.0) -> None:
        self.sample, self.kernel = sample, kernel
        rows, m = np.concatenate([sample.X, sample.X_target]), len(sample.y)
        self.gamma = kernel_gamma("median", rows) / width**2 if kernel == "rbf" else 1.0
        self.space = space(kernel, rows, m, True, self.gamma)
        self.labels = TwoClasses(sample.y.astype(np.intp))
        self._discriminators: dict[float, Discriminator] = {}
        self._last: tuple[Any, Any] | None = None

    def scores(self, w: Floats, rows: Floats) -> Floats:
        """Of w in the coordinates of the space, at any rows."""
        if self._last is None or self._last[0] is not rows:  # the next method asks for the same rows
            self._last = rows, self.space.seen(rows)
        return self.space.scores(w[:, np.newaxis]).of(self._last[1])[:, 0]

    def discriminator(self, sigma_v: float) -> Discriminator:
        """What tells source from target rows, (14), by v alone: trained once for those whose weights come from it."""
        if sigma_v not in self._discriminators:
            is_source = (np.arange(len(self.space.B)) < self.space.m).astype(np.intp)
            v = fit_weighted(self.space.B, TwoClasses(is_source), sigma=sigma_v)[:, 0]
            self._discriminators[sigma_v] = Discriminator(v)
        return self._discriminators[sigma_v]

    @cached_property
    def coordinates(self) -> tuple[Floats, Floats]:
        """Of the source and of the target rows."""
        return self.space.B[: self.space.m], self.space.B[self.space.m :]


class Discriminator(ClassifierMixin, BaseEstimator):
    """Logistic regression that is trained already, as weighers take it: v'x are the log-odds of the source."""

    def __init__(self, v: Floats) -> None:
        self.v = v

    def fit(self, X: Floats, y: Any) -> Self:
        self.classes_ = np.arange(2)
        return self

    def predict_proba(self, X: Floats) -> Floats:
        scores = X @ self.v
        return np.column_stack([expit(scores), expit(-scores)])


def fit_all(sample: Sample, kernel: str, choices: dict[str, Choice]) -> dict[str, Fitted]:
    """Every method that has a choice; those of one kernel width share a space."""
    stages = {width: Stage(sample, kernel, width) for width in {choice.width for choice in choices.values()}}
    return {name: fit(name, stages[choice.width], choice) for name, choice in choices.items()}


def fit(name: str, stage: Stage, choice: Choice) -> Fitted:
    if name == "integrated":  # Optimization Problem 1
        w, _, minimum = fit_jointly(stage.space, stage.labels, choice.sigma_w, choice.sigma_v)
        return Fitted(minimum.point.weights, w[:, 0], stage, minimum.converged)
    weights = WEIGHTS[name](stage, choice)
    return Fitted(weights, fit_weighted(stage.space.A, stage.labels, weights, choice.sigma_w)[:, 0], stage)


def _iid(stage: Stage, choice: Choice) -> Floats:
    return np.ones(stage.space.m)


def _two_stage(stage: Stage, choice: Choice) -> Floats:
    return _weighed(DiscriminativeRatio(stage.discriminator(choice.sigma_v)), *stage.coordinates).weights_  # (7)


def _ssb(stage: Stage, choice: Choice) -> Floats:
    return _weighed(SelectionProbability(stage.discriminator(choice.sigma_v)), *stage.coordinates).weights_


def _kmm(stage: Stage, choice: Choice) -> Floats:
    # every option in full: what is kept rests on no default; eps=None is (sqrt(m) - 1)/sqrt(m), as printed
    matching = KernelMeanMatching(
        gamma=stage.gamma,
        B=choice.B,
        eps=None,
        ridge=RIDGE,
        tol=TOLERANCE,
        kernel=stage.kernel,
        warm_start=False,
        n_landmarks=None,
    )
    return _weighed(matching, stage.sample.X, stage.sample.X_target).weights_


def _kde(stage: Stage, choice: Choice) -> Floats:
    """The ratio of two kernel densities, brought to mean 1: in many columns it overflows."""
    samples = stage.sample.X, stage.sample.X_target
    varies = np.logical_and(*(np.ptp(rows, axis=0) > 0 for rows in samples))
    densities = KernelDensityRatio(bandwidth="silverman", leave_one_out=False)  # the paper leaves no row out
    logs = _weighed(densities, *(rows[:, varies] for rows in samples)).log_weights_
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.mean())


def _weighed(weigher: Weigher, X: Floats, X_target: Floats) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)  # the effective sample size is told
        return weigher.fit(X, X_target)


WEIGHTS: dict[str, Callable[[Stage, Choice], Floats]] = {
    "iid": _iid,
    "two_stage": _two_stage,
    "ssb": _ssb,
    "kmm": _kmm,
    "kde": _kde,
}
