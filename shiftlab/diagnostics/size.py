"""How many rows are left, once they are weighted."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .. import _check
from ..weights import base


def effective_sample_size(weights: ArrayLike) -> float:
    """(sum w)^2 / sum w^2: how many rows of equal weight are worth as much (Kish).

    >>> effective_sample_size([2, 2, 2, 0])
    3.0
    """
    values = _check.finite(weights, "weights")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"weights must be a vector with at least one weight, but its shape is {values.shape}.")
    if (values < 0).any() or not (values > 0).any():
        raise ValueError("weights must not be negative, nor all 0.")
    return base.effective_sample_size(values)
