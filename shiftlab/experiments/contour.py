"""Lines on a lattice along which a quantity has a value, as one line with gaps."""

from __future__ import annotations

import numpy as np
from contourpy import contour_generator

from .._check import Floats


def line_at(level: float, x: Floats, y: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The two coordinates of all lines, NaN between them; `values` has a row for each y, NaN where there is none."""
    contours = contour_generator(x, y, np.ma.masked_invalid(values)).lines(level)
    pieces = [np.vstack([np.asarray(line), [np.nan, np.nan]]) for line in contours]
    points = np.concatenate(pieces) if pieces else np.empty((0, 2))
    return points[:, 0], points[:, 1]
