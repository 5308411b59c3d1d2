"""Shares of what is counted several times in each repetition, where the counts of one repetition go together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .shares import wilson
from .summary import Row, row


def clustered_row(quantity: str, held: Sequence[float], n: Sequence[float], **keys: Any) -> Row | None:
    """One line of a summary: the share of all counts, with Wilson's interval for as many counts as they are worth.

    `held` and `n` have one number for each repetition. Counts of one repetition are no independent draws: their
    number is divided by the design effect, the variance of the share over that of independent draws. There is no
    line if nothing was counted, and no interval from one repetition.
    """
    h, m = (np.array(values, dtype=float)[np.array(n) > 0] for values in (held, n))
    k, total = m.size, m.sum()
    if k == 0:
        return None
    line = row(quantity, h / m, **keys)
    share = float(h.sum() / total)
    if k == 1:
        return {**line, "mean": share}
    alone = share * (1 - share) / total
    variance = k / (k - 1) * float(((h - share * m) ** 2).sum()) / total**2
    worth = total / max(1.0, variance / alone) if alone > 0 else total
    low, high = wilson(share * worth, worth)
    return {**line, "mean": share, "low": float(low), "high": float(high)}
