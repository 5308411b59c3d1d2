"""Columns on one scale, by source and target rows together: which needs no label, and lets them be compared."""

from __future__ import annotations

from typing import Literal

import numpy as np

from shiftlab._check import Floats

Scaling = Literal["unit", "standard", "raw"]


def scaled(how: Scaling, *parts: Floats) -> tuple[Floats, ...]:
    """Each part with its columns scaled to [0, 1], or to mean 0 and deviation 1, over all parts.

    Weka's SMO and IBk scale to [0, 1] by the rows that they learn from. Scaling every row alike, once, does the same
    for the classical learners, and lets transfer learners and weights see source and target on one scale.
    """
    if how == "raw":
        return parts
    pooled = np.concatenate(parts)
    if how == "unit":
        middle, width = pooled.min(axis=0), np.ptp(pooled, axis=0)
    else:
        middle, width = pooled.mean(axis=0), pooled.std(axis=0)
    width = np.where(width > 0, width, 1.0)
    return tuple((part - middle) / width for part in parts)
