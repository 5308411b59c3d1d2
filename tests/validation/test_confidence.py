"""Intervals of an estimated accuracy, and the probability that one model is better: as printed and repaired."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from shiftlab.validation import confidence_interval, probability_better

ACCURACIES, SIZES, LEVELS = st.floats(0, 1), st.floats(1, 1e5), st.floats(0.5, 0.999)


@given(st.integers(0, 60), st.integers(1, 60), LEVELS)
def test_the_interval_is_wilsons(hits, misses, level):
    n = hits + misses
    expected = stats.binomtest(hits, n).proportion_ci(level, method="wilson")
    np.testing.assert_allclose(confidence_interval(hits / n, n, level), expected, atol=1e-12)


@given(ACCURACIES, SIZES, LEVELS)
def test_its_ends_are_z_standard_errors_from_the_estimate(score, n, level):
    # (15) with equality, which is what has been solved; at 0 and 1 an end is the estimate itself
    z = stats.norm.ppf((1 + level) / 2)
    for end in confidence_interval(score, n, level):
        assert 0 <= end <= 1
        assert abs(score - end) == pytest.approx(z * np.sqrt(end * (1 - end) / n), abs=1e-6)


def test_more_rows_or_less_certainty_make_it_shorter():
    def width(*arguments):
        low, high = confidence_interval(*arguments)
        return high - low

    assert width(0.7, 10) > width(0.7, 10.5) > width(0.7, 100)
    assert width(0.7, 50, 0.99) > width(0.7, 50, 0.8)


@pytest.mark.parametrize("truth", [0.6, 0.9])
def test_it_holds_the_truth_as_often_as_it_says(truth):
    hits = np.random.default_rng(0).binomial(80, truth, size=2000)
    held = [low <= truth <= high for low, high in (confidence_interval(hit / 80, 80, 0.9) for hit in hits)]
    assert abs(np.mean(held) - 0.9) < 0.03  # counts are whole, so that it cannot be .9 exactly


@given(ACCURACIES, ACCURACIES, SIZES, LEVELS, st.sampled_from(["half-width", "standard-error"]))
def test_a_probability_is_one_and_that_of_the_other_model_the_rest(first, second, n, level, scale):
    p = probability_better(first, second, n, level, scale)
    assert 0 <= p <= 1
    assert p == pytest.approx(1 - probability_better(second, first, n, level, scale))
    if first - second > 1e-6:
        assert p > 0.5
    assert probability_better(first, first, n, level, scale) == 0.5


def test_the_paper_s_form_by_its_own_formulas():
    e1, e2, n, z = 0.75, 0.65, 200, stats.norm.ppf(0.975)
    mu = [(2 * n * e + z**2) / (2 * (n + z**2)) for e in (e1, e2)]
    sigma = [z * np.sqrt(4 * n * e + z**2 - 4 * n * e**2) / (2 * (n + z**2)) for e in (e1, e2)]
    total = np.hypot(*sigma)
    assert probability_better(e1, e2, n) == pytest.approx(stats.norm(mu[0] - mu[1], total).sf(0))
    integral, _ = integrate.quad(lambda t: np.exp(-(t**2) / 2), -np.inf, (mu[1] - mu[0]) / total)
    printed = 1 - integral / np.sqrt(2 * np.pi * total**2)
    assert printed < 0  # what is printed is no probability
    assert probability_better(e1, e2, n, scale="printed") == pytest.approx(printed)


def test_with_half_widths_it_depends_on_the_level_and_with_standard_errors_not():
    by_level = [probability_better(0.75, 0.65, 200, level) for level in (0.8, 0.95, 0.99)]
    assert by_level[0] - by_level[1] > 0.05 < by_level[1] - by_level[2]
    repaired = {probability_better(0.75, 0.65, 200, level, "standard-error") for level in (0.8, 0.95, 0.99)}
    assert len(repaired) == 1


def test_standard_errors_are_what_half_widths_over_z_come_to():
    level = 1e-6
    z = stats.norm.ppf((1 + level) / 2)
    ends = [confidence_interval(e, 200, level) for e in (0.75, 0.65)]
    centre = [sum(pair) / 2 for pair in ends]
    error = [(high - low) / 2 / z for low, high in ends]
    expected = stats.norm.cdf((centre[0] - centre[1]) / np.hypot(*error))
    assert probability_better(0.75, 0.65, 200, scale="standard-error") == pytest.approx(expected, abs=1e-4)


def test_with_standard_errors_two_equal_models_are_above_095_one_time_in_twenty():
    # p is uniform for two models of one accuracy; with half-widths it hardly ever comes near the ends
    rng = np.random.default_rng(0)
    draws = rng.binomial(2000, 0.7, size=(4000, 2)) / 2000
    share = {
        scale: np.mean([probability_better(a, b, 2000, scale=scale) > 0.95 for a, b in draws])
        for scale in ("standard-error", "half-width")
    }
    assert abs(share["standard-error"] - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 4000)
    assert share["half-width"] < 0.01


def test_each_score_may_have_its_own_number_of_rows():
    assert probability_better(0.8, 0.7, (50, 50)) == probability_better(0.8, 0.7, 50)
    assert probability_better(0.8, 0.7, (50, 8.5)) < probability_better(0.8, 0.7, 50)


def test_without_spread_the_better_one_wins_for_certain():
    certain = [probability_better(a, b, 9, scale="standard-error") for a, b in ((1, 0), (0, 1), (1, 1))]
    assert certain == [1.0, 0.0, 0.5]


REFUSED = {
    "a score above one": (confidence_interval, (1.2, 10), "score must be an accuracy in [0, 1], got 1.2"),
    "no rows": (confidence_interval, (0.5, 0), "n must be one number greater than 0"),
    "a level of one": (confidence_interval, (0.5, 10, 1), "level is how often the interval holds the truth"),
    "two levels": (confidence_interval, (0.5, 10, [0.9, 0.95]), "level must be one number"),
    "a negative score": (probability_better, (0.5, -0.1, 10), "score_2 must be an accuracy"),
    "three sizes": (probability_better, (0.5, 0.6, (1, 2, 3)), "n must be one number of rows, or one for each"),
    "another scale": (probability_better, (0.5, 0.6, 9, 0.9, "sd"), 'scale must be "half-width"'),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_in_one_sentence(case, one_sentence):
    call, arguments, message = REFUSED[case]
    assert message in one_sentence(call, *arguments)


def test_a_level_next_to_1_has_an_interval():
    low, high = confidence_interval(0.25, 1000, 1 - 2**-53)
    wider = confidence_interval(0.25, 1000, 0.999999)
    assert 0 < low < wider.low < 0.25 < wider.high < high < 1
    assert 0 < probability_better(0.75, 0.65, 200, 1 - 2**-53) < 1
