"""What must come out of the experiment on newsgroups whatever the paper says: on the made-up pair."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Outcome, mixed_up, surely_above_zero, unseen
from shiftlab.experiments.streams import state

from . import world
from .run import Result, run
from .settings import Settings
from .world import N_BOTH, N_OWN, OTHER, OWN, Pair, draw_sample

SEEDS = range(10)


def _words_that_tell() -> Outcome:
    """How many of the ten words that are chosen are as frequent in both groups."""
    sample = draw_sample(Settings(size=2000))
    return Outcome(float(sum(word.startswith("word ") for word in sample.words)), 0.0)


def _relabelled(pair: Pair) -> Pair:
    return pair._replace(test=pair.test._replace(positive=mixed_up(pair.test.positive)))


def _test_labels_unseen() -> Outcome:
    def seen(result: Result) -> Any:
        sample, judged = result.sample, result.judged
        return [np.array(sample.words), sample.X, sample.X_target, judged.estimates, judged.accuracy]

    settings = Settings(size=100, loo=True)
    return unseen(lambda: seen(run(settings)), world, "_made_up", _relabelled)


def _gains() -> Floats:
    """How much more accurate than the best learner the rule is that knows how often each word is used."""
    gains = []
    for seed in SEEDS:
        settings = Settings(seed=seed)
        test = world._made_up(settings, np.random.RandomState(state(seed))).test
        own, other = (np.repeat(rates, [N_OWN, N_OWN, N_BOTH]) for rates in ([OWN, OTHER, 1], [OTHER, OWN, 1]))
        left = np.ones(own.size)
        left[: settings.fading] = 1 - settings.fade
        # of two Poisson laws; the groups are equally large
        log_odds = test.counts @ np.log(own / other) - (left * (own - other)).sum()
        gains.append(float(np.mean((log_odds > 0) == test.positive)) - max(run(settings).judged.truth.values()))
    return np.array(gains)


CONTROLS = [
    Control(
        "words-that-tell",
        "known answer",
        "Of many articles, no word that both groups use equally often is among the ten most informative.",
        _words_that_tell,
    ),
    Control(
        "test-labels-unseen",
        "leak",
        "Mixing up the groups of the test articles changes neither the words that are chosen nor anything that "
        "cross-validation, leave-one-out or ReverseTesting say.",
        _test_labels_unseen,
    ),
    Control(
        "true-frequencies-are-best",
        "oracle",
        "Who knows how often each word is used in the test articles is more accurate than the best learner.",
        lambda: surely_above_zero(_gains()),
    ),
]
