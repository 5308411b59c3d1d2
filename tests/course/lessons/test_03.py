"""Lesson 03: what its predictions, its tasks and its erroneous example say is true."""

import numpy as np
import pytest
from scipy.integrate import trapezoid

from shiftlab import experiments
from shiftlab.course import registry
from shiftlab.papers.kmm.regression.world import SOURCE, World, curve
from shiftlab.weights import KernelMeanMatching


def said(id):
    return registry.prediction(id).happens


def solution(id):
    exercise, names = registry.exercise(id), {"np": np}
    exec(exercise.solution, names)
    return names[exercise.name]


def errors_of_cubics(rng, samples):
    """The mean squared distance from the rule on the target, plain and weighted by the true ratio."""
    found = []
    for _ in range(samples):
        x, x_target = rng.normal(0.5, 0.5, 100), rng.normal(0, 0.3, 1000)
        y = curve(x) + rng.normal(0, 0.3, 100)
        fits = (np.polyfit(x, y, 3, w=np.sqrt(weights)) for weights in (np.ones(100), World().ratio(x)))
        found.append([np.mean((np.polyval(fit, x_target) - curve(x_target)) ** 2) for fit in fits])
    return np.mean(found, axis=0)


class TestWhatTheRevealsSay:
    def test_worth(self):
        x = np.linspace(-3, 4, 100_001)
        ratio = World().ratio(x)
        assert ratio.max() < 3.7
        squared = trapezoid(SOURCE.pdf(x) * ratio**2, x)
        assert f"is {squared:.1f}, and 100/{squared:.1f} is {100 / squared:.0f}" in registry.prediction("03-worth").why

    @pytest.mark.parametrize("seed", range(8))
    def test_solutions(self, seed):
        sample = World().sample(100, 100, seed, 0)
        printed, ridged = (
            KernelMeanMatching(ridge=ridge).fit(sample.x[:, np.newaxis], sample.x_target[:, np.newaxis])
            for ridge in (0, 1e-5)
        )
        assert ridged.objective_ == pytest.approx(printed.objective_, rel=1e-6)
        apart = np.abs(ridged.weights_ - printed.weights_).max()
        assert 1.5 < apart < 30.5
        assert seed != 0 or f"changes by {apart:.0f}." in said("03-solutions")  # the sample of the lesson

    def test_right_model_in_the_samples_of_the_lesson(self):
        plain, weighted = errors_of_cubics(np.random.default_rng(0), 200)
        assert f"{weighted / plain:.1f} times" in said("03-right-model")
        assert f"{weighted:.4f} against {plain:.4f}" in said("03-right-model")

    def test_right_model_in_many(self):
        plain, weighted = errors_of_cubics(np.random.default_rng(1), 1000)
        assert 1.6 < weighted / plain < 2.5


def test_where_the_target_moves_too_far_weights_do_harm():
    """What the lesson says beside its last question."""
    regression = experiments.get("kmm-regression")
    for mean, helps in ((-0.5, True), (-1.0, False)):
        result = regression.run(regression.Settings(target_mean=mean, trials=100))
        plain, *weighted = (result.error(f"risk {fit}") for fit in ("unweighted", "kmm", "ratio", "min_ic"))
        assert [error < plain for error in weighted] == [helps] * 3


class TestTheNumbersOfTheTasks:
    def test_ratio(self):
        assert solution("03-ratio")(0.0, (0, 2), (0, 1)) == pytest.approx(2)

    def test_effective_size(self):
        assert solution("03-ess")(np.array([2, 2, 0, 0])) == pytest.approx(2)

    def test_kappa(self):
        (value,) = solution("03-kappa")(np.array([[0.0]]), np.array([[0.0], [1.0]]), 1.0)
        assert f"{value:.3f}" in registry.exercise("03-kappa").task


class TestWeightedKernelRegression:
    """The erroneous example, on random rows."""

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 7))
    K = np.exp(-(np.subtract.outer(x, x) ** 2))
    ALPHA = 0.7

    def collected(self, weights):
        return np.linalg.solve(self.ALPHA * np.eye(7) + np.diag(weights) @ self.K, weights * self.y)

    def test_the_lines_that_follow_hold_with_a_weight_of_0(self):
        weights = np.array([0.0, 1, 2, 0, 0.5, 3, 1])
        a = self.collected(weights)
        inside = self.ALPHA * a - weights * (self.y - self.K @ a)
        assert inside == pytest.approx(0, abs=1e-12)
        assert self.K @ inside == pytest.approx(0, abs=1e-12)
        assert a[weights == 0] == pytest.approx(0)

    def test_the_rows_of_weight_0_could_as_well_be_missing(self):
        weights = np.array([0.0, 1, 2, 0, 0.5, 3, 1])
        kept = weights > 0
        alone = np.linalg.solve(
            self.ALPHA * np.eye(kept.sum()) + np.diag(weights[kept]) @ self.K[np.ix_(kept, kept)],
            weights[kept] * self.y[kept],
        )
        assert self.collected(weights)[kept] == pytest.approx(alone)

    def test_without_weights_of_0_the_printed_solution_is_right(self):
        weights = np.array([0.1, 1, 2, 0.3, 0.5, 3, 1])
        printed = np.linalg.solve(self.ALPHA * np.diag(1 / weights) + self.K, self.y)
        assert printed == pytest.approx(self.collected(weights))

    def test_kernel_mean_matching_gives_weights_of_0(self):
        sample = World().sample(100, 100, 0, 0)
        matching = KernelMeanMatching(ridge=1e-3).fit(sample.x[:, np.newaxis], sample.x_target[:, np.newaxis])
        assert (matching.weights_ == 0).any()
