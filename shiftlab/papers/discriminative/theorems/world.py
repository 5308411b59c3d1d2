"""Random problems on which the theorems about learning weights and classifier together are tried.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007).
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from shiftlab._check import Floats

from .printed import Problem


def problem(rng: np.random.RandomState, prior: float = 1.0) -> Problem:
    """Normal rows, those to test moved; labels that w can or cannot separate, by a coin; priors times `prior`."""
    m, n, d = rng.randint(6, 30), rng.randint(6, 30), rng.randint(1, 5)
    L, T = rng.normal(size=(m, d)), rng.normal(size=(n, d)) + rng.normal(size=d)
    noise = rng.randint(2)
    y = (L @ rng.normal(size=d) + noise * rng.logistic(size=m) > 0).astype(np.intp)
    s_w, s_v = 10 ** rng.uniform(-0.5, 0.7, size=2)
    return Problem(L, y, T, prior * float(s_w), prior * float(s_v))


def shifted(rng: np.random.RandomState, separable: bool) -> Problem:
    """Two features and a constant, and a shift along one of them; a wide prior, so that separators are optima."""
    m, n = 24, 24
    L, T = np.ones((m, 3)), np.ones((n, 3))
    L[:, :2], T[:, :2] = rng.normal(size=(m, 2)), rng.normal(size=(n, 2)) + rng.normal(size=2)
    scores = L @ np.append(rng.normal(size=2), 0.3 * rng.normal())
    y = (scores + (0 if separable else 1) * rng.logistic(size=m) > 0).astype(np.intp)
    if y.min() == y.max():
        return shifted(rng, separable)
    return Problem(L, y, T, 30.0 if separable else 3.0, 3.0)


def contested(rng: np.random.RandomState) -> Problem:
    """Labels by a coin, and so few test rows that each decides for many: which training rows may count is open."""
    m, n, d = 20, 3, rng.randint(1, 4)
    return Problem(rng.normal(size=(m, d)), rng.randint(2, size=m), 0.5 * rng.normal(size=(n, d)), 3.0, 3.0)


def disjoint(rng: np.random.RandomState) -> Problem:
    """Training rows below 0 in every feature, test rows above."""
    L, T = np.ones((30, 3)), np.ones((30, 3))
    L[:, :2], T[:, :2] = rng.uniform(-2, -0.5, size=(30, 2)), rng.uniform(0.5, 2, size=(30, 2))
    y = (L[:, 0] - L[:, 1] + 0.3 * rng.normal(size=30) > 0).astype(np.intp)
    return Problem(L, y, T)


def separator(p: Problem) -> Floats | None:
    """A unit w that separates the training rows with the widest margins in each coordinate, if there is one."""
    d = p.size[2]
    signed = np.where(p.y == 1, 1.0, -1.0)[:, np.newaxis] * p.L
    cost = np.append(np.zeros(d), -1.0)
    solution = linprog(
        cost, np.column_stack([-signed, np.ones(len(signed))]), np.zeros(len(signed)), bounds=[(-1, 1)] * (d + 1)
    )
    w, margin = solution.x[:d], solution.x[d]
    return w / np.linalg.norm(w) if margin > 1e-6 else None


def another_separator(w: Floats, p: Problem, rng: np.random.RandomState) -> Floats:
    """A unit w from inside the version space: this one, moved as far as a random direction allows, in part."""
    signed = np.where(p.y == 1, 1.0, -1.0)[:, np.newaxis] * p.L
    move = rng.normal(size=w.size)
    with np.errstate(divide="ignore"):
        room = (signed @ w) / np.maximum(-(signed @ move), 1e-12)
    w = w + min(rng.uniform(0, 0.99) * room.min(), 10) * move
    return np.asarray(w / np.linalg.norm(w))
