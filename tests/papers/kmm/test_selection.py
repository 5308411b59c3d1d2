"""Biased samples of real data: splits, true probabilities, three ways to weigh, Table 1 and its readings."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from shiftlab import experiments
from shiftlab.experiments.summary import select
from shiftlab.learners import PenalizedLMS
from shiftlab.papers.kmm.selection import cells
from shiftlab.papers.kmm.selection import run as running
from shiftlab.papers.kmm.selection import sample as sampling
from shiftlab.papers.kmm.selection.record import METHODS
from shiftlab.papers.kmm.selection.run import CERTIFIED
from shiftlab.papers.kmm.selection.sample import draw_sample
from shiftlab.papers.kmm.selection.tasks import TABLE_1, TASKS, is_number, population
from shiftlab.weights import KernelMeanMatching

experiment = experiments.get("kmm-selection")
BUNDLED = [name for name, task in TASKS.items() if task.bundled]
SCHEMES = ("feature", "joint", "label", "component", "logistic")


def run(**held):
    return experiment.run(experiment.settings(**held))


def record(**held):
    return experiment.record(run(**held))


# Data sets.


@pytest.mark.parametrize("name", BUNDLED)
def test_data_sets_have_the_size_that_is_said_and_no_holes(name):
    X, scaled, y = population(name, "unit")
    assert X.shape == scaled.shape == (TASKS[name].n_rows, TASKS[name].n_features)
    assert np.isfinite(X).all()
    assert scaled.min() == 0
    assert scaled.max() == 1
    assert is_number(name) or set(y.tolist()) == {-1.0, 1.0}


def test_scaling_leaves_the_order_of_rows_in_every_feature():
    raw = population("breast-cancer", "raw")[1]
    for scaling in ("unit", "standard"):
        scaled = population("breast-cancer", scaling)[1]
        assert all(np.corrcoef(a, b)[0, 1] == pytest.approx(1) for a, b in zip(raw.T, scaled.T, strict=True))
    assert population("breast-cancer", "standard")[1].std(axis=0) == pytest.approx(np.ones(9))


def test_rows_of_table_1_use_every_row_of_their_data_set():
    assert [row.number for row in TABLE_1] == list(range(1, 24))
    for row in TABLE_1:
        assert row.n_pool + row.n_target == TASKS[row.dataset].n_rows
        settings = cells.table_row(row)
        assert round(settings.train * TASKS[row.dataset].n_rows) == row.n_pool
        if settings.share:
            assert settings.share * row.n_pool == pytest.approx(row.n_selected, abs=1)


# Samples.


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("dataset", ["breast-cancer", "abalone"])
def test_rows_are_selected_as_often_as_their_probability_says(scheme, dataset):
    held = {"scheme": scheme, "dataset": dataset, "train": 0.5, "max_rows": 699}
    held |= {"share": 0.4} if scheme in ("joint", "component", "logistic") else {}
    samples = [draw_sample(experiment.settings(**held, seed=seed)) for seed in range(40)]
    selected, expected = sum(s.chance.size for s in samples), sum(s.rate * s.n_pool for s in samples)
    assert abs(selected - expected) < 4 * np.sqrt(expected)
    # each selected row stands for 1/P(s=1) rows of the pool
    represented = sum((1 / s.chance).sum() for s in samples)
    reaches = np.concatenate([1 / s.chance for s in samples])
    if reaches.max() < 20:  # rows that are next to never selected stand for too many
        assert represented == pytest.approx(sum(s.n_pool for s in samples), rel=0.1)


@pytest.mark.parametrize("scheme", ["joint", "component", "logistic"])
@pytest.mark.parametrize("dataset", ["breast-cancer", "abalone", "haberman"])
def test_the_share_selected_is_the_one_set(scheme, dataset):
    sample = draw_sample(experiment.settings(scheme=scheme, dataset=dataset, share=0.3, train=0.5))
    assert sample.rate == pytest.approx(0.3)


def test_probabilities_are_those_of_the_paper():
    by_feature = draw_sample(experiment.settings(feature=3))
    levels = by_feature.along_source
    np.testing.assert_array_equal(by_feature.chance, np.where(levels > 6, 0.8, 0.2))  # 6 of 1 to 10 is 5 of 0 to 9
    printed_cut = draw_sample(experiment.settings(feature=3, cut=0.5))
    np.testing.assert_array_equal(printed_cut.chance, np.where(printed_cut.along_source > 5, 0.8, 0.2))
    by_label = draw_sample(experiment.settings(scheme="label"))
    np.testing.assert_array_equal(by_label.chance, np.where(by_label.y_source == 1, 0.1, 0.9))
    jointly = draw_sample(experiment.settings(scheme="joint"))
    np.testing.assert_allclose(jointly.chance, np.exp(-(jointly.along_source**2) / 20))


def test_the_other_end_of_a_component_is_the_other_side_of_its_mean():
    low, high = (
        draw_sample(experiment.settings(scheme="component", share=0.3, flip=flip, a=1.5, train=0.9))
        for flip in (False, True)
    )
    middle = np.concatenate([low.along_target, low.along_source]).mean()
    assert (low.along_source.mean() - middle) * (high.along_source.mean() - middle) < 0


def test_the_logistic_function_is_that_of_4_2_2():
    sample = draw_sample(experiment.settings(scheme="logistic", slope=1.5))
    np.testing.assert_allclose(sample.chance, 1 / (1 + np.exp(-1.5 * sample.y_source)))
    assert (np.sign(sample.y_source) == np.where(sample.positive, 1, -1)).all()


def test_moving_the_bias_leaves_the_split():
    first, second = draw_sample(experiment.settings()), draw_sample(experiment.settings(scheme="label"))
    np.testing.assert_array_equal(first.X_target, second.X_target)


def test_with_all_rows_to_select_from_the_rest_is_the_target():
    sample = draw_sample(experiment.settings(scheme="label", train=1.0))
    assert sample.n_pool == 699
    assert sample.y_source.size + sample.y_target.size == 699
    together = np.concatenate([sample.X_source, sample.X_target])
    everything = population("breast-cancer", "unit")[1]
    assert together.sum() == pytest.approx(everything.sum())


def test_fewer_rows_are_a_part_of_the_rows():
    sample = draw_sample(experiment.settings(max_rows=300))
    assert sample.n_pool + sample.y_target.size == 300


# Weights, predictions, errors.


def test_predictions_are_those_of_the_learners_of_the_paper():
    result = run(scheme="label", C=3.0, sigma=0.2)
    for weights, predicted, error in zip(result.weights, result.predictions, result.errors, strict=True):
        sample = result.sample
        model = SVC(C=3.0, gamma=0.2).fit(sample.X_source, sample.y_source, sample_weight=weights)
        np.testing.assert_array_equal(predicted, model.predict(sample.X_target))
        assert error == np.mean(predicted != sample.y_target)
    np.testing.assert_allclose(result.weights[1], result.sample.rate / result.sample.chance)
    assert (result.weights[0] == 1).all()


@pytest.mark.parametrize("center", [False, True])
def test_numbers_are_predicted_by_penalised_lms(center):
    result = run(dataset="abalone", scheme="logistic", max_rows=400, lam=0.5, center=center)
    sample, weights = result.sample, result.weights[2]
    middle = np.average(sample.y_source, weights=weights) if center else 0
    model = PenalizedLMS(0.5, 0.1).fit(sample.X_source, sample.y_source - middle, sample_weight=weights)
    np.testing.assert_allclose(result.predictions[2], model.predict(sample.X_target) + middle)
    residuals = sample.y_target - result.predictions[2]
    assert result.errors[2] == pytest.approx(np.mean(residuals**2) / sample.y_target.var())


def test_the_nmse_as_printed_has_no_square_and_is_recorded_in_any_case():
    held = {"dataset": "abalone", "scheme": "logistic", "max_rows": 400}
    squared, printed = record(**held), record(**held, nmse="as printed")
    assert printed["error_kmm"] == printed["unsquared_kmm"] == squared["unsquared_kmm"] != squared["error_kmm"]


def test_a_sample_of_one_class_predicts_it():
    result = run(scheme="label", keep_positive=0.0)
    assert (result.sample.y_source == -1).all()
    assert (result.predictions == -1).all()
    assert "correlation" not in experiment.record(result)  # one true weight for all


def test_kmm_sees_a_bias_by_label_and_not_the_labels():
    numbers = record(scheme="label", train=0.5)
    assert numbers["positive_kmm"] > 3 * numbers["negative_kmm"]
    assert numbers["correlation"] > 0.6
    assert numbers["violated"] == 0
    assert numbers["gap"] <= CERTIFIED


def test_the_programme_is_solved_with_the_options_of_the_paper(monkeypatch):
    """B and ε of 4.2, no other ridge than the one that is set, and a gap that leaves nothing to the solver."""
    told = []

    class Told(KernelMeanMatching):
        def fit(self, X_source, X_target):
            told.append(self.get_params() | {"m": len(X_source)})
            return super().fit(X_source, X_target)

    monkeypatch.setattr(running, "KernelMeanMatching", Told)
    result = experiment.run(experiment.settings(scheme="label", ridge=0.0))
    (options,) = told
    assert options["eps"] == pytest.approx((np.sqrt(options["m"]) - 1) / np.sqrt(options["m"]))
    assert (options["ridge"], options["B"], options["tol"], options["kernel"]) == (0, 1000, CERTIFIED, "rbf")
    assert result.gap <= CERTIFIED


def test_a_small_B_bounds_the_weights_and_keeps_more_rows_in_use():
    free, bounded = record(scheme="component", share=0.3), record(scheme="component", share=0.3, B=1.5)
    assert bounded["largest_kmm"] <= 1.5 < free["largest_kmm"]
    assert bounded["ess_kmm"] > free["ess_kmm"]


@given(st.from_type(experiment.Settings))
@settings(max_examples=60)
def test_any_settings_of_bundled_sets_run_or_say_in_one_sentence_why_not(drawn_settings):
    s = experiment.coarse(drawn_settings)
    s = dataclasses.replace(s, dataset=s.dataset if s.dataset in BUNDLED[:5] else "breast-cancer")
    try:
        result = experiment.run(s)
    except ValueError as refusal:
        message = str(refusal)
        assert message.endswith(".")
        assert "\n" not in message
        return
    assert np.isfinite(result.errors).all()
    assert experiment.describe(result).endswith(".")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"dataset": "haberman", "feature": 4}, "feature=4 does not exist: haberman has 3 of them"),
        ({"scheme": "label", "keep_positive": 0.0, "keep_negative": 0.0}, "leave no rows"),
    ],
)
def test_settings_that_cannot_be_are_refused(one_sentence, changes, sentence):
    assert sentence in one_sentence(experiment.settings, **changes)


def test_too_few_rows_are_one_sentence(one_sentence):
    assert "leaves 0 of 699 rows" in one_sentence(run, train=0.0001)
    assert "This bias selects" in one_sentence(run, max_rows=12, scheme="joint")


# Live.


def test_while_a_control_moves_only_large_sets_get_smaller():
    assert experiment.coarse(experiment.settings()) == experiment.settings()
    abalone = experiment.settings(dataset="abalone", scheme="logistic")
    assert experiment.coarse(abalone) == abalone.changed(max_rows=699)
    few = abalone.changed(max_rows=100)
    assert experiment.coarse(few) == few


def test_the_first_component_has_the_largest_variance():
    sample = draw_sample(experiment.settings(scheme="label", train=0.5))
    scaled = population("breast-cancer", "unit")[1]
    assert sample.along == "first principal component"
    assert np.var(sample.along_target) > scaled.var(axis=0).max()


# Cells and summaries.


def test_quick_cells_need_nothing_that_is_not_bundled():
    assert {cell.dataset for cell in experiment.cells("quick")} == set(BUNDLED)


def test_full_cells_have_the_trials_of_the_paper():
    full = experiment.cells("full")
    assert {cell.dataset for cell in full} == set(TASKS)
    seeds_of = {}
    for cell in full:
        seeds_of.setdefault(cell.changed(seed=0), set()).add(cell.seed)
    for reading in (cells.RIDGELESS, cells.AS_PRINTED, cells.MEDIAN):
        for row in TABLE_1:
            seeds = seeds_of[cells.table_row(row, reading)]
            assert len(seeds) == (10 if is_number(row.dataset) else 30)
    figure_2a = [cell for cell in full if cell.scheme == "feature"]
    assert len(figure_2a) == 9 * 30 * len(cells.FIGURE_2)
    assert {cell.train for cell in figure_2a} == {0.25}


def test_settings_find_back_their_row_and_reading():
    for row in TABLE_1:
        for reading in cells.READINGS:
            settings = cells.table_row(row, reading)
            if settings is not None:
                assert cells.row_and_reading(settings.changed(seed=3)) == (row.number, reading)
    assert cells.row_and_reading(experiment.settings()) == (0, "")


def made_up(row, seed=0, errors=(0.3, 0.2, 0.1)):
    settings = cells.table_row(TABLE_1[row - 1], cells.READINGS[0]).changed(seed=seed)
    numbers = dict(zip(("error_unweighted", "error_importance", "error_kmm"), errors, strict=True))
    return {**dataclasses.asdict(settings), **numbers, "n_selected": 50}


def test_differences_are_paired_by_trial():
    records = [made_up(5, 0, (0.3, 0.2, 0.1)), made_up(5, 1, (0.5, 0.2, 0.4))]
    summary = experiment.summarise(records)
    (gain,) = select(summary, "unweighted - kmm", row=5)
    assert gain["mean"] == pytest.approx(0.15)
    assert (gain["n"], gain["reading"], gain["dataset"]) == (2, cells.READINGS[0], "haberman")
    (behind,) = select(summary, "importance - kmm", row=5)
    assert behind["mean"] == pytest.approx(-0.05)


def test_rows_are_won_by_the_smallest_mean_error_and_ties_by_none():
    by_kmm, by_truth, tied = (0.3, 0.2, 0.1), (0.3, 0.1, 0.2), (0.3, 0.1, 0.1)
    errors = dict.fromkeys(range(1, 24), by_kmm) | {1: by_truth, 2: tied}
    whole = [made_up(row, seed, errors[row]) for seed in (0, 1) for row in errors]
    won = {name: select(experiment.summarise(whole), f"rows won by {name}")[0] for name in METHODS}
    assert [won[name]["mean"] for name in METHODS] == [0, 1, 21]
    assert (won["kmm"]["low"], won["kmm"]["high"], won["kmm"]["n"]) == (21, 21, 2)  # no trial differs
    assert not select(experiment.summarise(whole[1:22]), "rows won by kmm")
    once = experiment.summarise(whole[:23])
    assert select(once, "rows won by kmm")[0]["low"] is None


def test_the_interval_of_rows_won_is_as_wide_as_trials_differ():
    trials = [(0.3, 0.2, 0.1), (0.3, 0.2, 0.4)]  # the mean is 0.25 by KMM: better than nothing, worse than the truth
    whole = [made_up(row, seed, trials[seed]) for seed in (0, 1) for row in range(1, 24)]
    (line,) = select(experiment.summarise(whole), "rows won by kmm")
    assert line["mean"] == 0
    assert 8 < line["high"] < 23 / 2  # both draws are the first trial in a quarter of the rows


def test_the_table_has_a_line_for_every_row_and_says_where_there_are_no_data():
    table = experiment.table(experiment.summarise([made_up(5), made_up(5, 1)]))
    lines = [dict(zip(table.columns, line, strict=True)) for line in table.rows]
    assert [line["place"] for line in lines] == [f"Table 1, {number}" for number in range(1, 24)]
    assert [line["place"] for line in lines if line["reading"] != "no data"] == ["Table 1, 5"]
    assert lines[4]["KMM"] == pytest.approx(0.1)


def test_the_intercept_gives_the_mean_share():
    values = np.random.RandomState(0).normal(size=200)
    for share in (0.01, 0.5, 0.95):
        a = sampling._intercept(values, 3.0, share)
        assert np.mean(1 / (1 + np.exp(-a - 3 * values))) == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("share", [5e-324, 1e-160, 1e-20])
def test_a_share_next_to_nothing_is_reached_too(share):
    assert sampling._intercept(np.array([-1.0, 1.0]), 3.0, share) < -40
