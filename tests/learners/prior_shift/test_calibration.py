"""Temperature and biases: the model they come from is found again, and the shares of the classes are kept."""

import numpy as np
import pytest
from scipy.special import log_softmax, softmax

from shiftlab.learners.prior_shift.calibration import calibrate


def drawn(n, temperature, bias, seed=0):
    """Probabilities that are over-confident by these amounts, and classes drawn from the right ones."""
    rng = np.random.default_rng(seed)
    right = log_softmax(rng.normal(size=(n, len(bias))) * 2, axis=1)
    codes = (softmax(right, axis=1).cumsum(axis=1) < rng.random((n, 1))).sum(axis=1)
    return softmax((right - np.array(bias)) * temperature, axis=1), codes


@pytest.mark.parametrize(("temperature", "bias"), [(1.0, [0, 0]), (3.0, [0, 1.0]), (0.5, [0, -0.5, 0.3])])
def test_what_was_distorted_is_found_again(temperature, bias):
    p, codes = drawn(20_000, temperature, bias)
    found = calibrate(p, codes)
    assert found.temperature == pytest.approx(temperature, rel=0.06)
    np.testing.assert_allclose(found.bias, bias, atol=0.1)


def test_the_mean_probability_of_a_class_is_its_share():
    p, codes = drawn(500, 4.0, [0, 1.0, -1.0])
    np.testing.assert_allclose(calibrate(p, codes)(p).mean(axis=0), np.bincount(codes) / 500, atol=1e-6)
    assert abs(p.mean(axis=0) - np.bincount(codes) / 500).max() > 0.02


def test_the_likelihood_is_a_maximum():
    p, codes = drawn(300, 2.0, [0, 0.5])
    found = calibrate(p, codes)

    def loss(calibration):
        return -np.log(calibration(p)[np.arange(300), codes]).mean()

    best = loss(found)
    for change in (0.97, 1.03):
        assert loss(found._replace(temperature=found.temperature * change)) > best
    for change in ([0, 0.03], [0, -0.03]):
        assert loss(found._replace(bias=found.bias + change)) > best


def test_zeros_and_ones_are_survived():
    p = np.eye(2)[[0, 0, 0, 1, 1, 1]]
    calibrated = calibrate(p, np.array([0, 0, 1, 1, 1, 0]))(p)  # two of three are right
    np.testing.assert_allclose(calibrated.max(axis=1), 2 / 3, atol=1e-6)


def test_a_model_that_has_the_classes_confused_is_flattened_not_turned_round():
    p, codes = drawn(500, 1.0, [0, 0])
    found = calibrate(p, 1 - codes)
    assert np.ptp(found(p)[:, 0]) < 1e-4
