"""What must come out of the experiment on ReverseTesting whatever the paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, unseen
from shiftlab.experiments.intervals import wilson

from ..judged import tally
from . import run as module
from .run import Result, run
from .sample import draw_sample
from .settings import Settings

#: Found by search for a world in which cross-validation errs and ReverseTesting does not: no sample of a paper's data,
#: but a place where each of them must be seen to do what it does.
WORLD = Settings(trials=25)


def _more_often_right(settings: Settings, criterion: str) -> Outcome:
    """The lower end of the interval of the share of decided trials about which a criterion is right: above a half."""
    right, wrong = tally([trial.judged for trial in run(settings).trials], criterion)
    return Outcome(float(wilson(right, right + wrong)[0]), 0.5, "above")


def _lowest_are_dropped() -> Outcome:
    """By how much the highest row dropped exceeds the lowest one kept."""
    sample = draw_sample(Settings(problem="iris"), 0)
    values = sample.X[:, 0]
    return Outcome(float(values[~sample.kept].max() - values[sample.kept].min()), 0.0)


def _bound_of_a_line() -> Outcome:
    """How far the bound of logistic regression is from that of a class of dimension 3, computed by hand."""
    trial = run(Settings()).trials[0]
    n, h = int(trial.sample.kept.sum()), 3
    radius = np.sqrt((h * (np.log(2 * n / h) + 1) - np.log(0.05 / 4)) / n)
    return Outcome(abs(trial.judged.bounds["LR"] - (trial.judged.estimates["train"]["LR"] - float(radius))), 1e-12)


def _target_labels_unseen() -> Outcome:
    def seen(result: Result) -> Any:
        trial = result.trials[0]
        judged = trial.judged
        return [judged.estimates, judged.accuracy, judged.bounds, trial.target_labels]

    settings = Settings(problem="pima", a="DT", b="NB", every=True)
    few = settings.changed(problem="iris", loo=True)
    return unseen(
        lambda: [seen(run(one)) for one in (settings, few)],
        module,
        "draw_sample",
        lambda sample: sample._replace(y_target=mixed_up(sample.y_target)),
    )


def _knowing_the_target() -> Outcome:
    """Pairs about which cross-validation of rows of the target itself is wrong, minus those about which it is right."""
    trials = run(Settings(drop=0.0, size=800, trials=10)).trials
    right, wrong = tally([trial.judged for trial in trials], "cv")
    return Outcome(float(right - wrong), 0.0, "above")


CONTROLS = [
    Control(
        "reverse-finds-the-better",
        "known answer",
        "In a world where logistic regression is better than naive Bayes on the target, ReverseTesting says so in more "
        "than half of the samples in which it decides.",
        lambda: _more_often_right(WORLD, "strict"),
    ),
    Control(
        "cv-finds-the-better-without-bias",
        "known answer",
        "In the same world without bias, cross-validation finds the better learner in more than half of the samples.",
        lambda: _more_often_right(WORLD.changed(drop=0.0), "cv"),
    ),
    Control(
        "lowest-are-dropped",
        "known answer",
        "No row that the bias drops is higher in the attribute than one that it keeps.",
        _lowest_are_dropped,
    ),
    Control(
        "bound-of-a-line",
        "known answer",
        "The bound of structural risk for a line in the plane is that of a class of dimension 3.",
        _bound_of_a_line,
    ),
    Control(
        "target-labels-unseen",
        "leak",
        "Mixing up the labels of the target changes nothing that cross-validation, leave-one-out, ReverseTesting or "
        "the bound say.",
        _target_labels_unseen,
    ),
    Control(
        "knowing-the-target",
        "oracle",
        "Cross-validation of many labelled rows of the target itself is right about more samples than wrong.",
        _knowing_the_target,
    ),
]
