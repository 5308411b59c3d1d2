"""The numbers of one run of the undersampling experiment that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from shiftlab import posterior
from shiftlab.datasets.synthetic import TwoGaussians

from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Numbers of one run; names that end in _c belong to the corrected p̃."""
    s, fresh = result.settings, result.fresh
    counts = posterior.undersampling_counts(int(result.y.sum()), int((result.y == 0).sum()), s.beta)
    truth = TwoGaussians(mu=s.mu, sigma=s.sigma, prior=s.prior).posterior(result.fresh_x)
    drift = fresh.p_s - fresh.p
    off = np.abs(fresh.p_corrected - fresh.p)
    left = result.fresh_x < s.mu / 2
    back = posterior.corrected_posterior(posterior.undersampled_posterior(truth, s.beta), s.beta)
    numbers: dict[str, Any] = {
        "n_s": counts.n,
        "n_negative_s": counts.n_negative,
        "n_positive_s": counts.n_positive,
        "percent_negative": counts.percent_negative,
        "n_selected": int(result.selected.sum()),
        "drift_mean": drift.mean(),
        "drift_min": drift.min(),
        "drift_max": drift.max(),
        "largest_bias": _largest_bias_seen(result),
        "off_mean": off.mean(),
        "off_left": off[left].mean(),
        "off_right": off[~left].mean(),
        "inverse_error": np.abs(back - truth).max(),
    }
    for name, p, score, tau in zip(("p", "ps", "c"), fresh, result.scores, result.thresholds, strict=True):
        numbers |= {f"{measure}_{name}": value for measure, value in score._asdict().items()}
        numbers[f"tau_{name}"] = tau
        numbers[f"error_{name}"] = np.mean((p - truth) ** 2)
    return {name: int(v) if isinstance(v, int | np.integer) else float(v) for name, v in numbers.items()}


def _largest_bias_seen(result: Result) -> float:
    """The largest p_s - p at any x. With exact posteriors the x of the maximum is known: no grid misses it."""
    s = result.settings
    if s.learner != "exact" or s.mu < 1e-100:  # with mu = 0 there is no such x, and here it is beyond all numbers
        return float(np.max(result.curves.p_s - result.curves.p))
    p = posterior.largest_bias(s.beta)[1]
    odds = np.log(p / (1 - p)) - np.log(s.prior / (1 - s.prior))
    at = s.mu / 2 + s.sigma**2 / s.mu * odds  # where the true posterior is p
    truth = TwoGaussians(mu=s.mu, sigma=s.sigma, prior=s.prior).posterior(at)
    return round(float(posterior.undersampled_posterior(truth, s.beta) - truth), 12)


#: Other versions of numpy or scikit-learn may round differently, and a forest may then split elsewhere.
CLOSE = {"exact": 1e-9, "logistic": 1e-6, "forest": 0.05}


def close(record: Mapping[str, Any]) -> float:
    return CLOSE[record["learner"]]
