"""A line fitted to a cubic under covariate shift: five fits, with and without weights (kernel mean matching, figure 1).

Huang, Smola, Gretton, Borgwardt and Schölkopf (2006), section 4.1, after Shimodaira (2000), section 2. Training x
are N(0.5, 0.5), test x are N(0, 0.3), with standard deviations; y = -x + x³ + noise. The line is fitted by
least squares without weights, with three kinds of weights, and on the labels of the test rows for reference.
"""

from __future__ import annotations

import dataclasses
import warnings

import numpy as np

from shiftlab.diagnostics import effective_sample_size
from shiftlab.weights import ShiftWarning

from .picture import stage as stage
from .picture import update as update
from .record import record as record
from .settings import Settings as Settings
from .summary import draw_summary as draw_summary
from .summary import paper_eps
from .summary import summarise as summarise
from .summary import table as table
from .trial import FITS, Trial, run_trial
from .world import World


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    trials: tuple[Trial, ...]
    #: Of each trial the squared errors of each fit: "test kmm" on the test rows drawn, as in figure 1 b, and
    #: "risk kmm" on the whole target distribution.
    errors: tuple[dict[str, float], ...]

    def error(self, name: str) -> float:
        """The mean over the trials."""
        return float(np.mean([errors[name] for errors in self.errors]))


def run(settings: Settings, previous: Result | None = None) -> Result:
    """Draw the samples, weigh the training rows in each way, fit the lines and measure their errors."""
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
        f"Kernel width {s.width:g}, ridge {s.ridge:g}, B = {s.B:g}: the {s.m} training rows are worth "
        f"{ess['kmm']:.1f} with the KMM weights (the largest is {beta.max():.2f}), {ess['ratio']:.1f} with the ratio, "
        f"{ess['min_ic']:.1f} with min IC (exponent {first.exponent:.2f}). "
        f"Squared error on the test distribution{trials}: {risks}; the best line has {world.risk(world.best):.4f}."
    )


presets = {
    "Figure 1 (a): one sample": Settings(),
    "Figure 1 (b): 100 trials": Settings(trials=100),
    "The programme as printed (ridge 0)": Settings(ridge=0.0),
    "A strong ridge": Settings(ridge=1.0),
    "The true ratio": Settings(shown="ratio"),
    "min IC: a power of the ratio": Settings(shown="min IC"),
    "A narrow kernel": Settings(width=0.1),
    "A wide kernel": Settings(width=10.0),
    "More rows (m = 400)": Settings(m=400, m_target=400, eps=0.95),
    "A target further away": Settings(target_mean=-0.5),
}

WIDTHS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
RIDGES = (0.0, 1e-3, 1.0)
ROWS = (25, 50, 100, 200, 400, 800)


def cells(mode: str) -> list[Settings]:
    """Figure 1 (b), 100 trials each time, and the same with one setting changed; width and ridge in all pairs."""
    full = mode == "full"
    figure = Settings(trials=100)
    variants = [figure, *_variants(figure, full)]
    seeds = range(10 if full else 2)
    return [dataclasses.replace(one, seed=seed) for one in variants for seed in seeds]


def _variants(figure: Settings, full: bool) -> list[Settings]:
    def changed(name: str, *values: object) -> list[Settings]:
        return [dataclasses.replace(figure, **{name: value}) for value in values]  # type: ignore[arg-type]

    kernels = [
        dataclasses.replace(figure, width=width, ridge=ridge)
        for width in (WIDTHS if full else (0.5, 1.0))
        for ridge in RIDGES
    ]
    rows = [
        dataclasses.replace(figure, m=m, m_target=m, eps=paper_eps(m), ridge=ridge)
        for m in (ROWS if full else (50, 100))
        for ridge in RIDGES
    ]
    far = changed("target_mean", -0.5)
    if not full:
        return kernels + rows + far
    return [
        *kernels,
        *rows,
        *far,
        *changed("target_mean", 0.5),
        *changed("B", 2.0, 4.0, 10.0),
        *changed("eps", 0.0, 0.1, 0.36),
        *changed("noise", 0.1, 0.6),
        *changed("density", "normal", "kernel"),
        *changed("variance", "plug-in", "known"),
    ]
