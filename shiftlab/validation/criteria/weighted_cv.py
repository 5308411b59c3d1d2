"""Weighted cross-validation: errors on source rows count as much as the rows are typical of the target.

Sugiyama, Krauledat and Mueller, "Covariate Shift Adaptation by Importance Weighted Cross Validation" (2007), as (4) of
Zhong, Fan, Yang, Verscheure and Ren, "Cross Validation Framework to Choose amongst Models and Datasets for Transfer
Learning" (2010). Numbers in brackets are equations of the latter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _check
from ..._check import Floats
from ...weights.base import effective_sample_size
from .._scoring import ByRow, Scoring
from .by_folds import FoldCriterion
from .one_pass import Question
from .problem import Domains, Problem
from .weighing import checked_weights, weigh


class WeightedCV(FoldCriterion):
    r"""k-fold cross-validation on the source, each row weighted by its estimate of p_target/p_source.

    .. math:: 1 - \frac{1}{n} \sum_{j=1}^k \sum_{(x, y) \in S_j} \beta(x) \, \ell(y, f_j(x)), \qquad
              \beta(x) \approx \frac{P_t(x)}{P_s(x)}

    f_j is trained on the other folds; the loss is 0/1 for classifiers and the squared error for regressors. If only
    P(x) differs between the domains and the weights are right, this estimates the worth on the target: (4). Where
    P(y|x) differs too, it estimates the wrong thing.

    Parameters
    ----------
    weigher : weigher, "uniform" or None, default=None
        Gives the weights, for the target rows `target` and those of `labeled` together. None is `KernelMeanMatching()`,
        the paper's choice, with our defaults; "uniform" gives weights of one, which turn this into `SourceCV`.
    n_splits, n_repeats, random_state, stratified, scoring, cv, pool_labeled, n_jobs
        As in `SourceCV`. Scorers must take a ``sample_weight``.
    normalize : bool, default=True
        Divide by the sum of the weights of the rows held out, so that the loss is a weighted mean. False divides by
        their number, as printed; if the mean weight is not 1, the loss can then exceed 1.
    average : {"folds", "rows"}, default="folds"
        The mean over the folds of their means, as `SourceCV` has it, or the mean over all rows, the ℓ/n of figure 3.
        They are the same number for folds of one size. Equations (2), (4), (6) and (14) print 1/k before a sum over all
        rows: of these readings either makes a mean of it.

    Notes
    -----
    A fold without weight does not count. For a `confidence_interval` the number of rows is `effective_sample_size`.

    Examples
    --------
    A line can only call everything "in", which is right for most of the source and wrong for most of the target.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.validation import SourceCV, WeightedCV
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(400, 1)), rng.normal(1.5, 0.5, size=(400, 1))
    >>> source = X, np.where(abs(X[:, 0]) < 1, "in", "out")
    >>> for criterion in (SourceCV(random_state=0), WeightedCV(random_state=0)):
    ...     print(round(criterion.score(LogisticRegression(), source, X_target), 2))
    0.67
    0.17
    >>> round(float(np.mean(abs(X_target) < 1)), 2)  # how often the line is right there
    0.17
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
        pool_labeled: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.weigher = weigher
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state
        self.stratified = stratified
        self.scoring = scoring
        self.cv = cv
        self.normalize = normalize
        self.average = average
        self.pool_labeled = pool_labeled
        self.n_jobs = n_jobs

    def score(
        self, estimator: Any, source: tuple[Any, Any], target: Any = None, labeled: Any = None, *, weights: Any = None
    ) -> float:
        """The weighted mean score on the folds of `source`.

        `weights`, one for each source row, take the place of those of the weigher.
        """
        problem = Problem(estimator, source, target, labeled)
        return self.of(problem, None if weights is None else checked_weights(weights, problem.n))

    def effective_sample_size(
        self, source: tuple[Any, Any], target: Any = None, labeled: Any = None, *, weights: Any = None
    ) -> float:
        """How many equally weighted rows the weighted source is worth (Kish)."""
        rows = Domains(source, target, labeled)
        return effective_sample_size(weigh(self.weigher, rows) if weights is None else checked_weights(weights, rows.n))

    def question(self, problem: Problem, scoring: Scoring, weights: Floats | None) -> Question:
        """How well the forward models do on the rows held out, weighted."""
        return Question(scoring, weights=self._weights(problem, scoring, weights))

    def _weights(self, problem: Problem, scoring: Scoring, weights: Floats | None) -> Floats:
        _check.flag(self.normalize, "normalize")
        if not scoring.weighable:
            raise ValueError(
                f"{type(self).__name__} needs a scoring that can be weighted, but "
                f"{_check.short(self.scoring)} takes no sample_weight."
            )
        if not self.normalize and not isinstance(scoring, ByRow):
            raise ValueError(
                "Weights as printed, normalize=False, are those of a loss of each row: leave scoring at None, "
                f"instead of {_check.short(self.scoring)}."
            )
        values = weigh(self.weigher, problem) if weights is None else weights
        return values / np.mean(values) if self.normalize else values

    def _combined(self, values: Floats, masses: Floats, size: float) -> float:
        if self.normalize:
            return super()._combined(values, masses, size)
        # 1 - sum of mass times loss over the size, figure 3 line 6: a weight that is missing counts as no loss
        return float(np.sum(masses * values) / size + (1 - np.sum(masses) / size))
