"""What must come out of the choice amongst sources whatever the paper says: on the made-up articles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.experiments.controls import Control, Outcome, changed, mixed_up, surely_above_zero, unseen

from ..articles import Sample
from . import run as running
from .run import Result, run
from .settings import Settings

SEEDS = range(5)
SMALL = Settings(size=40, words=16, folds=2)


def _alike(samples: Mapping[str, Sample]) -> dict[str, Sample]:
    """Every source has the rows of the first."""
    first = next(iter(samples.values()))
    return dict.fromkeys(samples, first)


def _equal_sources_are_equal() -> Outcome:
    """How many numbers differ between sources that are the same."""
    with changed(running, "draw_samples", _alike):
        result = run(SMALL)
    columns = [result.columns[learner] for learner in result.learners]
    numbers = [values for judged in columns for values in (judged.truth, *judged.values.values())]
    return Outcome(float(sum(len(set(values.values())) - 1 for values in numbers)), 0.0)


def _hidden(samples: Mapping[str, Sample]) -> dict[str, Sample]:
    return {name: sample._replace(y_target=mixed_up(sample.y_target)) for name, sample in samples.items()}


def _values(result: Result) -> Any:
    return {source: judged.values for source, judged in result.by_source.items()}


def _gains() -> Floats:
    """How much is gained by knowing in which source words have turned."""
    settings = Settings(drift=0.0, turned=4, folds=2)
    truths = [run(settings.changed(seed=seed)).columns["SVM"].truth for seed in SEEDS]
    return np.array([truth["near"] - truth["turned"] for truth in truths])


CONTROLS = [
    Control(
        "equal-sources-are-equal",
        "known answer",
        "Where the three sources are the same rows, every criterion and the truth say the same of each.",
        _equal_sources_are_equal,
    ),
    Control(
        "criteria-do-not-see-the-target",
        "leak",
        "Mixing up the labels of the target rows that count as unlabelled changes nothing that any criterion says of "
        "any of the eight learners with any source.",
        lambda: unseen(lambda: _values(run(SMALL.changed(every=True))), running, "draw_samples", _hidden),
    ),
    Control(
        "turned-words-mislead",
        "oracle",
        "Who knows in which source words have changed sides, and avoids it, has the more accurate model.",
        lambda: surely_above_zero(_gains()),
    ),
]
