"""What all criteria share: one question, how good will this estimator be on the target?"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from ._rows import labelled_rows
from ._training import check_learner


class Criterion(BaseEstimator):
    """Base of the criteria: `score` estimates how good an estimator will be on the target; higher is better.

    Losses are turned into 1 - loss.
    """

    def score(self, estimator: Any, source: tuple[Any, Any], target: Any, labeled: Any = None) -> float:
        """The estimate for `estimator`, which is copied and never changed.

        Parameters
        ----------
        estimator : estimator
            A classifier or regressor.
        source : tuple (X, y)
            Labelled and possibly biased rows.
        target : array-like or None
            Unlabelled rows of the target.
        labeled : tuple (X, y), optional
            A few labelled rows of the target.
        """
        raise NotImplementedError(f"{type(self).__name__} must implement score(estimator, source, target, labeled).")


def checked(estimator: Any, source: Any) -> tuple[Any, NDArray[Any]]:
    """The rows and labels of the pair `source`, after a look at the estimator."""
    check_learner(estimator, "estimator")
    if not isinstance(source, tuple | list) or len(source) != 2:
        raise ValueError(f"source must be a pair (X, y) of rows and their labels, got {type(source).__name__}.")
    X, y = source
    return labelled_rows(X, y, names=("X of source", "y of source"))
