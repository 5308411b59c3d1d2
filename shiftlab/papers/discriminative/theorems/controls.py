"""What must come out of the checks of the theorems whatever the paper says."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Kind, Outcome
from shiftlab.learners.joint.newton import maximise_posterior

from .formulas import distances
from .optima import MAX_ITER, TOL
from .printed import Problem
from .ratios import ratios
from .world import problem

#: Why there is no control of labels of the target: the problems have none.
WITHOUT: dict[Kind, str] = {"leak": "The target rows of the problems have no labels."}


def _optimum(p: Problem) -> Floats:
    return np.asarray(maximise_posterior(p.learner(), TOL, MAX_ITER).theta)


def _slope(w: float, p: Problem) -> float:
    return float((p.y - expit(p.L[:, 0] * w)) @ p.L[:, 0] - w / p.s_w**2)


def _one_feature() -> Outcome:
    """How far the iid fit is from the root of its one equation, on problems with one feature."""
    rng, far = np.random.RandomState(0), []
    for _ in range(10):
        L = rng.normal(size=(20, 1))
        p = Problem(L, (L[:, 0] + rng.logistic(size=20) > 0).astype(np.intp), rng.normal(size=(5, 1)), 2.0)
        root = brentq(_slope, -100, 100, args=(p,))
        theta = maximise_posterior(p.learner_without_target(), TOL, MAX_ITER).theta * p.s_w
        far.append(abs(float(theta[0]) - root))
    # a promise of TOL of the criterion, at most 20 log 2 here, leaves so much, as its prior alone bends it by 1
    return Outcome(max(far), p.s_w * float(np.sqrt(2 * TOL * 20 * np.log(2))))


def _other_labels() -> Outcome:
    """How far the joint optimum of the opposite labels is from that with w turned round."""
    rng, far = np.random.RandomState(0), []
    for _ in range(10):
        p = problem(rng)
        theta, other = _optimum(p), _optimum(Problem(p.L, 1 - p.y, p.T, p.s_w, p.s_v))
        w, v = np.split(theta, 2)
        far.append(float(np.abs(other - np.concatenate([-w, v])).max()))
    return Outcome(max(far), 1e-6)


def _gradient_of_the_learner() -> Outcome:
    rng = np.random.RandomState(0)
    return Outcome(max(distances([problem(rng) for _ in range(10)], rng)["gradient_learner"]), 1e-9)


def _densities_known() -> Outcome:
    """How far the weights of who knows both densities are from their ratio."""
    return Outcome(ratios(np.random.RandomState(0))["ratio_apart"], 1e-9)


CONTROLS = [
    Control(
        "one-feature",
        "known answer",
        "With one feature, the iid fit is the root of its one equation.",
        _one_feature,
    ),
    Control(
        "other-labels",
        "known answer",
        "The opposite labels turn w round and leave v as it is.",
        _other_labels,
    ),
    Control(
        "gradient-of-the-learner",
        "known answer",
        "The learner's gradient is the derivative of the criterion.",
        _gradient_of_the_learner,
    ),
    Control(
        "densities-known",
        "oracle",
        "A discriminator that knows both densities gives their ratio.",
        _densities_known,
    ),
]
