"""Leave-one-out of Gaussian naive Bayes without training again: its means and variances are down-dated."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...._check import Floats
from . import LeftOut

SMALLEST_SHARE = 1e-5
"""Of a sum of squares that may remain without a row: where less does, down-dating has lost the digits."""

SMALLEST_MARGIN = 1e-9
"""Between the two best classes, relative to their log-likelihoods: below it rounding would decide."""


def gaussian_naive_bayes(model: Any, X: Floats, y: NDArray[Any]) -> LeftOut | None:
    """Of `GaussianNB`: leaving row i out changes its own class, and the smoothing added to all variances.

    Without row x of n rows with mean m and sum of squares S about it, the mean is m - (x - m)/(n - 1) and the sum is
    S - (x - m)² n/(n - 1).
    """
    classes, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    n = len(X)
    if n < 3 or (model.priors is not None and len(model.priors) != len(classes)):
        return None
    all_mean = X.mean(axis=0)
    all_squares, all_lost = _without_row(X, all_mean, n)
    smoothing = model.var_smoothing * (all_squares / (n - 1)).max(axis=1, keepdims=True)  # of the other rows
    doubtful = all_lost | (counts[codes] < 3)  # of a class of one or two nothing, or no variance, is left
    joint = np.empty((n, len(classes)))
    for c, (size, own) in enumerate(zip(counts, (codes == c for c in range(len(classes))), strict=True)):
        mean = X[own].mean(axis=0)
        means = np.repeat(mean[np.newaxis], n, axis=0)
        variances = np.repeat(X[own].var(axis=0)[np.newaxis], n, axis=0)
        members = np.full(n, float(size))
        if size > 2:
            squares, lost = _without_row(X[own], mean, size)
            means[own] -= (X[own] - mean) / (size - 1)
            variances[own] = squares / (size - 1)
            members[own] -= 1
            doubtful[own] |= lost
        variances += smoothing
        with np.errstate(divide="ignore", invalid="ignore"):
            likelihoods = -0.5 * np.sum(np.log(2 * np.pi * variances) + (X - means) ** 2 / variances, axis=1)
        joint[:, c] = likelihoods + np.log(members / (n - 1) if model.priors is None else model.priors[c])
    doubtful |= ~np.isfinite(joint).all(axis=1)
    if len(classes) > 1:
        second, best = np.sort(joint, axis=1)[:, -2:].T
        with np.errstate(invalid="ignore"):
            doubtful |= best - second <= SMALLEST_MARGIN * np.abs(joint).max(axis=1)
    return LeftOut(classes[joint.argmax(axis=1)], doubtful)


def _without_row(X: Floats, mean: Floats, n: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Sums of squares about the mean without each row, and whether too little is left to be trusted."""
    deviations = (X - mean) ** 2
    total = deviations.sum(axis=0)
    squares = np.maximum(total - deviations * (n / (n - 1)), 0.0)
    return squares, (squares < SMALLEST_SHARE * total).any(axis=1)
