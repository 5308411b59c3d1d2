"""What criteria by folds share: the division, the mean over the folds, and one pass for several of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from ... import _check
from ..._check import Floats
from .._scoring import Scoring, as_scoring, one_minus_loss
from .criterion import Criterion
from .folds import Division, Fold
from .one_pass import Question, answers
from .problem import Problem

AVERAGES = ("folds", "rows")


class FoldCriterion(Criterion):
    """Base of the criteria that hold out folds of the source: `SourceCV`, `WeightedCV`, `TransferCV`."""

    n_splits: int
    n_repeats: int
    random_state: Any
    stratified: bool
    cv: Any
    scoring: Any
    average: str
    pool_labeled: bool
    n_jobs: int | None

    def of(self, problem: Problem, weights: Floats | None = None) -> float:
        """The mean score on the folds of the source, for a problem that is checked and weights that are known."""
        return in_one_pass({"": self}, problem, {} if weights is None else {"": weights})[""]

    @abstractmethod
    def question(self, problem: Problem, scoring: Scoring, weights: Floats | None) -> Question:
        """What is to be found out in every fold; refuses a problem that this criterion is not for."""

    def division(self) -> Division:
        """What decides the folds."""
        return Division(self.n_splits, self.n_repeats, self.random_state, self.stratified, self.cv)

    def shares_fits_with(self, other: FoldCriterion) -> bool:
        """Whether both train the same forward models."""
        return self.pool_labeled == other.pool_labeled and self.division().same_as(other.division())

    def checked_scoring(self, problem: Problem) -> Scoring:
        """The scoring, after a look at the labels."""
        scoring = one_minus_loss(problem.estimator) if self.scoring is None else as_scoring(self.scoring)
        scoring.check(problem.y, None)
        return scoring

    def mean(self, values: Floats, folds: list[Fold], weights: Floats | None) -> float:
        """From the scores of the folds to that of the estimator."""
        if self.average == "folds" and weights is None:
            return float(np.mean(values))
        sizes = np.array([len(fold.held_out) for fold in folds], dtype=np.float64)
        masses = sizes if weights is None else np.array([np.sum(weights[fold.held_out]) for fold in folds])
        if self.average == "folds":
            masses, sizes = masses / sizes, np.ones(len(folds))
        return self._combined(values, masses, float(np.sum(sizes)))

    def _combined(self, values: Floats, masses: Floats, size: float) -> float:
        return float(np.sum(masses * values) / np.sum(masses))

    def _check_options(self, problem: Problem) -> None:
        if self.average not in AVERAGES:
            raise ValueError(f'average must be "folds" or "rows", got {_check.short(self.average)}.')
        _check.flag(self.pool_labeled, "pool_labeled")
        if self.pool_labeled and problem.domain.labeled is not None:
            problem.no_kernel_matrix(f"{type(self).__name__} with pool_labeled")


def in_one_pass(
    criteria: Mapping[str, FoldCriterion], problem: Problem, weights: Mapping[str, Floats]
) -> dict[str, float]:
    """The scores of criteria that share their forward fits, by name; `weights` has those of the criteria that weigh.

    The folds are those of the first criterion, and so is the number of jobs.
    """
    questions = []
    for name, criterion in criteria.items():
        criterion._check_options(problem)
        questions.append(criterion.question(problem, criterion.checked_scoring(problem), weights.get(name)))
    first = next(iter(criteria.values()))
    folds = first.division().folds(problem.X, problem.y)
    for question in questions:
        if question.weights is not None and not any(question.weights[fold.held_out].any() for fold in folds):
            raise ValueError("Every row that is held out has weight 0: the source does not overlap the target at all.")
    values = answers(problem, folds, questions, first.pool_labeled, first.n_jobs)
    return {
        name: criterion.mean(values[:, i], folds, questions[i].weights)
        for i, (name, criterion) in enumerate(criteria.items())
    }
