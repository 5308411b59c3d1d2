"""What must come out of the experiment on two Gaussian classes whatever the paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, surely_above_zero, unseen

from . import run as module
from .run import Result, run
from .settings import Settings


def _exact_correction() -> Outcome:
    fresh = run(Settings()).fresh
    return Outcome(float(np.abs(fresh.p_corrected - fresh.p).max()), 1e-12)


def _nothing_dropped_nothing_moved() -> Outcome:
    """By how much p_s and p̃ differ from p, where all negatives are kept and so all models see the same rows."""
    fresh = run(Settings(learner="logistic", beta=1.0, n=2000)).fresh
    return Outcome(float(max(np.abs(fresh.p_s - fresh.p).max(), np.abs(fresh.p_corrected - fresh.p).max())), 1e-12)


def _fresh_labels_unseen() -> Outcome:
    def seen(result: Result) -> list[Any]:
        return [result.curves, result.fresh, result.thresholds]

    def relabelled(samples: Any) -> Any:
        x, y, fresh_x, fresh_y = samples
        return x, y, fresh_x, mixed_up(fresh_y)

    settings = Settings(learner="logistic", n=2000)
    return unseen(lambda: seen(run(settings)), module, "_samples", relabelled)


def _gains() -> list[float]:
    scores = [run(Settings(n=2000, seed=seed)).scores for seed in range(10)]
    return [biased.brier - true.brier for true, biased, _ in scores]


CONTROLS = [
    Control(
        "exact-correction",
        "known answer",
        "Of the true posterior after undersampling, the correction makes the true posterior.",
        _exact_correction,
    ),
    Control(
        "nothing-dropped-nothing-moved",
        "known answer",
        "Where all negatives are kept, p, p_s and p̃ are the same.",
        _nothing_dropped_nothing_moved,
    ),
    Control(
        "fresh-labels-unseen",
        "leak",
        "Mixing up the labels of the fresh rows changes no posterior and no threshold.",
        _fresh_labels_unseen,
    ),
    Control(
        "truth-is-calibrated",
        "oracle",
        "The true posterior has a smaller Brier score than the true posterior of the undersampled rows.",
        lambda: surely_above_zero(_gains()),
    ),
]
