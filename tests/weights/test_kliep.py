"""KLIEP against its constraints, its certificate, a general solver and a mixture worked out by hand."""

import numpy as np
import pytest
from gaussians import plane, toy
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab.weights import KLIEP
from shiftlab.weights.kliep import _mixture


def test_shares_of_a_mixture_by_hand():
    # Three rows only the first kernel reaches and one only the second: the shares are their frequencies.
    shares, gap = _mixture(np.array([[1.0, 0], [5, 0], [2, 0], [0, 7]]), 1e-10)
    np.testing.assert_allclose(shares, [3 / 4, 1 / 4], atol=1e-6)
    assert gap <= 1e-10
    # one kernel is larger everywhere
    np.testing.assert_allclose(_mixture(np.array([[1.0, 2.0], [3.0, 5.0]]), 1e-10)[0], [0, 1], atol=1e-6)


@pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")  # narrow kernels hardly reach the source
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("gamma", [0.1, 2.0, 50.0])
def test_the_objective_is_that_of_a_general_solver(seed, gamma):
    problem = plane(60, seed)
    weigher = KLIEP(gamma=gamma, n_centers=15, random_state=seed).fit(problem.X_source, problem.X_target)
    A = rbf_kernel(problem.X_target, weigher.centers_, gamma=gamma)
    b = rbf_kernel(problem.X_source, weigher.centers_, gamma=gamma).mean(axis=0)
    best = minimize(
        lambda t: -np.log(A @ (np.exp(t) / (b @ np.exp(t)))).mean(), np.zeros(15), options={"maxiter": 5000}
    )
    assert weigher.objective_ >= -best.fun - 1e-6
    assert weigher.gap_ <= 1e-6


def test_a_maximum_that_is_not_reached_is_said(monkeypatch):
    monkeypatch.setattr("shiftlab.weights.kliep._MAX_ITER", 2)
    problem = plane(60)
    with pytest.warns(ConvergenceWarning, match="raise tol"):
        weigher = KLIEP(gamma=2.0, random_state=0).fit(problem.X_source, problem.X_target)
    assert weigher.gap_ > 1e-6


@pytest.mark.parametrize("tol", [1e-1, 1e-3, 1e-5])
def test_the_gap_is_never_understated(tol):
    problem = plane(200)
    exact, rough = (
        KLIEP(gamma=1.0, tol=t, random_state=0).fit(problem.X_source, problem.X_target) for t in (1e-10, tol)
    )
    assert rough.gap_ <= tol
    assert -1e-12 <= exact.objective_ - rough.objective_ <= rough.gap_ + 1e-10


def test_the_constraints_hold():
    problem = plane(300)
    weigher = KLIEP(random_state=0).fit(problem.X_source, problem.X_target)
    assert (weigher.coef_ >= 0).all()
    assert weigher.weights_.mean() == pytest.approx(1, rel=1e-12)
    assert weigher.objective_ == pytest.approx(np.log(weigher.ratio(problem.X_target)).mean(), rel=1e-9)
    assert weigher.centers_.shape == (100, 2)
    assert {tuple(row) for row in weigher.centers_} <= {tuple(row) for row in problem.X_target}


def test_the_width_chosen_is_no_narrower_than_the_densities_few_rows_show():
    # Leaving out target rows alone takes widths of about the distance of neighbouring rows.
    for seed in range(5):
        problem = toy(100, seed)
        weigher = KLIEP(random_state=0).fit(problem.X_source, problem.X_target)
        truth = problem.ratio(problem.X_source)
        assert 1 / np.sqrt(2 * weigher.gamma_) > 0.05
        assert np.abs(weigher.weights_ - truth).mean() < np.abs(1 - truth).mean()


def test_centers_that_repeat_are_one():
    rows = np.repeat([[0.0], [1.0], [2.0]], 20, axis=0)
    assert KLIEP(gamma=1.0, random_state=0).fit(rows, rows).centers_.shape == (3, 1)


def test_the_seed_draws_centers_and_folds():
    problem = plane(200)
    one, same, other = (KLIEP(random_state=seed).fit(problem.X_source, problem.X_target) for seed in (0, 0, 1))
    np.testing.assert_array_equal(one.weights_, same.weights_)
    assert not np.array_equal(one.centers_, other.centers_)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gamma": "wide"}, 'gamma must be "cv", "median" or one number'),
        ({"gamma": -1.0}, 'gamma must be "cv", "median" or one number'),
        ({"gamma": 1e9}, "too large"),
        ({"n_centers": 0}, "n_centers must be a whole number"),
        ({"n_centers": 2.5}, "n_centers must be a whole number"),
        ({"tol": 0}, "tol is"),
        ({"tol": "tight"}, "tol must be numbers"),
        ({"tol": [0.1]}, "tol must be one number"),
    ],
)
def test_options_that_are_none_are_refused(options, message, one_sentence):
    problem = plane(30)
    assert message in one_sentence(KLIEP(**options).fit, problem.X_source, problem.X_target)


def test_a_single_target_row_cannot_be_cross_validated(one_sentence):
    message = one_sentence(KLIEP().fit, [[0.0], [1.0]], [[0.0]])
    assert '"cv" needs at least 2 rows in X_target' in message
