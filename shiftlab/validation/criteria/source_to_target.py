"""Train on the source, score on the labelled rows of the target: STV of the transfer cross-validation paper."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._scoring import Sample, as_scoring, one_minus_loss, worth
from .criterion import Criterion
from .problem import Problem


class SourceToTarget(Criterion):
    """The score, on the few labelled rows of the target, of the model trained on the source.

    Of the right distribution, but of few rows (section 2.1 of the transfer cross-validation paper).

    Parameters
    ----------
    scoring : None, str or callable, default=None
        As in `SourceCV`.

    Notes
    -----
    A learner that takes the target is told of its unlabelled rows. It is never shown the labelled ones, even if it
    takes them: the score would be that on training rows. `TargetCV` shows it all but those of a fold.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from shiftlab.validation import SourceToTarget
    >>> X, y = np.array([[0.0], [1.0], [4.0], [5.0]]), np.array([0, 0, 1, 1])
    >>> SourceToTarget().score(GaussianNB(), (X, y), None, labeled=([[1.5], [2.0], [4.5], [6.0]], [0, 1, 1, 1]))
    0.75
    """

    def __init__(self, scoring: Any = None) -> None:
        self.scoring = scoring

    def of(self, problem: Problem) -> float:
        """The score on the labelled rows of the target of the estimator trained on the source."""
        X, y = problem.needed_labels("SourceToTarget")
        scoring = one_minus_loss(problem.estimator) if self.scoring is None else as_scoring(self.scoring)
        scoring.check(y, None)
        model = problem.source_model(with_labels=False)
        sample = Sample(X, y, np.arange(len(y)), problem.classes)
        return worth(scoring.score, model, sample, f"On the labelled rows of the target, {problem.name}")
