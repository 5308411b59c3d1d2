"""One pass over the folds that answers several criteria: each fold is trained on once, forward and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from ..._check import Floats
from .._rows import stacked
from .._scoring import ByRow, Sample, Scoring, worth
from .._training import one_sentence
from ..domain import NOTHING, Domain
from .folds import Fold
from .problem import Problem

FORWARD = "forward"
SWAPPED = "swapped"
ALONE = "alone"


class Question(NamedTuple):
    """What a criterion wants to know of every fold: the worth, on the rows held out, of one of its models."""

    scoring: Scoring
    way: str = FORWARD  # the model of the other folds; or the one trained on the way back, in one of two ways
    weights: Floats | None = None  # of all source rows


def answers(
    problem: Problem, folds: list[Fold], questions: list[Question], pool_labeled: bool, n_jobs: int | None
) -> NDArray[np.float64]:
    """The worth in each fold (row) that each question (column) asks for."""
    return np.array(
        side_by_side(_answer, ((problem, fold, questions, pool_labeled) for fold in folds), n_jobs), dtype=np.float64
    )


def side_by_side(function: Callable[..., Any], calls: Iterable[tuple[Any, ...]], n_jobs: int | None) -> list[Any]:
    """What `function` returns for each of `calls`; joblib's help has a price, which one worker need not pay."""
    if effective_n_jobs(n_jobs) == 1:
        return [function(*arguments) for arguments in calls]
    return list(Parallel(n_jobs=n_jobs)(delayed(function)(*arguments) for arguments in calls))


def _answer(problem: Problem, fold: Fold, questions: list[Question], pool_labeled: bool) -> list[float]:
    models = _Models(problem, fold, pool_labeled)
    return [models.worth_of(question) for question in questions]


class _Models:
    """The models of one fold, and what they predict for the rows held out, each made once."""

    def __init__(self, problem: Problem, fold: Fold, pool_labeled: bool) -> None:
        self.problem = problem
        self.fold = fold
        self.X_held_out, self.y_held_out = problem.part(fold.held_out, fold.training)
        self.forward = self._train_forward(pool_labeled)
        self._models: dict[Any, Any] = {FORWARD: self.forward}
        self._predictions: dict[Any, NDArray[Any]] = {}

    def worth_of(self, question: Question) -> float:
        scoring, held_out = question.scoring, self.fold.held_out
        weights = None if question.weights is None else question.weights[held_out]
        if weights is not None and not weights.any():
            return 0.0  # which does not count: the fold has no weight
        key, model = self._model(question)
        sample = Sample(self.X_held_out, self.y_held_out, held_out, self.problem.classes, weights)
        what = f"On a fold, {self.problem.name}"
        if isinstance(scoring, ByRow):
            with one_sentence(f"{what} cannot be scored"):
                if key not in self._predictions:
                    self._predictions[key] = model.predict(self.X_held_out)
                value = scoring.of(self._predictions[key], sample)
                if not np.isfinite(value):
                    raise ValueError(f"the score is {value}")
                return value
        return worth(scoring.score if question.way == FORWARD else scoring.score_retrained, model, sample, what)

    def _train_forward(self, pool_labeled: bool) -> Any:
        """f_i of figure 1, line 1."""
        problem = self.problem
        X, y = problem.part(self.fold.training)
        if pool_labeled and not problem.trainer.takes.labels and problem.domain.labeled is not None:
            X_labeled, y_labeled = problem.domain.labeled
            X, y = stacked(X, X_labeled), np.concatenate([y, y_labeled])
        return problem.trainer.train(X, y, f"On a part of the source, {problem.name}", problem.domain)

    def _model(self, question: Question) -> tuple[Any, Any]:
        # labels are predictions, unless a scoring of its own kind decides otherwise
        by = None if type(question.scoring).label is Scoring.label else id(question.scoring)
        key = FORWARD if question.way == FORWARD else (question.way, by)
        if key not in self._models:
            self._models[key] = self._train_back(question)
        return key, self._models[key]

    def _train_back(self, question: Question) -> Any:
        """The model of figure 1, line 3: trained on the target as f_i labels it, and its rows with true labels."""
        problem, domain = self.problem, self.problem.domain
        with one_sentence(f"{problem.name}, trained on a part of the source, cannot label the target"):
            labels = np.asarray(question.scoring.label(self.forward, domain.rows, problem.classes))
        if domain.labeled is not None:
            labels = np.concatenate([labels, domain.labeled[1]])
        # On the way back the rows held out, whose labels nobody is shown, are where the model is to be good.
        there = Domain(self.X_held_out) if question.way == SWAPPED else NOTHING
        what = f"On the target as labelled from a part of the source, {problem.name}"
        return problem.trainer.train(self.problem.target_rows, labels, what, there)
