"""The flat numbers of one biased sample: errors of the three methods, and what the weights are like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights.base import effective_sample_size

from .run import METHODS, Result, correlation
from .tasks import is_number


def record(result: Result) -> dict[str, Any]:
    """Counts, errors, effective sample sizes, and how the weights compare with the true ones."""
    s, sample, (_, true, matched) = result.settings, result.sample, result.weights
    m = matched.size
    numbers: dict[str, Any] = {
        "n_pool": sample.n_pool,
        "n_selected": m,
        "n_target": sample.y_target.size,
        **{f"error_{name}": float(error) for name, error in zip(METHODS, result.errors, strict=True)},
        "ess_importance": effective_sample_size(true),
        "ess_kmm": effective_sample_size(matched),
        "mean_kmm": float(matched.mean()),
        "largest_kmm": float(matched.max()),
        "violated": _violated(matched, s.B),
        "gap": float(result.gap),
    }
    if is_number(s.dataset):  # the NMSE of 4.2.2 as it is printed, without the square
        means = (sample.y_target - result.predictions).mean(axis=1) / sample.y_target.var()
        numbers |= {f"unsquared_{name}": float(mean) for name, mean in zip(METHODS, means, strict=True)}
    if 0 < sample.positive.sum() < m:
        numbers["positive_kmm"] = float(matched[sample.positive].mean())
        numbers["negative_kmm"] = float(matched[~sample.positive].mean())
    if (likeness := correlation(true, matched)) is not None:
        numbers["correlation"] = likeness
    return numbers


def _violated(weights: Floats, upper: float) -> float:
    """By how much the constraints of (12) are passed: 0 <= weight <= B, and a mean within eps of 1."""
    eps = 1 - 1 / np.sqrt(weights.size)  # 4.2
    return float(max(0, -weights.min(), weights.max() - upper, abs(weights.mean() - 1) - eps))


def close(record: Mapping[str, Any]) -> float:
    """How nearly other versions give the same: without a ridge, rounding decides among weights that are as good."""
    return 1e-4 if record["ridge"] else 5e-2
