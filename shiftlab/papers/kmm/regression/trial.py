"""One trial of the toy regression: a sample, the weights of its source rows, and the lines that are fitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import gaussian_kde, norm

from shiftlab._check import Floats
from shiftlab.weights import InformationCriterionRatio, KernelMeanMatching, KnownRatio
from shiftlab.weights.median import kernel_gamma

from .settings import Settings
from .world import SOURCE, Line, Sample, World, weighted_line

#: The five fits, by the key in records, with their names for a person: those of figure 1 where it has them.
FITS = {
    "unweighted": "unweighted",
    "kmm": "KMM",
    "ratio": "ratio",
    "min_ic": "min IC",
    "target": "target labels",
}


#: How far the weights may be from optimal, as a share of the objective. Without a ridge the programme is solved far
#: beyond what its objective is good for: weights that agree in six digits of it can differ in the first of their own.
CERTIFIED = 1e-10


@dataclass(frozen=True)
class Trial:
    sample: Sample
    matching: KernelMeanMatching
    exponent: float  # that min IC has chosen
    weights: dict[str, Floats]  # of the source rows; all fits but that on the target's labels
    lines: dict[str, Line]


def run_trial(settings: Settings, number: int) -> Trial:
    s = settings
    world = World(s.target_mean, s.target_spread, s.noise)
    sample = world.sample(s.m, s.m_target, s.seed, number)
    X, X_target = sample.x[:, None], sample.x_target[:, None]
    matching = matching_of(s, CERTIFIED, X, X_target)
    target = norm(s.target_mean, s.target_spread).pdf
    criterion = InformationCriterionRatio(
        KnownRatio(_source_density(s.density, sample.x), target),
        variance=s.noise**2 if s.variance == "known" else s.variance,
    ).fit(X, X_target, sample.y)
    weights = {
        "unweighted": np.ones(s.m),
        "kmm": matching.weights_,
        "ratio": KnownRatio(SOURCE.pdf, target).fit(X, X_target).weights_,
        "min_ic": criterion.weights_,
    }
    lines = {fit: weighted_line(sample.x, sample.y, beta) for fit, beta in weights.items()}
    lines["target"] = weighted_line(sample.x_target, sample.y_target, np.ones(s.m_target))
    return Trial(sample, matching, criterion.exponent_, weights, lines)


def matching_of(settings: Settings, tol: float, X: Floats, X_target: Floats) -> KernelMeanMatching:
    """The programme (12) with a ridge, which is 0 for the one that is printed, solved up to a gap of `tol`."""
    s = settings
    gamma = kernel_gamma("median", X, X_target) / s.width**2
    matching = KernelMeanMatching(gamma=gamma, B=s.B, eps=s.eps, ridge=s.ridge, tol=tol, kernel="rbf", n_landmarks=None)
    return matching.fit(X, X_target)


def _source_density(kind: str, x: Floats) -> Callable[[Any], Floats]:
    """Pr in the three ways that 4.1 names: known, normal with unknown parameters, by kernel density estimation."""
    if kind == "known":
        return SOURCE.pdf
    if kind == "normal":
        return norm(x.mean(), x.std()).pdf
    estimate = gaussian_kde(x)
    return lambda rows: estimate(rows[:, 0])
