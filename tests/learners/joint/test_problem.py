"""The joint criterion: the formula of the paper, its derivatives, and where it is not convex."""

import numpy as np
import pytest
from joint_problems import criterion, gradient, hessian, problem, samples, value
from scipy.optimize import approx_fprime

from shiftlab.learners.joint.labels import SeveralClasses, TwoClasses, log_logistic
from shiftlab.learners.joint.problem import JointProblem

SIGMAS = {"sigma_w": 2.0, "sigma_v": 0.5}


def draw(of, seed=0, size=0.7):
    return np.random.default_rng(seed).normal(size=of.size) * size


@pytest.mark.parametrize("seed", range(5))
def test_the_value_is_that_of_the_paper(seed):
    data = samples(seed=seed)
    of = problem(seed=seed, **SIGMAS)
    theta = draw(of, seed)
    w, v = SIGMAS["sigma_w"] * theta[:3], SIGMAS["sigma_v"] * theta[3:]
    assert value(of, theta) == pytest.approx(criterion(w, v, *data, **SIGMAS), rel=1e-12)
    # broken variants: m/n left out, and weights inverted
    assert value(of, theta) != pytest.approx(criterion(w, v, *data, **SIGMAS, factor=1.0), rel=1e-3)
    np.testing.assert_allclose(of.at(of.scores(theta)).weights, 60 / 40 * np.exp(-data[0] @ v), rtol=1e-12)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_are_those_of_finite_differences(seed, n_classes):
    of = problem(seed=seed, n_classes=n_classes, **SIGMAS)
    theta = draw(of, seed)
    slopes = approx_fprime(theta, lambda at: value(of, at), 1e-7)
    np.testing.assert_allclose(gradient(of, theta), slopes, rtol=2e-5, atol=2e-5 * np.abs(slopes).max())
    steps = 1e-6 * np.eye(of.size)
    bends = np.array([(gradient(of, theta + step) - gradient(of, theta - step)) / 2e-6 for step in steps])
    H = hessian(of, theta)
    np.testing.assert_allclose(H, bends, atol=1e-6 * np.abs(bends).max())
    # a broken variant: the cross derivatives (38) with the other sign
    flipped = H.copy()
    flipped[of.size_w :, : of.size_w] *= -1
    assert np.abs(flipped - bends).max() > 1e-3 * np.abs(bends).max()


@pytest.mark.parametrize("convex", [False, True])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_products_are_those_of_the_matrix(n_classes, convex):
    of = problem(n_classes=n_classes, **SIGMAS)
    theta, direction = draw(of, 1), draw(of, 2)
    curvature = of.at(of.scores(theta)).curvature(convex)
    product = of.back(curvature.times(of.scores(direction))) + direction
    np.testing.assert_allclose(product, hessian(of, theta, convex) @ direction, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_made_convex_it_is_convex_and_unchanged_where_it_was(n_classes):
    smallest, changed = [], 0
    for seed in range(40):
        of = problem(seed=seed, n_classes=n_classes, sigma_w=3.0, sigma_v=3.0)
        theta = draw(of, seed)
        smallest.append(np.linalg.eigvalsh(hessian(of, theta)).min())
        eigenvalues = np.linalg.eigvalsh(hessian(of, theta, convex=True))
        assert eigenvalues[0] > 1 - 1e-9 - 1e-14 * eigenvalues[-1]  # 1 is the prior's
        point = of.at(of.scores(theta))
        plain, clipped = point.curvature(False).cross, point.curvature(True).cross
        kept = np.isclose(plain, clipped, rtol=1e-12).all(axis=1)
        changed += (~kept).sum()
        if n_classes == 2:  # |a_i| <= sqrt(c_i (b_i + q_i (1 - q_i)))
            curvature = point.curvature(False)
            most = np.sqrt(curvature.labels(0, 0) * curvature.bias[: of.m])
            np.testing.assert_allclose(np.abs(clipped[:, 0]), np.minimum(np.abs(plain[:, 0]), most), rtol=1e-9)
    assert min(smallest) < 0 < changed  # or there was nothing to make convex


def test_the_criterion_is_not_convex_although_the_rows_are_separated():
    # Corollary 1 is false as worded: w separates -1 from 1, yet the Hessian at (.01, -3) has a negative eigenvalue
    of = JointProblem(TwoClasses(np.array([1, 0])), np.array([[1.0], [-1.0]]), np.array([[1.0], [-1.0], [3.0], [2.0]]))
    theta = np.array([0.01, -3.0])
    assert np.linalg.eigvalsh(hessian(of, theta)).min() < 0
    assert np.linalg.eigvalsh(hessian(of, theta, convex=True)).min() >= 1


def test_without_a_target_it_is_the_iid_criterion():
    X, y, _ = samples()
    of = JointProblem(TwoClasses(y), X, sigma_w=2.0)
    w = draw(of)
    signs = np.where(y == 1, 1, -1)
    assert of.size == 3
    assert value(of, w) == pytest.approx(np.logaddexp(0, -signs * (X @ (2 * w))).sum() + w @ w / 2)


def test_far_from_the_boundary_nothing_overflows_or_vanishes():
    margins = np.array([-1e4, -800.0, -40.0, 0.0, 40.0, 700.0])
    loss, wrong, right = log_logistic(margins)
    np.testing.assert_allclose(loss[:4], [1e4, 800, 40, np.log(2)])
    np.testing.assert_allclose(loss[4:], np.exp(-margins[4:]), rtol=1e-12)
    np.testing.assert_allclose(wrong[4:], np.exp(-margins[4:]), rtol=1e-12)
    np.testing.assert_allclose(right[2], np.exp(-40), rtol=1e-12)
    scores = np.column_stack([np.zeros(6), margins])
    for codes in (np.zeros(6, int), np.ones(6, int)):
        two, several = TwoClasses(codes)(margins[:, np.newaxis]), SeveralClasses(codes, 2)(scores)
        np.testing.assert_allclose(several.loss, two.loss, rtol=1e-12)
        np.testing.assert_allclose(several.residual[:, [1]], two.residual, rtol=1e-12)
        with np.errstate(over="ignore"):  # exp(1e4)
            np.testing.assert_allclose(several.odds, two.odds, rtol=1e-12)
