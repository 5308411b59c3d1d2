"""Rows, labels and weights as the learners take them in `fit`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from shiftlab._check import Floats
from shiftlab.support.tables.learning import validated


def weighted_rows(
    learner: Any, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Floats, NDArray[Any], Floats]:
    """The rows that count, their labels and weights: a row of weight 2 is two rows, one of weight 0 is none."""
    # Float64 even for float32 data: a cut between two neighbouring float32 values is not a float32 value.
    rows, labels = validated(learner, X, y, dtype=np.float64)
    weights = _check_sample_weight(sample_weight, rows, dtype=np.float64, ensure_non_negative=True)
    counted = weights > 0
    if counted.all():
        return rows, labels, weights
    return rows[counted], labels[counted], weights[counted]


def new_rows(learner: Any, X: ArrayLike) -> Floats:
    """Rows to predict, of as many features as in `fit`."""
    check_is_fitted(learner)
    rows: Floats = validated(learner, X, dtype=np.float64, reset=False)
    return rows
