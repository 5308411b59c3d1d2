"""What must come out of the comparison of six methods whatever the paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, surely_above_zero, unseen
from shiftlab.learners.joint.fit import fit_weighted

from . import run as module
from .measures import auc
from .methods import Choice, Fitted, Stage, fit
from .run import Result, draw_sample, run
from .settings import Settings

#: Where the ratio has the form that logistic regression assumes, and no line is right for source and target.
CURVED = Settings(n_source=200, n_target=200)
CHOICE = Choice(CURVED.sigma_w, CURVED.sigma_v)
TRIALS = range(20)


def _weights_move_the_mean() -> Outcome:
    """How far from the target's mean the weighted mean of the first feature is, in shifts: 1 without weights."""
    settings = CURVED.changed(n_source=2000, n_target=2000, sigma_v=10.0)
    sample = draw_sample(settings)
    weights = fit("two_stage", Stage(sample, "linear"), Choice(1.0, 10.0)).weights
    moved = np.average(sample.X[:, 0], weights=weights)
    return Outcome(float(abs(sample.X_target[:, 0].mean() - moved) / settings.shift), 0.25)


def _no_shift_no_difference() -> Outcome:
    """The largest distance of a weight from 1 where the target's rows are the source's: in two stages and by KMM."""
    sample = draw_sample(CURVED)
    stage = Stage(type(sample)(sample.X, sample.y, sample.X, sample.X, sample.y), "linear")
    weights = [fit(name, stage, CHOICE).weights for name in ("two_stage", "ssb")]
    return Outcome(max(float(np.abs(one - 1).max()) for one in weights), 1e-6)


def _target_labels_unseen() -> Outcome:
    def relabelled(sample: Any) -> Any:
        return type(sample)(sample.X, sample.y, sample.X_target, sample.X_test, mixed_up(sample.p_test))

    def seen(result: Result) -> Any:
        return [[fitted.weights, fitted.w] for fitted in result.fits.values()]

    settings = CURVED.changed(kernel="rbf")
    return unseen(lambda: seen(run(settings)), module, "draw_sample", relabelled)


def _gains() -> list[float]:
    """How much larger than the iid fit's the area on the target is with the true ratio of the densities."""
    gains = []
    for trial in TRIALS:
        sample = draw_sample(CURVED, trial)
        stage = Stage(sample, "linear")
        ratio = np.exp(CURVED.shift * sample.X[:, 0])  # of N(s/2, 1) and N(-s/2, 1)
        w = fit_weighted(stage.space.A, stage.labels, ratio, CHOICE.sigma_w)[:, 0]
        weighted, iid = Fitted(ratio, w, stage), fit("iid", stage, CHOICE)
        areas = [auc(sample.p_test, fitted.scores(sample.X_test)) for fitted in (weighted, iid)]
        gains.append(areas[0] - areas[1])
    return gains


CONTROLS = [
    Control(
        "weights-move-the-mean",
        "known answer",
        "Where the ratio has the form that logistic regression assumes, two-stage weights take the mean of the rows "
        "at least three quarters of the way to the target's.",
        _weights_move_the_mean,
    ),
    Control(
        "no-shift-no-difference",
        "known answer",
        "Where the target's rows are those of the source, the weights in two stages and those of SSB are 1.",
        _no_shift_no_difference,
    ),
    Control(
        "target-labels-unseen",
        "leak",
        "Mixing up the labels of the target changes no weight and no coefficient of any of the six methods.",
        _target_labels_unseen,
    ),
    Control(
        "ratio-helps",
        "oracle",
        "Where no line is right for source and target, the true ratio gives a larger area on the target than the iid "
        "fit.",
        lambda: surely_above_zero(_gains()),
    ),
]
