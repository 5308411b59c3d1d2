"""What weighers inherit; how each of them answers to bad samples is in the conformance tests."""

import warnings

import numpy as np
import pytest

from shiftlab.weights import ShiftWarning, Weigher
from shiftlab.weights.base import effective_sample_size


class Given(Weigher):
    """Weights that are given as the only row of the target."""

    def fit(self, X_source, X_target):
        _, target = self._validate(X_source, X_target)
        return self._keep(target[0])


@pytest.mark.parametrize(
    ("weights", "size"),
    [([1, 1, 1, 1], 4), ([2, 2, 0, 0], 2), ([0, 0, 7, 0], 1), ([0, 0, 0, 0], 0), ([1e200, 1e200], 2), ([3, 1], 1.6)],
)
def test_effective_sample_size_by_hand(weights, size):
    assert effective_sample_size(np.array(weights, dtype=float)) == pytest.approx(size)


def test_a_weigher_warns_below_a_twentieth_of_the_rows_and_only_then():
    X = np.zeros((1, 100))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Given().fit(X, (np.arange(100) < 5)[np.newaxis])
    with pytest.warns(ShiftWarning, match=r"its 100 rows, weighted, are worth 4\.0") as caught:
        Given().fit(X, (np.arange(100) < 4)[np.newaxis])
    assert caught[0].filename == __file__


def test_what_has_no_function_says_so():
    with pytest.raises(NotImplementedError, match="only, not a function"):
        Given().fit([[1.0]], [[1.0]]).ratio([[1.0]])
