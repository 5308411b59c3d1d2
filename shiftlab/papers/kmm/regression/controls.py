"""What must come out of the toy regression whatever the paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Outcome, changed, mixed_up, surely_above_zero, unseen

from .run import run
from .settings import Settings
from .trial import CERTIFIED
from .world import Sample, World

#: How often the target repeats each of the source rows of the known answer.
REPEATED = np.array([1, 2, 3, 0, 1, 2, 0, 3, 1, 1, 2, 0, 1, 3, 0, 2, 1, 0, 1, 1])


def _repeated(sample: Sample) -> Sample:
    """Training rows on a lattice, and a target that repeats some of them."""
    x = np.linspace(-0.5, 1.5, REPEATED.size)
    return Sample(x, sample.y, np.repeat(x, REPEATED), np.repeat(sample.y, REPEATED))


def _weights_are_repetitions() -> Outcome:
    settings = Settings(m=REPEATED.size, m_target=int(REPEATED.sum()), width=0.05, ridge=0.0)
    with changed(World, "sample", _repeated):
        weights = run(settings).trials[0].weights["kmm"]
    true = REPEATED / REPEATED.mean()
    # where K has no eigenvalue below 1/2, this is all that the gap leaves open: the objective is half of these squares
    return Outcome(float(np.abs(weights - true).max()), float(np.sqrt(2 * CERTIFIED * true @ true)))


def _no_shift_no_weights() -> Outcome:
    result = run(Settings(target_mean=0.5, target_spread=0.5, trials=5))
    return Outcome(max(float(np.abs(trial.weights["ratio"] - 1).max()) for trial in result.trials), 1e-12)


def _seen(settings: Settings) -> list[Any]:
    """All weights, and all lines but that which is fitted to the target's labels."""
    seen: list[Any] = []
    for trial in run(settings).trials:
        seen += [trial.weights, {fit: line for fit, line in trial.lines.items() if fit != "target"}]
    return seen


def _target_labels_unseen() -> Outcome:
    settings = Settings(trials=3)
    return unseen(
        lambda: _seen(settings), World, "sample", lambda sample: sample._replace(y_target=mixed_up(sample.y_target))
    )


def _gains() -> Floats:
    result = run(Settings(target_mean=-0.5, trials=30))
    return np.array([errors["risk unweighted"] - errors["risk ratio"] for errors in result.errors])


CONTROLS = [
    Control(
        "weights-are-repetitions",
        "known answer",
        "Where the target repeats the source rows and the kernel tells them apart, matching gives each row the "
        "number of its repetitions over their mean, to the tolerance of the solver.",
        _weights_are_repetitions,
    ),
    Control(
        "no-shift-no-weights",
        "known answer",
        "Where source and target are one distribution, the true ratio is 1 in every row.",
        _no_shift_no_weights,
    ),
    Control(
        "target-labels-unseen",
        "leak",
        "Mixing up the labels of the target changes no weight, and no line but the one that is fitted to them.",
        _target_labels_unseen,
    ),
    Control(
        "ratio-helps",
        "oracle",
        "Where the target is far away, the true ratio gives a line with less risk than no weights.",
        lambda: surely_above_zero(_gains()),
    ),
]
