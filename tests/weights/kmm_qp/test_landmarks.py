"""Kernel mean matching without its matrix: the exact programme's solution, and a gap that is what it says."""

import warnings

import numpy as np
import pytest
from gaussians import plane
from quadratic_programmes import programme
from sklearn.exceptions import ConvergenceWarning

from shiftlab.weights import KernelMeanMatching, kernel_mean_matching
from shiftlab.weights.kernels import Kernel
from shiftlab.weights.kmm_qp import landmarks
from shiftlab.weights.kmm_qp.landmarks import LinearFactor, nystroem

few_rows_worth = pytest.mark.filterwarnings("ignore::shiftlab.weights.ShiftWarning")


def samples(m, d, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)), rng.normal(0.3, 0.9, size=(m, d))


@pytest.fixture
def without_matrix(monkeypatch):
    def matrix(self):
        raise AssertionError("K was formed")

    monkeypatch.setattr(Kernel, "matrix", property(matrix))


@pytest.mark.parametrize("d", [1, 2, 10])
def test_they_lead_to_the_weights_of_the_exact_solver(d):
    X_source, X_target = samples(800, d)
    exact = KernelMeanMatching(n_landmarks=None).fit(X_source, X_target)
    by_landmarks = KernelMeanMatching(n_landmarks=100).fit(X_source, X_target)
    assert by_landmarks.gap_ < 1e-4
    np.testing.assert_allclose(by_landmarks.weights_, exact.weights_, atol=0.05)
    assert np.abs(by_landmarks.weights_ - exact.weights_).mean() < 0.005
    assert np.abs(exact.weights_ - 1).mean() > 0.2  # so that equal weights would have failed


@few_rows_worth
@pytest.mark.parametrize("ridge", [1e-3, 0.1, 2.0])
@pytest.mark.parametrize("n_landmarks", [1, 5, 60, 1000])
def test_the_gap_is_that_of_the_exact_programme_and_a_warning_says_when_it_stays_open(ridge, n_landmarks):
    X_source, X_target = samples(300, 5)
    X_target = X_target[:150]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        matching = KernelMeanMatching(ridge=ridge, B=6.0, n_landmarks=n_landmarks).fit(X_source, X_target)
    problem, b = programme(X_source, X_target, ridge=ridge, B=6.0), matching.weights_
    gap = problem.allowed.gap(b, problem.gradient(b)) / problem.scale(b)
    assert matching.gap_ == pytest.approx(gap, rel=1e-5, abs=1e-12)
    assert matching.objective_ == pytest.approx(0.5 * b @ problem.K @ b - problem.kappa @ b, rel=1e-10)
    assert 0 <= b.min() <= b.max() <= 6.0
    assert problem.allowed.least * (1 - 1e-9) <= b.sum() <= problem.allowed.most * (1 + 1e-9)
    said = [str(one.message) for one in caught if one.category is ConvergenceWarning]
    assert bool(said) == (matching.gap_ > 1e-6)
    assert all(f"only to a gap of {matching.gap_:.1g}" in text and "or n_landmarks." in text for text in said)


def test_more_landmarks_leave_a_smaller_gap():
    X_source, X_target = samples(500, 8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        gaps = [KernelMeanMatching(ridge=0.01, n_landmarks=n).fit(X_source, X_target).gap_ for n in (5, 50, 400)]
    assert gaps[2] < 0.5 * gaps[1] < 0.25 * gaps[0]


@few_rows_worth
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("d", "ridge", "n_landmarks"), [(5, 0.01, 20), (8, 1e-3, 20), (2, 2.0, 3)])
def test_few_landmarks_are_corrected_by_the_exact_kernel(d, ridge, n_landmarks, monkeypatch):
    X_source, X_target = samples(500, d)
    matching = KernelMeanMatching(ridge=ridge, n_landmarks=n_landmarks)
    corrected = matching.fit(X_source, X_target).gap_
    monkeypatch.setattr(landmarks, "_MOST_STEPS", 0)
    assert corrected < 0.5 * matching.fit(X_source, X_target).gap_


def test_a_kernel_of_low_rank_is_taken_exactly(without_matrix):
    X_source, X_target, _ = plane(1500)
    matching = KernelMeanMatching(ridge=1e-3, n_landmarks=400).fit(X_source, X_target)
    assert matching.gap_ <= 1e-6


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_the_matrix_is_never_formed(kernel, without_matrix):
    X_source, X_target = samples(600, 10)
    matching = KernelMeanMatching(kernel=kernel, n_landmarks=50).fit(X_source, X_target)
    assert np.isfinite(matching.weights_).all()


def test_by_default_samples_of_many_rows_have_landmarks_and_others_have_none(monkeypatch):
    X_source, X_target = samples(200, 3)

    def called(*arguments):
        raise RuntimeError("landmarks")

    monkeypatch.setattr(kernel_mean_matching, "minimise_by_landmarks", called)
    KernelMeanMatching().fit(X_source, X_target)
    monkeypatch.setattr(kernel_mean_matching, "MANY_ROWS", 199)
    with pytest.raises(RuntimeError, match="landmarks"):
        KernelMeanMatching().fit(X_source, X_target)
    KernelMeanMatching(n_landmarks=None).fit(X_source, X_target)


@pytest.mark.parametrize("B", [5.0, 1000.0])
def test_a_linear_kernel_is_its_own_factor(B):
    X_source, X_target = samples(150, 3)
    exact, by_factor = (
        KernelMeanMatching(ridge=0.1, B=B, kernel="linear", n_landmarks=n).fit(X_source, X_target) for n in (None, 50)
    )
    assert by_factor.gap_ <= 1e-6
    assert by_factor.objective_ == pytest.approx(exact.objective_, rel=1e-4)
    np.testing.assert_allclose(by_factor.weights_, exact.weights_, atol=0.01)


def test_a_linear_factor_is_the_kernel():
    X, weights = samples(40, 3)[0], np.random.default_rng(1).normal(size=40)
    kernel = LinearFactor(X)
    matrix = X @ X.T / np.einsum("ij,ij->i", X, X).mean()
    np.testing.assert_allclose(kernel.times(weights), matrix @ weights)
    np.testing.assert_allclose(kernel.column(7), matrix[:, 7])


def test_what_the_landmarks_say_is_a_projection_of_the_kernel():
    X = samples(60, 4)[0]
    kernel = Kernel(X, 0.1)
    factor = nystroem(kernel, 20)
    assert len(factor) <= 20
    rest = np.linalg.eigvalsh(kernel.matrix - factor.T @ factor)
    assert rest.min() > -1e-9
    assert 1e-3 < rest.sum() < 60
    everything = nystroem(kernel, 60)
    np.testing.assert_allclose(everything.T @ everything, kernel.matrix, atol=1e-8)


def test_copies_of_rows_are_no_trouble():
    X_source, X_target, _ = plane(20)
    copies = np.repeat(X_source, 30, axis=0)
    matching = KernelMeanMatching(n_landmarks=200).fit(copies, X_target)
    weights = matching.weights_.reshape(20, 30)
    assert matching.gap_ <= 1e-6
    np.testing.assert_allclose(weights.std(axis=1), 0, atol=1e-3)


@pytest.mark.parametrize("n_landmarks", [0, -1, 2.5, "many", True])
def test_another_number_is_refused(n_landmarks, one_sentence):
    X_source, X_target, _ = plane(10)
    said = one_sentence(KernelMeanMatching(n_landmarks=n_landmarks).fit, X_source, X_target)
    assert said.startswith('n_landmarks must be "auto", None or a whole number of at least 1, got')
