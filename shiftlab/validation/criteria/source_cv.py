"""Cross-validation on the source: the traditional criterion, which knows nothing of the target."""

from __future__ import annotations

from typing import Any

from ..._check import Floats
from .._scoring import Scoring
from .by_folds import FoldCriterion
from .one_pass import Question
from .problem import Problem


class SourceCV(FoldCriterion):
    r"""k-fold cross-validation on the source, repeated with other folds.

    The estimate is the mean, over the folds S_j of all repetitions, of the score on S_j of the model trained on the
    other folds. Without a shift it is close to unbiased. With one it estimates the wrong thing: the accuracy on
    more source rows.

    Parameters
    ----------
    n_splits : int, default=10
        The number of folds k.
    n_repeats : int, default=1
        How often the rows are divided into folds anew. The ReverseTesting paper repeats 100 times, which is a
        thousand trainings.
    random_state : int, RandomState instance or None, default=None
        Draws the folds.
    stratified : bool, default=False
        Whether every fold has the classes' shares, as far as their rows suffice. The papers divide at random.
    scoring : None, str, callable or ExpectedBenefit, default=None
        None is 1 - loss: the accuracy of a classifier, 1 - the mean squared error of a regressor. Otherwise as in
        `ReverseTesting`.
    cv : splitter or iterable of (training rows, rows held out), optional
        Any of scikit-learn's splitters that needs no groups, in place of the four parameters before.
    average : {"folds", "rows"}, default="folds"
        The mean over the folds of their means, as scikit-learn has it, or the mean over all rows held out. They are the
        same number for folds of one size. Equation (2) of the transfer cross-validation paper has 1/k before a sum over
        all rows, which is neither.
    pool_labeled : bool, default=False
        Whether a learner that takes no labelled rows of the target has them among its training rows.
    n_jobs : int, optional
        How many trainings run at the same time, by joblib.

    Notes
    -----
    An estimator that takes the target is told of it, and judged on the source all the same.

    If a class has no row outside a fold, the model cannot know it, and is wrong on its rows; if only one class is left
    outside, the model answers that one.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import SourceCV
    >>> y = np.arange(400) % 2
    >>> X = np.random.default_rng(0).normal(2 * y, 1)[:, np.newaxis]  # the best accuracy is 0.841
    >>> round(SourceCV(n_repeats=10, random_state=0).score(GaussianNB(), (X, y), None), 2)
    0.85
    """

    def __init__(
        self,
        n_splits: int = 10,
        n_repeats: int = 1,
        random_state: Any = None,
        stratified: bool = False,
        *,
        scoring: Any = None,
        cv: Any = None,
        average: str = "folds",
        pool_labeled: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state
        self.stratified = stratified
        self.scoring = scoring
        self.cv = cv
        self.average = average
        self.pool_labeled = pool_labeled
        self.n_jobs = n_jobs

    def question(self, problem: Problem, scoring: Scoring, weights: Floats | None) -> Question:
        """How well the forward models do on the rows held out."""
        return Question(scoring)
