"""How good a probability estimate is: calibration and ranking (G-mean is in `shiftlab.posterior`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _check


def brier_score(y: ArrayLike, p: ArrayLike) -> float:
    """Mean squared difference between the class (0 or 1) and its probability: the lower the better.

    Equation (13) of Dal Pozzolo et al. (2015).
    """
    truth, p = _same_length(y, p)
    return float(np.mean((truth - p) ** 2))  # (13)


def auc(y: ArrayLike, p: ArrayLike) -> float:
    """The probability that a random positive row ranks above a random negative one; ties count one half.

    The Mann-Whitney form: from comparisons alone, so that a strictly monotone transformation of `p` changes
    nothing, to the last bit.
    """
    truth, p = _same_length(y, p)
    above, below = p[truth == 1], np.sort(p[truth == 0])
    if above.size == 0 or below.size == 0:
        raise ValueError("AUC needs rows of both classes in y, but only one class is there.")
    # for each positive the negatives below it, and half of those equal to it: whole numbers and halves, exact
    beaten = np.searchsorted(below, above, "left").sum() + np.searchsorted(below, above, "right").sum()
    return float(beaten / 2 / (above.size * below.size))


def _same_length(y: ArrayLike, p: ArrayLike) -> tuple[_check.Floats, _check.Floats]:
    truth, p = _check.finite(y, "y"), _check.probabilities(p, "p")
    if truth.ndim != 1 or truth.shape != p.shape or truth.size == 0:
        raise ValueError(f"y and p must be vectors of one length, got shapes {truth.shape} and {p.shape}.")
    if not ((truth == 0) | (truth == 1)).all():
        raise ValueError("y must hold only 0 and 1.")
    return truth, p
