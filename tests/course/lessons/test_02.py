"""Lesson 02: what its predictions, its tasks and its erroneous example say is true."""

import numpy as np
import pytest

from shiftlab import experiments, posterior
from shiftlab.course import registry

undersampling = experiments.get("undersampling")


def run(**changes):
    return undersampling.run(undersampling.Settings(**changes))


def said(id):
    return registry.prediction(id).happens


class TestWhatTheRevealsSay:
    def test_drift(self):
        p, p_s, _ = run().scores
        assert p.auc == p_s.auc

    def test_drift_of_a_forest(self):
        several = [run(learner="forest", n=2000, trees=20, seed=seed).scores for seed in range(6)]
        assert all(p_s.auc > p.auc for p, p_s, _ in several)
        p, p_s, corrected = several[0]
        assert f"from {p.auc:.3f} to {p_s.auc:.3f}" in said("02-drift-forest")
        assert f"leaves it at {corrected.auc:.3f}" in said("02-drift-forest")

    def test_separated(self):
        near, far = (run(mu=mu) for mu in (3.0, 15.0))
        largest = [undersampling.record(result)["largest_bias"] for result in (near, far)]
        assert largest[0] == largest[1] == pytest.approx(posterior.largest_bias(1 / 9)[0])
        mean = [undersampling.record(result)["drift_mean"] for result in (near, far)]
        assert f"{largest[0]:.3f} for both" in said("02-separated")
        assert f"{mean[0]:.3f} at μ = 3 and {mean[1]:.4f} at μ = 15" in said("02-separated")

    def test_leaf(self):
        sums = [[float(part.sum()) for part in run(learner="forest", seed=seed).fresh] for seed in range(3)]
        numbers = [f"{corrected:,.0f}" for *_, corrected in sums]
        assert said("02-leaf") == "it expects {}; in two other samples it was {} and {}.".format(*numbers)
        question = registry.prediction("02-leaf").question
        assert all(f"expects {value:,.0f}" in question for value in sums[0][:2])


def test_the_slice_of_the_task_is_the_formula():
    assert posterior.undersampled_posterior(0.1, 1 / 9) == pytest.approx(0.5)
    assert posterior.corrected_posterior(0.5, 1 / 9) == pytest.approx(0.1)


class TestTheAppendixWithNumbers:
    """First, second and third of the erroneous example, with a second that can be put in."""

    N, M, BETA, P_S = 1000, 9000, 1 / 9, 0.5

    def end(self, second):
        first = self.BETA * self.M / (self.N + self.BETA * self.M)
        third = self.N / (self.N + self.BETA * self.M)
        return first * self.P_S / (second * (1 - self.P_S) + self.P_S - third)

    def test_as_printed_it_does_not_end_as_it_must(self):
        assert self.end(1) == pytest.approx(0.5)

    def test_with_the_quotient_of_the_shares_it_does(self):
        second = (self.N + self.M) / (self.N + self.BETA * self.M)
        assert second == pytest.approx(0.5 / 0.1)
        assert self.end(second) == pytest.approx(posterior.corrected_posterior(self.P_S, self.BETA))

    def test_the_lines_called_right_hold_for_any_numbers(self):
        rng = np.random.default_rng(0)
        for n, m, beta in zip(rng.integers(1, 50, 9), rng.integers(50, 900, 9), rng.random(9), strict=True):
            after, before = n / (n + beta * m), n / (n + m)
            assert 1 - after == pytest.approx(beta * m / (n + beta * m))
            assert after / before == pytest.approx((n + m) / (n + beta * m))


def test_by_odds_the_place_that_fails_is_named():
    def by_odds(p, beta):
        odds = np.divide(p, 1 - p) / beta
        return odds / (1 + odds)

    outcome = registry.exercise("02-posterior").assess(by_odds)
    assert outcome.kind == "wrong"
    assert "For p = 1 and beta = 0.3 the result is not finite" in outcome.message


def test_by_odds_without_numpy_the_place_that_stops_is_named():
    def by_odds(p, beta):
        odds = p / (1 - p) / beta
        return odds / (1 + odds)

    outcome = registry.exercise("02-posterior").assess(by_odds)
    assert outcome.kind == "raised"
    assert outcome.message.startswith("For p = 1 and beta = 0.3 your code stopped in line ")
