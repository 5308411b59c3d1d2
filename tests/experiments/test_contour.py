"""Lines on a lattice."""

import numpy as np
import pytest

from shiftlab.experiments.contour import line_at


def test_lines_have_gaps_between_them_and_none_is_empty():
    x = np.linspace(-1, 1, 21)
    along_x, along_y = line_at(0.25, x, x, np.tile(x**2, (21, 1)))
    seen = along_x[np.isfinite(along_x)]
    assert np.abs(seen) == pytest.approx(np.full(seen.size, 0.5), abs=0.02)
    assert np.isnan(along_x).sum() == 2  # one after each line
    assert {-1.0, 1.0} <= set(along_y[np.isfinite(along_y)].round(9))
    assert line_at(2.0, x, x, np.zeros((21, 21)))[0].size == 0
