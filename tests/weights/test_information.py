"""Shimodaira's criterion: its parts by finite differences, its exponent by hand and by brute force."""

import numpy as np
import pytest
from gaussians import SOURCE, TARGET, toy
from scipy.stats import norm

from shiftlab.weights import InformationCriterionRatio, KnownRatio, Weigher, information_criterion

KNOWN = KnownRatio(SOURCE.pdf, TARGET.pdf)


def cubic(n, seed=0):
    problem = toy(n, seed)
    x = problem.X_source[:, 0]
    return problem, x**3 - x + np.random.default_rng(seed + 100).normal(0, 0.3, size=n)


def literal(exponent, ratio, X, y, variance="fitted", step=1e-4):
    """IC with score and Hessian of each row's log p by central differences, in (coefficients, sigma^2)."""
    design, w = np.column_stack([np.ones(len(X)), X]), ratio**exponent
    coef = np.linalg.solve(design.T @ (w[:, np.newaxis] * design), design.T @ (w * y))
    fitted = variance if not isinstance(variance, str) else w @ (y - design @ coef) ** 2 / w.sum()
    theta = np.append(coef, fitted) if variance == "fitted" else coef

    def log_p(theta):
        *coef, sigma_squared = theta if variance == "fitted" else (*theta, fitted)
        return norm.logpdf(y, design @ coef, np.sqrt(sigma_squared))

    steps = step * np.eye(theta.size)
    score = np.array([(log_p(theta + h) - log_p(theta - h)) / (2 * step) for h in steps]).T
    second = np.array(
        [
            [log_p(theta + g + h) - log_p(theta + g - h) - log_p(theta - g + h) + log_p(theta - g - h) for h in steps]
            for g in steps
        ]
    ) / (4 * step**2)
    np.testing.assert_allclose(w @ score, 0, atol=1e-3)  # theta maximises the weighted likelihood
    J = score.T @ ((ratio * w)[:, np.newaxis] * score)
    H = -second @ w
    return -2 * ratio @ log_p(theta) + 2 * np.trace(J @ np.linalg.inv(H))


@pytest.mark.parametrize("variance", ["fitted", "plug-in", 0.2])
@pytest.mark.parametrize("exponent", [0.0, 0.3, 0.77, 1.0])
def test_the_criterion_is_that_of_finite_differences(exponent, variance):
    problem, y = cubic(40)
    X = np.column_stack([problem.X_source, np.random.default_rng(1).normal(size=40)])
    ratio = problem.ratio(problem.X_source)
    expected = literal(exponent, ratio, X, y, variance)
    actual = information_criterion(exponent, ratio, X, y, variance=variance)
    np.testing.assert_allclose(actual, [expected], rtol=1e-5)


def test_the_criterion_by_hand():
    # A constant is fitted to y = 1, 1, 4 of ratio 1, 1, 4 with variance 1. Weighted by 1, 1, 2 (exponent 1/2) it is
    # 10/4 = 5/2, the residuals -3/2, -3/2, 3/2, all with square 9/4. J = 9/4 (1 + 1 + 8), H = 4.
    criterion = information_criterion(0.5, [1, 1, 4], np.zeros((3, 1)), [1, 1, 4], variance=1.0)
    assert criterion[0] == pytest.approx(6 * (9 / 4 + np.log(2 * np.pi)) + 2 * (9 / 4) * 10 / 4, rel=1e-12)


class Given(Weigher):
    """Has its weights told."""

    def __init__(self, weights):
        self.weights = weights

    def fit(self, X_source, X_target):
        return self._keep(np.asarray(self.weights, dtype=float))


def test_the_exponent_by_hand():
    # A constant is fitted to m times y = 0 of ratio 1 and once y = 1 of ratio b. With w = b^exponent it is w/(m + w),
    # IC = m ((w^2 + bm)/(m + w)^2 + 2 (w^2 + bmw)/(m + w)^3) + a constant, whose derivative has the sign of
    # (m - 1) w - m (3b - 2 - m): the minimum is at w = m (3b - 2 - m)/(m - 1), 4.2 for m = 21 and b = 9.
    X, y, ratio = np.zeros((22, 1)), np.append(np.zeros(21), 1.0), np.append(np.ones(21), 9.0)
    weigher = InformationCriterionRatio(Given(ratio), variance=1.0).fit(X, X, y)
    assert weigher.exponent_ == pytest.approx(np.log(4.2) / np.log(9), abs=1e-5)
    w = 4.2
    lowest = 21 * ((w**2 + 189) / (21 + w) ** 2 + 2 * (w**2 + 189 * w) / (21 + w) ** 3) + 30 * np.log(2 * np.pi)
    assert weigher.criterion_ == pytest.approx(lowest, rel=1e-9)
    np.testing.assert_allclose(weigher.weights_, ratio**weigher.exponent_)


def test_at_the_ends_the_exponent_is_exact():
    # As above: with m = 5 and b = 9 the minimum, at w = 25, lies beyond the largest w, 9; with m = 24 and b = 1.04
    # it lies below the smallest, 1.
    for m, b, exponent in ((5, 9.0, 1.0), (24, 1.04, 0.0)):
        X, y, ratio = np.zeros((m + 1, 1)), np.append(np.zeros(m), 1.0), np.append(np.ones(m), b)
        weigher = InformationCriterionRatio(Given(ratio), variance=1.0).fit(X, X, y)
        assert weigher.exponent_ == exponent
        np.testing.assert_array_equal(weigher.weights_, ratio**exponent)


@pytest.mark.parametrize("variance", ["fitted", "plug-in", 0.09])
def test_the_exponent_is_the_minimum_of_a_fine_grid(variance):
    grid = np.linspace(0, 1, 2001)
    for seed in range(20):
        problem, y = cubic(100, seed)
        weigher = InformationCriterionRatio(KNOWN, variance=variance).fit(*problem[:2], y)
        values = information_criterion(grid, problem.ratio(problem.X_source), problem.X_source, y, variance=variance)
        assert weigher.criterion_ <= values.min() + 1e-9
        assert weigher.exponent_ == pytest.approx(grid[np.argmin(values)], abs=5e-4)


def test_with_a_model_that_is_wrong_more_rows_ask_for_the_full_ratio():
    exponents = []
    for n in (30, 10_000):
        fits = [(cubic(n, seed)) for seed in range(5)]
        exponents.append(np.mean([InformationCriterionRatio(KNOWN).fit(*p[:2], y).exponent_ for p, y in fits]))
    assert exponents[0] < 0.9 < exponents[1]


def test_units_and_origin_of_the_columns_do_not_matter():
    problem, y = cubic(100)
    X = np.column_stack([problem.X_source, np.random.default_rng(1).normal(size=100)])
    ratio, exponents = problem.ratio(problem.X_source), np.linspace(0, 1, 5)
    expected = information_criterion(exponents, ratio, X, y)
    for other in (
        X * [1e8, 1e-8],
        X + np.array([1e6, -1e3]),
        np.column_stack([X, X[:, 0] - X[:, 1], np.full(100, 5.0)]),
    ):
        np.testing.assert_allclose(information_criterion(exponents, ratio, other, y), expected, rtol=1e-6)


def test_rows_of_ratio_zero_only_count_in_the_unweighted_fit():
    problem, y = cubic(50)
    ratio = np.where(np.arange(50) % 2, problem.ratio(problem.X_source), 0)
    kept = ratio > 0
    some = information_criterion([0.5, 1.0], ratio[kept], problem.X_source[kept], y[kept])
    np.testing.assert_allclose(information_criterion([0.5, 1.0], ratio, problem.X_source, y), some, rtol=1e-10)


X, Y = toy(20).X_source, np.arange(20.0) ** 2
REFUSED = {
    "no labels": (None, "fitted", "call fit(X_source, X_target, y_source)"),
    "fewer labels": (Y[:5], "fitted", "one number for each of 20 rows"),
    "NaN": (Y * np.nan, "fitted", "y_source must be finite"),
    "words": (["a"] * 20, "fitted", "y_source must be numbers"),
    "no noise": (3 * X[:, 0] + 1, "fitted", "must not be a linear function"),
    "constant": (np.ones(20), "plug-in", "must not be a linear function"),
    "zeros": (np.zeros(20), "plug-in", "must not be a linear function"),
    "another variance": (Y, "known", "variance must be"),
    "no variance": (Y, 0.0, "variance must be"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_labels_and_variances_without_a_criterion_are_refused(case, one_sentence):
    y, variance, message = REFUSED[case]
    assert message in one_sentence(InformationCriterionRatio(KNOWN, variance=variance).fit, X, X, y)


@pytest.mark.parametrize("ratio", [np.zeros(20), -np.ones(20), np.full(20, np.nan), np.ones(3)])
def test_ratios_without_a_criterion_are_refused(ratio, one_sentence):
    assert one_sentence(information_criterion, 0.5, ratio, X, Y)


@pytest.mark.parametrize("ratio", [{}, [], 3, "known", KnownRatio], ids=repr)
def test_what_is_no_weigher_is_refused(ratio, one_sentence):
    assert "ratio must be a weigher" in one_sentence(
        InformationCriterionRatio(ratio).fit, np.zeros((3, 1)), np.ones((3, 1)), [0.0, 1.0, 2.0]
    )
