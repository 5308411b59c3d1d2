"""Intervals for averages over pairs of fields, which are not independent: each field is in many pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import stats

from shiftlab.experiments.summary import LEVEL


def by_fields(
    values: Sequence[float],
    sources: Sequence[int],
    targets: Sequence[int],
    statistic: Callable[[Any], Any] = np.mean,
) -> tuple[float, float]:
    """The 95 % interval of the mean of `values`, or of another statistic, one for each pair of two fields.

    A jackknife over the fields: the statistic is computed again without all pairs of one field, for each field in turn,
    and Student's t has as many degrees of freedom as there are fields but one. Pairs that share a field move
    together, and an interval that took them for independent would be several times too narrow.
    """
    found, first, second = np.asarray(values, dtype=float), np.asarray(sources), np.asarray(targets)
    fields = np.union1d(first, second)
    if fields.size < 3:
        raise ValueError(f"An interval over fields needs pairs of at least three, got {fields.size}.")
    without = np.array([statistic(found[(first != field) & (second != field)]) for field in fields])
    error = np.sqrt((fields.size - 1) * np.mean((without - without.mean()) ** 2))
    half = float(stats.t.ppf((1 + LEVEL) / 2, fields.size - 1) * error)
    middle = float(statistic(found))
    return middle - half, middle + half
