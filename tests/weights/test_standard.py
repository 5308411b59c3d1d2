"""Standard: units in which nothing overflows and no offset costs digits."""

import numpy as np
import pytest
from gaussians import plane

from shiftlab.weights.standard import Standard


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e300])
def test_the_pooled_rows_have_mean_0_and_spread_1(size):
    source, target, _ = plane(50)
    units = Standard(source * size, target * size)
    pooled = np.concatenate([units(source * size), units(target * size)])
    np.testing.assert_allclose(pooled.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(pooled.std(axis=0), 1, rtol=1e-12)


def test_an_offset_costs_no_digits():
    source, target, _ = plane(50)
    source, target = (np.round(X * 2**20) / 2**20 for X in (source, target))  # exact with the offset
    np.testing.assert_allclose(Standard(source + 1e8, target + 1e8)(source + 1e8), Standard(source, target)(source))


def test_columns_that_are_constant_in_both_samples_are_left_out():
    source, target, _ = plane(20)
    with_constant = [np.column_stack([X, np.full(len(X), 3.0)]) for X in (source, target)]
    units = Standard(*with_constant)
    assert units.used.tolist() == [True, True, False]
    np.testing.assert_array_equal(units(with_constant[0]), Standard(source, target)(source))
    assert Standard(np.ones((4, 2)), np.ones((3, 2)))(np.ones((5, 2))).shape == (5, 0)


def test_one_number_for_all_columns_keeps_the_proportions_of_distances():
    source, target = (X * [1, 50] for X in plane(20)[:2])
    units = Standard(source, target, each=False)
    proportions = np.linalg.norm(units(source[1:]) - units(source[:-1]), axis=1) / np.linalg.norm(
        source[1:] - source[:-1], axis=1
    )
    np.testing.assert_allclose(proportions, proportions[0])


def test_new_rows_may_be_anywhere():
    source, target, _ = plane(20)
    far = Standard(source * 1e-100, target * 1e-100)(np.full((1, 2), 1e300))
    assert np.isfinite(far**2).all()
    assert (far > 1e50).all()
