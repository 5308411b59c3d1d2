"""Train the learners on early articles, test them on later ones, and let each criterion say what it expected."""

from __future__ import annotations

import dataclasses

import sklearn
from sklearn.base import clone

from shiftlab.experiments.streams import state
from shiftlab.validation import ReverseTesting, SourceCV

from ..judged import TITLES, Judged
from ..ranks import order, wrong_ranks
from .learners import learners, left_out
from .settings import Settings
from .world import Sample, draw_sample


@dataclasses.dataclass(frozen=True)
class Result:
    """Frequencies of words, and who was right about the learners."""

    settings: Settings
    sample: Sample
    judged: Judged

    @property
    def shown(self) -> list[str]:
        """The criteria whose orders are shown."""
        return [*(name for name in ("cv", "loo") if name in self.judged.estimates), self.settings.rule]


def run(settings: Settings) -> Result:
    """Train the learners, test them, and let each criterion say what it expected."""
    sample, compared = draw_sample(settings), learners(settings)
    X, y = sample.X, sample.y
    # thousands of small trainings: what is drawn here is in order
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        testing = ReverseTesting(compared, settings.rule).fit(X, y, sample.X_target)
        truth = {name: float((testing.target_labels_[name] == sample.y_target).mean()) for name in compared}
        folds = SourceCV(settings.folds, settings.repeats, random_state=state(settings.seed))
        estimates = {
            "train": {name: float(clone(learner).fit(X, y).score(X, y)) for name, learner in compared.items()},
            "cv": {name: folds.score(learner, (X, y)) for name, learner in compared.items()},
        }
        if settings.loo:
            estimates["loo"] = {name: left_out(learner, X, y) for name, learner in compared.items()}
    return Result(settings, sample, Judged(truth, estimates, testing.accuracy_, testing.n_fits_, {}))


def coarse(settings: Settings) -> Settings:
    """While a control moves: five folds, and no row left out by itself."""
    return dataclasses.replace(settings, folds=min(settings.folds, 5), repeats=1, loo=False)


def describe(result: Result) -> str:
    s, sample, judged = result.settings, result.sample, result.judged
    ranked = order(judged, "truth")
    accuracies = ", ".join(f"{name} {judged.truth[name]:.3f}" for name in ranked)
    parts = []
    for criterion in result.shown:
        says = order(judged, criterion)
        wrong, counts = sum(wrong_ranks(judged.truth, says)), judged.counts(criterion)
        undecided = f", {counts['undecided']} undecided" if counts["undecided"] else ""
        parts.append(
            f"{TITLES[criterion]} says {', '.join(says)} ({wrong} wrong rank{'' if wrong == 1 else 's'}; "
            f"{counts['right']} of {len(judged.pairs) - judged.ties} pairs right{undecided})"
        )
    return (
        f"{s.pair}, {sample.y.size} source and {sample.y_target.size} target articles, frequencies of "
        f"{len(sample.words)} word{'' if len(sample.words) == 1 else 's'}: "
        f"target accuracies {accuracies}; {'; '.join(parts)}."
    )
