"""The flat numbers of a cell: means and spreads over its trials."""

from __future__ import annotations

from typing import Any

import numpy as np

from .methods import METHODS
from .run import Result

#: Of these the spread is kept too; the others are for reading.
SPREAD = ("auc ", "reduction ", "log_loss integrated - ")


def record(result: Result) -> dict[str, Any]:
    """Of each number the mean over the trials, and under its name with "sd" the standard deviation (divided by n).

    A reduction of 1 - AUC is not defined where the iid fit makes no mistake: such a trial counts for no method.
    Pairs of mine fields depend on each other, so that their areas are kept one by one, under "auc iid @ 7" of field 7.
    """
    pairs = result.settings.problem == "landmine"
    numbers: dict[str, Any] = {}
    for name in dict.fromkeys(name for trial in result.numbers for name in trial if name != "target"):
        values = np.array([trial[name] for trial in result.numbers if name in trial])
        has_spread = name.startswith(SPREAD)
        if pairs and has_spread:
            if name.removeprefix("auc ") in METHODS:
                numbers |= {f"{name} @ {trial['target']}": _short(trial[name]) for trial in result.numbers}
            continue
        numbers[name] = _short(values.mean())
        if has_spread:
            numbers[f"{name} sd"] = _short(values.std())
    return numbers


def _short(value: float) -> float:
    return float(f"{value:.6g}")
