"""What must come out of the choice amongst models for texts whatever the paper says: on the made-up articles."""

from __future__ import annotations

from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Outcome, mixed_up, surely_above_zero, unseen
from shiftlab.experiments.streams import stream

from .. import made_up
from ..articles import Domains, Sample
from . import run as running
from . import world
from .run import run
from .settings import Settings
from .world import TARGET, draw_sample

SEEDS = range(10)


def _words_that_tell() -> Outcome:
    """How many common words are among as many words as there are that tell."""
    n = 2 * (made_up.N_SHARED + made_up.N_OWN)
    sample = draw_sample(Settings(size=2000, words=n, drift=0.0, turned=0))
    return Outcome(float(sum(word.startswith("word ") for word in sample.words)), 0.0)


def _relabelled(domains: Domains) -> Domains:
    return domains._replace(target=domains.target._replace(positive=mixed_up(domains.target.positive)))


def _words_do_not_see_the_target() -> Outcome:
    def look() -> Any:
        sample = draw_sample(Settings(size=100, words=20))
        return [np.array(sample.words), sample.X]

    return unseen(look, world, "_made_up", _relabelled)


def _hidden(sample: Sample) -> Sample:
    return sample._replace(y_target=mixed_up(sample.y_target))


def _criteria_do_not_see_the_target() -> Outcome:
    settings = Settings(size=40, words=16, folds=2, every=True)
    return unseen(lambda: run(settings).judged.values, running, "draw_sample", _hidden)


def _gains() -> Floats:
    """How much more accurate than the best learner the rule is that knows how often the target has each word."""
    gains = []
    for seed in SEEDS:
        settings = Settings(seed=seed, folds=2)
        articles = made_up.articles(settings.size, stream(seed, TARGET), drift=settings.drift, turned=settings.turned)
        positive, negative = made_up.rates_by_class(settings.drift, settings.turned)
        # of two Poisson laws; the classes are equally large
        log_odds = articles.counts @ np.log(positive / negative) - (positive - negative).sum()
        right = float(np.mean((log_odds > 0) == articles.positive))
        gains.append(right - max(run(settings).judged.truth.values()))
    return np.array(gains)


CONTROLS = [
    Control(
        "words-that-tell",
        "known answer",
        "Of many articles, no word that both classes use equally often is among the most informative.",
        _words_that_tell,
    ),
    Control(
        "words-do-not-see-the-target",
        "leak",
        "Mixing up the labels of the target changes neither the words that are chosen nor the source's rows.",
        _words_do_not_see_the_target,
    ),
    Control(
        "criteria-do-not-see-the-target",
        "leak",
        "Mixing up the labels of the target rows that count as unlabelled changes nothing that any criterion says of "
        "any of the eight learners.",
        _criteria_do_not_see_the_target,
    ),
    Control(
        "true-frequencies-are-best",
        "oracle",
        "Who knows how often each word is used in the target is more accurate than the best learner.",
        lambda: surely_above_zero(_gains()),
    ),
]
