"""Weights and classifier learned together, or one after the other (discriminative paper, section 6).

Bickel, Brückner and Scheffer (2007): the weights of the training rows and the classifier in one optimisation
problem, against the iid fit and four methods that find the weights first. On synthetic problems, on land mines, and
on stand-ins for the mails and papers of the original; and section 4's extreme case of disjoint samples.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from .cells import cells as cells
from .methods import METHODS, Choice, Fitted, fit_all
from .picture import stage as stage
from .picture import update as update
from .record import describe_method, measures
from .record import record as record
from .settings import REAL, Settings
from .summary import draw_summary as draw_summary
from .summary import summarise as summarise
from .summary import table as table
from .world import Sample, synthetic


@dataclasses.dataclass(frozen=True)
class Result:
    """The sample and the fits of the first trial, and the numbers of each."""

    settings: Settings
    sample: Sample
    fits: dict[str, Fitted]
    numbers: tuple[dict[str, float], ...]
    examined: dict[str, Any]  # what the theorems say, tried on random problems

    def average(self, name: str) -> float:
        """Over the trials."""
        return float(np.mean([numbers[name] for numbers in self.numbers]))


def run(settings: Settings, previous: Result | None = None) -> Result:
    """Draw the samples, train each method on each, and judge them on other rows of the target."""
    first: tuple[Sample, dict[str, Fitted]] | None = None
    several = []
    for trial in range(settings.trials):
        sample = drawn(settings, trial)
        fits = fit_all(sample, settings.kernel, _choices(settings))
        several.append(measures(sample, fits))
        first = first or (sample, fits)
    assert first is not None
    return Result(settings, *first, tuple(several), _examined(settings))


def drawn(settings: Settings, trial: int = 0) -> Sample:
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


def _examined(s: Settings) -> dict[str, Any]:
    if s.problem != "exact":
        return {}
    from ..theorems.random_problems import examine

    return examine(s.seed)


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
    told = f"{s.problem}, shift {s.shift:g}" if s.problem not in REAL else f"{s.problem}, target {s.target}"
    return (
        f"{told}, {len(result.sample.y)} labelled rows, {len(result.sample.X_target)} of the target: "
        f"target AUC{trials}: {areas}; {first}{weights}."
    )


def shown(settings: Settings) -> tuple[str, str]:
    """The keys of the methods whose weights are drawn."""
    keys = {label: name for name, label in METHODS.items()}
    return keys[settings.left], keys[settings.right]


#: All with the first seed. The two about integrating are settings in which 100 samples have decided for one side.
presets = {
    "Weights help: a curved boundary": Settings(),
    "Weights cannot help: the model is right": Settings(problem="linear"),
    "Integrated against two-stage, 20 samples": Settings(trials=20),
    "A shift that a line does not see": Settings(problem="mixed", shift=4.0),
    "The same with a kernel": Settings(problem="mixed", shift=4.0, kernel="rbf"),
    "Hardly a row counts": Settings(shift=4.0, sigma_v=10.0),
    "Disjoint samples": Settings(problem="disjoint", shift=1.0, sigma_v=10.0),
    "Disjoint samples, kernel mean matching": Settings(problem="disjoint", shift=1.0, sigma_v=10.0, left="KMM"),
    "Integrating helps: no overlap, 20 samples": Settings(problem="disjoint", shift=1.0, trials=20),
    "Integrating hurts: a model that is right, 20 samples": Settings(problem="linear", shift=4.0, trials=20),
    "A large target": Settings(n_target=2048),
    "More words than rows": Settings(problem="text-like"),
}
