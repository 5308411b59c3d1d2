"""Intervals for a number that is predicted in the target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from shiftlab import _check
from shiftlab._check import Floats

from .base import SplitConformal


class WeightedConformalRegressor(RegressorMixin, SplitConformal):
    """Intervals around the predictions of any regressor, right for the target under covariate shift.

    Half of the rows train the regressor, the other half tell how far it is off. The interval of a row is the prediction
    plus and minus a quantile of these distances, each weighted by an estimate of p_target/p_source, in which the row
    itself counts with its own weight, at an infinite distance (Tibshirani et al., 2019). With the true ratio, the share
    of target rows inside is at least `level`, whatever the regressor.

    Parameters
    ----------
    estimator : regressor
        What predicts; it is cloned. If its `fit` takes ``X_target``, it gets the target.
    weigher : weigher with a ``ratio``, default=None
        What weighs the rows; it is cloned. None is `shiftlab.weights.DiscriminativeRatio`.
    level : float, default=0.9
        The share of target rows that their intervals are to cover.
    calibration_size : float, default=0.5
        The share of the rows that is kept from training, to calibrate.
    random_state : int, RandomState instance or None, default=None
        Draws the two parts.

    Attributes
    ----------
    estimator_ : regressor
        Trained on one part of the rows.
    weigher_ : weigher or None
        Fitted on the same part and the target; None without a target.
    calibration_scores_, calibration_weights_ : ndarray of shape (n_calibration,)
        The distances on the other part, and the weights of its rows.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    The cover is that of the average target row, not of each kind of row, and over many draws of the data. It fails
    where p(y | x) has changed too, and where the weights are wrong. Where the source hardly overlaps the target few
    distances carry the weight: then intervals are wide, or infinite with a warning, and that is the honest answer.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> from shiftlab.learners import WeightedConformalRegressor
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(2000, 1)), rng.normal(1, 1, size=(2000, 1))
    >>> y, y_target = (rows[:, 0] + np.exp(rows[:, 0] / 2) * rng.normal(size=2000) for rows in (X, X_target))
    >>> cover = {}
    >>> for name, given in {"as if nothing had shifted": {}, "weighted": {"X_target": X_target}}.items():
    ...     learner = WeightedConformalRegressor(LinearRegression(), random_state=0).fit(X, y, **given)
    ...     low, high = learner.predict_interval(X_target).T
    ...     cover[name] = ((low <= y_target) & (y_target <= high)).mean()
    >>> bool(cover["as if nothing had shifted"] < 0.8), bool(cover["weighted"] > 0.85)  # of 0.9
    (True, True)
    """

    def predict_interval(self, X: Any) -> Floats:
        """The lower and the upper end of the interval of each row, as two columns; infinite where nothing is known."""
        predicted = np.asarray(self.predict(X), dtype=np.float64)
        reach = self._quantiles(X, len(predicted))
        return np.column_stack([predicted - reach, predicted + reach])

    def _labels(self, y: ArrayLike) -> NDArray[Any]:
        labels: NDArray[Any] = validate_data(self, y=y)
        return _check.finite(labels, "y")

    def _scores(self, X: Any, labels: NDArray[Any]) -> Floats:
        check_is_fitted(self, "estimator_")
        distances: Floats = np.abs(labels - self.estimator_.predict(X))
        return distances
