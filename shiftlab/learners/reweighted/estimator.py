"""Any estimator, trained on source rows that a weigher makes resemble the target."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ... import _check
from ..._check import Floats
from ..._target import shape_of, whole_target
from ...support.labels import check_labels
from ...support.tables.learning import check_table, said_of_frames, validated
from ...support.tables.names import check_same_columns
from .labels import labels_for
from .scale import check_clip, scaled
from .training import check_takes_weights, fit_weighted


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
        What is trained; a classifier or a regressor, or a pipeline whose last step is one: the weights go to that
        step. It is cloned.
    weigher : weigher
        What weighs the rows; one of `shiftlab.weights`. It is cloned. If its `fit` takes ``y_source``, it gets `y`.
        It sees the rows as they come, before any pipeline in `estimator`.
    normalize : bool, default=True
        Scale the weights so that the total weight of the rows is what it is without a target: mean 1. A penalty then
        counts as much as it does without weights, whatever the scale of the weigher's. False keeps that scale.
    clip : float, default=None
        Cut large weights, which makes the estimates vary less and adds some bias. In (0, 1] it is a quantile of the
        weights, at which all above it are cut; above 1 it is the largest weight: after normalising, if `normalize`.
        None and 1 cut nothing.

    Attributes
    ----------
    estimator_ : estimator
        The trained clone.
    weigher_ : weigher or None
        The fitted clone; None without a target.
    weights_ : ndarray of shape (n_source,)
        The weights of the training rows, clipped and normalised, without any `sample_weight`. Those of the weigher
        are ``weigher_.weights_``.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    What weights cannot do: where the estimator can represent the truth, the unweighted fit is right on the target
    already, and weights only make it vary more.

    In cross-validation hand the target over as ``params={"X_target": shiftlab.Target(X_target)}``: an array as long
    as `X` would be cut into folds like the rows of `X`, and what may have been cut is refused. In a pipeline it
    takes ``Pipeline(..., transform_input=["X_target"])`` with metadata routing enabled; a pipeline as `estimator`
    needs neither. Inside of a `StackingClassifier` it cannot be given a target, which the final estimator would get,
    too; `VotingClassifier` and `BaggingClassifier` hand it on as they should.

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

    A pipeline re-weighted as a whole, with no weight above five times the mean:

    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import PolynomialFeatures
    >>> cubic = make_pipeline(PolynomialFeatures(3), LinearRegression())
    >>> learner = ReweightedEstimator(cubic, KernelDensityRatio(), clip=5.0).fit(X, y, X_target=X_target)
    >>> bool(learner.weights_.max() <= 5.0), float(learner.weights_.mean().round(9))
    (True, 1.0)
    """

    # Whoever passes a target to a pipeline or a search wants it to arrive here.
    __metadata_request__fit = {"X_target": True}

    def __init__(self, estimator: Any, weigher: Any, *, normalize: bool = True, clip: float | None = None) -> None:
        self.estimator = estimator
        self.weigher = weigher
        self.normalize = normalize
        self.clip = clip

    def fit(self, X: Any, y: ArrayLike, X_target: Any = None, sample_weight: ArrayLike | None = None) -> Self:
        """Weigh the rows of `X` for the unlabelled rows `X_target`, and train on them.

        Without `X_target` nothing is known to have shifted: the weights are 1, and the fit is the estimator's own.
        Your own `sample_weight` (costs, repetitions) is multiplied in. The weigher looks at the rows without it; so
        leave out those that only make the sample representative of a population, for the target has taken its place.
        """
        self._check_parameters()
        X = validated(self, X, skip_check_array=True)
        X, y = indexable(X, y)
        if getattr(y, "dtype", None) == np.dtype(object) or isinstance(y, list):
            check_labels(np.asarray(y, dtype=object), "y")
        n = _n_rows(X)
        estimator = clone(self.estimator)
        if X_target is not None or sample_weight is not None:
            check_takes_weights(estimator)
        if X_target is None:
            with said_of_frames(estimator, X):
                self.estimator_ = (
                    estimator.fit(X, y) if sample_weight is None else fit_weighted(estimator, X, y, sample_weight)
                )
            self.weigher_, self.weights_ = None, np.ones(n)
            return self
        given = _own_weights(sample_weight, n)
        target = whole_target(X_target, n)
        _check_columns(X, target)
        self.weigher_ = clone(self.weigher).fit(X, target, **labels_for(self.weigher, estimator, y))
        weights = _check.finite(self.weigher_.weights_, "The weights of the weigher")
        self.weights_ = scaled(weights, given, normalize=self.normalize, clip=self.clip)
        with said_of_frames(estimator, X):
            self.estimator_ = fit_weighted(estimator, X, y, given * self.weights_)
        return self

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, of a classifier."""
        return self.estimator_.classes_

    @_has("predict")
    def predict(self, X: Any) -> NDArray[Any]:
        """What the trained estimator predicts."""
        return self._fitted(X).predict(X)

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> NDArray[Any]:
        """The trained estimator's probabilities, one column for each of ``classes_``."""
        return self._fitted(X).predict_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> NDArray[Any]:
        """The trained estimator's scores."""
        return self._fitted(X).decision_function(X)

    @_has("score")
    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The trained estimator's own score: accuracy or R^2, as a rule."""
        return self._fitted(X).score(X, y, sample_weight=sample_weight)

    def _fitted(self, X: Any) -> Any:
        """The trained estimator, after a look at what it is to be asked about."""
        check_is_fitted(self)
        check_table(X)
        return self.estimator_

    def _check_parameters(self) -> None:
        for name, example in (("estimator", "LogisticRegression()"), ("weigher", "DiscriminativeRatio()")):
            part = getattr(self, name)
            if isinstance(part, type) or not hasattr(part, "fit"):
                raise ValueError(f"{name} must be an object with a fit, such as {example}, got {_check.short(part)}.")
        if hasattr(self.weigher, "steps"):
            raise ValueError(
                "weigher must be one of shiftlab.weights, not a pipeline, which would leave the target as it is: "
                "put Transformed(transformer, weigher) in its place."
            )
        _check.flag(self.normalize, "normalize")
        check_clip(self.clip)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if not hasattr(self.estimator, "fit") or isinstance(self.estimator, type):
            return tags  # whoever only shows it gets no error; `fit` says what is wrong
        inner = get_tags(self.estimator)
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "target_tags"):
            setattr(tags, name, getattr(inner, name))
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.input_tags.sparse, inner.input_tags.allow_nan
        return tags


def _n_rows(X: Any) -> int:
    return X.shape[0] if hasattr(X, "shape") else len(X)


def _check_columns(X: Any, target: Any) -> None:
    shapes = shape_of(X), shape_of(target)
    if all(len(shape) == 2 for shape in shapes):  # what has other shapes is the weigher's to refuse
        check_same_columns(X, target, shapes[0][1], shapes[1][1], names=("X", "X_target"))


def _own_weights(sample_weight: ArrayLike | None, n: int) -> Floats:
    """The user's weights, one for each row."""
    if sample_weight is None:
        return np.ones(n)
    weights = _check.finite(sample_weight, "sample_weight")
    if weights.ndim == 0:
        weights = np.full(n, float(weights))
    if weights.shape != (n,):
        raise ValueError(f"sample_weight must be a vector with one weight for each of {n} rows, got {weights.shape}.")
    if (weights < 0).any() or not (weights > 0).any():
        raise ValueError("sample_weight must not be negative, nor 0 everywhere.")
    return weights
