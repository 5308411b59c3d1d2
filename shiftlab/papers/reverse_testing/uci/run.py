"""Judge learners on biased rows by every criterion, and by their truth on the target."""

from __future__ import annotations

import dataclasses
from typing import Any

import sklearn
from sklearn.base import clone

from shiftlab.experiments.streams import state
from shiftlab.validation import LeaveOneOut, ReverseTesting, SourceCV, StructuralRisk
from shiftlab.validation.criteria.vc_dimension import vc_dimension

from ..judged import TITLES, Judged, tally
from ..learners import LEARNERS, learner_by_name
from .sample import Sample, draw_sample
from .settings import Settings
from .tasks import TASKS
from .world import Labels, lattice


@dataclasses.dataclass(frozen=True)
class Trial:
    sample: Sample
    judged: Judged
    target_labels: dict[str, Labels]  # of the target, by each learner
    regions: dict[str, Labels]  # of the lattice, by each learner; empty for real data


@dataclasses.dataclass(frozen=True)
class Result:
    """Samples, and who was right about the learners in each."""

    settings: Settings
    trials: list[Trial]


def run(settings: Settings) -> Result:
    """Judge the learners by every criterion, in every trial."""
    # thousands of small trainings: what is checked here once need not be checked in each of them
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        return Result(settings, [_trial(settings, number) for number in range(settings.trials)])


def learners(s: Settings) -> dict[str, Any]:
    """By name, the first and the second learner of the settings first; a learner against itself has a prime."""

    def learner(name: str) -> Any:
        return learner_by_name(name, tree=s.tree, svm=s.svm, seed=s.seed)

    names = dict.fromkeys([s.a, s.b, *(LEARNERS if s.every else ())])
    by_name = {name: learner(name) for name in names}
    return by_name if s.a != s.b else {s.a: by_name.pop(s.a), f"{s.b}′": learner(s.b), **by_name}


def _trial(s: Settings, number: int) -> Trial:
    sample = draw_sample(s, number)
    scaled = sample.scaled() if s.problem in TASKS else sample
    source, X_target, compared = scaled.source, scaled.X_target, learners(s)
    testing = ReverseTesting(compared, s.rule).fit(*source, X_target)
    labels = testing.target_labels_
    models = {name: clone(learner).fit(*source) for name, learner in compared.items()}
    regions: dict[str, Labels] = {}
    if s.problem in TASKS:
        truth = {name: float((labels[name] == sample.y_target).mean()) for name in compared}
    else:
        places = lattice(s.problem, s.noise)
        regions = {name: model.predict(places.points) for name, model in models.items()}
        truth = {name: places.accuracy(region) for name, region in regions.items()}
    folds = SourceCV(s.folds, s.repeats, random_state=state(s.seed + number))  # the same folds for every learner
    estimates = {
        "train": {name: float((model.predict(source[0]) == source[1]).mean()) for name, model in models.items()},
        "cv": {name: folds.score(learner, source) for name, learner in compared.items()},
    }
    if s.loo:
        estimates["loo"] = {name: LeaveOneOut().score(learner, source) for name, learner in compared.items()}
    bounds = {}
    if s.problem not in TASKS or TASKS[s.problem].n_classes == 2:
        bounds = {
            name: StructuralRisk().score(learner, source)
            for name, learner in compared.items()
            if vc_dimension(learner, source[0].shape[1]) is not None
        }
    judged = Judged(truth, estimates, testing.accuracy_, testing.n_fits_, bounds)
    return Trial(sample, judged, labels, regions)


def coarse(settings: Settings) -> Settings:
    """While a control moves: one trial, five folds, and no row left out by itself."""
    return dataclasses.replace(settings, folds=min(settings.folds, 5), repeats=1, loo=False, trials=1)


def describe(result: Result) -> str:
    s, first = result.settings, result.trials[0]
    judged, pair = first.judged, first.judged.pairs[0]
    a, b = pair
    n = first.sample.kept.sum()
    better = judged.better(pair)
    parts = [
        f"{s.problem}, {n} of {first.sample.y.size} source rows left by the bias: on the target {a} has an accuracy "
        f"of {judged.truth[a]:.3f} and {b} of {judged.truth[b]:.3f}"
    ]
    for name in [name for name in judged.estimates if name != "train"]:
        values = judged.estimates[name]
        parts.append(f"{TITLES[name]} estimates {values[a]:.3f} and {values[b]:.3f} {_is_right(judged, name, better)}")
    parts.append(f"ReverseTesting chooses {judged.says(s.rule, pair) or 'neither'} {_is_right(judged, s.rule, better)}")
    if len(result.trials) > 1:
        parts.append(f"in {len(result.trials)} such samples {_tallies(result)}")
    return "; ".join(parts) + "."


def _tallies(result: Result) -> str:
    judged = [trial.judged for trial in result.trials]
    criteria = {TITLES[name]: name for name in judged[0].estimates if name != "train"}
    criteria["ReverseTesting"] = result.settings.rule
    counts = {title: tally(judged, name) for title, name in criteria.items()}
    return ", ".join(f"{title} is right in {right} and wrong in {wrong}" for title, (right, wrong) in counts.items())


def _is_right(judged: Judged, criterion: str, better: str | None) -> str:
    choice = judged.says(criterion, judged.pairs[0])
    if better is None:
        return "(the truth is a tie)"
    return "(undecided)" if choice is None else "(right)" if choice == better else "(wrong)"
