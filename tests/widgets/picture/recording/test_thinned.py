"""Fewer points, and the same curve."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from shiftlab_widgets.picture.recording.thinned import TOLERANCE, thinned

CURVES = arrays(float, st.tuples(st.integers(2, 40), st.just(2)), elements=st.floats(-500, 500))


def distances(points, kept):
    starts, along = kept[:-1], np.diff(kept, axis=0)
    length = (along**2).sum(axis=1)
    share = ((points[:, None] - starts) * along).sum(axis=2) / np.where(length > 0, length, 1)
    nearest = starts + np.clip(share, 0, 1)[..., None] * along
    return np.hypot(*np.moveaxis(points[:, None] - nearest, 2, 0)).min(axis=1)


@given(CURVES)
def test_no_point_is_farther_from_the_curve_than_the_tolerance(points):
    keep = thinned(points)
    assert keep[0]
    assert keep[-1]
    assert distances(points, points[keep]).max() <= TOLERANCE + 1e-9


def test_a_smooth_curve_becomes_short():
    x = np.linspace(0, 400, 500)
    keep = thinned(np.column_stack([x, 100 * np.sin(x / 100)]))
    assert 10 < keep.sum() < 60


def test_a_corner_stays():
    points = np.array([[0.0, 0], [50, 0], [100, 0], [100, 50], [100, 100]])
    assert thinned(points).tolist() == [True, False, True, False, True]
