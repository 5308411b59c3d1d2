"""Weights of the source rows, with every option of their weigher said in full: no evidence rests on a default."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights import DiscriminativeRatio, KernelMeanMatching, ShiftWarning

from .sample import Sample
from .settings import Settings


def weights_of(s: Settings, sample: Sample) -> Floats:
    """Of every source row, as the weigher gives them: criteria normalise them, or do not."""
    if s.weigher == "ones":
        return np.ones(sample.y.size)
    if s.weigher == "known":
        if sample.true_ratio is None:
            raise ValueError("The true ratio is known in the world only.")
        return sample.true_ratio
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)  # the picture shows the effective sample size
        return np.asarray(_weigher(s, sample.y.size).fit(sample.X, sample.X_target).weights_)


def _weigher(s: Settings, n: int) -> Any:
    if s.weigher == "KMM":
        eps = 1 - 1 / np.sqrt(n) if s.total == "loose" else 0.0
        return KernelMeanMatching(
            gamma=s.gamma or "median", B=s.B, eps=eps, ridge=s.ridge, tol=1e-6, kernel="rbf", n_landmarks=None
        )
    from sklearn.linear_model import LogisticRegression

    return DiscriminativeRatio(LogisticRegression(C=s.penalty, max_iter=1000), cv=None)
