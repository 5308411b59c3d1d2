"""The scale of the weights: how large one may be, and what they sum to."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _check
from ..._check import Floats


def check_clip(clip: Any) -> None:
    """Refuse what is neither a quantile nor a largest weight."""
    if clip is not None:
        _check.positive(clip, "clip")


def scaled(weights: Floats, given: Floats, *, normalize: bool, clip: float | None) -> Floats:
    """`weights` cut at `clip`, a quantile up to 1 and a largest weight beyond, and normalised.

    Normalised weights leave the total of the user's weights `given` as it is. Where the largest weight is given as
    well, the weights are min(a r, clip), with the a for which this holds: otherwise normalising would raise the
    weights just cut.
    """
    weights = np.asarray(weights, dtype=np.float64)
    if clip is not None and clip <= 1:
        weights = np.minimum(weights, np.quantile(weights, clip))
        if not weights.any():
            raise ValueError(
                f"clip={clip:g} leaves no weight, for at least that share of the training rows has weight 0: "
                "take a larger quantile."
            )
    largest = np.inf if clip is None or clip <= 1 else float(clip)
    if not (given * weights).any():
        raise ValueError("Every training row has weight 0: the source does not overlap the target at all.")
    return _normalized(weights, given, largest) if normalize else np.minimum(weights, largest)


def _normalized(weights: Floats, given: Floats, largest: float) -> Floats:
    """min(a r, largest) with the total of `given`."""
    weights = weights / weights.max()  # so that no sum overflows
    total, cut = given.sum(), np.zeros(len(weights), dtype=bool)
    while True:
        rest = (given * weights)[~cut].sum()
        if rest == 0:
            least = total / given[weights > 0].sum()
            raise ValueError(
                f"clip={largest:g} is too small a largest weight for a mean of 1, because too many rows have weight 0: "
                f"take at least {least:.4g}, or normalize=False."
            )
        # What is cut at one a is cut at every larger one, and each round only raises a: at most n rounds, few in fact.
        factor = (total - largest * given[cut].sum() if cut.any() else total) / rest
        beyond = ~cut & (factor * weights > largest)
        if not beyond.any():
            return np.where(cut, largest, factor * weights)
        cut |= beyond
