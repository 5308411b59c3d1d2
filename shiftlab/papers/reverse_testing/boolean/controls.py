"""What must come out of the simulation with Boolean variables whatever the paper says."""

from __future__ import annotations

import dataclasses

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, same
from shiftlab.experiments.intervals import wilson

from .learners import verdicts
from .run import accuracy_ahead, ahead, implication, run
from .settings import Settings

#: Counting learns any table, and naive Bayes only sums; without bias and of many rows it is counting that is right.
LEARNED = Settings(errors="learned", rows=20_000, ratio=1.0, draws=500)


def _no_bias_no_failure() -> Outcome:
    found = run(Settings(ratio=1.0)).implication
    return Outcome(float(found.decided - found.held), 0.0)


def _reverse_finds_the_better() -> Outcome:
    result = run(LEARNED)
    better = np.sign((result.world.population * accuracy_ahead(result.world, result.estimates)).sum(axis=1))
    said = result.verdicts
    assert said is not None
    decided = (said != 0) & (better != 0)
    return Outcome(float(wilson((said == better)[decided].sum(), decided.sum())[0]), 0.5, "above")


def _truth_unseen() -> Outcome:
    """Of the true probabilities, which are the target's labels here: nothing but the rows drawn may depend on them."""
    settings = LEARNED.changed(rows=200, ratio=10.0)
    result = run(settings)
    assert result.rows is not None
    other = dataclasses.replace(result.world, log_odds=mixed_up(result.world.log_odds))
    under_p = [implication(settings, world, result.by_x, 10.0).under_p for world in (result.world, other)]
    said = [verdicts(settings, world, result.rows, result.estimates) for world in (result.world, other)]
    return same([said[0], under_p[0]], [said[1], under_p[1]])


def _disturbances_alone() -> Outcome:
    """How many numbers of the two disturbed estimates change with the bias, which they may not know."""
    return same(run(Settings(ratio=1.0)).estimates, run(Settings(ratio=1000.0, bias="one variable")).estimates)


def _truth_is_ahead() -> Outcome:
    """The least by which the truth is ahead of a disturbed estimate at any x: by divergence, so never behind."""
    settings = Settings()
    result = run(settings)
    by_x = ahead(settings, result.world, (result.estimates[0], result.world.truth))
    return Outcome(float(by_x.min()), 0.0, "above")


CONTROLS = [
    Control(
        "no-bias-no-failure",
        "known answer",
        "Where nothing is selected by anything, the estimate that is closer under P is closer under Q in every draw.",
        _no_bias_no_failure,
    ),
    Control(
        "reverse-finds-the-better",
        "known answer",
        "Learned from many rows without bias, ReverseTesting decides for the more accurate estimate in more than half "
        "of the draws in which it decides.",
        _reverse_finds_the_better,
    ),
    Control(
        "truth-unseen",
        "leak",
        "Mixing up the true probabilities, once rows are drawn, changes no verdict of ReverseTesting.",
        _truth_unseen,
    ),
    Control(
        "bias-unseen",
        "leak",
        "The disturbed estimates are the same under any bias.",
        _disturbances_alone,
    ),
    Control(
        "truth-is-ahead",
        "oracle",
        "The truth is ahead of an estimate that errs, by divergence, at every x.",
        _truth_is_ahead,
    ),
]
