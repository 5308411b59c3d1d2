"""Posteriors, thresholds and priors after undersampling: equations (3) to (17) of the paper, and Table I."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from shiftlab import experiments
from shiftlab.datasets import TwoGaussians
from shiftlab.metrics import auc
from shiftlab.posterior import (
    adjust_priors,
    bayes_threshold,
    bias_by_delta,
    corrected_posterior,
    corrected_threshold,
    elkan_adjust,
    estimate_priors,
    g_mean,
    largest_bias,
    peak_delta,
    undersampled_posterior,
    undersampling_counts,
)

EPS = np.finfo(np.float64).eps
BETAS = (0.001, 1 / 9, 0.2, 0.5, 0.9)
DIRECTIONS = pytest.mark.parametrize("function", [undersampled_posterior, corrected_posterior, corrected_threshold])
EXPERIMENT = experiments.get("undersampling")

probabilities = st.floats(0, 1)
betas = st.floats(1e-6, 1)
inner = st.floats(0.01, 0.99)  # priors of a sample in which no class is next to absent


@pytest.fixture(scope="module")
def draws():
    """A million posteriors after undersampling, and classes drawn with them."""
    rng = np.random.default_rng(0)
    p_s = rng.random(10**6)
    return (rng.random(p_s.size) < p_s).astype(int), p_s


# (3) and (4)


@pytest.mark.parametrize(
    ("p", "beta", "p_s"), [(0.1, 1 / 9, 0.5), (0.2, 0.5, 1 / 3), (0.5, 0.25, 0.8), (0.9, 1 / 9, 81 / 82)]
)
def test_values_computed_by_hand(p, beta, p_s):
    assert undersampled_posterior(p, beta) == pytest.approx(p_s, rel=1e-15)
    assert corrected_posterior(p_s, beta) == pytest.approx(p, rel=1e-14)
    assert corrected_threshold(p_s, beta) == corrected_posterior(p_s, beta)


@given(probabilities, betas)
def test_both_are_the_printed_equations(p, beta):
    value, share = Fraction(p), Fraction(beta)
    exact_3 = value / (value + share * (1 - value))
    exact_4 = share * value / (share * value - value + 1)
    assert abs(undersampled_posterior(p, beta) - exact_3) <= 4 * EPS
    assert abs(corrected_posterior(p, beta) - exact_4) <= 4 * EPS


# p_s is rounded to EPS/2, which near p_s = 1 is much of 1 - p_s; going back to p spreads it by at most 1/beta.
# The other way round (3) flattens what (4) has spread, and nothing grows.
def tolerance_of_going_back(beta):
    return 4 * EPS / beta


@given(probabilities, betas)
def test_correction_inverts_undersampling(p, beta):
    assert abs(corrected_posterior(undersampled_posterior(p, beta), beta) - p) <= tolerance_of_going_back(beta)
    assert abs(undersampled_posterior(corrected_posterior(p, beta), beta) - p) <= 8 * EPS


def test_correction_inverts_undersampling_on_a_million_draws():
    p, beta = np.random.default_rng(1).random((2, 10**6))
    beta = 1e-3 + (1 - 1e-3) * beta
    back = corrected_posterior(undersampled_posterior(p, beta), beta)
    assert (np.abs(back - p) <= tolerance_of_going_back(beta)).all()
    assert np.abs(back - p).max() < 1e-12
    assert np.abs(undersampled_posterior(corrected_posterior(p, beta), beta) - p).max() <= 8 * EPS


@DIRECTIONS
@given(beta=st.floats(0, 1, exclude_min=True))
def test_ends_are_exact(function, beta):
    assert function(0.0, beta) == 0.0
    assert function(1.0, beta) == 1.0
    assert function([0.0, 1.0], beta).tolist() == [0.0, 1.0]


@DIRECTIONS
@given(p=probabilities)
def test_keeping_everything_changes_no_bit(function, p):
    assert function(p, 1.0) == p
    assert function([p], 1.0)[0] == p


@DIRECTIONS
def test_keeping_everything_changes_no_bit_of_a_million_draws(function, draws):
    p = draws[1]
    for values in (p, p**8, 1 - p**8):  # many of them close to 0, and to 1
        np.testing.assert_array_equal(function(values, 1.0), values)


@given(probabilities, st.floats(0, 1, exclude_min=True))
def test_undersampling_only_raises_a_posterior(p, beta):
    assert p <= undersampled_posterior(p, beta) <= 1


@given(probabilities, probabilities, betas)
def test_correction_is_convex(a, b, beta):
    middle = corrected_posterior((a + b) / 2, beta)
    assert middle <= (corrected_posterior(a, beta) + corrected_posterior(b, beta)) / 2 + 8 * EPS


def test_noise_in_p_s_inflates_the_corrected_posterior():
    noise = np.random.default_rng(2).uniform(-0.4, 0.4, 100_000)
    noisy = corrected_posterior(0.5 + noise, 1 / 9)
    assert corrected_posterior(0.5, 1 / 9) == pytest.approx(0.1)
    assert noisy.mean() > 0.13  # 0.1 without noise; the standard error is below 0.001


# (9) and (12): rankings and decisions


@pytest.mark.parametrize("beta", BETAS)
def test_auc_and_g_mean_survive_the_correction(draws, beta):
    y, p_s = draws
    p_corrected = corrected_posterior(p_s, beta)
    assert auc(y, p_corrected) == auc(y, p_s)
    undersampled_prior = y.mean() / (y.mean() + beta * (1 - y.mean()))
    rows = np.quantile(p_s, [0.01, 0.5, 0.99], method="lower")  # thresholds that are themselves rows
    between = np.percentile(p_s, [10, 90])
    for tau_s in (*rows, *between, undersampled_prior):
        decided, decided_after = p_s > tau_s, p_corrected > corrected_threshold(tau_s, beta)
        np.testing.assert_array_equal(decided, decided_after)
        assert g_mean(y, decided) == g_mean(y, decided_after)


@pytest.mark.parametrize("preset", EXPERIMENT.presets.values(), ids=EXPERIMENT.presets)
def test_auc_and_g_mean_survive_the_correction_in_every_preset(preset):
    result = EXPERIMENT.run(preset)
    y, (_, p_s, p_corrected), (tau, tau_s, tau_corrected) = result.fresh_y, result.fresh, result.thresholds
    assert auc(y, p_corrected) == auc(y, p_s)
    np.testing.assert_array_equal(p_corrected > tau_corrected, p_s > tau_s)
    assert g_mean(y, p_corrected > tau_corrected) == g_mean(y, p_s > tau_s)
    assert tau_corrected == pytest.approx(tau, abs=1e-12)
    assert tau == pytest.approx(preset.prior, abs=1e-12)


@pytest.mark.parametrize(
    ("n_positive", "n_negative"),
    [(1000, 9000), (35, 301), (17, 197), (492, 284_315), (1, 10**6), (1, 1), (5, 7), (300, 200)],
)
def test_corrected_threshold_is_the_prior(n_positive, n_negative):
    smallest = min(1.0, n_positive / n_negative)
    beta = np.union1d(np.geomspace(smallest, 1, 50), BETAS)
    undersampled_prior = n_positive / (n_positive + beta * n_negative)
    prior = n_positive / (n_positive + n_negative)
    np.testing.assert_allclose(corrected_threshold(undersampled_prior, beta), prior, rtol=0, atol=1e-12)


# (10)


@given(st.floats(0, 1))
def test_with_priors_as_costs_the_threshold_is_the_prior(prior):
    assert bayes_threshold(l10=prior, l01=1 - prior) == pytest.approx(prior, abs=EPS)


@given(*[st.floats(-100, 100)] * 2, *[st.floats(0, 100)] * 2)
def test_the_threshold_minimises_the_risk(l00, l11, false_alarm, miss):
    l10, l01 = l00 + false_alarm, l11 + miss
    if (l10 - l00) + (l01 - l11) < 1e-6:
        return  # both decisions cost the same
    p = np.linspace(0, 1, 101)
    risk_positive, risk_negative = (1 - p) * l10 + p * l11, (1 - p) * l00 + p * l01
    taken = np.where(p > bayes_threshold(l10, l01, l00, l11), risk_positive, risk_negative)
    np.testing.assert_allclose(taken, np.minimum(risk_positive, risk_negative), rtol=0, atol=1e-11)


def test_threshold_at_its_ends_and_for_many_losses():
    assert bayes_threshold(0, 1) == 0.0
    assert bayes_threshold(1, 0) == 1.0
    assert bayes_threshold([1, 1, 3], [1, 3, 1]).tolist() == [0.5, 0.25, 0.75]
    assert bayes_threshold(5, 4, l00=2, l11=3) == 0.75


@pytest.mark.parametrize("losses", [(0, 0), (-1, 1), (1, -1), (1, 1, 2), (1, 1, 0, 2), ([1, 0], [1, 0]), (1, 1, 1, 1)])
def test_losses_that_leave_no_threshold_are_refused(losses, one_sentence):
    assert "cost" in one_sentence(bayes_threshold, *losses)


@pytest.mark.parametrize("losses", [(1e308, 1e308), (1e308, 1e308, -1e308, -1e308)])
def test_losses_that_overflow_are_refused(losses, one_sentence):
    assert "too large" in one_sentence(bayes_threshold, *losses)


# (14) and (17)


def shares(n_positive, n_negative, part):
    """beta, pi_s+ and pi+: beta from balance (part 0) to everything (part 1), so that pi_s+ is at most 1/2."""
    n_positive, n_negative = sorted((n_positive, n_negative))
    beta = n_positive / n_negative + part * (1 - n_positive / n_negative)
    return beta, n_positive / (n_positive + beta * n_negative), n_positive / (n_positive + n_negative)


counts = st.integers(1, 10**6)


@given(probabilities, counts, counts, probabilities)
def test_saerens_and_elkan_and_the_correction_are_one(p_s, n_positive, n_negative, part):
    beta, undersampled_prior, prior = shares(n_positive, n_negative, part)
    expected = corrected_posterior(p_s, beta)
    assert adjust_priors(p_s, undersampled_prior, prior) == pytest.approx(expected, abs=1e-12)
    assert elkan_adjust(p_s, undersampled_prior, prior) == pytest.approx(expected, abs=1e-12)
    columns = adjust_priors([[1 - p_s, p_s]], [1 - undersampled_prior, undersampled_prior], [1 - prior, prior])
    np.testing.assert_allclose(columns, [[1 - expected, expected]], rtol=0, atol=1e-12)


@given(probabilities, inner, inner)
def test_any_change_of_priors(p, train, target):
    odds = target / (1 - target) * (1 - train) / train
    expected = odds * p / (odds * p + 1 - p)
    assert adjust_priors(p, train, target) == pytest.approx(expected, abs=1e-12)
    assert elkan_adjust(p, train, target) == pytest.approx(expected, abs=1e-12)
    columns = adjust_priors([[p, 1 - p]], [train, 1 - train], [target, 1 - target])
    assert columns[0, 0] == pytest.approx(expected, abs=1e-12)


@given(st.floats(0.01, 0.99), inner, inner)
def test_elkan_is_17_as_printed_away_from_the_ends(p, train, target):
    printed = target * (p - train * p) / (train - train * p + target * p - target * train)
    assert elkan_adjust(p, train, target) == pytest.approx(printed, rel=1e-10)


def test_the_slip_in_the_appendix_is_not_repeated():
    n_positive, n_negative, beta, p_s = 1000, 9000, 1 / 9, 0.5
    left = n_positive + beta * n_negative
    train, target = n_positive / left, n_positive / (n_positive + n_negative)
    for answer in (
        adjust_priors(p_s, train, target),
        elkan_adjust(p_s, train, target),
        corrected_posterior(p_s, beta),
    ):
        assert answer == pytest.approx(0.1, abs=1e-15)
    kept = beta * n_negative / left
    # The last display has the coefficient 1 = left/left where pi_s+/pi_t+ belongs.
    assert kept * p_s / (1.0 * (1 - p_s) + p_s - train) == pytest.approx(0.5)
    assert kept * p_s / (train / target * (1 - p_s) + p_s - train) == pytest.approx(0.1)


@pytest.mark.parametrize("adjust", [adjust_priors, elkan_adjust])
def test_adjustment_at_the_ends(adjust):
    train, target = np.meshgrid([1e-12, 0.1, 0.5, 1 - 1e-12], [1e-12, 0.1, 0.5, 1 - 1e-12])
    assert (adjust(0.0, train, target) == 0).all()
    assert (adjust(1.0, train, target) == 1).all()
    assert adjust([0, 0.5], 0.5, 0).tolist() == [0, 0]  # a target without positives
    assert adjust([0.5, 1], 0.5, 1).tolist() == [1, 1]


def test_adjustment_to_the_same_priors_changes_nothing(draws):
    p = draws[1]
    for adjust in (adjust_priors, elkan_adjust):
        np.testing.assert_allclose(adjust(p, 0.3, 0.3), p, rtol=0, atol=4 * EPS)


def test_three_classes_are_bayes_formula():
    rng = np.random.default_rng(3)
    density = rng.gamma(0.5, size=(1000, 3))
    train, target = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.4, 0.0])
    before, after = (prior * density / (prior * density).sum(axis=1, keepdims=True) for prior in (train, target))
    np.testing.assert_allclose(adjust_priors(before, train, target), after, rtol=0, atol=1e-12)
    cube = before.reshape(10, 100, 3)
    np.testing.assert_allclose(adjust_priors(cube, train, target), after.reshape(cube.shape), atol=1e-12)


@pytest.mark.parametrize("adjust", [adjust_priors, elkan_adjust])
@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((0.5, 0, 0.1), "prior_train"),
        ((0.5, 1, 0.1), "prior_train"),
        ((0.5, [0.5, 0], 0.1), "prior_train"),
        ((0.5, 0.5, 1.1), "prior_target"),
        ((0.5, 0.5, np.nan), "prior_target"),
        ((0.5, "half", 0.1), "prior_train"),
        ((1.0, 0.5, 0), "prior_target"),
        ((0.0, 0.5, 1), "prior_target"),
        (([0.1, 0.2], [0.1, 0.2, 0.3], 0.5), "shapes"),
        (([[0.1, 0.2, 0.7]], [0.5, 0.5], [0.1, 0.9]), "shapes"),
    ],
)
def test_priors_that_cannot_be_are_refused(adjust, arguments, word, one_sentence):
    assert word in one_sentence(adjust, *arguments)


@pytest.mark.parametrize(
    ("p", "train", "target", "word"),
    [
        ([[0.1, 0.9]], [0.5, 0.6], [0.1, 0.9], "prior_train must sum to 1"),
        ([[0.1, 0.9]], [0.5, 0.5], [0.1, 0.8], "prior_target must sum to 1"),
        ([[0.1, 0.9], [0.1, 0.1]], [0.5, 0.5], [0.1, 0.9], "p must sum to 1"),
        ([[0.1, 0.9]], [0, 1], [0.1, 0.9], "prior_train"),
        ([[0.1, 0.9]], [5e-324, 1], [0.1, 0.9], "prior_train"),
        ([[0, 1]], [0.5, 0.5], [1, 0], "prior_target"),
        ([[0.1, 0.9]], ["a", "b"], [0.1, 0.9], "prior_train"),
        ([[0.1, 0.9]], [[1], [2, 3]], [0.1, 0.9], "prior_train"),
    ],
)
def test_priors_of_classes_that_cannot_be_are_refused(p, train, target, word, one_sentence):
    assert word in one_sentence(adjust_priors, p, train, target)


# Saerens' EM


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.8])
def test_priors_are_found_from_unlabelled_rows(share):
    trained = 0.5
    x, y = TwoGaussians(mu=2, sigma=1, prior=share).sample(50_000, random_state=0)
    p = TwoGaussians(mu=2, sigma=1, prior=trained).posterior(x)
    slope = (p / trained - (1 - p) / (1 - trained)) / (p / trained * share + (1 - p) / (1 - trained) * (1 - share))
    standard_error = 1 / np.sqrt((slope**2).sum())  # from the curvature of the likelihood
    assert abs(estimate_priors(p, trained) - y.mean()) < 4 * standard_error < 0.02


@pytest.mark.parametrize("target", [(0.2, 0.3, 0.5), (0.7, 0.2, 0.1), (0.1, 0.1, 0.8)])
def test_priors_of_three_classes_are_found(target):
    rng = np.random.default_rng(4)
    train, means = np.array([0.2, 0.3, 0.5]), np.array([-2.5, 0.0, 2.5])
    x = rng.normal(rng.choice(means, 50_000, p=target), 1.0)
    p = train * np.exp(-((x[:, None] - means) ** 2) / 2)
    found = estimate_priors(p / p.sum(axis=1, keepdims=True), train)
    np.testing.assert_allclose(found, target, rtol=0, atol=0.015)  # five standard errors, 0.003 at most
    assert found.sum() == pytest.approx(1)


def test_one_vector_and_two_columns_estimate_the_same():
    p = np.random.default_rng(5).beta(1, 3, 1000)
    columns = estimate_priors(np.column_stack([1 - p, p]), [0.6, 0.4])
    assert estimate_priors(p, 0.4) == pytest.approx(columns[1], abs=1e-12)
    assert type(estimate_priors(p, 0.4)) is float


def test_certain_posteriors_are_counted():
    assert estimate_priors([0, 0, 0, 1], 0.5) == 0.25
    assert estimate_priors([1.0, 1.0], 0.5) == 1.0
    assert estimate_priors(np.eye(3), [0.2, 0.3, 0.5]).tolist() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("arguments", "options", "word"),
    [
        (([], 0.5), {}, "empty"),
        ((np.zeros((0, 2)), [0.5, 0.5]), {}, "empty"),
        (([0.1, 0.2], 0), {}, "prior_train"),
        (([0.1, 0.2], 1), {}, "prior_train"),
        (([0.1, 0.2], "half"), {}, "prior_train"),
        (([0.1, 0.2], [0.5, 0.5]), {}, "column"),
        (([[0.1, 0.9]], 0.5), {}, "column"),
        (([[0.1, 0.9]], [0.5, 0.6]), {}, "prior_train must sum to 1"),
        (([[0.1, 0.9]], [0, 1]), {}, "prior_train"),
        (([[0.3, 0.3]], [0.5, 0.5]), {}, "p must sum to 1"),
        (([[0, 0]], [0.5, 0.5]), {}, "p must sum to 1"),
        (([[1, 0], [0, 1]], [1e-320, 1]), {}, "prior_train"),
        (([np.nan, 0.2], 0.5), {}, "p must be finite"),
        (([0.1, 0.2], 0.5), {"tol": -1}, "tol"),
        (([0.1, 0.2], 0.5), {"tol": np.nan}, "tol"),
        (([0.1, 0.2], 0.5), {"max_iter": 0}, "max_iter"),
        (([0.1, 0.2], 0.5), {"max_iter": 2.5}, "max_iter"),
    ],
)
def test_nothing_to_estimate_priors_from(arguments, options, word, one_sentence):
    assert word in one_sentence(estimate_priors, *arguments, **options)


# Table I

TABLE_1 = [
    (2000, 1000, 1 / 9, 50.00),  # printed with beta = 0.11
    (2800, 1800, 0.20, 64.29),
    (3700, 2700, 0.30, 72.97),
    (4600, 3600, 0.40, 78.26),
    (5500, 4500, 0.50, 81.82),
    (6400, 5400, 0.60, 84.38),
    (7300, 6300, 0.70, 86.30),
    (8200, 7200, 0.80, 87.80),
    (9100, 8100, 0.90, 89.01),
    (10_000, 9000, 1.00, 90.00),
]


@pytest.mark.parametrize(("n", "n_negative", "beta", "percent"), TABLE_1)
def test_a_row_of_table_1(n, n_negative, beta, percent):
    row = undersampling_counts(1000, 9000, beta)
    assert row[:4] == (n, n_negative, 1000, beta)
    assert round(row.percent_negative, 2) == percent
    assert [type(part) for part in row] == [int, int, int, float, float]


def test_the_printed_beta_of_the_first_row_keeps_990():
    row = undersampling_counts(1000, 9000, 0.11)
    assert (row.n, row.n_negative) == (1990, 990)
    assert round(row.percent_negative, 2) == 49.75


def test_negatives_are_counted_to_the_nearest_row():
    assert undersampling_counts(1, 10, [0.24, 0.26, 0.34, 0.36]).n_negative.tolist() == [2, 3, 3, 4]


def test_table_1_at_once():
    n, n_negative, beta, percent = map(list, zip(*TABLE_1, strict=True))
    table = undersampling_counts(1000, 9000, beta)
    assert table.n.tolist() == n
    assert table.n_negative.tolist() == n_negative
    assert table.n_positive.tolist() == [1000] * 10
    assert np.round(table.percent_negative, 2).tolist() == percent


@pytest.mark.parametrize("count", [-1, 1.5, np.nan, np.inf, "ten", "10", None, [10], 1j, 10**20, 10**400], ids=repr)
def test_counts_that_are_none(count, one_sentence):
    assert "n_positive" in one_sentence(undersampling_counts, count, 10, 0.5)
    assert "n_negative" in one_sentence(undersampling_counts, 10, count, 0.5)


def test_a_sample_without_rows_is_refused(one_sentence):
    assert "no rows" in one_sentence(undersampling_counts, 0, 0, 0.5)
    assert "No row would be left" in one_sentence(undersampling_counts, 0, 10, [0.01, 1])


# Figure 1: the largest bias


@pytest.mark.parametrize("beta", [0.01, 1 / 9, 0.3, 0.7, 1.0])
def test_largest_bias_in_closed_form(beta):
    p = np.linspace(0, 1, 1_000_001)
    bias = undersampled_posterior(p, beta) - p
    height, place = largest_bias(beta)
    root = np.sqrt(beta)
    assert height == pytest.approx((1 - root) / (1 + root), abs=1e-15)
    assert place == pytest.approx(root / (1 + root), abs=1e-15)
    assert bias.max() == pytest.approx(height, abs=1e-9)
    if beta < 1:
        assert p[bias.argmax()] == pytest.approx(place, abs=1e-6)


def test_largest_bias_for_many_betas():
    height, place = largest_bias([1 / 9, 1.0])
    np.testing.assert_allclose(height, [0.5, 0.0], atol=1e-15)
    np.testing.assert_allclose(place, [0.25, 0.5], atol=1e-15)
    assert [type(part) for part in largest_bias(0.5)] == [float, float]


@pytest.mark.parametrize("beta", [1 / 9, 0.4])
@pytest.mark.parametrize("mu", [0.5, 3.0, 15.0])
@pytest.mark.parametrize("prior", [0.01, 0.1, 0.5])
def test_largest_bias_depends_on_nothing_but_beta(beta, mu, prior):
    p = TwoGaussians(mu=mu, sigma=1, prior=prior).posterior(np.linspace(-40, 40, 200_001))
    bias = undersampled_posterior(p, beta) - p
    assert bias.max() == pytest.approx(largest_bias(beta)[0], abs=1e-5)


def test_on_average_the_bias_is_larger_for_overlapping_classes():
    def mean_bias(mu):
        world = TwoGaussians(mu=mu)
        p = world.posterior(world.sample(random_state=6)[0])
        return (undersampled_posterior(p, 1 / 9) - p).mean()

    assert mean_bias(3) > 10 * mean_bias(15)


def bias_8(omega, delta, prior, undersampled_prior):
    """Equation (8) as printed."""
    p_s = omega * undersampled_prior / (omega - delta * (1 - undersampled_prior))
    return p_s - omega * prior / (omega - delta * (1 - prior))


@pytest.mark.parametrize("omega", [0.01, 0.1])
def test_the_maximum_of_figure_1_is_at_two_thirds(omega):
    share = np.linspace(-10, 1, 1_100_001)
    bias = bias_8(omega, share * omega, prior=0.1, undersampled_prior=0.5)
    assert share[bias.argmax()] == pytest.approx(2 / 3, abs=1e-5)
    assert peak_delta(omega, prior=0.1, beta=1 / 9) == pytest.approx(2 / 3 * omega)
    assert bias.max() == pytest.approx(0.5, abs=1e-9)
    assert bias_8(omega, 0.0, 0.1, 0.5) == pytest.approx(0.4)  # at delta = 0, where the text has the maximum


def test_figure_1_depends_on_delta_in_units_of_omega():
    share = np.linspace(-10, 1, 1001)
    curves = [bias_by_delta(omega, share * omega, 0.1, 1 / 9) for omega in (0.01, 0.1)]
    np.testing.assert_allclose(curves[0], curves[1], rtol=0, atol=1e-13)
    np.testing.assert_allclose(curves[0], bias_8(1.0, share, 0.1, 0.5), rtol=0, atol=1e-13)


# G-mean


def test_g_mean_by_hand():
    assert g_mean([0, 0, 1, 1], [0, 1, 1, 1]) == pytest.approx(np.sqrt(1 / 2))
    assert g_mean([0, 0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 1, 0, 0]) == pytest.approx(np.sqrt(3 / 4 * 1 / 3))
    assert g_mean([0, 1], [0, 1]) == 1.0
    assert g_mean([0, 1], [1, 0]) == g_mean([0, 1], [0, 0]) == g_mean([0, 1], [1, 1]) == 0.0


@pytest.mark.parametrize(
    "form", [np.array, tuple, pd.Series, lambda v: np.array(v, bool), lambda v: np.array(v, np.float32)]
)
def test_g_mean_takes_any_form_of_0_and_1(form):
    answer = g_mean(form([0, 0, 1, 1]), form([0, 1, 1, 1]))
    assert type(answer) is float
    assert answer == g_mean([0, 0, 1, 1], [False, True, True, True])


@pytest.mark.parametrize(
    ("y", "positive", "word"),
    [
        ([], [], "at least one entry"),
        ([0, 0], [0, 1], "both classes"),
        ([1, 1], [0, 1], "both classes"),
        ([0, 1], [0], "one entry per row"),
        ([0, 1, 2], [0, 1, 1], "0 and 1"),
        ([0, 1], [0.3, 0.9], "0 and 1"),  # probabilities instead of decisions
        ([0, np.nan], [0, 1], "finite"),
        (["no", "yes"], [0, 1], "numbers"),
        ([[0], [0, 1]], [0, 1], "numbers"),
        ([[0, 1]], [[0, 1]], "vector"),
        (0, 1, "vector"),
        (None, None, "finite"),
    ],
)
def test_g_mean_refuses(y, positive, word, one_sentence):
    assert word in one_sentence(g_mean, y, positive)


# Forms of arguments and answers

ELEMENTWISE = {
    "undersampled_posterior": lambda p: undersampled_posterior(p, 0.2),
    "corrected_posterior": lambda p: corrected_posterior(p, 0.2),
    "corrected_threshold": lambda p: corrected_threshold(p, 0.2),
    "adjust_priors": lambda p: adjust_priors(p, 0.5, 0.1),
    "elkan_adjust": lambda p: elkan_adjust(p, 0.5, 0.1),
    "bayes_threshold": lambda p: bayes_threshold(p, 0.5),
}
elementwise = pytest.mark.parametrize("function", ELEMENTWISE.values(), ids=ELEMENTWISE)


@elementwise
@pytest.mark.parametrize("scalar", [0.5, 1, True, np.float64(0.5), np.float32(0.5), np.array(0.5)], ids=repr)
def test_scalars_give_floats(function, scalar):
    assert type(function(scalar)) is float
    assert function(scalar) == function([float(scalar)])[0]


@elementwise
@pytest.mark.parametrize(
    "form",
    [
        list,
        tuple,
        np.array,
        pd.Series,
        lambda v: pd.Series(v, index=[7, 3, 5], dtype="Float64"),
        lambda v: np.array(v, np.float32),
        lambda v: np.array(v)[::-1][::-1],
        lambda v: np.array(v, object),
    ],
)
def test_any_form_of_numbers_gives_an_array(function, form):
    values = [0.0, 0.25, 1.0]  # float32 holds them exactly
    answer = function(form(values))
    assert type(answer) is np.ndarray
    assert answer.dtype == np.float64
    np.testing.assert_array_equal(answer, [function(value) for value in values])


@elementwise
def test_whole_numbers_are_numbers(function):
    np.testing.assert_array_equal(function(np.array([0, 1])), function([0.0, 1.0]))


@elementwise
@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 3, 4)])
def test_shapes_are_kept_even_without_entries(function, shape):
    assert function(np.full(shape, 0.25)).shape == shape


@elementwise
def test_arguments_are_left_alone(function):
    values = np.array([0.0, 0.25, 1.0])
    function(values)
    assert values.tolist() == [0.0, 0.25, 1.0]


@DIRECTIONS
def test_betas_are_broadcast(function):
    p, beta = np.linspace(0, 1, 5), np.array([1 / 9, 0.5, 1.0])
    table = function(p[:, np.newaxis], beta)
    assert table.shape == (5, 3)
    for column, share in zip(table.T, beta, strict=True):
        np.testing.assert_array_equal(column, function(p, share))
    assert function(0.5, beta).shape == (3,)


def test_priors_are_broadcast():
    p = np.array([0.2, 0.7])
    for adjust in (adjust_priors, elkan_adjust):
        table = adjust(p[:, np.newaxis], 0.5, [0.1, 0.5, 0.9])
        assert table.shape == (2, 3)
        np.testing.assert_array_equal(table[:, 0], adjust(p, 0.5, 0.1))


# Hostile arguments

NO_NUMBERS = ["half", "0.5", ["a", 0.5], {}, 1j, np.array([1j]), [[0.1], [0.2, 0.3]], np.datetime64("2015-01-01")]
NOT_FINITE = [np.nan, np.inf, -np.inf, None, [0.5, np.nan], pd.Series([0.5, None]), 10**400]
NO_PROBABILITIES = [-0.1, 1.1, 2, [0.5, -1e-9], [[0.5, 1 + 1e-9]], -5e-324, np.ma.array([0.5, 0.5], mask=[0, 1])]


@pytest.mark.parametrize("bad", NO_NUMBERS + NOT_FINITE + NO_PROBABILITIES, ids=lambda bad: repr(bad)[:30])
@pytest.mark.parametrize("name", [name for name in ELEMENTWISE if name != "bayes_threshold"])
def test_no_probabilities_are_refused(name, bad, one_sentence):
    message = one_sentence(ELEMENTWISE[name], bad)
    assert message.startswith(("p ", "p_s ", "tau_s "))


@DIRECTIONS
@pytest.mark.parametrize("bad", [*NO_NUMBERS, *NOT_FINITE, 0, -0.5, 1.5, 9, [0.5, 0]], ids=lambda bad: repr(bad)[:30])
def test_no_shares_are_refused(function, bad, one_sentence):
    assert one_sentence(function, 0.5, bad).startswith("beta ")


@DIRECTIONS
def test_shapes_that_do_not_fit_are_refused(function, one_sentence):
    assert "(3,)" in one_sentence(function, [0.1, 0.2], [0.1, 0.2, 0.3])
    assert "(0,)" in one_sentence(function, [0.1, 0.2], [])


def test_an_entry_that_is_wrong_is_named(one_sentence):
    assert "entry 2 is 1.5" in one_sentence(corrected_posterior, [0.1, 0.2, 1.5], 0.5)
    assert "entry (1, 0) is nan" in one_sentence(corrected_posterior, [[0.1, 0.2], [np.nan, 0.2]], 0.5)


numbers = st.floats() | probabilities | st.integers() | st.booleans() | st.none() | st.text(max_size=5)
anything = (
    numbers | st.lists(numbers, max_size=3) | st.complex_numbers() | st.lists(st.lists(numbers, max_size=2), max_size=2)
)


@pytest.mark.parametrize(
    ("function", "n_arguments"),
    [
        (undersampled_posterior, 2),
        (corrected_posterior, 2),
        (corrected_threshold, 2),
        (largest_bias, 1),
        (bayes_threshold, 4),
        (adjust_priors, 3),
        (elkan_adjust, 3),
        (lambda p, prior: estimate_priors(p, prior, max_iter=20), 2),
        (g_mean, 2),
        (undersampling_counts, 3),
    ],
)
@pytest.mark.parametrize("arguments", [anything, st.floats(allow_nan=False), probabilities | st.lists(probabilities)])
@pytest.mark.filterwarnings("ignore:The priors still moved")  # twenty steps are few
@given(data=st.data())
def test_whatever_comes_there_is_an_answer_or_one_sentence(function, n_arguments, arguments, data, answer_or_sentence):
    answer_or_sentence(function, *(data.draw(arguments) for _ in range(n_arguments)))


def test_priors_that_still_move_are_told():
    with pytest.warns(ConvergenceWarning, match="still moved by .* after 3 steps"):
        estimate_priors([0.1, 0.4, 0.8], 0.5, max_iter=3)
