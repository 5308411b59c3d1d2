"""RelativeULSIF against the linear system written out and the relative ratio's own bounds."""

import numpy as np
import pytest
from gaussians import plane
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab.weights import RelativeULSIF


def test_one_kernel_by_hand():
    # k = 1 and 1/e at the source rows, 1 at the target row: H = (1 - a)(1 + 1/e^2)/2 + a, h = 1.
    weigher = RelativeULSIF(alpha=0.5, gamma=1.0, penalty=0.25).fit([[0.0], [1.0]], [[0.0]])
    coef = 1 / (0.25 * (1 + np.exp(-2)) + 0.5 + 0.25)
    np.testing.assert_allclose(weigher.weights_, [coef, coef / np.e], rtol=1e-12)
    np.testing.assert_allclose(weigher.ratio([[2.0]]), [coef * np.exp(-4)], rtol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 0.1, 0.9])
def test_the_coefficients_solve_the_printed_system(alpha):
    problem = plane(80)
    weigher = RelativeULSIF(alpha=alpha, gamma=0.5, penalty=0.01, n_centers=20, random_state=0).fit(*problem[:2])
    K_source, K_target = (rbf_kernel(rows, weigher.centers_, gamma=0.5) for rows in problem[:2])
    H = alpha * K_target.T @ K_target / 80 + (1 - alpha) * K_source.T @ K_source / 80
    expected = np.linalg.solve(H + 0.01 * np.eye(20), K_target.mean(axis=0))
    np.testing.assert_allclose(weigher.coef_, expected, rtol=1e-8)
    np.testing.assert_allclose(weigher.weights_, np.maximum(K_source @ expected, 0), rtol=1e-8, atol=1e-12)


def test_a_penalty_below_rounding_leaves_weights_that_are_a_ratio():
    problem = plane(80)
    weigher = RelativeULSIF(gamma=1e-6, penalty=1e-300, random_state=0).fit(*problem[:2])  # H has one eigenvalue
    assert np.isfinite(weigher.weights_).all()
    assert 0.5 < weigher.weights_.mean() < 2


def test_a_larger_alpha_keeps_the_weights_together():
    problem = plane(1000)
    largest = [
        RelativeULSIF(alpha=alpha, random_state=0).fit(*problem[:2]).weights_.max() for alpha in (0.0, 0.2, 0.5, 0.9)
    ]
    assert largest == sorted(largest, reverse=True)
    assert largest[2] < 1 / 0.5 * 1.2  # the relative ratio is at most 1/alpha


def test_what_is_chosen_is_better_on_new_rows_than_the_extremes():
    problem, new = plane(200), plane(4000, seed=1)

    def error(**options):
        weigher = RelativeULSIF(random_state=0, **options).fit(*problem[:2])
        truth = new.ratio(new.X_source)
        return np.abs(weigher.ratio(new.X_source) - truth / (0.1 * truth + 0.9)).mean()

    chosen = error()
    assert chosen < error(gamma=1000.0)
    assert chosen < error(gamma=1e-4)
    assert chosen < error(penalty=10.0)


def test_only_one_of_width_and_penalty_may_be_chosen():
    problem = plane(100)
    assert RelativeULSIF(gamma=0.3, random_state=0).fit(*problem[:2]).gamma_ == 0.3
    assert RelativeULSIF(penalty=0.3, random_state=0).fit(*problem[:2]).penalty_ == 0.3
    one, same = (RelativeULSIF(random_state=0).fit(*problem[:2]) for _ in range(2))
    np.testing.assert_array_equal(one.weights_, same.weights_)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1.0}, "alpha must be one number in [0, 1)"),
        ({"alpha": -0.1}, "alpha must be one number in [0, 1)"),
        ({"alpha": [0.1]}, "alpha must be one number in [0, 1)"),
        ({"penalty": 0}, 'penalty must be "cv" or one number'),
        ({"penalty": "strong"}, 'penalty must be "cv" or one number'),
        ({"gamma": "wide"}, 'gamma must be "cv", "median" or one number'),
    ],
)
def test_options_that_are_none_are_refused(options, message, one_sentence):
    assert message in one_sentence(RelativeULSIF(**options).fit, *plane(30)[:2])


def test_a_single_row_cannot_be_cross_validated(one_sentence):
    assert "2 rows in X_target" in one_sentence(RelativeULSIF().fit, [[0.0], [1.0]], [[0.0]])
    assert "2 rows in X_source" in one_sentence(RelativeULSIF().fit, [[0.0]], [[0.0], [1.0]])
