"""What all criteria share: one question, how good will this estimator be on the target?"""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator

from .problem import Problem


class Criterion(BaseEstimator):
    """Base of the criteria: `score` estimates how good an estimator will be on the target; higher is better.

    Losses are turned into 1 - loss. An estimator whose `fit` takes ``X_target`` is given the target, and one that takes
    ``X_labeled`` and ``y_labeled`` its labelled rows; in a pipeline this needs
    ``Pipeline(..., transform_input=["X_target"])`` and metadata routing.
    """

    def score(self, estimator: Any, source: tuple[Any, Any], target: Any = None, labeled: Any = None) -> float:
        """The estimate for `estimator`, which is copied and never changed.

        Parameters
        ----------
        estimator : estimator
            A classifier or regressor.
        source : tuple (X, y)
            Labelled and possibly biased rows.
        target : array-like, optional
            Unlabelled rows of the target.
        labeled : tuple (X, y), optional
            A few labelled rows of the target.
        """
        return self.of(Problem(estimator, source, target, labeled))

    def of(self, problem: Problem) -> float:
        """The same for a problem that is checked, and may be put to other criteria too."""
        raise NotImplementedError(f"{type(self).__name__} must implement score(estimator, source, target, labeled).")
