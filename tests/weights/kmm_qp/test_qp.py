"""The quadratic programme of kernel mean matching: against another solver, and each method by itself."""

import numpy as np
import pytest
from quadratic_programmes import gap_by_linear_programming, programme, random_programme, solve_with_cvxopt
from scipy.spatial.distance import cdist

from shiftlab.weights.kernels import Kernel, row_means
from shiftlab.weights.kmm_qp import qp
from shiftlab.weights.kmm_qp.cholesky import pivoted_cholesky
from shiftlab.weights.kmm_qp.constraints import Allowed, Found, Sides
from shiftlab.weights.kmm_qp.interior import Dense, LowRank, interior_point
from shiftlab.weights.kmm_qp.pivoting import block_pivoting

TOL = 1e-6


def minimise(problem, tol=TOL, start=None):
    kernel = Kernel(problem.X, problem.gamma)
    return qp.minimise(kernel, problem.kappa, problem.allowed, problem.ridge, tol, start)


def all_free(m):
    return Sides(np.ones(m, bool), np.zeros(m, bool))


def samples(m, d, seed=0, n=None):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)), rng.normal(0.5, 0.7, size=(n or m, d))


def apart(problem, tol, b):
    """How far two solutions with gaps of at most `tol` can be from each other: the ridge makes f strongly convex."""
    return 2 * np.sqrt(2 * tol * problem.scale(b) / problem.ridge)


# Against another solver


@pytest.mark.parametrize("seeds", [range(start, start + 50) for start in range(0, 450, 50)], ids=str)
def test_random_problems_are_solved_as_well_as_by_cvxopt(seeds):
    compared = 0
    for seed in seeds:
        problem = random_programme(seed)
        upper, least, most = problem.allowed
        solution = minimise(problem)
        b = solution.weights
        scale, rounding = problem.scale(b), 1e-9 * b.size
        assert b.min() >= 0, seed
        assert b.max() <= upper, seed
        assert least - rounding <= b.sum() <= most + rounding, seed
        assert solution.gap <= TOL, seed
        assert solution.objective == pytest.approx(0.5 * b @ problem.K @ b - problem.kappa @ b, abs=1e-11 * scale)
        other = solve_with_cvxopt(problem, 1e-10)
        if other is not None:
            compared += 1
            assert problem.value(b) <= problem.value(other) + TOL * scale, seed
        if seed % 5 == 0:
            assert solution.gap >= gap_by_linear_programming(problem, b) / scale - 1e-11, seed
    assert compared >= 45


def test_the_gap_bounds_how_much_worse_than_the_optimum_any_weights_are():
    rng = np.random.default_rng(0)
    for seed in range(20):
        problem = random_programme(seed)
        best = problem.value(minimise(problem, 1e-9).weights)
        for spread in (1e-6, 1e-3, 1):
            b = problem.allowed.nearby(1 + spread * rng.normal(size=len(problem.K)))
            gap = problem.allowed.gap(b, problem.gradient(b))
            assert gap == pytest.approx(gap_by_linear_programming(problem, b), rel=1e-6, abs=1e-9 * problem.scale(b))
            assert problem.value(b) - best <= gap + 1e-9 * problem.scale(b)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("ridge", [0, 1e-3])
def test_larger_samples_in_few_and_in_many_dimensions(d, ridge):
    problem = programme(*samples(600, d), ridge=ridge)
    solution = minimise(problem)
    assert solution.gap <= TOL
    assert problem.value(solution.weights) <= problem.value(solve_with_cvxopt(problem, 1e-8)) + TOL * problem.scale(
        solution.weights
    )


def test_one_step_is_enough_from_the_solution():
    problem = programme(*samples(300, 4), ridge=1e-3)
    cold = minimise(problem)
    warm = minimise(problem, start=cold.sides)
    assert warm.n_iter == 1 < cold.n_iter
    np.testing.assert_allclose(warm.weights, cold.weights, atol=1e-8)


def test_a_start_from_anywhere_leads_to_the_same_weights():
    rng = np.random.default_rng(0)
    problem = programme(*samples(150, 2), ridge=1e-3, B=4.0)
    expected = minimise(problem, 1e-12).weights
    for chances in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.3, 0.3, 0.4)]:
        side = rng.choice(["zero", "free", "full"], size=150, p=chances)
        found = minimise(problem, 1e-12, Sides(side == "free", side == "full")).weights
        assert np.linalg.norm(found - expected) <= apart(problem, 1e-12, expected) < 0.02


def test_the_sides_are_known_however_the_weights_were_found():
    problem = programme(*samples(400, 1), ridge=1e-3, B=1.5)
    first = minimise(problem, 1e-9)
    again = minimise(problem, 1e-9, first.sides)
    assert again.n_iter == 1 < first.n_iter
    np.testing.assert_array_equal(again.weights == 0, ~first.sides.free & ~first.sides.full)
    np.testing.assert_array_equal(again.weights == 1.5, first.sides.full)


# The route


def test_another_method_takes_over_where_one_fails(monkeypatch):
    problem = programme(*samples(200, 10))
    expected = minimise(problem)
    useless = problem.allowed.nearby(np.zeros(200))
    monkeypatch.setattr(qp, "block_pivoting", lambda *arguments: Found(useless, all_free(200), 7))
    solution = minimise(problem)
    assert solution.gap <= TOL
    assert solution.n_iter > 7
    assert solution.objective == pytest.approx(expected.objective, rel=2 * TOL)


def test_the_best_weights_are_returned_when_none_are_good_enough(monkeypatch):
    problem = programme(*samples(200, 10))
    good = minimise(problem).weights
    useless = problem.allowed.nearby(np.zeros(200))
    monkeypatch.setattr(qp, "block_pivoting", lambda *arguments: Found(good, all_free(200), 7))
    monkeypatch.setattr(qp, "interior_point", lambda *arguments: Found(useless, all_free(200), 5))
    solution = minimise(problem, 1e-30)
    np.testing.assert_array_equal(solution.weights, good)
    assert solution.n_iter == 12
    assert 1e-30 < solution.gap < TOL


def test_a_wide_kernel_in_the_plane_needs_no_matrix(monkeypatch):
    monkeypatch.setattr(Kernel, "matrix", property(lambda kernel: pytest.fail("the whole matrix was computed")))
    assert minimise(programme(*samples(500, 2))).gap <= TOL


@pytest.mark.parametrize("broken", ["interior_point", "block_pivoting"])
def test_a_method_that_breaks_down_is_never_the_best(monkeypatch, broken):
    problem = programme(*samples(200, 10), ridge=1e-3)
    expected = minimise(problem)
    monkeypatch.setattr(qp, broken, lambda *arguments: Found(np.full(200, np.nan), all_free(200), 1))
    solution = minimise(problem)
    assert solution.gap <= TOL
    np.testing.assert_allclose(solution.weights, expected.weights, atol=1e-3)


# The methods


@pytest.mark.parametrize("eps", [0.0, 0.1, None])
@pytest.mark.parametrize("B", [1.5, 1000.0])
@pytest.mark.parametrize("ridge", [1e-3, 1.0])
def test_every_method_finds_the_same_weights(eps, B, ridge):
    problem = programme(*samples(300, 2), eps=eps, B=B, ridge=ridge)
    factor = pivoted_cholesky(Kernel(problem.X, problem.gamma), 1e-15, 300)
    found = [
        interior_point(LowRank(factor, ridge), problem.kappa, problem.allowed, 1e-12),
        interior_point(Dense(problem.K, ridge), problem.kappa, problem.allowed, 1e-12),
    ]
    found.append(block_pivoting(problem.K, ridge, problem.kappa, problem.allowed, 1e-12, found[0].sides))
    for b, _, steps in found:
        assert steps < 40
        assert problem.allowed.gap(b, problem.gradient(b)) <= 1.1e-12 * problem.scale(b)  # a tenth for the factor
        assert np.linalg.norm(b - found[-1].weights) <= apart(problem, 1.1e-12, b) < 0.03


def test_pivoting_gives_up_on_a_singular_matrix():
    problem = programme(np.zeros((10, 1)), np.zeros((3, 1)), gamma=1.0)
    b = block_pivoting(problem.K, 0.0, problem.kappa, problem.allowed, TOL, all_free(10)).weights
    assert problem.allowed.least <= b.sum() <= problem.allowed.most


def test_systems_with_a_diagonal_are_solved():
    rng = np.random.default_rng(0)
    factor, diagonal, right = rng.normal(size=(5, 40)), rng.uniform(0.1, 2, size=40), rng.normal(size=40)
    K = factor.T @ factor
    for quadratic in (LowRank(factor, 0.3), Dense(K, 0.3)):
        np.testing.assert_allclose(quadratic.times(right), K @ right + 0.3 * right)
        expected = np.linalg.solve(K + np.diag(diagonal + 0.3), right)
        np.testing.assert_allclose(quadratic.solver(diagonal)(right), expected, rtol=1e-9)


# The constraints


def test_allowed_weights_nearby():
    allowed = Allowed(upper=2.0, least=3.0, most=5.0)
    inside = np.array([0.0, 1.0, 2.0, 1.0])
    np.testing.assert_array_equal(allowed.nearby(inside), inside)
    np.testing.assert_allclose(allowed.nearby(np.array([9.0, 9.0, 9.0, -1.0])), [5 / 3, 5 / 3, 5 / 3, 0])
    raised = allowed.nearby(np.zeros(4))
    assert raised.sum() == pytest.approx(3)
    assert raised.max() <= 2


def test_the_smallest_gradients_are_filled_first():
    allowed = Allowed(upper=2.0, least=3.0, most=5.0)
    assert allowed.minimum(np.array([-1.0, -2.0, -3.0, 4.0])) == 2 * -3 + 2 * -2 + 1 * -1
    assert allowed.minimum(np.array([1.0, 2.0, 3.0])) == 2 * 1 + 1 * 2  # no more than must be
    assert allowed.minimum(np.array([-1.0, 2.0, 3.0])) == 2 * -1 + 1 * 2
    assert Allowed(2.0, 3.0, 3.0).minimum(np.array([-1.0, -2.0, 3.0])) == 2 * -2 + 1 * -1


# The kernel


@pytest.mark.parametrize("offset", [0.0, 1e6])
@pytest.mark.parametrize("gamma", [0.01, 1.0, 1e5])
def test_the_kernel_is_what_it_says(offset, gamma):
    X, Y = (rows + offset for rows in samples(700, 3, n=50))
    expected = np.exp(-gamma * cdist(X, X, "sqeuclidean"))
    kernel, b = Kernel(X, gamma), np.random.default_rng(1).uniform(size=700)
    tolerance = {"rtol": 1e-9, "atol": 1e-11}
    np.testing.assert_allclose(kernel.times(b), expected @ b, **tolerance)
    np.testing.assert_allclose(kernel.column(5), expected[:, 5], **tolerance)
    assert "matrix" not in vars(kernel)
    np.testing.assert_allclose(kernel.matrix, expected, **tolerance)
    np.testing.assert_allclose(kernel.times(b), expected @ b, **tolerance)
    means = np.exp(-gamma * cdist(X, Y, "sqeuclidean")).mean(axis=1)
    np.testing.assert_allclose(row_means(X, Y, gamma), means, **tolerance)


def test_rows_at_any_distance_have_a_kernel():
    X = np.array([[0.0], [1.0], [1e12], [1e12 + 1], [1e200]])
    near = np.exp(-1)
    expected = [[1, near, 0, 0, 0], [near, 1, 0, 0, 0], [0, 0, 1, near, 0], [0, 0, near, 1, 0], [0, 0, 0, 0, 1]]
    np.testing.assert_allclose(Kernel(X, 1.0).matrix, expected, rtol=1e-12)


@pytest.mark.parametrize("residual", [1e-3, 1e-7])
def test_the_factor_represents_the_kernel(residual):
    X, _ = samples(400, 2)
    kernel = Kernel(X, 0.3)
    factor = pivoted_cholesky(kernel, residual, 160)
    left = kernel.matrix - factor.T @ factor
    assert -1e-12 < np.trace(left) <= residual * 400 * (1 + 1e-6)
    assert np.linalg.eigvalsh(left).min() > -1e-10
    assert np.trace(kernel.matrix - factor[:-1].T @ factor[:-1]) > residual * 400  # no longer than it need be


def test_a_factor_that_would_be_long_is_given_up_early(monkeypatch):
    columns, column = [], Kernel.column
    monkeypatch.setattr(Kernel, "column", lambda kernel, i: columns.append(i) or column(kernel, i))
    assert pivoted_cholesky(Kernel(samples(800, 10)[0], 0.05), 1e-7, 320) is None
    assert len(columns) <= 64
    assert pivoted_cholesky(Kernel(samples(800, 2)[0], 0.3), 1e-7, 320) is not None


def test_copies_of_a_row_add_no_rank():
    X = np.repeat(samples(10, 3)[0], 20, axis=0)
    assert len(pivoted_cholesky(Kernel(X, 1.0), 1e-10, 100)) <= 10
