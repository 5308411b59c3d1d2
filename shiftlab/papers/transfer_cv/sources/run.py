"""Three sources for one target: what criteria believe of each with each learner, and the truth."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from shiftlab.diagnostics import effective_sample_size
from shiftlab.experiments.streams import state

from ..articles import Sample
from ..judged import Judged
from ..judging import judge, weights_of
from ..learners import learner_by_name
from ..options import compared, fewer
from ..printed import PAIRS_OF_BOTH
from .columns import columns_of, pairs_of
from .settings import Settings
from .world import draw_samples

#: While a control moves.
FEWER_FOLDS, FEWER_ROWS = 2, 60


@dataclasses.dataclass(frozen=True)
class Result:
    """One draw: what is believed of the learners on each source."""

    settings: Settings
    samples: Mapping[str, Sample]
    by_source: Mapping[str, Judged]
    ess: Mapping[str, float]  # of the rows of each source, by their weights

    @property
    def learners(self) -> list[str]:
        return next(iter(self.by_source.values())).names

    @property
    def shown(self) -> str:
        """The learner of the picture: the one that is wanted, or the first."""
        return self.settings.shown if self.settings.shown in self.learners else self.learners[0]

    @cached_property
    def columns(self) -> dict[str, Judged]:
        """Those of Table 5: each learner, with the sources as candidates, and all pairs."""
        return columns_of(pairs_of(self.by_source))

    @property
    def pairs(self) -> Judged:
        """Every pair of a learner and a source as a candidate."""
        return self.columns[PAIRS_OF_BOTH]


def run(settings: Settings) -> Result:
    """Draw texts of three sources and the target, and let each criterion say what it expects."""
    samples = draw_samples(settings)
    weights = {source: weights_of(settings, sample) for source, sample in samples.items()}
    learners: dict[str, Any] = {
        name: learner_by_name(name, seed=state(settings.seed)) for name in compared(settings.every)
    }
    by_source = {source: judge(learners, sample, settings, weights[source]) for source, sample in samples.items()}
    ess = {source: float(effective_sample_size(one)) for source, one in weights.items()}
    return Result(settings, samples, by_source, ess)


def coarse(settings: Settings) -> Settings:
    """While a control moves: three learners, few folds and few articles."""
    return dataclasses.replace(settings, **fewer(settings, rows=FEWER_ROWS, folds=FEWER_FOLDS))


def describe(result: Result) -> str:
    s, one, pairs = result.settings, result.columns[result.shown], result.pairs
    best = max(pairs.truth, key=pairs.truth.__getitem__)
    accuracies = ", ".join(f"{value:.3f} from {source}" for source, value in one.truth.items())
    of_one = ", ".join(f"{name} {one.chosen(name)} ({one.regret(name):.3f} lost)" for name in one.criteria)
    of_pairs = ", ".join(
        f"{name} {pairs.corr(name):.0f} ({pairs.regret(name):.3f} lost by {pairs.chosen(name)})"
        for name in pairs.criteria
    )
    sample = next(iter(result.samples.values()))
    return (
        f"{s.problem[0].upper()}{s.problem[1:]}, {sample.y.size} articles of each source, {sample.y_labeled.size} "
        f"labelled target articles, {s.folds} folds: the accuracy of {result.shown} is {accuracies}; sources chosen "
        f"are, by {of_one}; of {len(pairs.names)} pairs of learner and source {best} is best with "
        f"{pairs.truth[best]:.3f}; of {pairs.n_pairs} comparisons, not in the wrong order are, by {of_pairs}."
    )
