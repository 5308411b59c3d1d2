"""Transfer cross-validation: the way to the target and back, weighted.

Zhong, Fan, Yang, Verscheure and Ren, "Cross Validation Framework to Choose amongst Models and Datasets for Transfer
Learning" (2010). Numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import Any

from ... import _check
from ..._check import Floats
from .._scoring import Scoring
from .one_pass import ALONE, SWAPPED, Question
from .problem import Problem
from .weighted_cv import WeightedCV


class TransferCV(WeightedCV):
    r"""k-fold cross-validation on the source by models that have been to the target and back, weighted rows.

    .. math:: 1 - \frac{1}{n} \sum_{i=1}^k \sum_{(x, y) \in S_i} \beta(x) \, \ell(y, \bar f_i(x))

    For each fold S_i, reverse validation (figure 1) trains f_i on the other folds, lets it label the unlabelled target
    rows X_u, trains :math:`\bar f_i` on these and on the few target rows with true labels, X_l and Y_l, and compares
    what it says of S_i with the labels there. Figure 3 sums these losses, each weighted by an estimate
    :math:`\beta(x)` of P_t(x)/P_s(x): (6). The loss |y - y'| is 0/1 for classes, the squared error for regressors.

    Parameters
    ----------
    weigher : weigher, "uniform" or None, default=None
        As in `WeightedCV`, figure 3 line 1. "uniform" leaves reverse validation alone.
    n_splits, n_repeats, random_state, stratified, scoring, cv, normalize, average, pool_labeled, n_jobs
        As in `WeightedCV`. As printed in figure 3: ``normalize=False, average="rows"``.
    reverse : {"swapped", "alone"}, default="swapped"
        What the way back means for a learner whose `fit` takes the target, which the paper leaves open. "swapped": the
        domains change roles. The target, with the labels of f_i and the few true ones, is its source, and the rows of
        S_i are its target, without any label. "alone": it is told of no target. Other learners are trained the same
        either way.

    Notes
    -----
    Figure 1 trains f_i on source rows only. A learner that takes labelled target rows is shown them, for it is made to
    be; others are with ``pool_labeled=True``. Without `labeled`, the way back is trained on the labels of f_i alone.

    Examples
    --------
    A fifth of the source's labels is wrong. A tree takes these errors to the target, and a line does not.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from shiftlab.validation import TransferCV
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(300, 2)), rng.normal(0.5, 1, size=(300, 2))
    >>> source = X, (X[:, 0] > 0) ^ (rng.random(300) < 0.2)
    >>> labeled = X_target[:20], X_target[:20, 0] > 0
    >>> criterion = TransferCV(n_splits=5, random_state=0)
    >>> for learner in (DecisionTreeClassifier(random_state=0), LogisticRegression()):
    ...     print(round(criterion.score(learner, source, X_target[20:], labeled), 2))
    0.59
    0.72
    """

    def __init__(
        self,
        weigher: Any = None,
        n_splits: int = 10,
        n_repeats: int = 1,
        random_state: Any = None,
        stratified: bool = False,
        *,
        scoring: Any = None,
        cv: Any = None,
        normalize: bool = True,
        average: str = "folds",
        reverse: str = "swapped",
        pool_labeled: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            weigher,
            n_splits,
            n_repeats,
            random_state,
            stratified,
            scoring=scoring,
            cv=cv,
            normalize=normalize,
            average=average,
            pool_labeled=pool_labeled,
            n_jobs=n_jobs,
        )
        self.reverse = reverse

    def question(self, problem: Problem, scoring: Scoring, weights: Floats | None) -> Question:
        """How well the models that come back do on the rows held out, weighted."""
        if self.reverse not in (SWAPPED, ALONE):
            raise ValueError(f'reverse must be "swapped" or "alone", got {_check.short(self.reverse)}.')
        if problem.domain.rows is None:
            raise ValueError("TransferCV needs target, the unlabelled rows of the target, for the way there and back.")
        problem.no_kernel_matrix("TransferCV")
        way = self.reverse if problem.trainer.takes.target else ALONE  # others share one model
        return Question(scoring, way, self._weights(problem, scoring, weights))
