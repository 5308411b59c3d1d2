"""Problems of kernel mean matching in every size and shape, and another solver for them."""

from typing import NamedTuple

import numpy as np
from cvxopt import matrix, solvers, sparse, spmatrix
from scipy.optimize import linprog
from scipy.spatial.distance import cdist, pdist

from shiftlab.weights.kmm_qp.constraints import Allowed


class Programme(NamedTuple):
    """Minimise 1/2 b'(K + ridge I)b - kappa'b over what is allowed; K, kappa written out from the definition (12)."""

    X: np.ndarray
    gamma: float
    K: np.ndarray
    kappa: np.ndarray
    allowed: Allowed
    ridge: float

    @property
    def Q(self):
        return self.K + self.ridge * np.eye(len(self.K))

    def value(self, b):
        return 0.5 * b @ self.Q @ b - self.kappa @ b

    def gradient(self, b):
        return self.Q @ b - self.kappa

    def scale(self, b):
        return max(abs(self.value(b)), self.kappa.max() / 2)


def programme(X, Y, *, gamma=None, B=1000.0, eps=None, ridge=0.0):
    m = len(X)
    distances = pdist(np.concatenate([X, Y]))
    gamma = 0.5 / np.median(distances[distances > 0]) ** 2 if gamma is None else gamma
    eps = 1 - 1 / np.sqrt(m) if eps is None else eps
    K = np.exp(-gamma * cdist(X, X, "sqeuclidean"))
    kappa = m * np.exp(-gamma * cdist(X, Y, "sqeuclidean")).mean(axis=1)
    return Programme(X, gamma, K, kappa, Allowed(B, m * (1 - eps), m * (1 + eps)), ridge)


def random_programme(seed):
    """Well or ill conditioned, with every constraint active or not."""
    rng = np.random.default_rng(seed)
    m, n, d = rng.integers(20, 261), rng.integers(10, 301), rng.integers(1, 21)
    X = rng.normal(size=(m, d))
    Y = rng.normal(rng.uniform(0, 2.5) / np.sqrt(d), rng.uniform(0.3, 1.5), size=(n, d))
    if rng.random() < 0.3:
        X[rng.integers(m, size=m // 3)] = X[rng.integers(m, size=m // 3)]
    papers = 1 - 1 / np.sqrt(m)
    return programme(
        X,
        Y,
        B=10 ** rng.uniform(np.log10(1.2), 3),
        eps=rng.choice([0.0, papers, *10 ** rng.uniform(-6, np.log10(papers), size=4)]),
        ridge=rng.choice([0, 0, 1e-8, 1e-6, 1e-3, 1e-1, 1]),
    )


def constraints(allowed, m):
    """G b <= h, A b = a, as cvxopt takes them."""
    identity, ones = spmatrix(1.0, range(m), range(m)), matrix(1.0, (1, m))
    box, bounds = [identity, -identity], [np.full(m, allowed.upper), np.zeros(m)]
    if allowed.least == allowed.most:
        return sparse(box), matrix(np.concatenate(bounds)), ones, matrix(allowed.most)
    rows = [sparse(ones), sparse(-ones)]
    return sparse(rows + box), matrix(np.concatenate([[allowed.most, -allowed.least], *bounds])), None, None


def solve_with_cvxopt(problem, tolerance):
    """The solution of another program; None where it gives up."""
    options = {"show_progress": False, "abstol": tolerance, "reltol": tolerance, "feastol": tolerance}
    try:
        solved = solvers.qp(
            matrix(problem.Q), matrix(-problem.kappa), *constraints(problem.allowed, len(problem.K)), options=options
        )
    except (ValueError, ArithmeticError):
        return None
    return np.array(solved["x"]).ravel()


def gap_by_linear_programming(problem, b):
    """The Frank-Wolfe gap, from the linear programme in its definition."""
    gradient, ones = problem.gradient(b), np.ones((1, len(b)))
    best = linprog(
        gradient / np.abs(gradient).max(),
        A_ub=np.vstack([ones, -ones]),
        b_ub=[problem.allowed.most, -problem.allowed.least],
        bounds=(0, problem.allowed.upper),
    )
    assert best.success
    return gradient @ b - best.fun * np.abs(gradient).max()
