"""Six ways to learn for another distribution: problems, methods, the area, what is kept, and what is counted."""

import itertools
import warnings
from functools import cache

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import rbf_kernel

from shiftlab import experiments, style
from shiftlab.experiments.summary import select
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.papers.discriminative.comparison import cells as plan
from shiftlab.papers.discriminative.comparison import tasks
from shiftlab.papers.discriminative.comparison.measures import auc
from shiftlab.papers.discriminative.comparison.methods import METHODS, Choice, Stage, fit
from shiftlab.papers.discriminative.comparison.picture import MARKS
from shiftlab.papers.discriminative.comparison.run import draw_sample
from shiftlab.papers.discriminative.comparison.settings import REAL
from shiftlab.papers.discriminative.comparison.world import Sample, synthetic
from shiftlab.weights import (
    DiscriminativeRatio,
    KernelDensityRatio,
    KernelMeanMatching,
    SelectionProbability,
    ShiftWarning,
)

experiment = experiments.get("discriminative")
PLANE = ("curved", "linear", "mixed", "disjoint")
CHOICE = Choice(sigma_w=1.5, sigma_v=0.7, width=0.8, B=5.0)


@cache
def run(**held):
    return experiment.run(experiment.settings(**held))


def record(**held):
    return experiment.record(run(**held))


def sample(trial=0, **held):
    return synthetic(experiment.settings(**held), trial)


@cache
def stage(kernel, problem="curved"):
    return Stage(sample(problem=problem, n_source=60, n_target=40), kernel, CHOICE.width)


def rng(seed=0):
    return np.random.default_rng(seed)


# The problems.


@pytest.mark.parametrize("problem", [*PLANE, "text-like"])
def test_more_rows_leave_the_first_as_they_are_and_trials_differ(problem):
    few, many = (sample(problem=problem, n_source=n, n_target=n + 10, shift=1.3) for n in (30, 50))
    assert np.array_equal(few.X, many.X[:30])
    assert np.array_equal(few.y, many.y[:30])
    assert np.array_equal(few.X_target, many.X_target[:40])
    assert np.array_equal(few.X_test, many.X_test)
    assert not np.intersect1d(few.X_target[:, 0], few.X_test[:, 0]).size or problem == "text-like"
    other = sample(1, problem=problem, n_source=30, n_target=40, shift=1.3)
    assert not np.array_equal(few.X, other.X)


@pytest.mark.parametrize("problem", [*PLANE, "text-like"])
def test_labels_are_as_frequent_as_their_probability_says(problem):
    drawn = [sample(trial, problem=problem, n_source=500, shift=2.0) for trial in range(8)]
    if problem == "text-like":
        assert 0.3 < np.mean([one.y.mean() for one in drawn]) < 0.7
        return
    chance = np.concatenate([expit(4 * (one.X[:, 1] - one.boundary(one.X[:, 0]))) for one in drawn])
    y = np.concatenate([one.y for one in drawn])
    for low in (0, 0.25, 0.5, 0.75):
        near = (chance >= low) & (chance <= low + 0.25)
        assert y[near].mean() == pytest.approx(chance[near].mean(), abs=4 * np.sqrt(0.25 / near.sum()))


@pytest.mark.parametrize("shift", [0.0, 1.5, 4.0])
def test_rows_are_where_the_table_of_problems_says(shift):
    def x1(problem, of):
        return getattr(sample(problem=problem, n_source=2000, n_target=2000, shift=shift), of)[:, 0]

    for problem in ("linear", "curved"):
        assert x1(problem, "X").mean() == pytest.approx(-shift / 2, abs=0.1)
        assert x1(problem, "X_target").mean() == pytest.approx(shift / 2, abs=0.1)
        assert x1(problem, "X_target").std() == pytest.approx(1, abs=0.06)
    target = x1("mixed", "X_target")
    assert np.abs(x1("mixed", "X").mean()) < 0.1
    for half, side in ((target[::2], -1), (target[1::2], 1)):
        assert half.mean() == pytest.approx(side * shift / 2, abs=0.08)
        assert half.std() == pytest.approx(0.6, abs=0.05)
    assert x1("disjoint", "X").max() <= -shift / 2
    assert x1("disjoint", "X_target").min() >= shift / 2


def test_in_the_curved_problem_the_best_lines_of_source_and_target_have_opposite_slopes():
    one = sample(problem="curved", shift=3.0, n_source=2000, n_target=2000)
    assert one.boundary(np.array([-1.5, 1.5])) == pytest.approx([0, 0])
    slope = [np.gradient(one.boundary(x), x)[1] for x in (np.array([-1.6, -1.5, -1.4]), np.array([1.4, 1.5, 1.6]))]
    assert slope == pytest.approx([-1.5, 1.5])


def test_the_sentence_says_whose_weights_it_tells():
    once, twice = (experiment.describe(experiment.run(experiment.settings(trials=trials))) for trials in (1, 2))
    assert "mean of 2 trials" in twice
    assert "; in the first two-stage has a mean weight" in twice
    assert "in the first" not in once


def test_weights_of_nearly_nothing_are_told_with_three_digits():
    """A mean that reads 0.00 would be no warning."""
    result = experiment.run(experiment.presets["Disjoint samples"])
    mean = result.numbers[0]["mean_weight integrated"]
    assert 0 < mean < 0.001
    assert f"mean weight of {mean:.3g}" in experiment.describe(result)
    texts = [text.get_text() for ax in experiment.figure(result=result).axes for text in ax.texts]
    assert any(text.startswith(f"mean {mean:.3g}, ESS ") for text in texts)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_method_has_the_colour_of_a_label(theme):
    figure = style.new_figure(theme)
    with style.using(theme):
        artists = experiment.stage(figure)
    of_labels = {artists[f"left {which} rows"].get_color() for which in ("zero", "one")}
    of_methods = {artists[f"{what} {which}"].get_color() for what in ("area", "size") for which in MARKS}
    assert len(of_labels) == 2
    assert len(of_methods) == len(MARKS)
    assert not of_labels & of_methods


def test_text_has_more_words_than_rows_and_a_shift_changes_their_rates():
    still, moved = (sample(problem="text-like", shift=shift, n_target=400) for shift in (0.0, 3.0))
    assert still.X.shape == (100, 300)
    assert (still.X * np.sqrt(60)).sum(axis=1).mean() == pytest.approx(60, abs=3)
    assert np.array_equal(still.X, moved.X)
    rates = [np.abs(one.X.mean(axis=0) - one.X_target.mean(axis=0)).sum() for one in (still, moved)]
    assert rates[1] > 3 * rates[0]


# The methods.


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_integrated_method_is_the_learner(kernel):
    here = stage(kernel)
    one = here.sample
    gamma = {"gamma": here.gamma} if kernel == "rbf" else {}
    learner = CovariateShiftLogisticRegression(kernel, sigma_w=CHOICE.sigma_w, sigma_v=CHOICE.sigma_v, **gamma)
    learner.fit(one.X, one.y, X_target=one.X_target)
    fitted = fit("integrated", here, CHOICE)
    assert fitted.scores(one.X_test) == pytest.approx(learner.decision_function(one.X_test), abs=1e-6)
    assert fitted.weights == pytest.approx(learner.weights_, rel=1e-6)
    assert fitted.converged


@pytest.mark.parametrize(("name", "weigher"), [("two_stage", DiscriminativeRatio), ("ssb", SelectionProbability)])
def test_two_stages_have_the_weights_of_their_weigher(name, weigher):
    one = stage("linear").sample
    rows, target = (np.column_stack([X, np.ones(len(X))]) for X in (one.X, one.X_target))
    discriminator = LogisticRegression(C=CHOICE.sigma_v**2, fit_intercept=False, tol=1e-10)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)
        expected = weigher(discriminator).fit(rows, target).weights_
    assert fit(name, stage("linear"), CHOICE).weights == pytest.approx(expected, rel=1e-5)


def test_two_stages_with_a_kernel_minimise_the_kernel_s_criterion():
    here = stage("rbf")
    K = rbf_kernel(here.space.rows, gamma=here.gamma) + 1
    labels = np.repeat([1.0, -1.0], [60, 40])

    def slope(scores):  # of the loss plus a'K^-1 a / (2 sigma²), which is 0 at the minimum
        return -labels * expit(-labels * scores) + np.linalg.lstsq(K, scores, rcond=1e-12)[0] / CHOICE.sigma_v**2

    scores = here.space.B @ here.discriminator(CHOICE.sigma_v).v
    assert K @ slope(scores) == pytest.approx(np.zeros(labels.size), abs=1e-4)
    assert here.discriminator(CHOICE.sigma_v) is here.discriminator(CHOICE.sigma_v)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_second_stage_is_weighted_logistic_regression_in_the_kernel_s_space(kernel):
    here = stage(kernel)
    fitted, one = fit("two_stage", here, CHOICE), here.sample
    scores = fitted.scores(one.X)
    signs = 2 * one.y - 1
    pull = fitted.weights * signs * expit(-signs * scores)  # at the minimum w = sigma² sum_i pull_i x_i
    K = (rbf_kernel(one.X_test, one.X, gamma=here.gamma) if kernel == "rbf" else one.X_test @ one.X.T) + 1
    assert fitted.scores(one.X_test) == pytest.approx(CHOICE.sigma_w**2 * K @ pull, abs=1e-5)


def test_kernel_mean_matching_and_densities_are_the_library_s():
    here = stage("rbf")
    one = here.sample
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ShiftWarning)
        matching = KernelMeanMatching(gamma=here.gamma, B=CHOICE.B, ridge=1e-3).fit(one.X, one.X_target).weights_
        density = KernelDensityRatio(leave_one_out=False).fit(one.X, one.X_target).weights_
    assert np.array_equal(fit("kmm", here, CHOICE).weights, matching)
    assert fit("kde", here, CHOICE).weights == pytest.approx(density / density.mean(), rel=1e-9)


def test_a_column_without_variation_in_a_sample_is_left_out_of_the_densities():
    one = stage("linear").sample
    wider = [np.column_stack([X, np.zeros(len(X))]) for X in (one.X, one.X_target, one.X_test)]
    flat = Sample(wider[0], one.y, *wider[1:], one.p_test)
    weights = fit("kde", Stage(flat, "linear"), CHOICE).weights
    assert weights == pytest.approx(fit("kde", stage("linear"), CHOICE).weights)


def test_only_the_kernel_sees_clumps_on_both_sides():
    ess = {kernel: record(problem="mixed", shift=4.0, kernel=kernel)["ess two_stage"] for kernel in ("linear", "rbf")}
    assert ess["linear"] > 85
    assert ess["rbf"] < 60


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_on_disjoint_samples_free_weights_leave_the_classifier_to_its_prior(kernel):
    held = {"problem": "disjoint", "shift": 1.0, "kernel": kernel}
    even, free, freer = (record(sigma_v=sigma_v, **held) for sigma_v in (0.01, 10.0, 1000.0))
    for name in ("integrated", "two_stage"):
        assert even[f"mean_weight {name}"] > 0.9
        assert even[f"norm {name}"] > 10 * free[f"norm {name}"] > 10 * freer[f"norm {name}"]
        assert freer[f"mean_weight {name}"] < 1e-3


# What is measured.


@pytest.mark.parametrize("digits", [0, 1, 8])
def test_the_area_of_hard_labels_is_the_library_s_ties_included(digits):
    y, scores = rng().integers(0, 2, 200).astype(float), np.round(rng(1).normal(size=200), digits)
    assert auc(y, scores) == pytest.approx(roc_auc_score(y, scores), abs=1e-12)


def test_the_area_of_probable_labels_weighs_every_pair_of_rows():
    p, scores = rng().random(9), np.round(rng(1).normal(size=9), 1)
    above = total = 0.0
    for i, j in itertools.permutations(range(9), 2):
        above += p[i] * (1 - p[j]) * ((scores[i] > scores[j]) + 0.5 * (scores[i] == scores[j]))
        total += p[i] * (1 - p[j])
    assert auc(p, scores) == pytest.approx(above / total, abs=1e-12)


@pytest.mark.parametrize("p", [np.zeros(4), np.ones(4), np.array([0.3])])
def test_labels_of_one_kind_have_no_area(p, one_sentence):
    assert "labels of both kinds" in one_sentence(auc, p, np.arange(len(p), dtype=float))


def test_a_record_has_means_spreads_and_paired_differences_of_its_trials():
    numbers, result = record(trials=4), run(trials=4)
    assert len(result.numbers) == 4
    for name in METHODS:
        values = [trial[f"auc {name}"] for trial in result.numbers]
        assert numbers[f"auc {name}"] == pytest.approx(np.mean(values), rel=1e-5)
        assert numbers[f"auc {name} sd"] == pytest.approx(np.std(values), rel=1e-4)
        if name != "iid":
            assert numbers[f"auc {name} - iid"] == pytest.approx(numbers[f"auc {name}"] - numbers["auc iid"], abs=1e-5)
    reductions = [1 - (1 - trial["auc kmm"]) / (1 - trial["auc iid"]) for trial in result.numbers]
    assert numbers["reduction kmm"] == pytest.approx(np.mean(reductions), rel=1e-4)
    assert numbers["target"] == 2  # the setting
    first, second = run().numbers[0], run(trials=4).numbers[0]
    assert first == second


def test_accuracy_and_log_loss_are_expected_ones():
    result = run()
    one, fitted = result.sample, result.fits["two_stage"]
    predicted = expit(fitted.scores(one.X_test))
    log_loss = -one.p_test * np.log(predicted) - (1 - one.p_test) * np.log(1 - predicted)
    assert result.numbers[0]["log_loss two_stage"] == pytest.approx(log_loss.mean())
    right = np.where(predicted > 0.5, one.p_test, 1 - one.p_test)
    assert result.numbers[0]["accuracy two_stage"] == pytest.approx(right.mean())


def test_the_joint_optimum_has_smaller_weights_than_two_stages():
    for seed in range(5):
        numbers = record(seed=seed)
        assert numbers["mean_weight integrated"] < numbers["mean_weight two_stage"]
        assert numbers["ess iid"] == 100


# Real data: trials are targets.


@pytest.fixture
def fields(monkeypatch):
    """A stand-in for the data: the rows of a target are moved by its number."""
    asked = []

    def task(problem, source, target, seed, n_source):
        asked.append((problem, source, target, seed, n_source))
        numbers = rng(100 * source + target)
        X, X_all = numbers.normal(size=(30, 3)), numbers.normal(size=(50, 3)) + target / 20
        y, y_all = (np.arange(n) % 2 * 1.0 for n in (30, 50))
        return X, y, X_all, y_all

    monkeypatch.setattr(tasks, "task", task)
    return asked


def test_fields_are_walked_in_a_circle_without_the_source(fields):
    held = {"problem": "landmine", "source": 3, "target": 28, "n_target": 20}
    walked = [draw_sample(experiment.settings(**held), trial).target for trial in range(28)]
    assert walked[:5] == [28, 29, 1, 2, 4]
    assert sorted(walked) == [field for field in range(1, 30) if field != 3]
    one = draw_sample(experiment.settings(**held))
    assert len(one.X_target) == 20
    assert np.array_equal(one.X_target, one.X_test[:20])


def test_other_targets_start_again_after_the_last(fields):
    assert draw_sample(experiment.settings(problem="spam", target=9), 1).target == 1
    assert draw_sample(experiment.settings(problem="spam", target=29)).target == 1


def test_pairs_of_fields_are_kept_one_by_one_and_their_interval_is_over_fields(fields):
    records = [
        experiment.record(experiment.run(experiment.settings(problem="landmine", source=s, target=t, trials=3)))
        for s, t in ((2, 3), (3, 4), (4, 5))
    ]
    assert {"auc iid @ 3", "auc kmm @ 5", "mean_weight kmm"} <= records[0].keys()
    assert "auc iid" not in records[0]
    summary = experiment.summarise(records)
    (line,) = select(summary, "pairs: auc integrated - kmm", untuned=False)
    pairs = [record[f"auc integrated @ {t}"] - record[f"auc kmm @ {t}"] for record in records for t in _targets(record)]
    assert line["mean"] == pytest.approx(np.mean(pairs))
    assert line["n"] == 9
    assert line["freedom"] == 5  # fields 2 to 7
    assert line["low"] < line["mean"] < line["high"]
    areas = [record[f"auc iid @ {t}"] for record in records for t in _targets(record)]
    assert select(summary, "pairs: sd auc iid", untuned=False)[0]["mean"] == pytest.approx(np.std(areas, ddof=1))


def _targets(record):
    return [int(key.rpartition(" ")[2]) for key in record if key.startswith("auc iid @")]


def test_pairs_with_a_field_that_tuned_can_be_left_out(fields):
    from shiftlab.papers.discriminative.comparison.tuning import FIELDS

    records = [
        experiment.record(
            experiment.run(experiment.settings(problem="landmine", source=s, target=2 + (s == 2), trials=28))
        )
        for s in (1, 2, 3)
    ]
    summary = experiment.summarise(records)
    (every,), (rest,) = (select(summary, "pairs: auc iid", untuned=untuned) for untuned in (False, True))
    assert every["n"] == 84
    assert rest["n"] == 2 * (28 - len(FIELDS))


def test_the_interval_of_inboxes_is_over_them_and_not_over_the_draws_of_each(fields):
    held = {"problem": "spam", "target": 1, "trials": 9}
    records = [experiment.record(experiment.run(experiment.settings(seed=seed, **held))) for seed in (0, 1)]
    for record in records:  # the stand-in for the data does not know the seed
        record |= {key: value + 0.01 * record["seed"] for key, value in record.items() if key.startswith("auc kmm")}
    summary = experiment.summarise(records)
    (line,) = select(summary, "inboxes: auc kmm - iid")
    means = np.array(
        [
            np.mean([one[f"auc kmm @ {target}"] - one[f"auc iid @ {target}"] for one in records])
            for target in range(1, 10)
        ]
    )
    half = 2.306004 * means.std(ddof=1) / 3
    assert (line["n"], line["freedom"]) == (9, 8)
    assert (line["mean"], line["low"], line["high"]) == pytest.approx(
        (means.mean(), means.mean() - half, means.mean() + half)
    )
    (reduction,) = select(summary, "inboxes: reduction kmm")
    assert reduction["mean"] == pytest.approx(
        np.mean(
            [1 - (1 - one[f"auc kmm @ {t}"]) / (1 - one[f"auc iid @ {t}"]) for one in records for t in range(1, 10)]
        )
    )


def test_one_inbox_has_no_interval(fields):
    summary = experiment.summarise([experiment.record(experiment.run(experiment.settings(problem="text", target=3)))])
    (line,) = select(summary, "inboxes: auc integrated - iid")
    assert (line["n"], line["low"], line["high"]) == (1, None, None)


def test_growth_is_paired_by_inbox(fields):
    records = [
        experiment.record(experiment.run(experiment.settings(problem="text", target=1, trials=3, n_target=n)))
        for n in (16, 30, 50)
    ]
    (line,) = select(experiment.summarise(records), "inboxes: growth of reduction integrated")

    def reductions(record):
        return np.array(
            [1 - (1 - record[f"auc integrated @ {t}"]) / (1 - record[f"auc iid @ {t}"]) for t in range(1, 4)]
        )

    more = reductions(records[2]) - reductions(records[0])
    assert (line["fewest"], line["most"], line["n"]) == (16, 50, 3)
    assert line["mean"] == pytest.approx(more.mean())
    assert line["high"] - line["mean"] == pytest.approx(4.302653 * more.std(ddof=1) / np.sqrt(3))


# What is counted.


def test_wins_are_intervals_of_the_paired_difference_above_nothing():
    records = [experiment.record(run(problem=problem, trials=6)) for problem in ("curved", "linear")]
    for record, low in zip(records, (0.5, -0.5), strict=True):
        record |= {"auc integrated - kmm": low, "auc integrated - kmm sd": 0.1}
        record |= {"auc integrated - kde": low / 100, "auc integrated - kde sd": 0.1}
    summary = experiment.summarise(records)

    def counts(**keys):
        return [select(summary, name, protocol="matched", **keys)[0]["mean"] for name in ("wins", "losses", "ties")]

    assert counts(against="kmm", problem="all") == [1, 1, 0]
    assert counts(against="kmm", problem="curved") == [1, 0, 0]
    assert counts(against="kde", problem="all") == [0, 0, 2]


def test_the_interval_is_that_of_all_trials():
    summary = experiment.summarise([record(trials=4)])
    values = np.array([trial["auc kmm - iid"] for trial in run(trials=4).numbers])
    (line,) = select(summary, "auc kmm - iid")
    half = 3.182446 * values.std(ddof=1) / 2
    assert (line["low"], line["high"]) == pytest.approx((values.mean() - half, values.mean() + half), abs=1e-5)


def test_the_cells_are_every_problem_s_and_all_pairs_of_fields():
    full = experiment.cells("full")
    assert {cell.problem for cell in full} == {*plan.FAMILIES, *REAL, "disjoint"}
    for size in plan.FIELD_SIZES:
        mines = [cell for cell in full if (cell.problem, cell.protocol, cell.n_target) == ("landmine", "tuned", size)]
        assert sorted(cell.source for cell in mines) == list(range(1, 30))
        assert {cell.trials for cell in mines} == {28}
    assert {cell.protocol for cell in full if cell.problem in plan.FAMILIES} == {"matched", "tuned"}


def test_settings_of_a_field_as_its_own_target_are_refused(one_sentence):
    assert "take two mine fields" in one_sentence(experiment.settings, problem="landmine", source=4, target=4)


def test_half_normal_distances_have_the_mean_that_the_boundary_takes():
    from shiftlab.papers.discriminative.comparison.world import HALF

    assert pytest.approx(norm.expect(abs), rel=1e-6) == HALF
