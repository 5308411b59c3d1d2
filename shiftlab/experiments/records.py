"""The numbers of a cell: over its trials, and with no more digits than mean something."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np


def short(value: Any, digits: int) -> float:
    """So many digits, more than trials mean: the kept records are half as long."""
    return float(f"{value:.{digits}g}")


def over_trials(
    trials: Sequence[Mapping[str, float]], digits: int, spread: Callable[[str], bool] = lambda name: True
) -> dict[str, float]:
    """Of each number its mean and, under its name with "sd", its standard deviation over the trials that have it.

    The spread is that of these trials as they are (divided by their number), so that cells can be pooled; numbers for
    which `spread` is false have none.
    """
    numbers: dict[str, float] = {}
    for name in dict.fromkeys(name for trial in trials for name in trial):
        values = np.array([trial[name] for trial in trials if name in trial])
        numbers[name] = short(values.mean(), digits)
        if spread(name):
            numbers[f"{name} sd"] = short(values.std(), digits)
    return numbers


def digest(records: Sequence[Mapping[str, Any]]) -> str:
    """The same for the same records in the same order; other for any that was touched."""
    text = json.dumps([dict(record) for record in records], sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
