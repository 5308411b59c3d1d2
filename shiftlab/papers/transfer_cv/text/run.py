"""Learners, or values of a parameter, on texts of a source: what criteria believe of them, and the target's truth."""

from __future__ import annotations

import dataclasses
from typing import Any

from shiftlab.diagnostics import effective_sample_size
from shiftlab.experiments.streams import state

from ..articles import Sample
from ..judged import Judged
from ..judging import judge, weights_of
from ..learners import C_VALUES, NEIGHBORS, learner_by_name
from ..options import compared, fewer
from .settings import Settings
from .world import draw_sample

#: While a control moves.
FEWER_FOLDS, FEWER_ROWS = 3, 100


@dataclasses.dataclass(frozen=True)
class Result:
    """One draw of texts, and who was right about the candidates."""

    settings: Settings
    sample: Sample
    judged: Judged
    ess: float  # of the source rows, by their weights


def run(settings: Settings) -> Result:
    """Draw texts, let each criterion say what it expects of each candidate, and look."""
    sample = draw_sample(settings)
    weights = weights_of(settings, sample)
    judged = judge(candidates(settings), sample, settings, weights)
    return Result(settings, sample, judged, float(effective_sample_size(weights)))


def candidates(settings: Settings) -> dict[str, Any]:
    """What is chosen amongst, by name."""
    s = settings
    if s.task == "C of the SVM":
        return {f"C {value:g}": learner_by_name("SVM", C=value) for value in C_VALUES}
    if s.task == "neighbours of LatentMap":
        return {f"k {value}": learner_by_name("LM", n_neighbors=value) for value in NEIGHBORS}
    return {name: learner_by_name(name, seed=state(s.seed)) for name in compared(s.every)}


def coarse(settings: Settings) -> Settings:
    """While a control moves: three learners, few folds and few articles."""
    return dataclasses.replace(settings, **fewer(settings, rows=FEWER_ROWS, folds=FEWER_FOLDS))


def describe(result: Result) -> str:
    s, judged, sample = result.settings, result.judged, result.sample
    best = max(judged.truth, key=lambda name: judged.truth[name])
    says = "; ".join(
        f"{criterion} takes {judged.chosen(criterion)}, which loses {judged.regret(criterion):.3f}, and has "
        f"{judged.corr(criterion):.0f} of {judged.n_pairs} pairs right"
        for criterion in judged.criteria
    )
    return (
        f"{s.problem[0].upper()}{s.problem[1:]}, {sample.y.size} source and {sample.y_target.size} target articles "
        f"without labels, {sample.y_labeled.size} with, {len(sample.words)} words, {s.folds} folds, an ESS of "
        f"{result.ess:.1f}: the best of {len(judged.names)} candidates is {best} with accuracy "
        f"{judged.truth[best]:.3f}; {says}."
    )
