"""What must come out of the experiment on kinds of bias whatever a paper says."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab.experiments.controls import Control, Outcome, mixed_up, unseen

from . import run as module
from .exact import middles
from .record import record
from .run import run
from .settings import Settings


def _independent_moves_nothing() -> Outcome:
    line = run(Settings(kind="independent")).line
    return Outcome(max(line.joint_moved, line.y_given_x_moved), 1e-12)


def _strength_moves_the_share() -> Outcome:
    """By how far the share of positives misses 1/5, where of equal classes one is kept four times as often."""
    return Outcome(abs(run(Settings(kind="class", strength=0.6)).line.shares[1] - 0.2), 1e-12)


def _selected(kind: Any) -> Any:
    return run(Settings(kind=kind)).selected


def _classes_unseen() -> Outcome:
    return unseen(lambda: _selected("feature"), module, "draw_sample", lambda sample: (sample[0], mixed_up(sample[1])))


def _features_unseen() -> Outcome:
    return unseen(lambda: _selected("class"), module, "draw_sample", lambda sample: (mixed_up(sample[0]), sample[1]))


def _weights_bring_back() -> Outcome:
    """How much smaller the error of a risk becomes by the weights: of one rule, under a bias by x and class."""
    result = run(Settings(kind="complete"))
    line = result.line
    loss = np.array([middles(line.edges) > 0, middles(line.edges) <= 0])
    without = float((line.after * loss).sum() - (line.before * loss).sum())
    return Outcome(abs(without) - abs(record(result)["weighted_error"]), 0.0, "above")


CONTROLS = [
    Control(
        "independent-moves-nothing",
        "known answer",
        "Selection that depends on nothing moves neither P(x,y) nor P(y|x).",
        _independent_moves_nothing,
    ),
    Control(
        "strength-moves-the-share",
        "known answer",
        "Of two equal classes, one kept with probability 0.2 and one with 0.8, a fifth of what is left is the first.",
        _strength_moves_the_share,
    ),
    Control(
        "classes-unseen",
        "leak",
        "Mixing up the classes changes nothing about which rows a feature bias selects.",
        _classes_unseen,
    ),
    Control(
        "features-unseen",
        "leak",
        "Mixing up the features changes nothing about which rows a class bias selects.",
        _features_unseen,
    ),
    Control(
        "weights-bring-back",
        "oracle",
        "With the true weights the risk of a rule on selected rows is nearer to that on the population than without.",
        _weights_bring_back,
    ),
]
