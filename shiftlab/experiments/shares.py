"""Shares of draws: how often something holds, with Wilson's interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from .._check import Floats
from .summary import LEVEL, Summary, row


def wilson(held: ArrayLike, n: ArrayLike) -> tuple[Floats, Floats]:
    """The 95 % interval of a share of which `held` of `n` draws are seen; 0 to 1 where there is no draw.

    >>> low, high = wilson(999, 1000)
    >>> round(float(low), 4), round(float(high), 4)
    (0.9944, 0.9998)
    """
    held, n = np.asarray(held, dtype=float), np.asarray(n, dtype=float)
    z = float(stats.norm.ppf((1 + LEVEL) / 2))
    missed = n - held
    half = z * np.sqrt(held * missed / np.maximum(n, 1) + z**2 / 4)
    # all or none of the draws: the end is exact, whatever is lost by rounding
    low = np.where(held == 0, 0.0, (held + z**2 / 2 - half) / (n + z**2))
    high = np.where(missed == 0, 1.0, (held + z**2 / 2 + half) / (n + z**2))
    return low, high


def share_row(quantity: str, held: Sequence[float], n: Sequence[float], **keys: Any) -> Summary:
    """One line for a summary: the share of all draws, its interval, and the spread over the repetitions.

    `held` and `n` have one number for each repetition; there is no line if no repetition has a draw.
    """
    seen = [(one, of) for one, of in zip(held, n, strict=True) if of]
    if not seen:
        return []
    line = row(quantity, [one / of for one, of in seen], **keys)
    total, draws = math.fsum(one for one, _ in seen), math.fsum(of for _, of in seen)
    low, high = wilson(total, draws)
    shares = {"mean": total / draws, "low": float(low), "high": float(high)}
    return [line if draws == 1 else {**line, **shares, "n": int(draws)}]
