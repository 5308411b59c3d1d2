"""Optimization Problem 1 as its paper prints it: criterion, gradient, the matrices of the Newton update and (40).

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007),
appendices A and B; numbers in brackets are its equations. Nothing here is shared with the learner: it is what the
learner is compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag

from shiftlab._check import Floats
from shiftlab.learners.joint.labels import TwoClasses
from shiftlab.learners.joint.problem import JointProblem

Values = NDArray[Any]  # real, or complex for derivatives by a complex step
_STEP = 1e-30  # of the imaginary part: its square vanishes, and nothing cancels


@dataclass(frozen=True)
class Problem:
    """Training rows with labels of 0 and 1, test rows, and the priors; a point is w and v in one vector."""

    L: Floats
    y: NDArray[np.intp]
    T: Floats
    s_w: float = 1.0
    s_v: float = 1.0

    @property
    def size(self) -> tuple[int, int, int]:
        """m, n and the number of features."""
        return len(self.L), len(self.T), self.L.shape[1]

    @property
    def precisions(self) -> Floats:
        """The diagonal of S."""
        return np.repeat([self.s_w**-2, self.s_v**-2], self.size[2])

    def probabilities(self, point: Values) -> tuple[Values, Values, Values]:
        """p of the training rows, (13), q of the training rows and q of the test rows, (14)."""
        w, v = np.split(point, 2)
        return _logistic(self.L @ w), _logistic(self.L @ v), _logistic(self.T @ v)

    def log_posterior(self, point: Values) -> Any:
        """(24) without its constant."""
        m, n, _ = self.size
        p, q, q_test = self.probabilities(point)
        labels = m / n * np.sum((1 / q - 1) * np.log(np.where(self.y == 1, p, 1 - p)))
        selector = np.log(q).sum() + np.log(1 - q_test).sum()
        return labels + selector - 0.5 * np.sum(self.precisions * point**2)

    def coefficients(self, point: Values) -> tuple[Values, Values, Values, Values, Values]:
        """a (32), b (33), c (34), q of the training rows and q of the test rows."""
        m, n, _ = self.size
        p, q, q_test = self.probabilities(point)
        r = m / n * (1 / q - 1)
        return r * (self.y - p), -r * np.log(np.where(self.y == 1, p, 1 - p)), r * p * (1 - p), q, q_test

    def slope(self, point: Values) -> Values:
        """The gradient X'e - S[w, v] of (24), with X and e as printed."""
        a, b, _, q, q_test = self.coefficients(point)
        e = np.concatenate([a, b + 1 - q, -q_test])
        return self.X.T @ e - self.precisions * point  # (35), (36)

    @property
    def X(self) -> Floats:
        """The block matrix of section 5.1."""
        return block_diag(self.L, np.concatenate([self.L, self.T]))

    def pocket_margins(self, point: Floats) -> Floats:
        """The left side of (40) minus its right side, of every training row."""
        m, n, _ = self.size
        p, q, _ = self.probabilities(point)
        right = np.where(self.y == 1, p, 1 - p)  # the probability of the row's own label
        return n / m * q**2 - ((1 - right) / right - np.log(1 / right))

    def separates(self, point: Floats) -> bool:
        """Whether w tells the training rows' labels apart."""
        return bool(((self.L @ point[: self.size[2]] > 0) == (self.y == 1)).all())

    def learner(self) -> JointProblem:
        """What the learner minimises for this problem; its point is [w / s_w, v / s_v]."""
        return JointProblem(TwoClasses(self.y), self.L, np.concatenate([self.L, self.T]), self.s_w, self.s_v)

    def learner_without_target(self) -> JointProblem:
        """The iid fit, with the prior of w alone."""
        return JointProblem(TwoClasses(self.y), self.L, sigma_w=self.s_w)

    @property
    def units(self) -> Floats:
        """A point divided by these is the learner's."""
        return self.precisions**-0.5


def corrected(a: Floats, b: Floats, c: Floats, q: Floats, q_test: Floats) -> Floats:
    """Lambda with its blocks where they must be."""
    cross, rest = np.diag(a), block_diag(np.diag(b + q * (1 - q)), np.diag(q_test * (1 - q_test)))
    Lambda = block_diag(np.diag(c), rest)
    m = len(a)
    Lambda[:m, m : 2 * m] = Lambda[m : 2 * m, :m] = cross
    return Lambda


def printed(a: Floats, b: Floats, c: Floats, q: Floats, q_test: Floats) -> list[Floats]:
    """Lambda as it stands in appendix A: four rows of blocks, of which one must be left out for (16) to have a sense.

    The last row of three blocks is as high as there are test rows; readings of another height do not exist.
    """
    m, n = len(a), len(q_test)
    nothing, wide = np.zeros((m, m)), np.zeros((m, n))
    first = np.hstack([np.diag(c), nothing, wide])
    second = np.hstack([np.diag(a), np.diag(a), wide])
    third = np.hstack([nothing, np.diag(b + q * (1 - q)), wide])
    fourth = np.hstack([wide.T, wide.T, np.diag(q_test * (1 - q_test))])
    return [np.vstack([*two, fourth]) for two in ((first, second), (first, third), (second, third))]


def derivatives(function: Callable[[Values], Any], point: Floats) -> Floats:
    """The derivatives of `function` at `point`, one row for each coordinate, by a step into the complex plane."""
    steps = point + 1j * _STEP * np.eye(point.size)
    return np.array([np.imag(function(step)) / _STEP for step in steps])


def _logistic(scores: Values) -> Values:
    return 1 / (1 + np.exp(-scores))
