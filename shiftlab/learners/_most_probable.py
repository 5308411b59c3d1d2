"""What classifiers that give probabilities have in common."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from shiftlab._check import Floats


class MostProbable(ClassifierMixin, BaseEstimator):
    """Base of classifiers that predict the class of the highest probability; of equal ones, the first."""

    classes_: NDArray[Any]

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probabilities, one column for each of ``classes_``."""
        raise NotImplementedError(f"{type(self).__name__} must implement predict_proba.")

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most probable class of each row."""
        best = self.predict_proba(X).argmax(axis=1)  # first: it tells that the learner is not fitted
        return self.classes_[best]
