"""The effective sample size, by hand."""

import numpy as np
import pytest

from shiftlab.diagnostics import effective_sample_size


@pytest.mark.parametrize(
    ("weights", "size"), [([1, 1, 1], 3), ([5, 0, 0, 0], 1), ([1, 3], 16 / 10), ([1e200, 3e200], 1.6), ([7], 1)]
)
def test_effective_sample_size_by_hand(weights, size):
    assert effective_sample_size(weights) == pytest.approx(size, rel=1e-12)


@pytest.mark.parametrize("weights", [[], [0, 0], [-1, 2], [np.nan, 1], [[1, 2]], "many", 3.0])
def test_weights_without_a_size_are_refused(weights, one_sentence):
    assert "weights" in one_sentence(effective_sample_size, weights)
