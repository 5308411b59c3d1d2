"""Red and white wines by their chemistry: classes from grades (section 5.1)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from shiftlab import datasets
from shiftlab._check import Floats

#: The source and the target of each problem.
COLOURS = {"Red-White": ("red", "white"), "White-Red": ("white", "red")}


@lru_cache(maxsize=8)
def rows_of(colour: str, good: int) -> tuple[Floats, NDArray[np.int64]]:
    """All wines of a colour; class 1 has that grade or a better one."""
    data = datasets.load(f"wine_quality_{colour}")
    X, y = data.binary([grade for grade in data.classes if int(grade) >= good])
    X.flags.writeable = y.flags.writeable = False  # shared between runs
    return X, y
