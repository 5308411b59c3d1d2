"""Draw samples, train each method on them, and judge it on other rows of the target."""

from __future__ import annotations

import dataclasses

import numpy as np

from .measures import describe_method, measures
from .methods import METHODS, Choice, Fitted, fit_all
from .settings import REAL, Settings
from .world import Sample, synthetic


@dataclasses.dataclass(frozen=True)
class Result:
    """The sample and the fits of the first trial, and the numbers of each."""

    settings: Settings
    sample: Sample
    fits: dict[str, Fitted]
    numbers: tuple[dict[str, float], ...]

    def average(self, name: str) -> float:
        """Over the trials."""
        return float(np.mean([numbers[name] for numbers in self.numbers]))


def run(settings: Settings) -> Result:
    """Draw the samples, train each method on each, and judge them on other rows of the target."""
    first: tuple[Sample, dict[str, Fitted]] | None = None
    several = []
    for trial in range(settings.trials):
        sample = draw_sample(settings, trial)
        fits = fit_all(sample, settings.kernel, _choices(settings))
        several.append(measures(sample, fits))
        first = first or (sample, fits)
    assert first is not None
    return Result(settings, *first, tuple(several))


def draw_sample(settings: Settings, trial: int = 0) -> Sample:
    """The sample of a trial: of real data that of the next target, else one more."""
    s = settings
    if s.problem not in REAL:
        return synthetic(s, trial)
    from .tasks import TARGETS, task

    targets = [target for target in range(1, TARGETS[s.problem] + 1) if s.problem != "landmine" or target != s.source]
    place = targets.index(s.target) if s.target in targets else 0
    target = targets[(place + trial) % len(targets)]
    X, y, X_all, y_all = task(s.problem, s.source, target, s.seed, s.n_source)
    return Sample(X, y, X_all[: s.n_target], X_all, y_all, target=target)


def _choices(s: Settings) -> dict[str, Choice]:
    if s.protocol == "tuned":
        from .tuning import chosen

        return chosen(s)
    return dict.fromkeys(METHODS, Choice(s.sigma_w, s.sigma_v, s.width, s.B))


#: Rows while a control moves.
COARSE_ROWS = 200


def coarse(settings: Settings) -> Settings:
    """While a control moves: one trial, and few rows of large samples."""
    s = settings
    rows = {name: min(getattr(s, name), COARSE_ROWS) for name in ("n_source", "n_target")}
    return dataclasses.replace(s, trials=1, **rows)


def describe(result: Result) -> str:
    s, numbers = result.settings, result.numbers[0]
    areas = ", ".join(f"{METHODS[name]} {result.average(f'auc {name}'):.4f}" for name in result.fits)
    pair = dict.fromkeys(shown(s))
    weights = "; ".join(describe_method(numbers, name) for name in pair)
    trials, first = ("", "") if s.trials == 1 else (f", mean of {s.trials} trials", "in the first ")
    problem = f"{s.problem}, shift {s.shift:g}" if s.problem not in REAL else f"{s.problem}, target {s.target}"
    return (
        f"{problem}, {len(result.sample.y)} source rows, {len(result.sample.X_target)} target rows: "
        f"target AUC{trials}: {areas}; {first}{weights}."
    )


def shown(settings: Settings) -> tuple[str, str]:
    """The keys of the methods whose weights are drawn."""
    keys = {label: name for name, label in METHODS.items()}
    return keys[settings.left], keys[settings.right]
