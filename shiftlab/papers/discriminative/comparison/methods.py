"""The six methods of section 6 in shared coordinates: the iid fit, the integrated one, and four in two stages.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations. All end in logistic regression with the prior (15), and only the weights of
the source rows differ.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy.special import logsumexp

from shiftlab._check import Floats
from shiftlab.learners.joint.coordinates import Columns, RowSpace, gaussian, linear
from shiftlab.learners.joint.labels import TwoClasses
from shiftlab.learners.joint.newton import maximise_posterior
from shiftlab.learners.joint.problem import JointProblem
from shiftlab.weights import KernelMeanMatching, ShiftWarning
from shiftlab.weights.kernels import Kernel, Pairs
from shiftlab.weights.kmm_qp.constraints import Allowed
from shiftlab.weights.kmm_qp.qp import minimise
from shiftlab.weights.median import kernel_gamma

from .logistic import logistic
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
TOL, MAX_ITER = 1e-8, 100


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
    space: Space
    converged: bool = True

    def scores(self, rows: Floats) -> Floats:
        """The log-odds of the label 1."""
        return self.space.scores(self.w, rows)


class Space:
    """The feature space of a kernel, with a constant: coordinates of the source and target rows of a sample."""

    def __init__(self, sample: Sample, kernel: str, width: float = 1.0) -> None:
        self.sample, self.kernel = sample, kernel
        self.rows, self.m = np.concatenate([sample.X, sample.X_target]), len(sample.y)
        self.n = len(sample.X_target)
        if kernel == "rbf":
            self.gamma = kernel_gamma("median", self.rows) / width**2
            self.basis: Any = gaussian(self.rows, self.m, True, self.gamma)
        else:
            self.basis = linear(self.rows, self.m, True)
        self._last: tuple[Any, Floats] | None = None

    def scores(self, w: Floats, rows: Floats) -> Floats:
        if isinstance(self.basis, Columns | RowSpace):
            coefficients = self.basis.label_coefficients(w[:, np.newaxis])[:, 0]
            return np.asarray(rows @ coefficients[:-1] + coefficients[-1])
        dual = self.basis.label_dual(w[:, np.newaxis])[:, 0]
        if self._last is None or self._last[0] is not rows:  # the next method asks for the same rows
            self._last = rows, Pairs(rows, self.rows[: self.m], self.gamma).kernel()
        return np.asarray(self._last[1] @ dual + dual.sum())

    def bias_scores(self, sigma_v: float) -> Floats:
        """v'x of the source rows, for the v that alone tells them from the target rows best, (14)."""
        if sigma_v not in self._bias:
            signs = np.where(np.arange(self.m + self.n) < self.m, 1.0, -1.0)
            v = logistic(self.basis.B, signs, np.ones(self.m + self.n), sigma_v)
            self._bias[sigma_v] = self.basis.B[: self.m] @ v
        return self._bias[sigma_v]

    @cached_property
    def _bias(self) -> dict[float, Floats]:
        return {}


def fit_all(sample: Sample, kernel: str, choices: dict[str, Choice]) -> dict[str, Fitted]:
    """Every method that has a choice; those of one kernel width share a space."""
    spaces = {width: Space(sample, kernel, width) for width in {choice.width for choice in choices.values()}}
    return {name: fit(name, spaces[choice.width], choice) for name, choice in choices.items()}


def fit(name: str, space: Space, choice: Choice) -> Fitted:
    if name == "integrated":
        return _integrated(space, choice)
    weights = _WEIGHTS[name](space, choice)
    signs = 2 * space.sample.y - 1
    return Fitted(weights, logistic(space.basis.A, signs, weights, choice.sigma_w), space)


def _integrated(space: Space, choice: Choice) -> Fitted:
    """Optimization Problem 1, from the iid fit."""
    labels = TwoClasses(space.sample.y.astype(np.intp))
    problem = JointProblem(labels, space.basis.A, space.basis.B, choice.sigma_w, choice.sigma_v)
    found = maximise_posterior(problem, TOL, MAX_ITER)
    w = choice.sigma_w * found.theta[: problem.size_w]
    return Fitted(found.point.weights, w, space, found.converged)


def _iid(space: Space, choice: Choice) -> Floats:
    return np.ones(space.m)


def _two_stage(space: Space, choice: Choice) -> Floats:
    return space.m / space.n * np.exp(-space.bias_scores(choice.sigma_v))  # (7)


def _ssb(space: Space, choice: Choice) -> Floats:
    weights = 1 + np.exp(-space.bias_scores(choice.sigma_v))  # 1/p(s = 1|x)
    return np.asarray(weights / weights.mean())


def _kmm(space: Space, choice: Choice) -> Floats:
    sample, m = space.sample, space.m
    if space.kernel == "rbf":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ShiftWarning)  # the effective sample size is told
            matching = KernelMeanMatching(gamma=space.gamma, B=choice.B, ridge=RIDGE)
            return matching.fit(sample.X, sample.X_target).weights_
    products = LinearKernel(sample.X)
    kappa = m * (sample.X @ sample.X_target.mean(axis=0)) / products.scale  # (2)
    eps = 1 - 1 / np.sqrt(m)
    return minimise(
        products, kappa, Allowed(min(choice.B, m * (1 + eps)), m * (1 - eps), m * (1 + eps)), RIDGE, 1e-6
    ).weights


def _kde(space: Space, choice: Choice) -> Floats:
    """The ratio of two kernel densities, brought to mean 1: in many columns it overflows."""
    sample = space.sample
    varies = [np.ptp(rows, axis=0) > 0 for rows in (sample.X, sample.X_target)]
    X, X_target = (rows[:, varies[0] & varies[1]] for rows in (sample.X, sample.X_target))
    logs = _log_density(X, X_target) - _log_density(X, X)
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.mean())


def _log_density(X: Floats, rows: Floats) -> Floats:
    """With Silverman's widths, up to a constant. By a product of matrices, for text has thousands of columns."""
    n, d = rows.shape
    widths = rows.std(axis=0, ddof=1) * (4 / ((d + 2) * n)) ** (1 / (d + 4))
    at, rows = X / widths, rows / widths
    halves = (np.einsum("ij,ij->i", some, some) / 2 for some in (at, rows))
    return np.asarray(logsumexp(at @ rows.T - next(halves)[:, np.newaxis] - next(halves), axis=1))


_WEIGHTS = {"iid": _iid, "two_stage": _two_stage, "ssb": _ssb, "kmm": _kmm, "kde": _kde}


class LinearKernel(Kernel):
    """x'x' over its mean diagonal, so that a ridge is as relative as that of the Gaussian kernel."""

    def __init__(self, X: Floats) -> None:
        products = X @ X.T
        self.size = len(products)
        self.scale = float(products.diagonal().mean())
        self.matrix = products / self.scale

    def column(self, i: int) -> Floats:
        return self.matrix[:, i]

    def times(self, weights: Floats) -> Floats:
        return self.matrix @ weights
