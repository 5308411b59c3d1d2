"""Cross-validation on the source: the traditional criterion, which knows nothing of the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold
from sklearn.utils.metaestimators import _safe_split
from sklearn.utils.parallel import Parallel, delayed

from .. import _check
from ._criterion import Criterion, checked
from ._scoring import Sample, Scoring, as_scoring, one_minus_loss, worth
from ._training import one_sentence, train


class SourceCV(Criterion):
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
    n_jobs : int, optional
        How many trainings run at the same time, by joblib.

    Notes
    -----
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
        n_jobs: int | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state
        self.stratified = stratified
        self.scoring = scoring
        self.n_jobs = n_jobs

    def score(self, estimator: Any, source: tuple[Any, Any], target: Any = None, labeled: Any = None) -> float:
        """The mean score on the folds of `source`; neither `target` nor `labeled` is looked at."""
        X, y = checked(estimator, source)
        scoring = one_minus_loss(estimator) if self.scoring is None else as_scoring(self.scoring)
        scoring.check(y, None)
        classes = np.unique(y)
        scores = Parallel(n_jobs=self.n_jobs)(
            delayed(_score_fold)(estimator, X, y, classes, training, held_out, scoring)
            for training, held_out in self._folds(y)
        )
        return float(np.mean(scores))

    def _folds(self, y: NDArray[Any]) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        _check.count(self.n_splits, "n_splits", least=2)
        _check.count(self.n_repeats, "n_repeats")
        if self.n_splits > len(y):
            raise ValueError(f"n_splits must not exceed the number of rows, but {self.n_splits} > {len(y)}.")
        kind = RepeatedStratifiedKFold if self.stratified else RepeatedKFold
        folds = kind(n_splits=self.n_splits, n_repeats=self.n_repeats, random_state=self.random_state)
        with one_sentence("The rows cannot be divided into folds"):
            return list(folds.split(np.zeros(len(y)), y))


def _score_fold(
    estimator: Any,
    X: Any,
    y: NDArray[Any],
    classes: NDArray[Any],
    training: NDArray[np.intp],
    held_out: NDArray[np.intp],
    scoring: Scoring,
) -> float:
    what = type(estimator).__name__
    X_training, y_training = _safe_split(estimator, X, y, training)
    X_held_out, y_held_out = _safe_split(estimator, X, y, held_out, training)
    model = train(estimator, X_training, y_training, classes, f"On a part of the source, {what}")
    return worth(scoring.score, model, Sample(X_held_out, y_held_out, held_out, classes), f"On a fold, {what}")
