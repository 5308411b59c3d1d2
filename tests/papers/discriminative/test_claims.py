"""A broken criterion must turn claims about it red: proof that the rules look at what the code computes."""

import numpy as np
import pytest

from shiftlab import experiments
from shiftlab.experiments.sweep import sweep
from shiftlab.learners.joint import problem as joint_problem
from shiftlab.papers.discriminative.comparison import methods
from shiftlab.papers.discriminative.comparison.claims import NAME, STATEMENTS
from shiftlab.weights import DiscriminativeRatio

RANK = ["does not replicate", "no data", "partly", "replicates"]
experiment = experiments.get(NAME)
EXACT = [cell for cell in experiment.cells("quick") if cell.problem == "exact"]


def verdicts(cells):
    summary = experiment.summarise(sweep(experiment, cells, progress=False).records)
    return {statement.id: statement.decide(NAME, {NAME: summary}).verdict for statement in STATEMENTS}


@pytest.fixture(scope="module")
def sound():
    return verdicts(EXACT)


def turned(red, sound):
    return {claim for claim in red if RANK.index(red[claim]) < RANK.index(sound[claim])}


class Point(joint_problem.Point):
    """With other weights, which the likelihood of the labels feels."""

    def __init__(self, problem, scores):
        super().__init__(problem, scores)
        if problem.shifts:
            before = self._b.sum()
            self.weights = self.changed(problem.m / problem.n)
            self._b = self.weights * self.terms.loss
            self.value += float(self._b.sum() - before)


class WithoutNumbers(Point):
    def changed(self, m_over_n):
        return self.weights / m_over_n


class UpsideDown(Point):
    def changed(self, m_over_n):
        return m_over_n**2 / self.weights


class CrossTerms(joint_problem.Point):
    """The derivatives by w and v have the other sign."""

    def curvature(self, convex):
        right = super().curvature(convex)
        return joint_problem.Curvature(self, -right.cross, right.bias)


MUST_TURN = {
    WithoutNumbers: {"gradient", "hessian", "theorem-1"},
    UpsideDown: {"gradient", "hessian", "theorem-1", "iid-start-at-least-as-good"},
    CrossTerms: {"hessian", "theorem-1"},
}


@pytest.mark.quick_experiments
def test_what_is_exact_holds_of_the_sound_criterion(sound):
    for claim in ("gradient", "hessian", "theorem-1", "equation-21", "ratio-by-discrimination", "equation-40-lambda"):
        assert sound[claim] == "replicates", claim
    for claim in ("lambda-as-printed", "equation-40-characterizes", "corollary-1-convex"):
        assert sound[claim] == "does not replicate", claim


@pytest.mark.quick_experiments
@pytest.mark.filterwarnings("ignore")  # of searches that a broken criterion leads astray
@pytest.mark.parametrize("broken", MUST_TURN, ids=lambda broken: broken.__name__)
def test_a_broken_criterion_turns_claims_red(monkeypatch, sound, broken):
    monkeypatch.setattr(joint_problem, "Point", broken)
    assert MUST_TURN[broken] <= turned(verdicts(EXACT), sound)


@pytest.mark.quick_experiments
def test_a_ratio_without_the_numbers_of_rows_turns_claims_red(monkeypatch, sound):
    monkeypatch.setattr(DiscriminativeRatio, "_scale", lambda self, weights: 1.0)
    assert "ratio-by-discrimination" in turned(verdicts(EXACT), sound)


@pytest.mark.quick_experiments
def test_inverted_weights_of_a_rival_turn_a_measured_difference(monkeypatch):
    cells = [experiment.settings(shift=2.0, n_target=128, trials=20)]
    right = experiment.summarise(sweep(experiment, cells, progress=False).records)
    monkeypatch.setitem(methods._WEIGHTS, "two_stage", lambda space, choice: inverted(space, choice))
    wrong = experiment.summarise(sweep(experiment, cells, progress=False).records)

    def gain(summary):
        return next(row["mean"] for row in summary if row["quantity"] == "auc two_stage - iid")

    assert gain(right) > 0 > gain(wrong)


def inverted(space, choice):
    return np.exp(space.bias_scores(choice.sigma_v))
