"""Boxes of pixels in a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Rows and columns.
Region = tuple[slice, slice]


def region(marked: NDArray[np.bool_]) -> Region:
    """The box of the marked pixels; an empty one if there are none."""
    rows, columns = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    if not rows.size:
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def overlap(one: Region, other: Region) -> bool:
    return all(max(a.start, b.start) < min(a.stop, b.stop) for a, b in zip(one, other, strict=True))
