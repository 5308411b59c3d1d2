"""Learn from earlier transactions, decide on later ones, and let each criterion say who will earn most."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.experiments.streams import state
from shiftlab.validation import ExpectedBenefit, ReverseTesting, SourceCV

from ..judged import TITLES, Judged
from .settings import Settings
from .world import Transactions, transactions

#: The learners, in the order of the tables.
NAMES = ("bNB", "uDT", "cDT", "RDT")


@dataclasses.dataclass(frozen=True)
class Result:
    """Transactions, what each learner decides about those of the target, and who was right about whom."""

    settings: Settings
    source: Transactions
    target: Transactions
    judged: Judged  # in dollars: the totals over the target, and over the source
    decisions: dict[str, NDArray[np.int64]]  # of each learner on the target; 1 is to investigate

    def earned(self, name: str) -> Floats:
        """What the decision of a learner brings on each row of the target."""
        return (self.target.value - self.settings.overhead) * self.decisions[name]


def run(settings: Settings) -> Result:
    """Learn, decide on the target, come back to the source, and cross-validate there."""
    s = settings
    source, target = transactions(s)
    benefits, promised = source.benefits(s.overhead), target.benefits(s.overhead)
    decisions = {
        name: ExpectedBenefit.decide(learner.fit(source.X, source.y).predict_proba(target.X), promised)
        for name, learner in _learners(s).items()
    }
    if s.retrained == "classes":
        scoring: ExpectedBenefit = _LabelledByClass(benefits, promised)
    else:
        scoring = ExpectedBenefit(benefits, promised, retrained=s.retrained)
    reverse = ReverseTesting(_learners(s), scoring=scoring).fit(source.X, source.y, target.X)
    folds = SourceCV(s.folds, s.repeats, random_state=state(s.seed), scoring=ExpectedBenefit(benefits))
    # the mean over the folds, times their number: the total over the source
    cv = {name: s.folds * folds.score(learner, (source.X, source.y)) for name, learner in _learners(s).items()}
    gain = target.value - s.overhead
    truth = {name: math.fsum(gain[made == 1]) for name, made in decisions.items()}
    judged = Judged(truth, {"cv": cv}, reverse.accuracy_, reverse.n_fits_, {})
    return Result(s, source, target, judged, decisions)


class _LabelledByClass(ExpectedBenefit):
    """The target is labelled by the more probable class, as without benefits."""

    def label(self, model: Any, X: Any, classes: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(model.predict(X))


def _learners(s: Settings) -> dict[str, Any]:
    from shiftlab.learners import BinnedNaiveBayes, CurtailedTree, RandomDecisionTrees, UnprunedTree

    seed = state(s.seed)
    return {
        "bNB": BinnedNaiveBayes(),
        "uDT": UnprunedTree(random_state=seed),
        "cDT": CurtailedTree(s.enough or "auto", random_state=seed),
        "RDT": RandomDecisionTrees(random_state=seed),
    }


def coarse(settings: Settings) -> Settings:
    """While a control moves: fewer transactions and folds."""
    if settings.problem == "creditcard":
        return dataclasses.replace(settings, folds=2, repeats=1, max_rows=min(settings.max_rows or 5000, 5000))
    return dataclasses.replace(settings, folds=2, repeats=1, n=min(settings.n, 600))


def per_thousand(dollars: float, n: int) -> float:
    return 1000 * dollars / n


def describe(result: Result) -> str:
    s, source, target, judged = result.settings, result.source, result.target, result.judged
    dollars = ", ".join(
        f"{name} {per_thousand(judged.truth[name], len(target.y)):.1f} "
        f"({per_thousand(judged.estimates['cv'][name], len(source.y)):.1f})"
        for name in judged.names
    )
    where = f"Synthetic world, shift {s.shift:g}" if s.problem == "synthetic" else _where(s)
    return (
        f"{where}: {int(target.y.sum())} of {len(target.y)} transactions in the target are "
        f"frauds, {int((target.value > s.overhead).sum())} worth the ${s.overhead:g}: dollars earned there per 1,000 "
        f"(and expected by cross-validation): {dollars}. Pairs of learners put right: "
        f"{_count(judged, 'cv')}; {_count(judged, s.rule)}."
    )


def _where(s: Any) -> str:
    before = f"the {s.train} before" if s.train else "all before"
    return f"Card data, block {s.block} of {s.blocks} after learning from {before}"


def _count(judged: Judged, criterion: str) -> str:
    counts = judged.counts(criterion)
    undecided = f", {counts['undecided']} undecided" if counts["undecided"] else ""
    return f"{TITLES[criterion]} {counts['right']} of {len(judged.decided)}{undecided}"
