"""Draw both domains, weigh the source, and ask every criterion about every candidate."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.weights.base import effective_sample_size

from ..judged import Judged
from .asking import ask
from .candidates import candidates
from .sample import Labels, Sample, draw_sample
from .settings import Settings
from .weights import weights_of


@dataclasses.dataclass(frozen=True)
class Result:
    """One draw, what the criteria say of the candidates, and the truth."""

    settings: Settings
    sample: Sample
    weights: Floats  # of the source rows
    judged: Judged
    way_back: Mapping[str, Labels]  # of each candidate the labels of the source rows after going there and back

    @property
    def disputed(self) -> NDArray[Any]:
        """The source rows whose label the way back of the candidate that TrCV chooses does not give."""
        return self.way_back[self.judged.chosen("TrCV")] != self.sample.y


def run(settings: Settings) -> Result:
    """Ask every criterion about every candidate, on one draw."""
    sample = draw_sample(settings)
    weights = weights_of(settings, sample)
    judged, way_back = ask(settings, sample, weights, candidates(settings))
    return Result(settings, sample, weights, judged, way_back)


#: Of the coarse version: as many as the defaults have. Five values of a parameter have fewer folds than three learners.
COARSE_ROWS = 200
COARSE_FOLDS = {"learners": 5, "C of the SVM": 3, "neighbours of LatentMap": 3}


def coarse(settings: Settings) -> Settings:
    """While a control moves: three learners, few rows and folds."""
    s = settings
    n_source, n_target = min(s.n_source, COARSE_ROWS), min(s.n_target, COARSE_ROWS)
    return dataclasses.replace(
        s,
        n_source=n_source,
        n_target=n_target,
        least=min(s.least, n_target // 2),
        every=False,
        folds=min(s.folds, COARSE_FOLDS[s.task]),
    )


def describe(result: Result) -> str:
    s, sample, judged = result.settings, result.sample, result.judged
    best = max(judged.truth, key=judged.truth.__getitem__)
    chosen = ", ".join(
        f"{name} {judged.chosen(name)} ({judged.corr(name):.0f}, {judged.regret(name):.3f})" for name in judged.criteria
    )
    return (
        f"{_where(s)}, {len(sample.y)} source rows with an ESS of {effective_sample_size(result.weights):.1f}, "
        f"{len(sample.y_labeled)} labelled target rows, {s.folds} folds: on the target {best} is best with an accuracy "
        f"of {judged.truth[best]:.3f}. Chosen (pairs of {judged.n_pairs} in order, regret) by {chosen}. The way back "
        f"of {judged.chosen('TrCV')} gives {result.disputed.mean():.0%} of the source another label."
    )


def _where(s: Settings) -> str:
    if s.problem == "world":
        return f"Labelling rules {s.angle:g}° apart, rows {s.shift:g} σ apart"
    return f"{s.problem} wine"
