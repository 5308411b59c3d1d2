"""The theorems about joint weights and classifier: the printed formulas, random problems, and where searches end."""

import dataclasses
import math
import re
from functools import cache

import numpy as np
import pytest
from joint_problems import criterion

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.experiments.summary import select
from shiftlab.experiments.sweep import sweep
from shiftlab.learners.joint import problem as joint_problem
from shiftlab.papers.discriminative.theorems import optima
from shiftlab.papers.discriminative.theorems.claims import NAME, STATEMENTS
from shiftlab.papers.discriminative.theorems.convexity import look
from shiftlab.papers.discriminative.theorems.printed import Problem, corrected, derivatives, printed
from shiftlab.papers.discriminative.theorems.ratios import ratios
from shiftlab.papers.discriminative.theorems.world import another_separator, problem, separator
from shiftlab.weights import DiscriminativeRatio

experiment = experiments.get("discriminative-theorems")


@cache
def run(**held):
    return experiment.run(experiment.settings(**held))


@pytest.fixture(scope="module")
def numbers():
    return run().numbers


def problems(count=20, seed=3):
    rng = np.random.RandomState(seed)
    return [(problem(rng), rng) for _ in range(count)]


def searches(seed, starts=8):
    return optima.ends(np.random.RandomState(seed), 4, starts)


# The formulas as printed.


def test_a_complex_step_gives_derivatives_without_rounding():
    found = derivatives(lambda x: np.sum(np.exp(x) * x), np.array([0.3, -2.0]))
    np.testing.assert_allclose(found, [1.3 * math.exp(0.3), -math.exp(-2.0)], rtol=1e-15)


def test_the_log_posterior_is_the_criterion_turned_round():
    for p, rng in problems():
        point = rng.normal(size=2 * p.size[2])
        w, v = np.split(point, 2)
        assert -p.log_posterior(point) == pytest.approx(criterion(w, v, p.L, p.y, p.T, p.s_w, p.s_v), rel=1e-12)


def test_margins_of_40_have_the_sign_of_the_determinants_of_lambda():
    for p, rng in problems():
        point = rng.normal(size=2 * p.size[2])
        a, b, c, q, _ = p.coefficients(point)
        determinants = c * (b + q * (1 - q)) - a**2
        np.testing.assert_array_equal(p.pocket_margins(point) > 0, determinants > 0)


def test_lambda_as_printed_has_readings_that_conform_and_none_is_right():
    p, rng = problems(1)[0]
    coefficients = p.coefficients(rng.normal(size=2 * p.size[2]))
    right = corrected(*coefficients)
    np.testing.assert_array_equal(right, right.T)
    for reading in printed(*coefficients):
        assert reading.shape == right.shape
        assert not np.allclose(reading, right)


# Random problems.


def test_every_seed_has_the_same_finite_numbers(numbers):
    assert list(run(seed=1).numbers) == list(numbers)
    assert all(math.isfinite(value) for value in numbers.values())


def test_the_kept_numbers_of_a_seed_are_found_again(numbers):
    kept = next(record for record in build.evidence(NAME)["records"] if record["seed"] == 0)
    assert numbers == pytest.approx({name: kept[name] for name in numbers}, rel=1e-6, abs=1e-9)


def test_what_is_counted_for_the_picture_is_what_is_kept(numbers):
    result, counts = run(), run().counts()
    assert counts["pockets"][0].failed == numbers["convex_outside_pocket"]
    assert counts["pockets"][1] == (numbers["pocket_not_convex"], numbers["pocket_points"])
    assert counts["separates"][0].tried == numbers["separating_points"]
    assert counts["start"][0] == (numbers["iid_start_missed_best"], numbers["searches"])
    assert counts["start"][1].failed == numbers["iid_start_worse"]
    assert counts["newton"] == ((10, 10), (0, 10))
    assert len(result.looks) == sum(counts["pockets"][i].tried for i in (0, 1))


def test_a_narrow_prior_makes_more_points_convex_and_changes_no_other_thing():
    narrow, wide = (run(prior=prior).counts() for prior in (0.1, 10.0))
    assert narrow["pockets"][0].failed > wide["pockets"][0].failed
    assert narrow["separates"][0].failed < wide["separates"][0].failed
    assert narrow["pockets"][0].tried == wide["pockets"][0].tried
    assert narrow["start"] == wide["start"]


def test_nothing_tried_is_no_share_and_no_word_of_it():
    result = run(problems=1, points=10, searched=1, starts=1, seed=2)
    empty = dataclasses.replace(result, looks=[])
    assert math.isnan(empty.counts()["separates"][0].share)
    assert "nan" not in experiment.describe(empty)
    experiment.figure(result=empty).canvas.draw()


def test_formulas_agree_and_the_printed_lambda_does_not(numbers):
    for name in ("gradient_printed", "gradient_learner", "hessian_learner", "newton_corrected", "newton_learner"):
        assert numbers[name] < 1e-9, name
    assert numbers["newton_dual"] < 1e-9
    assert numbers["newton_printed"] > 0.1


def test_convexity_is_found_and_missed_where_it_must_be(numbers):
    assert numbers["indefinite_share"] == 1
    assert numbers["pocket_points"] > 0
    assert numbers["pocket_not_convex"] == numbers["pocket_against_lambda"] == 0
    assert numbers["convex_outside_pocket"] > 0
    assert numbers["separating_indefinite_share"] > 0
    assert numbers["version_space_violated"] == 0


def test_the_counter_example_separates_and_is_not_convex(numbers):
    p = Problem(np.array([[1.0], [-1.0]]), np.array([1, 0]), np.array([[3.0], [2.0]]))
    bend = -derivatives(p.slope, np.array([0.01, -3.0]))
    assert p.separates(np.array([0.01, -3.0]))
    assert not p.separates(np.array([-0.01, -3.0]))
    assert np.linalg.eigvalsh(bend)[0] < 0 < np.linalg.eigvalsh(bend)[1]
    assert numbers["counter_example_not_convex"] == 1


# Where searches end.


def test_separators_separate_and_are_found_only_where_there_are_some():
    rng = np.random.RandomState(0)
    found = 0
    for p, _ in problems():
        if (widest := separator(p)) is not None:
            found += 1
            for w in (widest, another_separator(widest, p, rng)):
                assert p.separates(np.append(w, np.zeros(p.size[2])))
    assert 0 < found < 20
    both = Problem(np.array([[1.0], [1.0]]), np.array([0, 1]), np.array([[0.0]]))
    assert separator(both) is None


def test_a_contested_problem_has_several_optima():
    rows = np.repeat([[1.0], [-1.0]], [11, 9], axis=0)
    p = Problem(rows, np.ones(20, dtype=int), np.zeros((2, 1)), 3.0, 3.0)  # w can be right about one side only
    found = optima.search(p, np.random.RandomState(0), 8)
    assert max(map(found.behind, found.others)) > 0.01
    assert found.behind(found.best) == 0
    assert found.end <= min(found.iid, found.iid_best_v)


def test_separable_and_noisy_problems_have_one_optimum():
    found = [optima.optima(searches(seed)) for seed in range(3)]
    assert sum(numbers["several_optima_separable"] + numbers["several_optima_noisy"] for numbers in found) == 0
    assert all(numbers["corollary_starts"] >= 8 for numbers in found)


def test_a_search_that_stops_early_is_noticed(monkeypatch):
    monkeypatch.setattr(optima, "MAX_ITER", 1)
    numbers = optima.optima(searches(0))
    assert numbers["corollary_missed"] > 0
    assert numbers["several_optima_noisy"] > 0


def test_without_overlap_the_classifier_vanishes_with_the_weights():
    numbers = optima.without_overlap(np.random.RandomState(0))
    for quantity in ("weight", "norm"):
        values = [numbers[f"disjoint_{quantity}_{scale}"] for scale in optima.SCALES]
        assert values == sorted(values, reverse=True)
        assert 0 < values[-1] < 1e-5


def test_ratios_and_gaps():
    numbers = ratios(np.random.RandomState(0))
    assert numbers["ratio_apart"] < 1e-12
    assert numbers["selection_apart"] > 0.5
    assert numbers["gap_by_odds"] == 0
    assert numbers["gap_by_selection"] > 0.2
    assert numbers["mean_weight_joint"] < 0.8 < numbers["mean_weight_two_stage"] < 1.2


# The option that it was, and what is made of the records.


def test_the_old_problem_is_refused_with_the_name_of_the_new_experiment(one_sentence):
    told = one_sentence(experiments.get("discriminative").settings, problem="exact")
    assert told == "problem='exact' is an experiment of its own now: discriminative-theorems."
    assert "is an experiment of its own" not in one_sentence(experiments.get("discriminative").settings, problem="x")


def test_every_point_is_looked_at_in_the_learner_s_hessian():
    p, rng = problems(1)[0]
    looks = look(p, rng, 40)
    assert {one.inside for one in looks} | {one.indefinite for one in looks} == {True, False}
    assert not any(one.inside and one.indefinite for one in looks)


def test_the_summary_has_the_mean_over_seeds():
    records = [experiment.record(run(seed=seed)) for seed in (0, 1)]
    (line,) = select(experiment.summarise(records), "indefinite_share")
    assert (line["mean"], line["n"]) == (np.mean([record["indefinite_share"] for record in records]), 2)
    assert re.search(r"distance from the Newton step +\d", experiment.table(experiment.summarise(records)).text())


@pytest.fixture(scope="module")
def kept():
    summaries = {NAME: experiment.summarise(build.evidence(NAME)["records"])}
    return {statement.id: statement.decide("discriminative", summaries) for statement in STATEMENTS}


def test_the_prior_that_regularizes_nothing_decides_about_disjoint_samples(kept):
    claim = kept["disjoint-prior-alone"]
    assert claim.verdict == "replicates"
    assert [part["label"][-4:] for part in claim.evidence if part["primary"]] == ["1000"]
    assert "contradicted" in {part["state"] for part in claim.evidence}


def test_a_start_is_generally_good_though_a_better_one_exists(kept):
    claim = kept["iid-start-good-choice"]
    assert claim.evidence[0]["value"] > 0
    assert claim.verdict == "replicates"


def test_what_is_mathematics_is_not_counted_with_the_runs(kept):
    assert {name for name, claim in kept.items() if claim.category == "re-run"} == {
        "weights-are-ratios",
        "larger-n",
        "iid-start-good-choice",
    }


# A broken criterion must turn claims about it red: proof that the rules look at what the code computes.

RANK = ["does not replicate", "no data", "partly", "inconclusive", "replicates"]


def verdicts():
    summary = experiment.summarise(sweep(experiment, experiment.cells("quick"), progress=False).records)
    return {statement.id: statement.decide(NAME, {NAME: summary}).verdict for statement in STATEMENTS}


@pytest.fixture(scope="module")
def sound():
    return verdicts()


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
    assert MUST_TURN[broken] <= turned(verdicts(), sound)


@pytest.mark.quick_experiments
def test_a_ratio_without_the_numbers_of_rows_turns_claims_red(monkeypatch, sound):
    monkeypatch.setattr(DiscriminativeRatio, "_scale", lambda self, weights: 1.0)
    assert "ratio-by-discrimination" in turned(verdicts(), sound)
