"""What classifiers that give probabilities have in common."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils import get_tags

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


class AdjustedClassifier(MetaEstimatorMixin, MostProbable):
    """Base of those that adjust the probabilities of the classifier in `estimator`, and read whatever that reads."""

    estimator: Any

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.classifier_tags = inner.classifier_tags
        tags.classifier_tags.multi_label = False
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.input_tags.sparse, inner.input_tags.allow_nan
        return tags
