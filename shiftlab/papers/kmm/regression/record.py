"""The numbers of one cell of the toy regression that are kept: means and spreads over its trials."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab._check import Floats
from shiftlab.diagnostics import effective_sample_size
from shiftlab.experiments.records import over_trials, short
from shiftlab.weights import ShiftWarning

from .run import Result
from .settings import Settings
from .trial import CERTIFIED, FITS, Trial, matching_of
from .world import World

#: Compared trial by trial: by how much the first has the larger error.
PAIRS = (
    ("ratio", "kmm"),
    ("min_ic", "kmm"),
    *(("unweighted", fit) for fit in ("kmm", "ratio", "min_ic")),
    *((fit, "target") for fit in FITS if fit != "target"),
)
DELTA = 0.05
#: Of the objective: what weights may lose to be nearly optimal.
NEARLY = 1e-6


def record(result: Result) -> dict[str, Any]:
    """Means and spreads of each number of a trial: errors, their differences, and what the weights are like."""
    s = result.settings
    world = World(s.target_mean, s.target_spread, s.noise)
    several = [
        {**errors, **_differences(errors), **_of_weights(trial, s.B, s.eps, world)}
        for errors, trial in zip(result.errors, result.trials, strict=True)
    ]
    apart = [math.sqrt(np.mean((_nearly_optimal(s, trial) - trial.weights["kmm"]) ** 2)) for trial in result.trials]
    medians = {
        "median weights apart": np.median([numbers["weights apart"] for numbers in several]),
        "median nearly optimal apart": np.median(apart),
    }
    return over_trials(several, digits=9) | {name: short(value, 9) for name, value in medians.items()}


def _nearly_optimal(settings: Settings, trial: Trial) -> Floats:
    """Weights of the same programme that no others beat by more than a millionth of the objective."""
    X, X_target = trial.sample.x[:, None], trial.sample.x_target[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)
        return matching_of(settings, NEARLY, X, X_target).weights_


def _differences(errors: dict[str, float]) -> dict[str, float]:
    differences = {
        f"{of} {a} - {b}": errors[f"{of} {a}"] - errors[f"{of} {b}"] for of in ("test", "risk") for a, b in PAIRS
    }
    for rival in ("ratio", "min_ic"):
        differences[f"kmm below {rival}"] = float(differences[f"test {rival} - kmm"] > 0)
    differences["risk unweighted / target"] = errors["risk unweighted"] / errors["risk target"]
    return differences


def _of_weights(trial: Trial, upper: float, eps: float, world: World) -> dict[str, float]:
    beta, ratio, m = trial.weights["kmm"], trial.weights["ratio"], trial.sample.x.size
    distances = Distances(trial)
    apart = {f"distance {fit}": distances.of(trial.weights[fit]) for fit in ("unweighted", "ratio", "kmm")}
    expected = trial.matching.objective_ * 2 / m**2 + distances.constant  # the display before (12)
    return {
        **{f"ess {fit}": effective_sample_size(trial.weights[fit]) for fit in ("kmm", "ratio", "min_ic")},
        "exponent": trial.exponent,
        "largest weight": beta.max(),
        "mean weight": beta.mean(),
        "weights apart": math.sqrt(np.mean((beta - ratio) ** 2)),
        "gap": trial.matching.gap_,
        "certified": float(trial.matching.gap_ <= CERTIFIED),
        "violation": max(0.0, -beta.min(), beta.max() - upper, abs(beta.mean() - 1) - eps),  # (12)
        **apart,
        "distance ratio - kmm": apart["distance ratio"] - apart["distance kmm"],
        "identity": abs(apart["distance kmm"] ** 2 - expected),
        # Lemma 3: the mean of this over many trials is at most 1
        "mean ratio in bounds": ((ratio.mean() - 1) / (world.largest_ratio / (2 * math.sqrt(m)))) ** 2,
        "beyond lemma 4": float(apart["distance ratio"] > lemma_4(world.largest_ratio, m, trial.sample.x_target.size)),
    }


def lemma_4(largest_ratio: float, m: int, m_target: int) -> float:
    """The right-hand side of (11) with R = 1, and its root read as that of (-2 log delta)/2, the smaller reading."""
    return (1 + math.sqrt(-math.log(DELTA))) * math.hypot(largest_ratio / math.sqrt(m), 1 / math.sqrt(m_target))


class Distances:
    """How far the weighted mean of the source rows is from the mean of the target rows, in feature space."""

    def __init__(self, trial: Trial) -> None:
        x, x_target = trial.sample.x, trial.sample.x_target
        self.m, self.m_target = x.size, x_target.size
        self.kernel = rbf_kernel(np.concatenate([x, x_target])[:, None], gamma=trial.matching.gamma_)

    @property
    def constant(self) -> float:
        """What does not depend on the weights."""
        return float(self.kernel[self.m :, self.m :].mean())

    def of(self, weights: Floats) -> float:
        signs = np.concatenate([weights / self.m, np.full(self.m_target, -1 / self.m_target)])
        return math.sqrt(max(0.0, signs @ self.kernel @ signs))


def close(record: Mapping[str, Any]) -> float:
    """How nearly other versions give the same: without a ridge, rounding decides among weights that are as good."""
    return 1e-6 if record["ridge"] else 5e-3
