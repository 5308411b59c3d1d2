"""Kinds of bias: what each leaves in place, exactly, and that the sample agrees."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from shiftlab import experiments
from shiftlab.papers.bias.kinds import exact
from shiftlab.papers.bias.kinds.world import REGIONS, three_regions, two_classes

experiment = experiments.get("bias-kinds")
ROUNDING = 1e-12


@cache
def run(**held):
    return experiment.run(experiment.settings(**held))


def record(**held):
    return experiment.record(run(**held))


@given(st.from_type(experiment.Settings))
@settings(max_examples=60)
def test_each_kind_leaves_in_place_what_it_must(drawn):
    result = experiment.run(drawn)
    line = result.line
    assert line.before.sum() == pytest.approx(1, abs=1e-12)
    assert line.after.sum() == pytest.approx(1, abs=1e-12)
    if drawn.kind in ("independent", "feature"):
        assert line.y_given_x_moved < ROUNDING
        assert result.plane.decided_otherwise == 0
    if drawn.kind in ("independent", "class") and np.count_nonzero(line.after.sum(axis=1)) == 2:
        assert line.x_given_y_moved < ROUNDING
    if drawn.kind == "independent":
        assert line.joint_moved < ROUNDING
    if drawn.rarer == "balancing" and drawn.kind in ("class", "complete"):
        assert line.shares[1] == pytest.approx(line.shares[0], abs=1e-9)
    assert experiment.describe(result).endswith(".")
    assert all(math.isfinite(value) for value in experiment.record(result).values() if isinstance(value, float))


@pytest.mark.parametrize("strength", [0.1, 0.6, 0.9])
def test_what_a_step_and_a_class_step_move_has_a_closed_form(strength):
    # equal classes, cut in the middle: half of the rows against half of them, (1 ± strength)/2
    assert run(strength=strength).line.x_moved == pytest.approx(strength / 2)
    by_class = run(kind="class", strength=strength)
    assert by_class.line.shares[1] == pytest.approx((1 - strength) / 2)
    beta = (1 - strength) / (1 + strength)  # undersampling of the positives: the largest bias of its figure 1
    assert by_class.line.y_given_x_moved == pytest.approx((1 - beta**0.5) / (1 + beta**0.5), abs=2e-3)


def test_equal_shares_do_not_make_it_feature_bias():
    line = run(kind="complete", rarer="balancing").line
    assert line.shares[1] == pytest.approx(line.shares[0], abs=ROUNDING)
    assert line.y_given_x_moved > 0.2


def test_dropping_a_quarter_loses_a_quarter():
    result = run(strength=1.0, cut=0.25)
    assert result.line.lost == pytest.approx(0.25)
    assert result.X[result.selected, 0].min() > result.cut
    assert np.isnan(result.plane.after[:, 0]).all()


def test_overlap_is_the_common_share_of_the_densities():
    for overlap in (0.05, 0.3, 1.0):
        low, high = (cloud.center[0] for cloud in two_classes(0.5, overlap).clouds)
        common = 2 * quad(lambda x, high=high: norm.pdf(x, high), -20, 0)[0]
        assert common == pytest.approx(overlap, abs=1e-6)
        assert low == -high


@pytest.mark.parametrize("population", [two_classes(0.3, 0.4), three_regions(0.6)], ids=["two", "three"])
@pytest.mark.parametrize("feature", [0, 1])
def test_densities_masses_and_samples_are_of_one_population(population, feature):
    places = np.linspace(-12, 12, 1201)
    lattice = population.density(places, places)
    edges = np.array([-np.inf, -1.0, 0.5, np.inf])
    masses = population.masses(edges, feature)
    inside = np.digitize(places, edges[1:-1])
    along = lattice.sum(axis=1 if feature == 0 else 2) * (places[1] - places[0]) ** 2
    for label in (0, 1):
        np.testing.assert_allclose(np.bincount(inside, along[label]), masses[label], atol=4e-3)
    X, y = population.sample(100_000, np.random.RandomState(0))
    for label in (0, 1):
        counts = np.histogram(X[y == label, feature], [-100, -1, 0.5, 100])[0]
        np.testing.assert_allclose(counts / len(y), masses[label], atol=0.008)  # five standard errors
    assert population.masses(np.array([-np.inf, population.quantile(0.2, feature)]), feature).sum() == pytest.approx(
        0.2
    )


@pytest.mark.parametrize("held", [{}, {"kind": "class"}, {"kind": "complete"}, {"kind": "independent"}], ids=str)
def test_the_sample_agrees_with_the_population(held):
    result = run(n=20_000, **held)
    numbers = experiment.record(result)
    assert numbers["sample_selected"] == pytest.approx(numbers["selected"], abs=0.02)
    assert numbers["sample_share_after"] == pytest.approx(numbers["share_after"], abs=0.03)
    assert result.selected.sum() == pytest.approx(result.mechanism.probability(result.X, result.y).sum(), rel=0.03)
    if held.get("kind") in ("class", "complete"):
        assert numbers["sample_gap"] > 0.2
    else:
        assert abs(numbers["sample_gap"]) < 0.02


def test_moving_the_strength_leaves_the_sample():
    assert run(strength=0.2).X is run(strength=0.8).X


def test_weights_bring_the_risk_back_unless_rows_are_lost():
    for kind in ("feature", "class", "complete"):
        assert abs(record(kind=kind)["weighted_error"]) < ROUNDING
    assert record(strength=1.0)["weighted_error"] < -0.05
    assert record()["weights_apart"] < ROUNDING < record(kind="class")["weights_apart"]


def test_regions_of_figure_1():
    feature, by_class = record(world="three regions"), record(world="three regions", kind="class")
    assert [feature[f"region_{k}_gained"] for k in (1, 2, 3)] == pytest.approx([-0.6, 0.6, 0], abs=ROUNDING)
    assert [feature[f"region_{k}_posterior_moved"] for k in (1, 2, 3)] == pytest.approx([0, 0, 0], abs=ROUNDING)
    assert all(by_class[f"region_{k}_posterior_moved"] < -0.2 for k in (1, 2, 3))
    assert by_class["area_after"] < 0.5 * by_class["area_before"]
    assert feature["area_after"] == feature["area_before"]


def test_a_region_is_a_square_of_the_population():
    result = run(world="three regions")
    region = exact.in_region(result.population, result.mechanism, REGIONS[0], result.cut)
    X, y = result.population.sample(200_000, np.random.RandomState(1))
    inside = (np.abs(X - REGIONS[0]) <= exact.REACH).all(axis=1)
    for label in (0, 1):
        assert region.before[label].sum() == pytest.approx(np.mean(inside & (y == label)), abs=0.005)


def test_settings_that_cannot_be_are_refused(one_sentence):
    assert "strength" in one_sentence(experiment.settings, strength=1.1)
    assert "one of independent, feature, class, complete" in one_sentence(experiment.settings, kind="label")
