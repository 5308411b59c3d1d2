"""What a search hands on to the estimator that it has chosen and trained."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from .candidates import learners


def _has(name: str) -> Any:
    """What was chosen, or before that all that can be, has the attribute `name`."""

    def check(self: Delegating) -> bool:
        if self.refit is False:
            raise AttributeError(f"{name} needs a trained estimator, which a search with refit=False does not make.")
        chosen = getattr(self, "best_estimator_", None)
        for one in learners(self.estimator).values() if chosen is None else [chosen]:
            getattr(one, name)  # its own AttributeError says what is missing
        return True

    return available_if(check)


class Delegating(MetaEstimatorMixin, BaseEstimator):
    """Predicts by ``best_estimator_``, chosen from `estimator`, if `refit` is not False."""

    estimator: Any
    refit: bool | str

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, of a classifier."""
        return self._learned("classes_")

    @property
    def n_features_in_(self) -> int:
        """The number of columns that the winner was trained on."""
        return self._learned("n_features_in_")

    @property
    def feature_names_in_(self) -> NDArray[Any]:
        """The names of these columns, if it was trained on a data frame."""
        return self._learned("feature_names_in_")

    def _learned(self, name: str) -> Any:
        if "best_estimator_" not in vars(self):
            raise AttributeError(f"{type(self).__name__} has no {name} before it has trained a winner.")
        return getattr(self.best_estimator_, name)

    @_has("predict")
    def predict(self, X: Any) -> NDArray[Any]:
        """What the winner predicts."""
        return self._winner().predict(X)

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> NDArray[Any]:
        """The winner's probabilities, one column for each of ``classes_``."""
        return self._winner().predict_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> NDArray[Any]:
        """The winner's scores."""
        return self._winner().decision_function(X)

    @_has("score")
    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The winner's own score on labelled rows: accuracy or R^2, as a rule."""
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return self._winner().score(X, y, **weights)

    def _winner(self) -> Any:
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = [get_tags(learner) for learner in learners(self.estimator).values()]
        for name in ("estimator_type", "classifier_tags", "regressor_tags"):
            setattr(tags, name, getattr(inner[0], name))
        tags.target_tags.required = True
        for name in ("pairwise", "sparse", "allow_nan"):  # what one of the learners can read, is read
            setattr(tags.input_tags, name, any(getattr(one.input_tags, name) for one in inner))
        return tags
