"""Leave-one-out of nearest neighbours without training again: no row is its own neighbour."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier

from ...._check import Floats
from ..._tally import note_training
from . import LeftOut

DEPENDS_ON_ROWS = ("precomputed", "seuclidean", "mahalanobis")
"""Metrics that may be other ones without a row."""


def nearest_neighbors(model: Any, X: Floats, y: NDArray[Any]) -> LeftOut | None:
    """Of `KNeighborsClassifier` and `KNeighborsRegressor`.

    Where the k-th and the next neighbour are equally far, which of them counts depends on the search: such rows are
    doubtful.
    """
    n = len(X)
    if model.metric in DEPENDS_ON_ROWS or model.n_neighbors >= n:
        return None
    note_training()
    trained = clone(model).fit(X, y)
    doubtful = np.zeros(n, dtype=bool)
    if model.n_neighbors < n - 1:
        distances, _ = trained.kneighbors(n_neighbors=model.n_neighbors + 1)
        last, next_one = distances[:, -2:].T
        rounding = 1e-7 * np.linalg.norm(X, axis=1) + 1e-9 * last  # distances are computed from squares
        doubtful = next_one - last <= rounding
    if is_classifier(model) and model.weights != "uniform":  # votes that are no whole numbers may nearly tie
        shares = np.sort(trained.predict_proba(None), axis=1)
        doubtful |= shares[:, -1] - shares[:, -2:-1].max(axis=1, initial=0.0) <= 1e-9
    return LeftOut(trained.predict(None), doubtful)
