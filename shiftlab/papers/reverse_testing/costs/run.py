"""Which learner will earn most? ReverseTesting where decisions bring money (Tables 15 to 18).

Fan and Davidson (2006), section 6: naive Bayes with binning, a tree without pruning, a tree with curtailment and
random decision trees decide which transactions are investigated, at a cost. They learn from earlier transactions
than those to judge. Which of two learners is better there is asked of ReverseTesting and of cross-validation.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shiftlab.validation import ExpectedBenefit, ReverseTesting, SourceCV

from ..judged import Judged
from .cells import cells as cells
from .cells import presets as presets
from .picture import stage as stage
from .picture import update as update
from .record import describe as describe
from .record import record as record
from .report import draw_summary as draw_summary
from .report import table as table
from .settings import Settings as Settings
from .summary import summarise as summarise
from .world import Transactions, transactions


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    source: Transactions
    target: Transactions
    judged: Judged  # in dollars: the totals over the target, and over the source
    decisions: dict[str, NDArray[np.int64]]  # of each learner on the target; 1 is to investigate

    def earned(self, name: str) -> NDArray[np.float64]:
        """What the decision of a learner brings on each row of the target."""
        return (self.target.value - self.settings.overhead) * self.decisions[name]


def run(settings: Settings, previous: Result | None = None) -> Result:
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
    folds = SourceCV(s.folds, s.repeats, random_state=s.seed % 2**32, scoring=ExpectedBenefit(benefits))
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

    seed = s.seed % 2**32
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
