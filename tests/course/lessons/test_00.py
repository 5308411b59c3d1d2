"""Lesson 00: what its prediction says is true."""

import pytest

from shiftlab import experiments
from shiftlab.course import registry

undersampling = experiments.get("undersampling")


def expected(**changes):
    """How many positives a logistic regression expects that was trained after undersampling."""
    return undersampling.run(undersampling.Settings(learner="logistic", **changes)).fresh.p_s.sum()


def test_the_model_expects_four_times_the_frauds():
    result = undersampling.run(undersampling.Settings(learner="logistic"))
    assert result.fresh_y.sum() == 1000
    assert f"expects {result.fresh.p_s.sum():,.0f} " in registry.prediction("00-cost").happens


@pytest.mark.parametrize(("mu", "frauds"), [(0, 5000), (15, 1000)])
def test_without_features_it_expects_the_share_and_with_perfect_ones_the_truth(mu, frauds):
    assert expected(mu=mu) == pytest.approx(frauds, rel=0.1)
    assert f"{frauds:,}" in registry.prediction("00-cost").why
