"""Black box shift estimation: the formula of Lipton et al. (2018), by hand."""

import warnings

import numpy as np
import pytest

from shiftlab.learners.prior_shift.black_box import black_box_priors
from shiftlab.weights import ShiftWarning


def rows(counts):
    """One row for each count of a table of what is said (rows) and what is true (columns)."""
    said, true = np.indices(np.shape(counts))
    times = np.ravel(counts)
    return np.eye(len(counts))[np.repeat(said.ravel(), times)], np.repeat(true.ravel(), times)


def target(counts):
    return np.eye(len(counts))[np.repeat(np.arange(len(counts)), counts)]


THREE = [[80, 10, 0], [20, 160, 10], [0, 30, 90]]


def test_the_weights_are_the_inverse_of_the_joint_distribution_times_what_is_said_of_the_target():
    said, codes = rows(THREE)
    on_target = target([30, 30, 40])
    joint, mu = np.array(THREE) / np.sum(THREE), np.array([0.3, 0.3, 0.4])
    weights = np.linalg.solve(joint, mu)  # section 4 as printed: w = C^-1 mu
    assert (weights > 0).all()
    priors = black_box_priors(said, codes, on_target)
    np.testing.assert_allclose(priors, weights * joint.sum(axis=0), rtol=1e-12)
    assert priors.sum() == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("priors", [[0.1, 0.2, 0.7], [0.5, 0.5, 0.0], [0.2, 0.4, 0.4]])
def test_exact_frequencies_give_the_exact_priors(priors):
    said, codes = rows(THREE)
    conditional = np.array(THREE) / np.sum(THREE, axis=0)
    expected = np.rint(1000 * conditional @ priors).astype(int)
    np.testing.assert_allclose(black_box_priors(said, codes, target(expected)), priors, atol=0.002)


def test_probabilities_do_as_well_as_decisions():
    said, codes = rows(THREE)
    soft = 0.8 * said + 0.2 / 3
    on_target = 0.8 * target([30, 30, 40]) + 0.2 / 3
    np.testing.assert_allclose(
        black_box_priors(soft, codes, on_target), black_box_priors(said, codes, target([30, 30, 40])), rtol=1e-12
    )


def test_negative_priors_are_noise():
    said, codes = rows([[90, 10], [10, 90]])
    assert black_box_priors(said, codes, target([2, 98])).tolist() == [0, 1]  # solved, -0.1 and 1.1


def test_a_classifier_that_never_names_a_class_is_refused():
    said, codes = rows([[90, 10], [0, 0]])
    with pytest.raises(ValueError, match="no inverse"):
        black_box_priors(said, codes, target([50, 50]))


def test_a_classifier_that_hardly_tells_the_classes_apart_is_named_as_the_trouble():
    weak, strong = [[55, 45], [45, 55]], [[5500, 4500], [4500, 5500]]
    with pytest.warns(ShiftWarning, match="uncertain: the smallest singular value of the confusion matrix, 0.1"):
        black_box_priors(*rows(weak), target([50, 50]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        black_box_priors(*rows(strong), target([50, 50]))  # with as many rows it is enough
