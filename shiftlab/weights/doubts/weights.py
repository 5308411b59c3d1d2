"""Do the weights look like a density ratio, and do enough rows carry them?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..._check import Floats
from ...support import caller
from .categories import ShiftWarning
from .overlap import overlap

SMALLEST_SHARE = 0.05
"""Of the source rows: with a smaller effective sample a weigher warns."""

USUAL_MEAN = 0.5, 2.0
"""The mean of a density ratio over the source is 1: with a mean of the weights outside of these a weigher warns."""

CURE = "compare with another weigher, and divide them by their mean, as ReweightedEstimator does"


def effective_sample_size(weights: Floats) -> float:
    """Kish's size: how many equally weighted rows are worth as much; 0 when every weight is 0."""
    largest = weights.max()
    if largest == 0:
        return 0.0
    scaled = weights / largest  # so that no square overflows
    return float(scaled.sum() ** 2 / (scaled @ scaled))


def doubt_weights(weights: Floats, usual_mean: tuple[float, float] = USUAL_MEAN, cure: str = CURE) -> None:
    """A sentence for too small an effective sample, and one for a mean far from 1, outside of `usual_mean`.

    `cure` ends the second: what the caller can do.
    """
    n, largest = weights.size, weights.max()
    size = effective_sample_size(weights)
    if size < SMALLEST_SHARE * n:
        caller.warn(
            f"Few source rows carry the weights: the {n} rows, weighted, are worth {size:.1f} "
            f"(effective sample size, below {SMALLEST_SHARE:.0%} of the rows), and what is learned with them varies as "
            "if there were no more; clip the largest, and compare with no weights at all.",
            ShiftWarning,
        )
    with np.errstate(over="ignore"):
        mean = float(largest * (weights / largest).mean()) if largest > 0 else 0.0
    if not usual_mean[0] <= mean <= usual_mean[1]:
        caller.warn(
            f"The mean of the weights is {mean:.3g}, far from the 1 that a density ratio has on the source: they are "
            f"not well estimated, and their scale changes what a penalty does: {cure}.",
            ShiftWarning,
        )


def doubt_overlap(source: Floats, target: Floats, categorical: NDArray[np.bool_] | None = None) -> None:
    """A sentence where many target rows have no counterpart among the source rows; see `overlap`."""
    found = overlap(source, target, categorical)
    if found.lacks:
        some = "" if found.n == len(target) else " that were looked at"
        caller.warn(
            f"{found.alone} of {found.n} target rows{some} have no counterpart among the source rows: {found.group} "
            "other target rows are nearer to each of them than any source row, and no weights can stand for them. Was "
            "X_target transformed like X? If it was, a model can only guess there: label some of these rows.",
            ShiftWarning,
        )
