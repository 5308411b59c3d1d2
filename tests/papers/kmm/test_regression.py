"""The toy regression of kernel mean matching: the exact risk, the five fits, what is recorded, how it is pooled."""

import math
import warnings
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quadratic_programmes import gap_by_linear_programming, programme, solve_with_cvxopt
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.stats import norm
from sklearn.linear_model import LinearRegression

from shiftlab import diagnostics, experiments
from shiftlab.experiments.summary import estimate
from shiftlab.learners import ReweightedEstimator
from shiftlab.papers.kmm.regression import record as kept
from shiftlab.papers.kmm.regression.summary import paper_eps, pooled
from shiftlab.papers.kmm.regression.trial import CERTIFIED, FITS
from shiftlab.papers.kmm.regression.world import SOURCE, Line, World, curve, weighted_line
from shiftlab.weights import InformationCriterionRatio, KernelMeanMatching, KnownRatio

experiment = experiments.get("kmm-regression")


@cache
def run(**held):
    return experiment.run(experiment.settings(**held))


def record(**held):
    return experiment.record(run(**held))


# The world.


@pytest.mark.parametrize("line", [Line(0.0, 0.0), Line(-0.25, 0.5), Line(0.3, -2.0)])
def test_the_risk_on_the_papers_target_has_its_closed_form(line):
    a, b, s = line.intercept, line.slope, 0.09
    closed = a**2 + (b + 1) ** 2 * s - 6 * (b + 1) * s**2 + 15 * s**3 + 0.09
    assert World().risk(line) == pytest.approx(closed, abs=1e-14)


@pytest.mark.parametrize("world", [World(0.7, 0.5, 0.2), World(-1.0, 0.15, 0.4), World(1.5, 1.0, 0.05)])
def test_the_risk_on_any_target_is_the_integral(world):
    density, line = norm(world.mean, world.spread).pdf, Line(0.4, -1.1)
    ends = world.mean - 12 * world.spread, world.mean + 12 * world.spread
    loss = quad(lambda x: density(x) * (curve(x) - line.at(x)) ** 2, *ends, epsabs=1e-12)[0]
    assert world.risk(line) == pytest.approx(loss + world.noise**2, rel=1e-9)


@pytest.mark.parametrize("world", [World(), World(-0.5), World(1.0, 0.8)])
def test_no_line_has_a_smaller_risk_than_the_best(world):
    found = minimize(lambda v: world.risk(Line(*v)), [0, 0], method="Nelder-Mead", options={"xatol": 1e-9})
    assert world.risk(world.best) <= found.fun + 1e-12
    assert world.best == pytest.approx(tuple(found.x), abs=1e-4)


def test_the_best_line_of_the_paper_has_slope_minus_073():
    assert World().best == pytest.approx((0.0, -0.73), abs=1e-12)


@pytest.mark.parametrize("world", [World(), World(0.5), World(-0.5), World(0.2, 0.45)])
def test_the_largest_ratio_is_the_maximum_of_the_ratio(world):
    x = np.linspace(-6, 6, 200_001)
    assert world.ratio(x).max() == pytest.approx(world.largest_ratio, rel=1e-6)
    assert world.ratio(np.array([0.3])) == pytest.approx(norm(world.mean, world.spread).pdf(0.3) / SOURCE.pdf(0.3))


@pytest.mark.parametrize("spread", [0.5, 0.8])
def test_a_wide_target_has_a_ratio_without_bound_and_a_record_all_the_same(spread):
    assert World(0.0, spread).largest_ratio == math.inf
    numbers = record(target_spread=spread)
    assert numbers["mean ratio in bounds"] == numbers["beyond lemma 4"] == 0


def test_samples_are_from_where_they_should_be():
    sample = World(-0.4, 0.2, 0.6).sample(100_000, 50_000, 0, 0)
    for x, y, mean, spread in ((sample.x, sample.y, 0.5, 0.5), (sample.x_target, sample.y_target, -0.4, 0.2)):
        assert x.mean() == pytest.approx(mean, abs=0.01)
        assert x.std() == pytest.approx(spread, rel=0.02)
        assert (y - curve(x)).std() == pytest.approx(0.6, rel=0.02)
        assert np.corrcoef(x, y - curve(x))[0, 1] == pytest.approx(0, abs=0.02)


def test_moving_the_target_or_adding_rows_leaves_the_other_rows():
    first, more, moved = (
        World().sample(50, 30, 1, 2),
        World().sample(90, 60, 1, 2),
        World(1.0, 0.5).sample(50, 30, 1, 2),
    )
    assert np.array_equal(first.x, more.x[:50])
    assert np.array_equal(first.y_target, more.y_target[:30])
    assert np.array_equal(first.y, moved.y)
    assert not np.intersect1d(first.x, World().sample(50, 30, 1, 3).x).size
    assert not np.intersect1d(first.x, first.x_target).size


def test_one_heavy_row_has_a_level_line():
    x, y = np.array([0.1, 0.7, 0.9]), np.array([3.0, 5.0, 6.0])
    assert weighted_line(x, y, np.array([0, 2.0, 0])) == pytest.approx((5.0, 0.0))


# The fits.


def test_each_fit_is_that_of_its_weigher_with_the_library_learner():
    result = run(width=0.7, ridge=0.01, B=3.0, eps=0.2, variance="plug-in", seed=4)
    sample, lines = result.trials[0].sample, result.trials[0].lines
    X, X_target = sample.x[:, None], sample.x_target[:, None]
    median = KernelMeanMatching().fit(X, X_target).gamma_
    ratio = KnownRatio(SOURCE.pdf, norm(0, 0.3).pdf)
    weighers = {
        "kmm": KernelMeanMatching(gamma=median / 0.49, ridge=0.01, B=3.0, eps=0.2),
        "ratio": ratio,
        "min_ic": InformationCriterionRatio(ratio, variance="plug-in"),
    }
    for fit, weigher in weighers.items():
        learner = ReweightedEstimator(LinearRegression(), weigher).fit(X, sample.y, X_target=X_target).estimator_
        assert lines[fit] == pytest.approx((learner.intercept_, learner.coef_[0]), rel=1e-8)
    for fit, x, y in (("unweighted", X, sample.y), ("target", X_target, sample.y_target)):
        learner = LinearRegression().fit(x, y)
        assert lines[fit] == pytest.approx((learner.intercept_, learner.coef_[0]), rel=1e-8)


@pytest.mark.parametrize("density", ["known", "normal", "kernel"])
def test_min_ic_takes_the_training_density_it_is_told(density):
    result = run(density=density)
    sample, weights = result.trials[0].sample, result.trials[0].weights
    power = weights["min_ic"] ** (1 / result.trials[0].exponent)
    if density == "known":
        assert power == pytest.approx(weights["ratio"], rel=1e-9)
    else:
        assert not np.allclose(power, weights["ratio"], rtol=1e-3)
        # an estimate, of the same shape
        assert np.corrcoef(power, weights["ratio"])[0, 1] > 0.9
    if density == "normal":
        expected = norm(0, 0.3).pdf(sample.x) / norm(sample.x.mean(), sample.x.std()).pdf(sample.x)
        assert power == pytest.approx(expected, rel=1e-9)


def test_a_known_noise_is_the_one_of_the_world():
    assert run(variance="known", noise=0.6).trials[0].exponent != run(variance="plug-in", noise=0.6).trials[0].exponent


@pytest.mark.parametrize("seed", range(3))
def test_on_its_own_rows_the_line_of_the_target_labels_is_unbeaten(seed):
    numbers = record(seed=seed, trials=5)
    for fit in set(FITS) - {"target"}:
        assert numbers[f"test {fit} - target"] > 0


@given(st.from_type(experiment.Settings))
@settings(max_examples=60)
def test_any_settings_give_finite_numbers_and_weights_within_bounds(drawn):
    held = drawn.changed(trials=min(drawn.trials, 2), m=min(drawn.m, 200), m_target=min(drawn.m_target, 200))
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        result = experiment.run(held)
    numbers = experiment.record(result)
    assert all(math.isfinite(value) for value in numbers.values() if not isinstance(value, str))
    assert numbers["violation"] < 1e-9
    assert numbers["identity"] < 1e-9
    assert experiment.describe(result).endswith(".")


def test_what_is_shown_changes_no_number():
    shown = {record(shown=shown)["risk kmm"] for shown in ("KMM", "ratio", "min IC", "unweighted")}
    assert len(shown) == 1


def test_a_stronger_ridge_spreads_the_weights():
    worth = [record(ridge=ridge, trials=5)["ess kmm"] for ridge in (0.0, 1e-3, 1.0)]
    assert worth == sorted(worth)
    assert worth[0] < 0.7 * worth[2]


# Without a ridge the objective hardly determines the weights: of them, no test and no claim says more than that.


@pytest.mark.parametrize("width", [0.25, 1.0, 8.0])
@pytest.mark.parametrize("m", [50, 100, 400])
def test_the_printed_programme_is_solved_as_far_as_another_solver_solves_it(width, m):
    """Objective and certified gap, to 1e-8 of the objective."""
    result = run(ridge=0.0, width=width, m=m, m_target=m, eps=paper_eps(m), trials=3)
    for trial in result.trials:
        X, X_target = trial.sample.x[:, None], trial.sample.x_target[:, None]
        problem = programme(X, X_target, gamma=trial.matching.gamma_, eps=paper_eps(m))
        ours = trial.weights["kmm"]
        scale = problem.scale(ours)
        assert trial.matching.gap_ <= CERTIFIED
        assert gap_by_linear_programming(problem, ours) <= 1e-8 * scale
        witness = problem.allowed.nearby(solve_with_cvxopt(problem, 1e-12))
        assert problem.value(ours) <= problem.value(witness) + 1e-8 * scale
        assert problem.value(ours) == pytest.approx(problem.value(witness), abs=1e-8 * scale)


def test_every_trial_of_the_printed_programme_is_certified():
    for width in (0.25, 1.0, 8.0):
        assert record(ridge=0.0, width=width, trials=20)["certified"] == 1


def test_nearly_optimal_weights_are_far_apart_without_a_ridge_and_not_with_one():
    without, little = record(ridge=0.0, trials=20), record(ridge=1e-3, trials=20)
    assert without["median nearly optimal apart"] > 0.5
    assert little["median nearly optimal apart"] < 0.01


# What is recorded.


def test_trials_are_those_of_single_runs_in_order():
    several = run(trials=4)
    assert several.trials[0].lines == run().trials[0].lines
    assert len({trial.lines["kmm"] for trial in several.trials}) == 4
    assert several.error("risk kmm") == pytest.approx(np.mean([e["risk kmm"] for e in several.errors]))


def test_a_record_holds_means_and_spreads_over_trials():
    result, numbers = run(trials=6), record(trials=6)
    values = [errors["test ratio"] - errors["test kmm"] for errors in result.errors]
    assert numbers["test ratio - kmm"] == pytest.approx(np.mean(values), rel=1e-8)
    assert numbers["test ratio - kmm sd"] == pytest.approx(np.std(values), rel=1e-8)
    assert numbers["kmm below ratio"] == pytest.approx(np.mean(np.array(values) > 0))
    assert record()["risk kmm sd"] == 0


def test_the_distance_without_weights_is_the_maximum_mean_discrepancy():
    trial = run().trials[0]
    X, X_target = trial.sample.x[:, None], trial.sample.x_target[:, None]
    expected = diagnostics.mmd(X, X_target, gamma=trial.matching.gamma_)
    assert record()["distance unweighted"] == pytest.approx(expected, rel=1e-8)


def test_matching_brings_the_means_closer_than_the_true_ratio_does():
    numbers = record(ridge=0.0)
    assert 0 < numbers["distance kmm"] < numbers["distance ratio"] < numbers["distance unweighted"]


def test_the_bound_of_lemma_4_is_what_it_says():
    expected = (1 + math.sqrt(-2 * math.log(0.05) / 2)) * math.sqrt(3.0**2 / 100 + 1 / 50)
    assert kept.lemma_4(3.0, 100, 50) == pytest.approx(expected)


# Summaries.


def test_pooled_cells_have_the_mean_and_interval_of_all_their_trials():
    values = np.random.RandomState(0).standard_normal(70)
    cells = [
        {"trials": part.size, "x": part.mean(), "x sd": part.std()}
        for part in (values[:10], values[10:40], values[40:])
    ]
    line, direct = pooled("x", cells, width=1.0), estimate(values)
    assert line["n"] == 70
    assert line["width"] == 1.0
    for end in ("mean", "low", "high"):
        assert line[end] == pytest.approx(getattr(direct, end))


def test_what_no_trial_shows_has_an_interval_all_the_same():
    """None of 200 beyond the bound: Wilson's interval, where Student's would be a point."""
    records = [record(trials=100, seed=seed) for seed in (0, 1)]
    (line,) = [line for line in experiment.summarise(records) if line["quantity"] == "beyond lemma 4"]
    assert (line["mean"], line["low"], line["n"]) == (0, 0, 200)
    assert line["high"] == pytest.approx(0.0188, abs=1e-4)


def test_medians_are_of_the_trials_of_a_seed():
    several = run(trials=5, ridge=0.0)
    ratio = World().ratio
    apart = [math.sqrt(np.mean((t.weights["kmm"] - ratio(t.sample.x)) ** 2)) for t in several.trials]
    numbers = experiment.record(several)
    assert numbers["median weights apart"] == pytest.approx(np.median(apart))
    (line,) = [line for line in experiment.summarise([numbers]) if line["quantity"] == "median weights apart"]
    assert (line["n"], line["low"]) == (1, None)


def test_one_trial_alone_has_no_interval():
    line = pooled("x", [{"trials": 1, "x": 2.0, "x sd": 0.0}])
    assert (line["mean"], line["low"], line["high"], line["n"]) == (2.0, None, None, 1)


def test_contrasts_are_of_settings_that_share_a_seed():
    held = [{"eps": paper_eps(m), "m": m, "m_target": m} for m in (25, 50)]
    held += [{"eps": eps} for eps in (0.0, 0.5)] + [{"target_mean": mean} for mean in (0.0, -0.5)]
    cells = [experiment.settings(trials=3, seed=seed, **one) for one in held for seed in (0, 1)]
    records = [experiment.record(experiment.run(cell)) for cell in cells]
    lines = {(line["quantity"], line["m"]): line for line in experiment.summarise(records)}

    def value(name, **keys):
        return np.array([r[name] for r in records if all(r[key] == keys[key] for key in keys)])

    rows = value("distance ratio", m=25) / value("distance ratio", m=50)
    assert lines["log2 distance ratio: m / 2", 50]["mean"] == pytest.approx(np.log2(rows).mean())
    slack = value("risk kmm", m=100, eps=0.0) - value("risk kmm", m=100, eps=0.5)
    assert slack.size == 2
    far = value("distance ratio", m=100, target_mean=-0.5) - value("distance ratio", m=100, target_mean=0.0, eps=0.9)
    assert lines["distance ratio: target_mean - 0.5", 100]["mean"] == pytest.approx(far.mean())
    assert {line["n"] for (name, _), line in lines.items() if ": m / 2" in name or ": target" in name} == {2}
    same = [line for line in experiment.summarise(records) if line["quantity"] == "risk kmm: eps 0"]
    assert [line["eps"] for line in same] == [0.5, 0.9]
    assert same[0]["mean"] == pytest.approx(slack.mean())


def test_settings_are_named_by_what_differs_from_the_figure():
    shown = [
        experiment.settings(trials=2),
        experiment.settings(trials=2, ridge=0.0, width=0.5, seed=3),
        experiment.settings(trials=2, m=50, m_target=50, eps=paper_eps(50)),
        experiment.settings(trials=2, density="normal"),
    ]
    summary = experiment.summarise([experiment.record(experiment.run(one)) for one in shown])
    names = list(dict.fromkeys(line["setting"] for line in summary))
    assert names == ["ridge 0.001", "width 0.5", "ridge 0.001, m 50", "ridge 0.001, normal density"]


def test_the_cells_cover_what_the_text_leaves_open():
    full = experiment.cells("full")
    assert {cell.trials for cell in full} == {100}
    assert sum(cell.changed(seed=0) == experiment.settings(trials=100) for cell in full) == 10
    for name, values in (
        ("ridge", {0, 1e-3, 1, 10}),
        ("variance", {"fitted", "plug-in", "known"}),
        ("eps", {0, 0.36, 0.9}),
    ):
        assert values <= {getattr(cell, name) for cell in full}


def test_settings_that_cannot_be_are_refused(one_sentence):
    assert "ridge" in one_sentence(experiment.settings, ridge=-1)
    assert "one of known, normal, kernel" in one_sentence(experiment.settings, density="exact")
    assert "m=10" in one_sentence(experiment.settings, m=10)


def test_while_dragging_a_few_trials_do():
    assert experiment.coarse(experiment.settings(trials=100)).trials == 5
    assert experiment.coarse(experiment.settings(trials=2)) == experiment.settings(trials=2)
