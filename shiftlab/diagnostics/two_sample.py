"""How well a classifier tells target rows from source rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from .._target import rows_of
from ..support.seeds import generator
from ..support.tables.learning import check_sizes
from ..support.tables.names import check_same_columns
from ..support.tables.reading import read_by, table
from ..support.tables.stacking import stacked
from ..weights.base import samples


def two_sample_auc(
    X_source: ArrayLike, X_target: ArrayLike, *, estimator: Any = None, random_state: Any = None
) -> float:
    """How well a classifier tells target rows from source rows: 0.5 is by chance, 1 is without fail.

    Cross-fitted: every row is judged by a model that has not seen it, and the area under the ROC curve is the mean
    over the (at most five) parts left out.

    Parameters
    ----------
    X_source, X_target : array-like of shape (n, n_features) and (m, n_features)
        The samples, at least two rows each. With an `estimator` that can read them: data frames with categories and
        missing values, or sparse rows.
    estimator : classifier, default=None
        None is logistic regression on standardised columns, of numbers. It sees shifts of the mean; a shift of the
        spread alone takes a classifier that is not linear.
    random_state : int, RandomState instance or None, default=None
        Draws the parts.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(0, 1, size=(500, 1)), rng.normal(1, 1, size=(500, 1))
    >>> round(two_sample_auc(X_source, X_target, random_state=0), 1)  # 0.76 in truth
    0.8
    """
    X_source, X_target = rows_of(X_source), rows_of(X_target)
    read = samples if estimator is None else table
    source, target = read(X_source, "X_source"), read(X_target, "X_target")
    check_same_columns(X_source, X_target, source.shape[1], target.shape[1])
    rows, n, m = stacked(source, target), source.shape[0], target.shape[0]
    fewest = min(n, m)
    if fewest < 2:
        raise ValueError(f"two_sample_auc needs at least 2 rows of each sample, got {n} and {m}.")
    is_target = np.arange(n + m) >= n
    model = make_pipeline(StandardScaler(), LogisticRegression()) if estimator is None else estimator
    if estimator is None:
        check_sizes(rows)
        # what scikit-learn leaves of large equal numbers, whose mean is rounded, would be large
        rows = np.where((rows == rows[0]).all(axis=0), 0.0, rows)
    parts = StratifiedKFold(min(5, fewest), shuffle=True, random_state=generator(random_state))
    # the mean, not the area under all scores together: those of two models have no common zero
    with read_by(model, rows):
        scores = cross_val_score(model, rows, is_target, cv=parts, scoring="roc_auc", error_score="raise")
    return float(scores.mean())
