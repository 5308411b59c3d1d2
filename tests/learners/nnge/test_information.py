"""Ranges and mutual information of features, against numbers worked out by hand."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from shiftlab.learners.nnge.information import FeatureInformation

ROWS = np.array([[0.0, 5.0, 0.0], [1.0, 5.0, 3.0], [2.0, 5.0, 0.0], [3.0, 5.0, 3.0]])


def bits(rows, codes, n_bins=2, seen=None):
    information = FeatureInformation(rows, np.array(codes), n_bins)
    information.see(len(rows) if seen is None else seen)
    return information.bits()


def test_a_feature_that_tells_all_one_that_is_constant_and_one_that_is_independent():
    assert bits(ROWS, [0, 0, 1, 1]).tolist() == [1.0, 0.0, 0.0]


def test_a_feature_that_tells_a_part():
    # H(1/4) = .8113 bits, of which half a bit is left: one of the two bins is mixed
    assert bits(ROWS, [0, 0, 0, 1])[0] == pytest.approx(0.8113 - 0.5, abs=1e-4)


def test_the_end_of_the_range_is_in_the_last_bin_and_a_border_in_the_upper_one():
    assert bits(np.array([[0.0], [1.0], [2.0]]), [0, 1, 1])[0] == pytest.approx(0.9183, abs=1e-4)


@pytest.mark.parametrize("steps", [[60], [1] * 60, [7, 20, 33]])
def test_rows_seen_one_by_one_or_at_once_tell_the_same(steps):
    rng = np.random.default_rng(0)
    rows, codes = rng.normal(size=(60, 3)), rng.integers(3, size=60)
    information = FeatureInformation(rows, codes, 5)
    for n_seen in np.cumsum(steps):
        information.see(int(n_seen))
    binned = np.minimum((rows - rows.min(axis=0)) / np.ptp(rows, axis=0) * 5, 4).astype(int)
    expected = [mutual_info_score(codes, column) / np.log(2) for column in binned.T]
    assert information.bits() == pytest.approx(expected)
    assert information.spans() == pytest.approx(np.ptp(rows, axis=0))


def test_rows_that_were_not_seen_do_not_count():
    assert bits(ROWS, [0, 0, 1, 1], seen=2).tolist() == [0.0, 0.0, 0.0]
