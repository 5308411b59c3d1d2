"""Newsgroups divided by date: is the order of four learners found (reverse testing, Tables 1 to 6 and 13)?

Fan and Davidson (2006), sections 3.1, 3.3 and 5: articles of two newsgroups are frequencies of ten words; those of
the first months are for training and the later ones to test. Cross-validation, leave-one-out and ReverseTesting say
which learner will be first, second, third and fourth. The made-up pair stands in for articles that are not there.
"""

from __future__ import annotations

import dataclasses

import sklearn
from sklearn.base import clone

from shiftlab.validation import ReverseTesting, SourceCV

from ..judged import TITLES, Judged
from ..ranks import order, wrong_ranks
from .cells import cells as cells
from .learners import learners, left_out
from .picture import stage as stage
from .picture import update as update
from .record import record as record
from .settings import Settings
from .summary import draw_summary as draw_summary
from .summary import summarise as summarise
from .summary import table as table
from .words import Sample, drawn


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    sample: Sample
    judged: Judged

    @property
    def shown(self) -> list[str]:
        """The criteria whose orders are shown."""
        return [*(name for name in ("cv", "loo") if name in self.judged.estimates), self.settings.rule]


def run(settings: Settings, previous: Result | None = None) -> Result:
    """Train the learners, test them, and let each criterion say what it expected."""
    sample, compared = drawn(settings), learners(settings)
    X, y = sample.X, sample.y
    # thousands of small trainings: what is drawn here is in order
    with sklearn.config_context(assume_finite=True, skip_parameter_validation=True):
        testing = ReverseTesting(compared, settings.rule).fit(X, y, sample.X_target)
        truth = {name: float((testing.target_labels_[name] == sample.y_target).mean()) for name in compared}
        folds = SourceCV(settings.folds, settings.repeats, random_state=settings.seed % 2**32)
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
    told = ", ".join(f"{name} {judged.truth[name]:.3f}" for name in ranked)
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
        f"{s.pair}, {sample.y.size} training and {sample.y_target.size} test articles, frequencies of "
        f"{len(sample.words)} word{'' if len(sample.words) == 1 else 's'}: test accuracies {told}; {'; '.join(parts)}."
    )


presets = {
    "No word fades": Settings(fade=0.0),
    "Half of a topic's words fade": Settings(),
    "The failure: a whole topic fades": Settings(fading=8, fade=0.95),
    "The same with other learners": Settings(fading=8, fade=0.95, bayes="multinomial", svm="rbf"),
    "Few articles: hardly any difference": Settings(size=80),
    "Many articles": Settings(size=1500),
    "One word: nothing to tell apart": Settings(words=1),
    "The sum decides every pair": Settings(rule="sum"),
}
