"""What must come out of the experiment on decisions that bring money whatever the paper says: in the made-up world."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Outcome, changed, mixed_up, surely_above_zero, unseen

from . import run as module
from .run import Result, run
from .settings import Settings
from .world import Transactions, _suspicion, transactions

QUICK = Settings(n=600, folds=3)

Both = tuple[Transactions, Transactions]


def _not_worth_a_look() -> Outcome:
    """How many transactions are investigated where no amount exceeds what that costs."""

    def small(both: Both) -> Both:
        source, target = (one._replace(amount=np.minimum(one.amount, QUICK.overhead)) for one in both)
        return source, target

    with changed(module, "transactions", small):
        return Outcome(float(sum(made.sum() for made in run(QUICK).decisions.values())), 0.0)


def _plain_frauds_are_found() -> Outcome:
    """The share of all there is that a tree earns where fraud is what exceeds a threshold, and pays ten times."""

    def plain(both: Both) -> Both:
        source, target = (
            one._replace(y=(one.X[:, 0] > 1).astype(np.int64), amount=np.full(one.amount.shape, 10 * QUICK.overhead))
            for one in both
        )
        return source, target

    with changed(module, "transactions", plain):
        result = run(QUICK)
    possible = result.target.y.sum() * 9 * QUICK.overhead
    return Outcome(float(result.judged.truth["uDT"] / possible), 0.9, "above")


def _frauds_unseen() -> Outcome:
    def seen(result: Result) -> Any:
        judged = result.judged
        return [result.decisions, judged.estimates, judged.accuracy]

    def relabelled(both: Both) -> Both:
        source, target = both
        return source, target._replace(y=mixed_up(target.y))

    return unseen(lambda: seen(run(QUICK)), module, "transactions", relabelled)


def _excess(intercept: float, suspicion: Floats, share: float) -> float:
    return float(expit(intercept + suspicion).mean() - share)


def _gains() -> list[float]:
    """How much more than the best learner those decisions earn that know the true probabilities of fraud."""
    gains = []
    for seed in range(5):
        settings = QUICK.changed(seed=seed, n=3000)
        source, target = transactions(settings)
        suspicion = [_suspicion(rows.X[:, :-1], rows.amount) for rows in (source, target)]
        intercept = brentq(_excess, -40, 40, args=(suspicion[0], settings.share))  # as the world is made
        investigated = expit(intercept + suspicion[1]) * target.amount > settings.overhead
        earned = float((target.value - settings.overhead)[investigated].sum())
        gains.append(earned - max(run(settings).judged.truth.values()))
    return gains


CONTROLS = [
    Control(
        "not-worth-a-look",
        "known answer",
        "Where no amount exceeds what an investigation costs, no learner investigates anything.",
        _not_worth_a_look,
    ),
    Control(
        "plain-frauds-are-found",
        "known answer",
        "Where fraud is what exceeds a threshold in one feature, a tree earns more than nine tenths of all there is.",
        _plain_frauds_are_found,
    ),
    Control(
        "frauds-unseen",
        "leak",
        "Mixing up the frauds of the target changes no decision, and nothing that cross-validation and ReverseTesting "
        "say: amounts may be known, frauds may not.",
        _frauds_unseen,
    ),
    Control(
        "true-probabilities-earn-most",
        "oracle",
        "Decisions by the true probability of fraud earn more on the target than those of the best learner.",
        lambda: surely_above_zero(_gains()),
    ),
]
