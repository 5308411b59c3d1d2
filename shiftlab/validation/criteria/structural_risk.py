"""Structural risk: the training error and a penalty for the capacity of the learner."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from ... import _check
from .._scoring import Accuracy, worth
from .criterion import Criterion
from .problem import Problem
from .vc_dimension import vc_dimension


class StructuralRisk(Criterion):
    r"""1 - Vapnik's bound on the error, which holds with probability 1 - delta if nothing has shifted.

    .. math:: GE \le TE + \sqrt{\frac{h (\log(2n/h) + 1) - \log(\delta/4)}{n}}

    TE is the error on the n training rows, h the VC dimension of the learner: the largest number of points that it
    can label in every way.

    Parameters
    ----------
    vc_dimension : float, optional
        h. By default the one known of the estimator: d + 1 for linear classifiers of d features (d without an
        intercept, scalers before it in a pipeline or not), that of a single threshold for a tree of depth 1. Other
        estimators are refused: their h is unknown, or infinite as that of nearest neighbours.
    delta : float, default=0.05
        The chance of the bound failing.
    form : {"vapnik", "printed"}, default="vapnik"
        "vapnik" has log(2n/h) + 1, as above and in equation (8) of the transfer cross-validation paper; "printed" has
        log(2n/h + 1), as section 3.2 of the ReverseTesting paper prints it.

    Notes
    -----
    The estimate is negative where the bound exceeds 1 and says nothing; it still has an order. Capacity counts up to
    h = 2n, beyond which Vapnik's expression would fall again.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from shiftlab.validation import StructuralRisk
    >>> y = np.arange(1000) % 2
    >>> X = np.random.default_rng(0).normal(2 * y, 1)[:, np.newaxis]
    >>> for form in ("vapnik", "printed"):
    ...     print(round(StructuralRisk(form=form).score(LogisticRegression(), (X, y), None), 2))
    0.71
    0.72
    """

    def __init__(self, vc_dimension: float | None = None, delta: float = 0.05, form: str = "vapnik") -> None:
        self.vc_dimension = vc_dimension
        self.delta = delta
        self.form = form

    def of(self, problem: Problem) -> float:
        """1 - the bound, from one training on the source; an estimator that takes the target is told of it."""
        if not problem.trainer.classifies or len(problem.classes) > 2:
            raise ValueError(
                "The bound is for classifiers of two classes, but "
                + (f"y has {len(problem.classes)}." if problem.trainer.classifies else f"{problem.name} is none.")
            )
        radius = self._radius(problem.estimator, problem.X)
        model = problem.source_model(with_labels=True)
        return worth(Accuracy().score, model, problem.sample(), problem.name) - radius

    def _radius(self, estimator: Any, X: Any) -> float:
        """How far the error may exceed the training error."""
        _check.open_zero_one(self.delta, "delta", "the chance of the bound failing")
        if self.form not in ("vapnik", "printed"):
            raise ValueError(f'form must be "vapnik" or "printed", got {_check.short(self.form)}.')
        n = X.shape[0]
        h = min(self._dimension(estimator, X), 2 * n)
        logarithm = np.log(2 * n / h) + 1 if self.form == "vapnik" else np.log(2 * n / h + 1)  # 3.2
        return float(np.sqrt((h * logarithm - np.log(self.delta / 4)) / n))

    def _dimension(self, estimator: Any, X: Any) -> float:
        if self.vc_dimension is not None:
            if not isinstance(self.vc_dimension, Real):
                raise ValueError(f"vc_dimension must be a number, got {_check.short(self.vc_dimension)}.")
            return _check.positive(self.vc_dimension, "vc_dimension")
        known = vc_dimension(estimator, X.shape[1]) if len(X.shape) == 2 else None
        if known is None:
            raise ValueError(
                f"The VC dimension of {type(estimator).__name__} is not known, or not finite: "
                "give it as vc_dimension if you know it."
            )
        return known
