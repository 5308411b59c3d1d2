"""A classifier that tells target rows from source rows: what two weighers read their weights from."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from .. import _check
from .._check import Floats
from ..support.seeds import generator
from ..support.tables.frames import as_frame, is_frame
from ..support.tables.reading import largest, read_by, table
from ..support.tables.stacking import stacked
from .base import Weigher, samples
from .standard import Standard

_LARGEST = 1e100  # of a feature: estimators square them and sum the squares


class Discriminator(Weigher):
    """Weights as a function of the odds of being a target row: a subclass gives its shape and its factor."""

    estimator: Any
    cv: Any
    random_state: Any
    estimator_: Any

    def __init__(self, estimator: Any = None, *, cv: Any = None, random_state: Any = None) -> None:
        self.estimator = estimator
        self.cv = cv
        self.random_state = random_state

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Train the classifier on both samples, and weigh the source rows by what it says of them."""
        estimator = StandardLogistic() if self.estimator is None else self.estimator
        if not hasattr(estimator, "predict_proba"):
            raise ValueError(
                f"estimator must have a predict_proba, which {type(estimator).__name__} has not: "
                "wrap it in CalibratedClassifierCV, for example."
            )
        source, target = self._validate(X_source, X_target)
        rows = stacked(source, target)
        self._m, self._n = source.shape[0], target.shape[0]
        is_target = np.repeat([0, 1], [self._m, self._n])
        if largest(rows) > _LARGEST:
            raise ValueError(f"The features are too large, up to {largest(rows):.0e}: give them in other units.")
        self._columns = rows.columns if is_frame(rows) else None
        with read_by(estimator, rows):
            self.estimator_ = clone(estimator).fit(rows, is_target)
            if self.cv is None:
                # the source as it was trained on: in a frame with the categories of both samples
                odds = target_odds(self.estimator_.predict_proba(rows[: self._m]))
        if self.cv is not None:
            odds = self._crossed(estimator, rows, is_target)
        if not np.isfinite(odds).all():
            raise ValueError(
                f"Source row {int(np.argmax(odds))} has an infinite weight, for the estimator gives it probability 0 "
                f"of being one: use a smoother or calibrated estimator{', or cv' if self.cv is None else ''}."
            )
        weights = self._shape(odds)
        self._factor = self._scale(weights)
        weights = self._factor * weights
        return self._keep(weights)

    def _read(self, X: Any, name: str) -> Any:
        if self.estimator is not None:
            return table(X, name)
        try:
            return samples(X, name)
        except ValueError as error:
            if not issparse(X):
                raise
            raise ValueError(
                f"{name} must be a dense array where no estimator is given: give one that reads sparse rows, "
                "LogisticRegression() for example, or call its toarray() first."
            ) from error

    def _ratio(self, X: Any) -> Floats:
        if self._columns is None and is_frame(X):
            X = table(X.to_numpy(), "X")  # as in fit, where no sample had names
        elif self._columns is not None and not issparse(X):
            X = as_frame(X, self._columns)
        with read_by(self.estimator_, X):
            odds = target_odds(self.estimator_.predict_proba(X))
        return self._factor * self._shape(odds)

    def _shape(self, odds: Floats) -> Floats:
        raise NotImplementedError

    def _scale(self, weights: Floats) -> float:
        raise NotImplementedError

    def _crossed(self, estimator: Any, rows: Any, is_target: NDArray[np.intp]) -> Floats:
        """The odds of the source rows, each by a classifier that has not seen it."""
        parts = list(self._splitter().split(rows, is_target))
        scales = np.ones(len(is_target))
        for train, test in parts:
            n = int(is_target[train].sum())
            m = len(train) - n
            if not (m and n):
                raise ValueError(
                    f"cv must leave rows of both samples to train on, but leaves {m} of the source and {n} of the "
                    "target: give a number of parts, or StratifiedKFold."
                )
            # the odds count the rows trained on, which need not be in the proportion of the samples
            scales[test] = (m / n) / (self._m / self._n)
        with read_by(estimator, rows):
            proba = cross_val_predict(estimator, rows, is_target, cv=parts, method="predict_proba")
        return (target_odds(proba) * scales)[: self._m]

    def _splitter(self) -> Any:
        if hasattr(self.cv, "get_n_splits"):
            return self.cv
        if not _check.is_count(self.cv, least=2):
            raise ValueError(
                f"cv must be None, a whole number of at least 2 or a splitter, got {_check.short(self.cv)}."
            )
        if min(self._m, self._n) < int(self.cv):
            raise ValueError(f"cv={self.cv} needs as many rows of each sample, got {self._m} and {self._n}.")
        return StratifiedKFold(self.cv, shuffle=True, random_state=generator(self.random_state))


class StandardLogistic(ClassifierMixin, BaseEstimator):
    """Logistic regression on columns in units of their spread, which is what no estimator means.

    The penalty then treats all columns alike, and the search for the coefficients converges. A pipeline of
    scikit-learn says the same, and spends half as long again on checks of what the weigher has checked.
    """

    def fit(self, X: Floats, y: NDArray[np.intp]) -> Self:
        """Find units and coefficients."""
        self._units = Standard(X[:1], X[1:])
        self.model_ = LogisticRegression().fit(self._scaled(X), y)
        self.classes_ = self.model_.classes_
        return self

    def predict_proba(self, X: Floats) -> Floats:
        """The probability of either sample."""
        proba: Floats = self.model_.predict_proba(self._scaled(X))
        return proba

    def predict(self, X: Floats) -> NDArray[np.intp]:
        """The more probable sample."""
        labels: NDArray[np.intp] = self.model_.predict(self._scaled(X))
        return labels

    def _scaled(self, X: Floats) -> Floats:
        scaled = self._units(X)
        return scaled if scaled.shape[1] else np.zeros((len(X), 1))  # where no column varies, the shares are all


def target_odds(proba: Floats) -> Floats:
    """p(sigma = 0 | x) / p(sigma = 1 | x), for columns of the source (sigma = 1) and the target.

    This is 1 / p(sigma = 1 | x) - 1 without its cancellation: small odds keep their digits.
    """
    with np.errstate(divide="ignore", over="ignore"):
        odds: Floats = proba[:, 1].astype(np.float64) / proba[:, 0]
    return odds
