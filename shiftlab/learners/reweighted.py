"""Any estimator, trained on source rows that a weigher makes resemble the target."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, has_fit_parameter, validate_data

from .._target import whole_target


def _has(name: str) -> Any:
    """The wrapped estimator, fitted or not, has the attribute `name`."""

    def check(self: ReweightedEstimator) -> bool:
        getattr(getattr(self, "estimator_", self.estimator), name)  # its own AttributeError says what is missing
        return True

    return available_if(check)


class ReweightedEstimator(MetaEstimatorMixin, BaseEstimator):
    """An estimator that minimises the source loss of each row times its weight, an estimate of p_target/p_source.

    The expected weighted loss on the source is the expected loss on the target, if only the distribution of x
    differs and the weights are right: (2) of the kernel mean matching paper.

    Parameters
    ----------
    estimator : estimator with a ``sample_weight`` in its `fit`
        What is trained; a classifier or a regressor. It is cloned.
    weigher : weigher
        What weighs the rows; one of `shiftlab.weights`. It is cloned. If its `fit` takes ``y_source``, it gets `y`.

    Attributes
    ----------
    estimator_ : estimator
        The trained clone.
    weigher_ : weigher or None
        The fitted clone; None without a target.
    weights_ : ndarray of shape (n_source,)
        The weights of the training rows.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    In cross-validation hand the target over as ``params={"X_target": shiftlab.Target(X_target)}``: an array as long
    as `X` would be cut into folds like the rows of `X`, and what may have been cut is refused. In a pipeline it
    takes ``Pipeline(..., transform_input=["X_target"])`` with metadata routing enabled.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> from shiftlab.learners import ReweightedEstimator
    >>> from shiftlab.weights import KernelDensityRatio
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0.5, 0.5, size=(500, 1)), rng.normal(0, 0.3, size=(500, 1))
    >>> y = X[:, 0] ** 3 - X[:, 0]
    >>> learner = ReweightedEstimator(LinearRegression(), KernelDensityRatio())
    >>> slope = {name: learner.fit(X, y, **given).estimator_.coef_[0] for name, given in
    ...          {"source": {}, "target": {"X_target": X_target}}.items()}
    >>> bool(slope["target"] < -0.5 < slope["source"])  # -0.73 is best on the target
    True
    """

    # Whoever passes a target to a pipeline or a search wants it to arrive here.
    __metadata_request__fit = {"X_target": True}

    def __init__(self, estimator: Any, weigher: Any) -> None:
        self.estimator = estimator
        self.weigher = weigher

    def fit(self, X: Any, y: ArrayLike, X_target: Any = None) -> Self:
        """Weigh the rows of `X` for the unlabelled rows `X_target`, and train on them.

        Without `X_target` nothing is known to have shifted: the weights are 1, and the fit is the estimator's own.
        """
        X = validate_data(self, X, skip_check_array=True)
        X, y = indexable(X, y)
        estimator = clone(self.estimator)
        if X_target is None:
            self.estimator_ = estimator.fit(X, y)
            self.weigher_, self.weights_ = None, np.ones(_n_rows(X))
            return self
        if not has_fit_parameter(estimator, "sample_weight"):
            raise ValueError(
                f"{type(estimator).__name__} cannot be re-weighted, for its fit takes no sample_weight"
                + (": put the ReweightedEstimator into the pipeline." if hasattr(estimator, "steps") else ".")
            )
        labels = {"y_source": y} if has_fit_parameter(self.weigher, "y_source") else {}
        self.weigher_ = clone(self.weigher).fit(X, whole_target(X_target, _n_rows(X)), **labels)
        self.weights_ = self.weigher_.weights_
        if not self.weights_.any():
            raise ValueError("Every training row has weight 0: the source does not overlap the target at all.")
        self.estimator_ = estimator.fit(X, y, sample_weight=self.weights_)
        return self

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, of a classifier."""
        return self.estimator_.classes_

    @_has("predict")
    def predict(self, X: Any) -> NDArray[Any]:
        """What the trained estimator predicts."""
        return self._fitted().predict(X)

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> NDArray[Any]:
        """The trained estimator's probabilities, one column for each of ``classes_``."""
        return self._fitted().predict_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> NDArray[Any]:
        """The trained estimator's scores."""
        return self._fitted().decision_function(X)

    @_has("score")
    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The trained estimator's own score: accuracy or R^2, as a rule."""
        return self._fitted().score(X, y, sample_weight=sample_weight)

    def _fitted(self) -> Any:
        check_is_fitted(self)
        return self.estimator_

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "target_tags"):
            setattr(tags, name, getattr(inner, name))
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.input_tags.sparse, inner.input_tags.allow_nan
        return tags


def _n_rows(X: Any) -> int:
    return X.shape[0] if hasattr(X, "shape") else len(X)
