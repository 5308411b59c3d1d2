"""A scorer for scikit-learn's own searches that judges models by rows as typical of the target as they are.

Sugiyama, Krauledat and Mueller, "Covariate Shift Adaptation by Importance Weighted Cross Validation" (2007).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import has_fit_parameter

from .. import _check
from .._check import Floats
from .._target import rows_of
from ..support.tables.names import check_same_columns
from ._rows import labelled_rows, rows
from ._scoring import Sample, as_scoring, worth
from ._seen import SeenRows
from ._training import one_sentence
from .criteria.weighing import checked_weights


class ImportanceWeightedScorer:
    """What `importance_weighted_scorer` makes: called with an estimator, rows and labels, as scikit-learn does."""

    def __init__(self, weigher: Any, X_source: Any, X_target: Any, scoring: Any, y_source: Any) -> None:
        if isinstance(weigher, type) or not all(hasattr(weigher, what) for what in ("fit", "get_params")):
            raise ValueError(f"weigher must be a weigher of shiftlab.weights, got {_check.short(weigher)}.")
        if scoring is not None and not as_scoring(scoring).weighable:
            raise ValueError(f"scoring must take a sample_weight, which {_check.short(scoring)} does not.")
        X, target = rows(rows_of(X_source), "X_source"), rows(rows_of(X_target), "X_target")
        labels = {}
        if has_fit_parameter(weigher, "y_source"):
            if y_source is None:
                raise ValueError(f"{type(weigher).__name__} weighs by the labels too: give y_source.")
            labels = {"y_source": y_source}
        with one_sentence(f"{type(weigher).__name__} cannot weigh the source"):
            self.weigher_ = clone(weigher).fit(X, target, **labels)
        self.scoring = scoring
        self._seen = SeenRows(X, checked_weights(self.weigher_.weights_, X.shape[0]))
        self._header, self._width = X.iloc[:0] if hasattr(X, "iloc") else None, _width(X)

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:
        """The weighted score of a fitted estimator."""
        name = type(estimator).__name__
        default = "accuracy" if is_classifier(estimator) else "r2"
        scoring = as_scoring(default if self.scoring is None else self.scoring)
        labels = labelled_rows(rows_of(X), y)[1]
        scoring.check(labels, None)
        weights = self.weights(X)
        if not weights.any():
            raise ValueError("Every row held out has weight 0: fewer folds, or a smoother weigher, may help.")
        sample = Sample(X, labels, np.arange(len(labels)), np.unique(labels), weights)
        return worth(scoring.score, estimator, sample, name)

    def weights(self, X: Any) -> Floats:
        """The weights of rows: those of the source as they were learnt, those of new rows by the weigher's ratio."""
        given = rows(rows_of(X), "X")
        check_same_columns(self._header, given, self._width, _width(given), names=("X_source", "X"))
        found = self._seen.weights(given)
        new = np.flatnonzero(np.isnan(found))
        if new.size:
            try:
                found[new] = self.weigher_.ratio(_safe_indexing(given, new))
            except (NotImplementedError, AttributeError):
                raise ValueError(
                    f"{type(self.weigher_).__name__} has weights for the rows of X_source only, and row {int(new[0])} "
                    "of X is none of them: give the search the same rows as X_source."
                ) from None
        return found

    def __repr__(self) -> str:
        scoring = "" if self.scoring is None else f", scoring={self.scoring!r}"
        return f"importance_weighted_scorer({self.weigher_!r}{scoring})"


def importance_weighted_scorer(
    weigher: Any, X_source: Any, X_target: Any, scoring: Any = None, *, y_source: Any = None
) -> ImportanceWeightedScorer:
    """A ``scoring`` for `GridSearchCV` and its like, with which cross-validation on the source is about the target.

    The rows held out count by their estimates of p_target/p_source: importance-weighted cross-validation, as
    `WeightedCV` has it, for every search and every function of scikit-learn that takes a ``scoring``.

    Parameters
    ----------
    weigher : weigher
        One of `shiftlab.weights`; a clone is fitted, once and for all folds.
    X_source, X_target : array-like of shape (n_source, n_features) and (n_target, n_features)
        The rows that the search is given, and the unlabelled rows of the target.
    scoring : str, callable or None, default=None
        What is weighted: "accuracy", or any scorer of scikit-learn that takes a ``sample_weight``. None is the accuracy
        of a classifier and the R^2 of a regressor.
    y_source : array-like of shape (n_source,), optional
        The labels, for a weigher whose `fit` wants them.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``; its ``weights(X)`` shows how much rows count.

    Notes
    -----
    Rows of a fold are recognised among those of `X_source` by being equal in every column, and then have the weights
    that were learnt for them; rows that are equal have the mean of theirs. Rows that are not among them, as after a
    transformation outside of the search, are weighed by the ratio of the weigher. `KernelMeanMatching` has none, and
    such rows are refused: a search then warns and scores NaN, unless it has ``error_score="raise"``.

    Weights are normalised in every fold, which for small effective sample sizes is biased towards the source. It
    fails where P(y | x) differs between the domains, and where the source does not reach all of the target.

    Examples
    --------
    A stump is best on the source, where most rows are, and a deeper tree on the target.

    >>> import numpy as np
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from shiftlab.validation import importance_weighted_scorer
    >>> from shiftlab.weights import GaussianRatio
    >>> rng = np.random.default_rng(0)
    >>> X, X_target = rng.normal(0, 1, size=(800, 1)), rng.normal(1.2, 0.6, size=(200, 1))
    >>> y = (abs(X[:, 0]) < 1).astype(int)
    >>> scorer = importance_weighted_scorer(GaussianRatio(), X, X_target)
    >>> search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 3]}, scoring=scorer).fit(X, y)
    >>> search.best_params_
    {'max_depth': 3}
    """
    return ImportanceWeightedScorer(weigher, X_source, X_target, scoring, y_source)


def _width(X: Any) -> int:
    return int(np.prod(X.shape[1:]))
