"""Synthetic problems for learning under covariate shift, and the form that all problems of the experiment take.

Log-odds of the label, with s the shift; x2 is N(0, 1) everywhere:

========== ====================== ===================================== ===================================
problem    log-odds               x1 of the source                      x1 of the target
========== ====================== ===================================== ===================================
linear     4 (x2 - x1/2)          N(-s/2, 1)                            N(s/2, 1)
curved     4 (x2 - x1²/2 + s²/8)  N(-s/2, 1)                            N(s/2, 1)
mixed      4 (x2 - x1³/3 + x1)    N(0, 1)                               N(-s/2, 0.6²) or N(s/2, 0.6²), halves
disjoint   4 (x2 - x1²/2 + c)     below -s/2 by a half-normal distance  above s/2 by one
text-like  3 x'u                  300 counts of words, over √60         rates times exp(s g/2), g normal
========== ====================== ===================================== ===================================

In the linear and the text-like problem a linear classifier has the right form, so that weights can only cost rows.
In the curved one it has not, and the best lines of source and target have opposite slopes. In both the ratio of the
densities has the form that logistic regression assumes (if curved or linear exactly); in the mixed one it has not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, ndtr

from shiftlab._check import Floats
from shiftlab.experiments.streams import generator

from .settings import Settings

#: Rows of the target on which areas are measured; no method sees them.
N_TEST = 1000
N_WORDS, LENGTH = 300, 60
#: The mean of a half-normal distance.
HALF = np.sqrt(2 / np.pi)


@dataclass(frozen=True)
class Sample:
    """Labelled source rows, unlabelled target rows, and rows of the target on which predictions are judged."""

    X: Floats
    y: Floats  # 0 or 1
    X_target: Floats
    X_test: Floats
    p_test: Floats  # of the label 1: a probability if the problem is synthetic, else 0 or 1
    #: x2 at which both labels are as likely, given x1; only of problems with two features.
    boundary: Callable[[Floats], Floats] | None = None
    target: int = 0  # which of several fields or inboxes


def synthetic(settings: Settings, trial: int) -> Sample:
    """The sample of a trial. More rows leave the first ones as they are, and another shift only moves rows."""
    s, problem = settings, settings.problem
    # one stream each, so that the number of rows of one leaves the others alone
    source, target, test = (generator(s.seed, trial, part) for part in range(3))
    if problem == "text-like":
        return _text(s, trial, source, target, test)
    boundary = _boundary(problem, s.shift)
    X, X_target, X_test = (
        _plane(problem, s.shift, rng.standard_normal((n, 3)), is_target)
        for rng, n, is_target in ((source, s.n_source, False), (target, s.n_target, True), (test, N_TEST, True))
    )

    def chance(rows: Floats) -> Floats:
        return np.asarray(expit(4 * (rows[:, 1] - boundary(rows[:, 0]))))

    y = (ndtr(X[:, 2]) < chance(X)).astype(float)
    return Sample(X[:, :2], y, X_target[:, :2], X_test[:, :2], chance(X_test), boundary)


def _boundary(problem: str, shift: float) -> Callable[[Floats], Floats]:
    if problem == "linear":
        return lambda x: x / 2
    if problem == "mixed":
        return lambda x: x**3 / 3 - x
    middle = shift / 2 + (HALF if problem == "disjoint" else 0.0)  # of the target; the source has minus that
    return lambda x: (x**2 - middle**2) / 2


def _plane(problem: str, shift: float, z: Floats, is_target: bool) -> Floats:
    """Rows of x1 and x2, and in a third column a normal number from which a label can be drawn."""
    side = 1.0 if is_target else -1.0
    if problem == "disjoint":
        x1 = side * (shift / 2 + np.abs(z[:, 0]))
    elif problem == "mixed":
        clump = np.where(np.arange(len(z)) % 2, 1.0, -1.0)
        x1 = clump * shift / 2 + 0.6 * z[:, 0] if is_target else z[:, 0]
    else:
        x1 = side * shift / 2 + z[:, 0]
    return np.column_stack([x1, z[:, 1:]])


def _text(s: Settings, trial: int, *streams: np.random.Generator) -> Sample:
    u, g = generator(s.seed, trial, 3).standard_normal((2, N_WORDS))
    rates = 1 / np.arange(1, N_WORDS + 1)
    rates /= rates.sum()
    u -= rates @ u  # no label is more frequent in the source
    moved = rates * np.exp(s.shift * g / 2)
    moved /= moved.sum()
    sizes = (s.n_source, rates), (s.n_target, moved), (N_TEST, moved)
    X, X_target, X_test = (
        rng.poisson(LENGTH * rate, (n, N_WORDS)) / np.sqrt(LENGTH)
        for rng, (n, rate) in zip(streams, sizes, strict=True)
    )
    luck = generator(s.seed, trial, 4)
    y = (luck.random(len(X)) < expit(3 * X @ u)).astype(float)
    return Sample(X, y, X_target, X_test, np.asarray(expit(3 * X_test @ u)))
