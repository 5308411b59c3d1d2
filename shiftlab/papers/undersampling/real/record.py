"""The numbers of one run that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Counts, the values of beta, and each measure of each estimate, averaged over the folds that ran."""
    numbers: dict[str, Any] = {"n": result.n, "n_positive": result.n_positive}
    for level, beta in enumerate(result.betas):
        numbers[f"beta_{level}"] = float(beta)
    for measure, values in result.values.items():
        mean = values.mean(axis=0)
        numbers[f"{measure}_p"] = float(mean[0, 0])
        for level in range(result.betas.size):
            numbers[f"{measure}_ps_{level}"] = float(mean[level, 1])
            numbers[f"{measure}_c_{level}"] = float(mean[level, 2])
    return numbers


#: Other versions of numpy or scikit-learn may round differently, and a forest may then split elsewhere.
CLOSE = {"svm": 1e-4, "logitboost": 1e-6, "forest": 0.05}


def close(record: Mapping[str, Any]) -> float:
    return CLOSE[record["learner"]]
