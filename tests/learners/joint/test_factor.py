"""The Cholesky coordinates: they represent the kernel, leave out what is spanned, and lead back to dual weights."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab.learners.joint.factor import CholeskyFactor

CASES = {
    "wide kernel": (2, 0.02, 1),
    "narrow kernel": (4, 5.0, 1),
    "duplicate rows": (2, 1.0, 3),
}


def rows(d, repeat, seed=0):
    rng = np.random.default_rng(seed)
    source, target = rng.normal(size=(60, d)), rng.normal(1, 1, size=(45, d))
    return np.concatenate([np.tile(source[: 60 // repeat], (repeat, 1)), np.tile(target[: 45 // repeat], (repeat, 1))])


@pytest.mark.parametrize("case", CASES)
def test_products_of_coordinates_are_the_kernel(case):
    d, gamma, repeat = CASES[case]
    K = rbf_kernel(rows(d, repeat), gamma=gamma)
    factor = CholeskyFactor(K, 60)
    np.testing.assert_allclose(factor.B @ factor.B.T, K, atol=1e-9)
    np.testing.assert_allclose(factor.A @ factor.A.T, K[:60, :60], atol=1e-9)
    assert factor.A.shape[1] <= 60 // repeat
    assert factor.B.shape[1] <= 105 // repeat


def test_few_coordinates_are_enough_for_a_wide_kernel():
    assert CholeskyFactor(rbf_kernel(rows(2, 1), gamma=0.02), 60).B.shape[1] < 40


@pytest.mark.parametrize("case", CASES)
def test_dual_weights_give_the_scores_of_the_coordinates(case):
    d, gamma, repeat = CASES[case]
    K = rbf_kernel(rows(d, repeat), gamma=gamma)
    factor = CholeskyFactor(K, 60)
    rng = np.random.default_rng(1)
    w, v = rng.normal(size=60) @ factor.A, rng.normal(size=105) @ factor.B
    omega, nu = factor.label_dual(w[:, np.newaxis]), factor.bias_dual(v)
    np.testing.assert_allclose(K[:60, :60] @ omega[:, 0], factor.A @ w, atol=1e-7)
    np.testing.assert_allclose(K @ nu, factor.B @ v, atol=1e-7)


def test_a_target_that_the_source_spans_adds_nothing():
    source = rows(2, 1)[:60]
    K = rbf_kernel(np.concatenate([source, source[:10]]), gamma=20.0)
    factor = CholeskyFactor(K, 60)
    assert factor.A.shape[1] == factor.B.shape[1]
    v = factor.B[3]
    np.testing.assert_allclose(K @ factor.bias_dual(v), factor.B @ v, atol=1e-8)


def test_a_kernel_that_is_zero_has_no_coordinates():
    factor = CholeskyFactor(np.zeros((5, 5)), 3)
    assert factor.A.shape == (3, 0)
    assert factor.B.shape == (5, 0)
    np.testing.assert_array_equal(factor.bias_dual(np.zeros(0)), np.zeros(5))
