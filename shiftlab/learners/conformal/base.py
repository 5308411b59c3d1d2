"""What both have in common: rows are split, one part trains, the other part calibrates."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import _safe_indexing, get_tags, indexable
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab._target import whole_target
from shiftlab.support import caller
from shiftlab.support.seeds import generator
from shiftlab.support.tables.learning import check_table, said_of_frames, validated
from shiftlab.weights import DiscriminativeRatio, ShiftWarning

from .quantile import weighted_quantiles


class SplitConformal(MetaEstimatorMixin, BaseEstimator):
    """A subclass says what the labels are (`_labels`) and how badly a row fits its label (`_scores`)."""

    estimator_: Any
    weigher_: Any

    # Whoever passes a target to a pipeline or a search wants it to arrive here.
    __metadata_request__fit = {"X_target": True}

    def __init__(
        self,
        estimator: Any,
        weigher: Any = None,
        *,
        level: float = 0.9,
        calibration_size: float = 0.5,
        random_state: Any = None,
    ) -> None:
        self.estimator = estimator
        self.weigher = weigher
        self.level = level
        self.calibration_size = calibration_size
        self.random_state = random_state

    def fit(self, X: Any, y: ArrayLike, X_target: Any = None) -> Self:
        """Train on one part of the rows, and calibrate with the other for the unlabelled rows `X_target`.

        Without `X_target` nothing is known to have shifted: the weights are 1, which is split conformal prediction.
        """
        _check.open_zero_one(self.level, "level", "the share of rows to be covered")
        _check.open_zero_one(self.calibration_size, "calibration_size", "the share of rows that calibrate")
        labels = self._labels(y)
        X = validated(self, X, skip_check_array=True)
        X, labels = indexable(X, labels)
        target = None if X_target is None else whole_target(X_target, len(labels))
        training, calibrating = self._parts(len(labels))
        X_training, X_calibrating = _safe_indexing(X, training), _safe_indexing(X, calibrating)
        estimator = clone(self.estimator)
        seen = {"X_target": target} if target is not None and has_fit_parameter(estimator, "X_target") else {}
        with said_of_frames(estimator, X):
            self.estimator_ = estimator.fit(X_training, labels[training], **seen)
        self.weigher_ = None if target is None else self._fitted_weigher(X_training, labels[training], target)
        self.calibration_scores_ = self._scores(X_calibrating, labels[calibrating])
        self.calibration_weights_ = self._weights(X_calibrating, len(calibrating))
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """What the trained estimator predicts."""
        check_is_fitted(self)
        check_table(X)
        return self.estimator_.predict(X)

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.input_tags.sparse, inner.input_tags.allow_nan
        return tags

    def _labels(self, y: ArrayLike) -> NDArray[Any]:
        raise NotImplementedError

    def _scores(self, X: Any, labels: NDArray[Any]) -> Floats:
        raise NotImplementedError

    def _quantiles(self, X: Any, n: int) -> Floats:
        """The quantile of the scores for each of the `n` rows of `X`; a warning where it is infinite."""
        quantiles = weighted_quantiles(
            self.calibration_scores_, self.calibration_weights_, self._weights(X, n), float(self.level)
        )
        if not np.isfinite(quantiles).all():
            caller.warn(
                f"Nothing is excluded for {np.isinf(quantiles).sum()} of {n} rows: the calibration rows are too few, "
                f"or too unlike these rows, to cover a share of {self.level:g}; calibrate with more, or ask for less.",
                ShiftWarning,
            )
        return quantiles

    def _weights(self, X: Any, n: int) -> Floats:
        if self.weigher_ is None:
            return np.ones(n)
        weights: Floats = np.asarray(self.weigher_.ratio(X), dtype=np.float64)
        if not np.isfinite(weights).all():
            raise ValueError(
                f"The weigher gives row {int(np.argmin(np.isfinite(weights)))} a weight that is not finite: "
                "use a smoother one."
            )
        return weights

    def _fitted_weigher(self, X: Any, labels: NDArray[Any], target: Any) -> Any:
        # On the training part: the function must not know which rows calibrate, or their scores and those of new
        # rows would no longer be exchangeable.
        weigher = DiscriminativeRatio() if self.weigher is None else clone(self.weigher)
        named = {"y_source": labels} if has_fit_parameter(weigher, "y_source") else {}
        refusal = (
            f"{type(weigher).__name__} has weights of the source rows only, but new rows need theirs: "
            "use a weigher that has a ratio, such as DiscriminativeRatio."
        )
        if not callable(getattr(weigher, "ratio", None)):
            raise ValueError(refusal)
        fitted = weigher.fit(X, target, **named)
        try:
            fitted.ratio(_safe_indexing(X, [0]))
        except NotImplementedError:  # it has the method to say why it has no ratio
            raise ValueError(refusal) from None
        return fitted

    def _parts(self, n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        if n < 2:
            raise ValueError(f"{type(self).__name__} needs rows to train and rows to calibrate, got n_samples = {n}.")
        order = generator(self.random_state).permutation(n)
        # plain chance, not stratified: the guarantee is about rows drawn from one pot
        n_calibrating = min(max(round(self.calibration_size * n), 1), n - 1)
        return np.sort(order[n_calibrating:]), np.sort(order[:n_calibrating])
