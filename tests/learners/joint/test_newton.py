"""The search: it descends, it arrives, wherever it safely starts, and whichever way the equations are solved."""

import numpy as np
import pytest
from joint_problems import gradient, problem, value
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from shiftlab.learners.joint.labels import SeveralClasses, TwoClasses
from shiftlab.learners.joint.newton import maximise_posterior, minimise
from shiftlab.learners.joint.problem import JointProblem


def random_problem(seed):
    """A problem of any size, shift and prior, small enough to be solved in no time."""
    rng = np.random.default_rng(seed)
    return problem(
        m=int(rng.integers(5, 120)),
        n=int(rng.integers(1, 120)),
        d=int(rng.integers(1, 12)),
        shift=float(rng.uniform(0, 5)),
        n_classes=int(rng.choice([2, 2, 3])),
        sigma_w=float(10 ** rng.uniform(-1, 1.5)),
        sigma_v=float(10 ** rng.uniform(-1, 1.5)),
        seed=seed,
    )


@pytest.mark.parametrize("largest_matrix", [400, 0], ids=["Cholesky", "conjugate gradients"])
def test_three_hundred_random_problems_are_solved_and_the_objective_never_rises(largest_matrix):
    for seed in range(300 if largest_matrix else 60):
        of = random_problem(seed)
        iid = JointProblem(of.labels, of.A, sigma_w=of.sigma_w)
        w = minimise(iid, np.zeros(iid.size), 1e-8, 100, largest_matrix).theta
        start = np.concatenate([w, np.zeros(of.size - of.size_w)])
        found = minimise(of, start, 1e-10, 100, largest_matrix)
        assert found.converged, seed
        assert (np.diff(found.path) < 0).all(), seed
        assert found.path[0] == pytest.approx(value(of, start))
        assert np.abs(gradient(of, found.theta)).max() < 1e-3 * max(1, np.abs(gradient(of, start)).max()), seed


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_minimum_is_that_of_a_general_solver(seed, n_classes):
    of = problem(seed=seed, n_classes=n_classes)
    found = maximise_posterior(of, 1e-10, 100)
    general = minimize(
        lambda theta: value(of, theta),
        np.zeros(of.size),
        jac=lambda theta: gradient(of, theta),
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-9, "maxiter": 10_000},
    )
    assert found.path[-1] == pytest.approx(general.fun, rel=1e-9)
    np.testing.assert_allclose(found.theta, general.x, atol=1e-4)


@pytest.mark.parametrize("seed", range(10))
def test_several_safe_starts_lead_to_the_same_minimum(seed):
    of = problem(seed=seed, m=200, n=150, shift=1.5)
    best = maximise_posterior(of, 1e-12, 100)
    two_stage = minimise(of, best.theta, 1e-12, 100).theta
    for start in (
        np.zeros(of.size),
        two_stage,
        0.5 * best.theta,
        0.1 * np.random.default_rng(seed).normal(size=of.size),
    ):
        found = minimise(of, start, 1e-12, 100)
        assert found.path[-1] == pytest.approx(best.path[-1], rel=1e-12)
        np.testing.assert_allclose(found.theta, best.theta, atol=1e-6)


@pytest.mark.parametrize("distance", [3, 30])
def test_starts_far_out_neither_overflow_nor_rise(distance):
    for seed in range(20):
        of = problem(seed=seed)
        found = minimise(of, distance * np.random.default_rng(seed).normal(size=of.size), 1e-8, 500)
        assert np.isfinite(found.theta).all()
        assert (np.diff(found.path) < 0).all()
        if distance == 3:  # at 30, where J may be 1e78, no float says where down is
            assert found.converged


def test_a_start_that_overflows_is_refused(one_sentence):
    of = problem()
    with np.errstate(over="ignore"):
        assert "other units" in one_sentence(minimise, of, np.full(of.size, 1e4), 1e-8, 10)


def test_the_search_starts_at_the_iid_fit():
    of = problem(m=300)
    codes = (of.labels._signs > 0).astype(int)
    iid = LogisticRegression(C=1.0, fit_intercept=False, tol=1e-8).fit(of.A, codes)
    start = np.concatenate([iid.coef_[0], np.zeros(3)])
    assert maximise_posterior(of, 1e-8, 100).path[0] == pytest.approx(value(of, start), rel=1e-4)
    alone = maximise_posterior(JointProblem(TwoClasses(codes), of.A), 1e-10, 100)
    np.testing.assert_allclose(alone.theta, iid.coef_[0], atol=1e-5)
    np.testing.assert_array_equal(alone.point.weights, np.ones(300))


def test_two_classes_are_several_with_a_wider_prior():
    # columns of -w/2 and w/2 have half the square of w
    two = problem(sigma_w=np.sqrt(2))
    several = JointProblem(SeveralClasses((two.labels._signs > 0).astype(int), 2), two.A, two.B)
    first, second = maximise_posterior(two, 1e-12, 100), maximise_posterior(several, 1e-12, 100)
    assert first.path[-1] == pytest.approx(second.path[-1], rel=1e-12)
    np.testing.assert_allclose(first.point.weights, second.point.weights, rtol=1e-6)


def test_too_few_steps_are_reported():
    found = maximise_posterior(problem(shift=3.0), 1e-10, 1)
    assert not found.converged
    assert found.n_iter == 1
