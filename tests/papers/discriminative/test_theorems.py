"""The theorems about joint weights and classifier: the printed formulas, random problems, and where searches end."""

import math

import numpy as np
import pytest
from joint_problems import criterion

from shiftlab.experiments.summary import estimate
from shiftlab.papers.discriminative.comparison.fields import by_fields
from shiftlab.papers.discriminative.theorems import optima
from shiftlab.papers.discriminative.theorems import random_problems as exact
from shiftlab.papers.discriminative.theorems.printed import Problem, corrected, derivatives, printed
from shiftlab.papers.discriminative.theorems.random_problems import examine
from shiftlab.papers.discriminative.theorems.ratios import examine_ratios


@pytest.fixture(scope="module")
def numbers():
    return examine(0)


def problems(count=20, seed=3):
    rng = np.random.RandomState(seed)
    return [(exact.problem(rng), rng) for _ in range(count)]


# The formulas as printed.


def test_a_complex_step_gives_derivatives_without_rounding():
    found = derivatives(lambda x: np.sum(np.exp(x) * x), np.array([0.3, -2.0]))
    np.testing.assert_allclose(found, [1.3 * math.exp(0.3), -math.exp(-2.0)], rtol=1e-15)


def test_the_log_posterior_is_the_criterion_turned_round():
    for p, rng in problems():
        point = rng.normal(size=2 * p.size[2])
        w, v = np.split(point, 2)
        assert -p.log_posterior(point) == pytest.approx(criterion(w, v, p.L, p.y, p.T, p.s_w, p.s_v), rel=1e-12)


def test_margins_of_40_have_the_sign_of_the_determinants_of_lambda():
    for p, rng in problems():
        point = rng.normal(size=2 * p.size[2])
        a, b, c, q, _ = p.coefficients(point)
        determinants = c * (b + q * (1 - q)) - a**2
        np.testing.assert_array_equal(p.pocket_margins(point) > 0, determinants > 0)


def test_lambda_as_printed_has_readings_that_conform_and_none_is_right():
    p, rng = problems(1)[0]
    coefficients = p.coefficients(rng.normal(size=2 * p.size[2]))
    right = corrected(*coefficients)
    np.testing.assert_array_equal(right, right.T)
    for reading in printed(*coefficients):
        assert reading.shape == right.shape
        assert not np.allclose(reading, right)


# Random problems.


def test_examining_gives_the_same_keys_for_every_seed_and_the_same_numbers_for_one(numbers):
    assert examine(0) == numbers
    assert list(examine(1)) == list(numbers)
    assert all(math.isfinite(value) for value in numbers.values())


def test_formulas_agree_and_the_printed_lambda_does_not(numbers):
    for name in ("gradient_printed", "gradient_learner", "hessian_learner", "newton_corrected", "newton_learner"):
        assert numbers[name] < 1e-9, name
    assert numbers["newton_dual"] < 1e-9
    assert numbers["newton_printed"] > 0.1


def test_convexity_is_found_and_missed_where_it_must_be(numbers):
    assert numbers["indefinite_share"] == 1
    assert numbers["pocket_points"] > 0
    assert numbers["pocket_not_convex"] == numbers["pocket_against_lambda"] == 0
    assert numbers["convex_outside_pocket"] > 0
    assert numbers["separating_indefinite_share"] > 0
    assert numbers["version_space_violated"] == 0


def test_the_counter_example_separates_and_is_not_convex(numbers):
    p = Problem(np.array([[1.0], [-1.0]]), np.array([1, 0]), np.array([[3.0], [2.0]]))
    bend = -derivatives(p.slope, np.array([0.01, -3.0]))
    assert p.separates(np.array([0.01, -3.0]))
    assert not p.separates(np.array([-0.01, -3.0]))
    assert np.linalg.eigvalsh(bend)[0] < 0 < np.linalg.eigvalsh(bend)[1]
    assert numbers["counter_example_not_convex"] == 1


# Where searches end.


def test_separators_separate_and_are_found_only_where_there_are_some():
    rng = np.random.RandomState(0)
    found = 0
    for p, _ in problems():
        w = optima.random_separator(p, rng)
        assert (w is None) == (optima.separator(p) is None)
        if w is not None:
            found += 1
            assert p.separates(np.append(w, np.zeros(p.size[2])))
    assert 0 < found < 20
    both = Problem(np.array([[1.0], [1.0]]), np.array([0, 1]), np.array([[0.0]]))
    assert optima.separator(both) is None


def test_a_contested_problem_has_several_optima():
    rows = np.repeat([[1.0], [-1.0]], [11, 9], axis=0)
    p = Problem(rows, np.ones(20, dtype=int), np.zeros((2, 1)), 3.0, 3.0)  # w can be right about one side only
    found = optima._search(p, np.random.RandomState(0))
    assert max(map(found.behind, found.others)) > 0.01
    assert found.behind(found.best) == 0
    assert found.end <= min(found.iid, found.iid_best_v)


def test_separable_and_noisy_problems_have_one_optimum():
    found = [optima.examine_optima(np.random.RandomState(seed)) for seed in range(3)]
    assert sum(numbers["several_optima_separable"] + numbers["several_optima_noisy"] for numbers in found) == 0
    assert all(numbers["corollary_starts"] >= optima.N_STARTS for numbers in found)


def test_a_search_that_stops_early_is_noticed(monkeypatch):
    monkeypatch.setattr(optima, "_MAX_ITER", 1)
    numbers = optima.examine_optima(np.random.RandomState(0))
    assert numbers["corollary_missed"] > 0
    assert numbers["several_optima_noisy"] > 0


def test_without_overlap_the_classifier_vanishes_with_the_weights():
    numbers = optima.examine_disjoint(np.random.RandomState(0))
    for quantity in ("weight", "norm"):
        values = [numbers[f"disjoint_{quantity}_{scale}"] for scale in optima.SCALES]
        assert values == sorted(values, reverse=True)
        assert 0 < values[-1] < 1e-5


def test_ratios_and_gaps():
    numbers = examine_ratios(np.random.RandomState(0))
    assert numbers["ratio_apart"] < 1e-12
    assert numbers["selection_apart"] > 0.5
    assert numbers["gap_by_odds"] == 0
    assert numbers["gap_by_selection"] > 0.2
    assert numbers["mean_weight_joint"] < 0.8 < numbers["mean_weight_two_stage"] < 1.2


# Intervals over fields.


def pairs_of(effect):
    pairs = [(a, b) for a in range(len(effect)) for b in range(len(effect)) if a != b]
    return [effect[a] + effect[b] for a, b in pairs], *zip(*pairs, strict=True)


def test_pairs_that_share_fields_are_as_uncertain_as_their_fields():
    effect = np.random.RandomState(0).normal(size=12)
    low, high = by_fields(*pairs_of(effect))
    once = estimate(effect)
    assert (low + high) / 2 == pytest.approx(2 * once.mean)
    assert high - low == pytest.approx(2 * (once.high - once.low), rel=1e-9)


def test_equal_pairs_leave_no_doubt_and_two_fields_are_refused(one_sentence):
    assert by_fields(*pairs_of(np.ones(5))) == (2.0, 2.0)
    assert "at least three, got 2" in one_sentence(by_fields, [0.1, 0.2], [1, 2], [2, 1])
