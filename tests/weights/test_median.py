"""The width of the kernel from the median distance."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from shiftlab.weights.median import LARGEST_SAMPLE, kernel_gamma


@pytest.mark.parametrize("n", [2, 3, 4, 7, 30, 501])  # even and odd numbers of pairs
def test_it_is_the_median_distance_of_the_pooled_rows(n):
    X, Y = np.random.default_rng(n).normal(size=(2, n, 3))
    s = np.median(pdist(np.concatenate([X, Y])))
    assert kernel_gamma("median", X, Y) == pytest.approx(1 / (2 * s**2), rel=1e-12)


def test_two_rows_by_hand():
    assert kernel_gamma("median", np.array([[0.0]]), np.array([[2.0]])) == 1 / 8


def test_of_many_rows_the_same_sample_is_taken_each_time():
    X = np.random.default_rng(0).normal(size=(3 * LARGEST_SAMPLE, 2))
    gamma = kernel_gamma("median", X)
    assert gamma == kernel_gamma("median", X)
    assert gamma == pytest.approx(1 / (2 * np.median(pdist(X)) ** 2), rel=0.1)


def test_no_row_is_changed():
    X = np.random.default_rng(0).normal(size=(50, 2))
    before = X.copy()
    kernel_gamma("median", X)
    np.testing.assert_array_equal(X, before)


def test_copies_do_not_make_the_median_0():
    X = np.repeat([[0.0], [1.0], [3.0]], [50, 2, 1], axis=0)
    distances = pdist(X)
    assert np.median(distances) == 0
    assert kernel_gamma("median", X) == pytest.approx(1 / (2 * np.median(distances[distances > 0]) ** 2))


@pytest.mark.parametrize("X", [np.zeros((1, 1)), np.ones((9, 2))], ids=["one row", "copies"])
def test_rows_without_a_distance_are_refused(X, one_sentence):
    assert "give gamma as a number" in one_sentence(kernel_gamma, "median", X)


@pytest.mark.parametrize("unit", [1e200, 1e-155])
def test_distances_without_a_square_are_refused(unit, one_sentence):
    X = unit * np.random.default_rng(0).normal(size=(5, 2))
    assert "other units" in one_sentence(kernel_gamma, "median", X)


def test_numbers_are_taken_as_they_are(one_sentence):
    assert kernel_gamma(0.25, np.zeros((1, 1))) == 0.25
    assert "greater than 0" in one_sentence(kernel_gamma, 0, np.zeros((1, 1)))
    assert 'must be "median"' in one_sentence(kernel_gamma, "auto", np.zeros((1, 1)))


def test_a_whole_number_beyond_all_others_is_refused(one_sentence):
    assert "greater than 0, got 1000" in one_sentence(kernel_gamma, 10**400, np.zeros((1, 1)))
