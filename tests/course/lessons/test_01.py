"""Lesson 01: what its predictions say is true, and its exercises take every right answer."""

import numpy as np
import pytest

from shiftlab import experiments
from shiftlab.course import registry

bias_kinds = experiments.get("bias-kinds")


def said(prediction):
    return registry.prediction(prediction).happens


def test_feature_bias_moves_the_share_and_not_the_posterior():
    line = bias_kinds.run(bias_kinds.Settings()).line
    assert "from {:.3f} to {:.3f}".format(*line.shares) in said("01-feature")
    assert line.y_given_x_moved == pytest.approx(0, abs=1e-12)


def test_the_share_can_stay_under_a_bias_that_looks_at_the_class():
    line = bias_kinds.run(bias_kinds.presets["Equal shares, and yet no feature bias"]).line
    before, after = line.shares
    assert after == pytest.approx(before, abs=1e-12)
    assert f"stays {after:.3f}, and P(y|x) moves by up to {line.y_given_x_moved:.3f}" in said("01-shares")


def test_weights_by_x_bring_back_the_share_under_feature_bias_only():
    """Exact, on a grid: the population of the lesson's last experiment."""
    x = np.linspace(-8, 8, 4001)
    density = np.exp(-((x + 1) ** 2) / 2) + np.exp(-((x - 1) ** 2) / 2)
    p = 1 / (1 + np.exp(-2 * x))
    chance = 0.2 * p + 0.8 * (1 - p)
    shares = {
        name: np.average(after, weights=density * chance * (1 / chance))
        for name, after in (("by x", p), ("by class", 0.2 * p / chance))
    }
    assert shares["by x"] == pytest.approx(0.5)
    assert shares["by class"] < 0.4


@pytest.mark.parametrize(
    "weights",
    [
        lambda x, cut, below, above: (w := 1 / np.where(x > cut, above, below)) / w.mean(),
        lambda x, cut, below, above: [1 / below if v <= cut else 1 / above for v in x],
        lambda x, cut, below, above: np.where(x <= cut, above / below, 1),
    ],
)
def test_the_scale_of_the_weights_is_free(weights):
    assert registry.exercise("01-weights").assess(weights).correct


def test_a_row_at_the_cut_is_told_from_the_others():
    outcome = registry.exercise("01-weights").assess(lambda x, cut, below, above: 1 / np.where(x < cut, below, above))
    assert outcome.kind == "wrong"
    assert "exactly at the cut" in outcome.message


def test_weights_that_are_not_positive_get_a_word():
    outcome = registry.exercise("01-weights").assess(lambda x, cut, below, above: -1 / np.where(x <= cut, below, above))
    assert "not positive" in outcome.message
