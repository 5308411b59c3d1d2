"""Learning in a space: weights and classifier at once, or a classifier for rows of given weights.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007);
numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shiftlab._check import Floats

from .labels import SeveralClasses, TwoClasses
from .newton import Minimum, maximise_posterior, minimise
from .problem import JointProblem
from .space import Space

Labels = TwoClasses | SeveralClasses


class JointFit(NamedTuple):
    """w, of a column for each of the labels' scores, and v, 0 without a target; and the search that ended there."""

    w: Floats
    v: Floats
    found: Minimum


def fit_jointly(
    space: Space,
    labels: Labels,
    sigma_w: float = 1.0,
    sigma_v: float = 1.0,
    *,
    shifts: bool = True,
    tol: float = 1e-8,
    max_iter: int = 100,
) -> JointFit:
    """Optimization Problem 1 in a space, from the iid fit; without a shift the iid fit."""
    problem = JointProblem(labels, space.A, space.B if shifts else None, sigma_w, sigma_v)
    found = maximise_posterior(problem, tol, max_iter)
    w = sigma_w * found.theta[: problem.size_w].reshape(-1, labels.columns)
    return JointFit(w, sigma_v * found.theta[problem.size_w :] if shifts else np.zeros(space.B.shape[1]), found)


def fit_weighted(
    A: Floats,
    labels: Labels,
    weights: Floats | None = None,
    sigma: float = 1.0,
    tol: float = 1e-8,
    max_iter: int = 100,
) -> Floats:
    """Logistic regression with the prior (15) in coordinates `A`, for rows of given weights, of 1 each without them:
    the second of two stages, and the first, where the labels are the samples. `LogisticRegression(C=sigma**2,
    fit_intercept=False)` has the same minimum.
    """
    problem = JointProblem(labels, A, sigma_w=sigma, weights=weights)
    found = minimise(problem, np.zeros(problem.size), tol, max_iter, near=0.0)
    return sigma * found.theta.reshape(-1, labels.columns)
