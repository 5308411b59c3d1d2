"""Cross-validation on the labelled rows of the target: TCV of the transfer cross-validation paper."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import _safe_indexing

from ... import _check
from .._rows import stacked
from .._scoring import Sample, Scoring, as_scoring, one_minus_loss, worth
from ..domain import Domain
from .criterion import Criterion
from .folds import Division, Fold
from .one_pass import side_by_side
from .problem import Problem

SOURCES = ("takers", "pooled", "never")


class TargetCV(Criterion):
    """k-fold cross-validation on the few labelled rows of the target.

    Of the right distribution, but of few rows, and of models that learnt from even fewer (section 2.1 of the transfer
    cross-validation paper). The estimate is the mean over the folds.

    Parameters
    ----------
    n_splits : int, default=10
        The number of folds; no more than there are labelled rows. If `stratified`, no more than the smallest class has
        that has two rows or more, so that each of its folds knows it.
    n_repeats, random_state, stratified, scoring, cv, n_jobs
        As in `SourceCV`; `cv` divides the labelled rows.
    source : {"takers", "pooled", "never"}, default="takers"
        Who is also trained on the source, which the paper leaves open. "takers": learners whose `fit` takes labelled
        rows of the target get those of the other folds as such, the source and the unlabelled target, which is how
        they will be used. "pooled": so do these, and the others learn from the source and the labelled rows of the
        other folds together; one whose `fit` takes ``X_target`` is told of the unlabelled target. Only so does this
        criterion say anything of re-weighting the source. "never": every learner learns from the labelled rows of the
        other folds alone, and is told of no target, for they are from there.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import TargetCV
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(40) % 2
    >>> X = rng.normal(2 * y, 1)[:, np.newaxis]
    >>> few = X[:12], y[:12]  # the best accuracy is 0.841
    >>> round(TargetCV(4, random_state=0).score(GaussianNB(), (X, 1 - y), None, labeled=few), 2)
    0.75
    """

    def __init__(
        self,
        n_splits: int = 10,
        n_repeats: int = 1,
        random_state: Any = None,
        stratified: bool = False,
        *,
        source: str = "takers",
        scoring: Any = None,
        cv: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state
        self.stratified = stratified
        self.source = source
        self.scoring = scoring
        self.cv = cv
        self.n_jobs = n_jobs

    def of(self, problem: Problem) -> float:
        """The mean score on the folds of the labelled rows of the target."""
        if self.source not in SOURCES:
            raise ValueError(f'source must be "takers", "pooled" or "never", got {_check.short(self.source)}.')
        _check.flag(self.stratified, "stratified")
        X, y = problem.needed_labels("TargetCV")
        problem.no_kernel_matrix("TargetCV")
        if len(y) < 2:
            raise ValueError("TargetCV needs at least two labelled rows, one to learn from and one to score.")
        scoring = one_minus_loss(problem.estimator) if self.scoring is None else as_scoring(self.scoring)
        scoring.check(y, None)
        counts = np.unique(y, return_counts=True)[1]
        most = int(counts[counts >= 2].min(initial=len(y))) if self.stratified else len(y)
        n_splits = min(_check.count(self.n_splits, "n_splits", least=2), most)
        folds = Division(n_splits, self.n_repeats, self.random_state, self.stratified, self.cv).folds(X, y)
        calls = ((problem, fold, scoring, self.source) for fold in folds)
        return float(np.mean(side_by_side(_score_fold, calls, self.n_jobs)))


def _score_fold(problem: Problem, fold: Fold, scoring: Scoring, source: str) -> float:
    assert problem.domain.labeled is not None  # `needed_labels` has seen to it
    X, y = problem.domain.labeled
    others = _safe_indexing(X, fold.training), y[fold.training]
    trainer, part = problem.trainer, f"On a part of the labelled rows of the target, {problem.name}"
    if source != "never" and trainer.takes.labels:
        model = trainer.train(problem.X, problem.y, part, Domain(problem.domain.rows, others))
    elif source == "pooled":
        together = stacked(problem.X, others[0]), np.concatenate([problem.y, others[1]])
        model = trainer.train(*together, part, problem.domain.without_labels())
    else:
        model = trainer.train(*others, part)
    sample = Sample(_safe_indexing(X, fold.held_out), y[fold.held_out], fold.held_out, problem.classes)
    return worth(scoring.score, model, sample, f"On a fold of the labelled rows of the target, {problem.name}")
