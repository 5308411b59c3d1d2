"""Optimization Problem 1 as a function of scores: value, slope and curvature at every row.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations. In units of the priors, w/s_w and v/s_v, minus the log-posterior (24) is::

    J(theta) = phi(X theta) + 1/2 ||theta||^2

with theta = [w, v], the block matrix X of section 5.1 (times s_w and s_v) and a sum phi over the rows. The gradient
is -X'e + theta and the Hessian X'LX + I, with e and L = Lambda of appendix A.
"""

from __future__ import annotations

import numpy as np

from shiftlab._check import Floats

from .labels import SeveralClasses, TwoClasses, log_logistic


class JointProblem:
    """J for label coordinates `A` of the m source rows and bias coordinates `B` of the m source and n target rows.

    The first of `B` belong to the source. Without `B` there is no v, and J is that of logistic regression on rows of
    given `weights`: 1 for the iid fit, others for the second of two stages.
    """

    def __init__(
        self,
        labels: TwoClasses | SeveralClasses,
        A: Floats,
        B: Floats | None = None,
        sigma_w: float = 1.0,
        sigma_v: float = 1.0,
        weights: Floats | None = None,
    ) -> None:
        self.labels, self.A, self.m = labels, A, len(A)
        self.B = np.empty((0, 0)) if B is None else B
        #: Whether there is a target.
        self.shifts = self.B.size > 0
        self.weights = np.ones(self.m) if weights is None else weights
        self.sigma_w, self.sigma_v = sigma_w, sigma_v
        self.n = len(self.B) - self.m
        self.signs = np.where(np.arange(len(self.B)) < self.m, 1.0, -1.0)  # sigma as 1 and -1
        self.size_w = A.shape[1] * labels.columns
        self.size = self.size_w + self.B.shape[1]
        # Weighted rows are written here again and again: fresh memory would cost more than what is computed in it.
        self._room_A, self._room_B = np.empty(A.shape), np.empty(self.B.shape)

    def scores(self, theta: Floats) -> Floats:
        """X theta."""
        W = self.sigma_w * theta[: self.size_w].reshape(-1, self.labels.columns)
        by_w = (self.A @ W).ravel()
        return np.concatenate([by_w, self.B @ (self.sigma_v * theta[self.size_w :])]) if self.shifts else by_w

    def back(self, values: Floats) -> Floats:
        """X' times one value for each score."""
        F, u = self.split(values)
        by_F = self.sigma_w * (self.A.T @ F).ravel()
        return np.concatenate([by_F, self.sigma_v * (self.B.T @ u)]) if self.shifts else by_F

    def split(self, scores: Floats) -> tuple[Floats, Floats]:
        """The label scores w'x, of shape (m, columns), and the bias scores v'x of all rows."""
        cut = self.m * self.labels.columns
        return scores[:cut].reshape(self.m, -1), scores[cut:]

    def hessian(self, curvature: Curvature) -> Floats:
        """X'LX + I, in the lower triangle."""
        k, cut = self.labels.columns, self.size_w
        H = np.zeros((self.size, self.size))
        for column in range(k):
            own = slice(column, cut, k)
            for other in range(column, k):
                block = _gram(self.A, curvature.labels(other, column), self._room_A)  # (37)
                H[other:cut:k, own] = H[own, other:cut:k] = self.sigma_w**2 * block
            if self.shifts:
                weighted = np.multiply(self.A, curvature.cross[:, column, np.newaxis], out=self._room_A)
                block = self.sigma_w * self.sigma_v * (self.B[: self.m].T @ weighted)  # (38)
                H[cut:, own] = block
        if self.shifts:
            H[cut:, cut:] = self.sigma_v**2 * _gram(self.B, curvature.bias, self._room_B)  # (39)
        H.ravel()[:: self.size + 1] += 1.0
        return H

    def at(self, scores: Floats) -> Point:
        """What J is made of at these scores."""
        return Point(self, scores)


class Point:
    """The rows' terms of J at given scores; `value` may be infinite or NaN where exp(-v'x) overflows."""

    def __init__(self, problem: JointProblem, scores: Floats) -> None:
        self.problem = problem
        m, n = problem.m, problem.n
        F, u = problem.split(scores)
        self.terms = problem.labels(F)
        # r_i = (m/n) (1/q_i - 1), without the cancellation of the latter
        self.weights = m / n * np.exp(-u[:m]) if problem.shifts else problem.weights
        self._b = self.weights * self.terms.loss  # (33)
        self.value = float(self._b.sum())  # (24) without the priors
        self._wrong = self._spread = u  # nothing, without a target
        if problem.shifts:
            loss, self._wrong, right = log_logistic(problem.signs * u)
            self._spread = self._wrong * right  # q_i (1 - q_i)
            self.value = float(self._b.sum() + loss.sum())

    @property
    def slope(self) -> Floats:
        """The derivative of phi by the scores: -e of appendix A."""
        by_F = -(self.weights[:, np.newaxis] * self.terms.residual).ravel()
        if not self.problem.shifts:
            return by_F
        by_u = -self.problem.signs * self._wrong
        by_u[: self.problem.m] -= self._b
        return np.concatenate([by_F, by_u])

    def curvature(self, convex: bool) -> Curvature:
        """Lambda; with `convex` its entries a_i are shrunk to where it is positive semi-definite."""
        problem, terms, r = self.problem, self.terms, self.weights
        if not problem.shifts:
            return Curvature(self, self._spread, self._spread)
        a = r[:, np.newaxis] * terms.residual  # (32)
        e = self._spread.copy()
        e[: problem.m] += self._b
        if convex:
            # |a_i| <= sqrt(c_i e_i), in the form that holds for several classes: a' C^-1 a = r_i odds_i <= e_i
            with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
                share = np.sqrt(e[: problem.m] / (r * terms.odds))
            a *= np.fmin(share, 1.0)[:, np.newaxis]
        return Curvature(self, a, e)


class Curvature:
    """Lambda of appendix A, which is garbled in print: [[c, a, 0], [a, b + q(1 - q), 0], [0, 0, q(1 - q)]]."""

    def __init__(self, point: Point, cross: Floats, bias: Floats) -> None:
        self._point = point
        self.cross, self.bias = cross, bias

    def labels(self, j: int, k: int) -> Floats:
        """c_i (34), between the label scores in columns j and k."""
        return self._point.weights * self._point.terms.curvature(j, k)

    def times(self, scores: Floats) -> Floats:
        """Lambda times a direction of the scores."""
        point, m = self._point, self._point.problem.m
        F, u = point.problem.split(scores)
        by_F = point.weights[:, np.newaxis] * point.terms.curved(F)
        if not point.problem.shifts:
            return by_F.ravel()
        by_u = self.bias * u
        by_F += self.cross * u[:m, np.newaxis]
        by_u[:m] += np.einsum("ij,ij->i", self.cross, F)
        return np.concatenate([by_F.ravel(), by_u])


def _gram(X: Floats, weights: Floats, room: Floats) -> Floats:
    """X' diag(weights) X; where no weight is negative as a product of a matrix with itself, at half the price."""
    if weights.min(initial=0.0) < 0:
        return X.T @ np.multiply(X, weights[:, np.newaxis], out=room)
    weighted = np.multiply(X, np.sqrt(weights)[:, np.newaxis], out=room)
    return weighted.T @ weighted
