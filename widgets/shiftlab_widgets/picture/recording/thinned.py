"""Fewer points for the same curve, to a part of a pixel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .drawn import Points

#: Pixels between a curve and what is kept of it. With the rounding to quarters of a pixel, less than one quarter.
TOLERANCE = 0.07
#: Points that are not worth thinning.
FEW = 4


def thinned(points: Points, tolerance: float = TOLERANCE) -> NDArray[np.bool_]:
    """Which points of an open curve to keep, by the method of Douglas and Peucker; its ends are always kept."""
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        away = _distance(points[first + 1 : last], points[first], points[last])
        farthest = int(np.argmax(away))
        if away[farthest] > tolerance:
            middle = first + 1 + farthest
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    return keep


def _distance(points: Points, start: Points, end: Points) -> NDArray[np.float64]:
    """From a straight piece, not from the line that goes on beyond it: a curve may turn back."""
    along = end - start
    length = float(along @ along)
    share = np.clip((points - start) @ along / length, 0, 1) if length else np.zeros(len(points))
    return np.hypot(*(points - start - share[:, None] * along).T)
