"""Draw samples, weigh the source rows in each way, fit the lines and measure their errors."""

from __future__ import annotations

import dataclasses
import warnings

import numpy as np

from shiftlab.diagnostics import effective_sample_size
from shiftlab.weights import ShiftWarning

from .settings import Settings
from .trial import FITS, Trial, run_trial
from .world import World


@dataclasses.dataclass(frozen=True)
class Result:
    """Trials, each a sample with its weights and lines, and the errors of these."""

    settings: Settings
    trials: tuple[Trial, ...]
    #: Of each trial the squared errors of each fit: "test kmm" on the target rows drawn, as in figure 1 b, and
    #: "risk kmm" on the whole target distribution.
    errors: tuple[dict[str, float], ...]

    def error(self, name: str) -> float:
        """The mean over the trials."""
        return float(np.mean([errors[name] for errors in self.errors]))


def run(settings: Settings) -> Result:
    """Draw the samples, weigh the source rows in each way, fit the lines and measure their errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)  # the picture and the sentence say the effective sample size
        trials = tuple(run_trial(settings, number) for number in range(settings.trials))
    world = World(settings.target_mean, settings.target_spread, settings.noise)
    return Result(settings, trials, tuple(_errors(trial, world) for trial in trials))


def _errors(trial: Trial, world: World) -> dict[str, float]:
    sample = trial.sample
    test = {
        f"test {fit}": float(np.mean((sample.y_target - line.at(sample.x_target)) ** 2))
        for fit, line in trial.lines.items()
    }
    return test | {f"risk {fit}": world.risk(line) for fit, line in trial.lines.items()}


def coarse(settings: Settings) -> Settings:
    """While a slider is dragged, few trials have to do."""
    return dataclasses.replace(settings, trials=min(settings.trials, 5))


def describe(result: Result) -> str:
    s, first = result.settings, result.trials[0]
    beta = first.weights["kmm"]
    world = World(s.target_mean, s.target_spread, s.noise)
    ess = {fit: effective_sample_size(first.weights[fit]) for fit in ("kmm", "ratio", "min_ic")}
    risks = ", ".join(f"{result.error(f'risk {fit}'):.4f} {name}" for fit, name in FITS.items())
    trials = "" if s.trials == 1 else f", mean of {s.trials} trials"
    return (
        f"Kernel width {s.width:g}, ridge {s.ridge:g}, B = {s.B:g}: effective sample size of {s.m} source "
        f"rows {ess['kmm']:.1f} by KMM (largest weight {beta.max():.2f}), "
        f"{ess['ratio']:.1f} by the ratio, {ess['min_ic']:.1f} by min IC (exponent {first.exponent:.2f}). "
        f"Squared error on the target{trials}: {risks}; the best line has {world.risk(world.best):.4f}."
    )
