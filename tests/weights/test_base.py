"""What weighers inherit; how each of them answers to bad samples is in the conformance tests."""

import warnings

import numpy as np
import pytest

from shiftlab.weights import DiscriminativeRatio, SelectionProbability, ShiftWarning, Weigher
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
        Given().fit(X, 20.0 * (np.arange(100) < 5)[np.newaxis])
    with pytest.warns(ShiftWarning, match=r"the 100 rows, weighted, are worth 4\.0") as caught:
        Given().fit(X, 25.0 * (np.arange(100) < 4)[np.newaxis])
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize(
    ("mean", "said"), [(0.5, []), (2.0, []), (0.49, ["0.49"]), (2.1, ["2.1"]), (0.0, ["worth", "0"])]
)
def test_a_weigher_warns_of_a_mean_outside_of_a_half_to_two_and_only_then(mean, said):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Given().fit(np.zeros((1, 50)), np.full((1, 50), mean))
    assert len(caught) == len(said)
    assert all(part in str(warning.message) for warning, part in zip(caught, said, strict=True))
    if said:
        assert "mean of the weights" in str(caught[-1].message)


def test_huge_weights_overflow_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        with pytest.warns(ShiftWarning, match="mean of the weights"):
            Given().fit(np.zeros((1, 50)), np.full((1, 50), 1.7e308))


class Blind:
    """A classifier of samples that is sure of itself: rows above a border are of the target."""

    def __init__(self, border=0.0):
        self.border = border

    def get_params(self, deep=True):
        return {"border": self.border}

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        far = X[:, 0] > self.border
        return np.column_stack([np.where(far, 0.0, 0.5), np.where(far, 1.0, 0.5)])


@pytest.mark.parametrize("kind", [DiscriminativeRatio, SelectionProbability])
def test_a_ratio_without_end_is_the_largest_number_and_said(kind):
    weigher = kind(Blind(2.0)).fit([[0.0], [1.0]], [[0.5], [1.5]])
    with pytest.warns(ShiftWarning, match="infinite at 1 of 2 rows") as caught:
        values = weigher.ratio([[1.0], [9.0]])
    assert caught[0].filename == __file__
    assert np.isfinite(values).all()
    assert values[1] == np.finfo(float).max


def test_what_has_no_function_says_so():
    with pytest.raises(NotImplementedError, match="only, not a function"):
        Given().fit([[1.0]], [[1.0]]).ratio([[1.0]])
