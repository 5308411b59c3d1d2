"""ReverseTesting against cross-validation: worlds and sets, bias, what is right, and the counts of 30."""

import dataclasses
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from shiftlab import experiments, style
from shiftlab.experiments.summary import select
from shiftlab.papers.reverse_testing import printed
from shiftlab.papers.reverse_testing.judged import Judged
from shiftlab.papers.reverse_testing.learners import LEARNERS
from shiftlab.papers.reverse_testing.uci import cells
from shiftlab.papers.reverse_testing.uci.run import learners
from shiftlab.papers.reverse_testing.uci.sample import draw_sample
from shiftlab.papers.reverse_testing.uci.tasks import TASKS, rows_of
from shiftlab.papers.reverse_testing.uci.world import N_CELLS, WORLDS, lattice
from shiftlab.validation import LeaveOneOut, ReverseTesting, SourceCV

experiment = experiments.get("reverse-testing")


def run(**held):
    return experiment.run(experiment.settings(**held))


def judged(**held):
    return run(**held).trials[0].judged


# Data sets and worlds.


@pytest.mark.parametrize("name", TASKS)
def test_data_sets_have_the_size_that_is_said_and_no_holes(name):
    X, y = rows_of(name)
    assert X.shape == (TASKS[name].n_rows, TASKS[name].n_attributes)
    assert np.isfinite(X).all()
    assert set(y.tolist()) == set(range(TASKS[name].n_classes))


def test_a_missing_vote_is_between_no_and_yes():
    X, _ = rows_of("vote")
    assert set(np.unique(X)) == {-1.0, 0.0, 1.0}
    assert (X[:, 0] == 0).sum() == 12  # of the first attribute, as in the file


@pytest.mark.parametrize("noise", [0.0, 0.2])
@pytest.mark.parametrize("name", WORLDS)
def test_the_lattice_has_the_shares_of_the_rows_drawn(name, noise):
    places = lattice(name, noise)
    assert places.masses.sum() == pytest.approx(1)
    X, y = WORLDS[name].sample(200_000, np.random.RandomState(0))
    y = np.where(np.random.RandomState(1).random_sample(y.size) < noise, 1 - y, y)
    model = GaussianNB().fit(X, y)
    assert places.accuracy(model.predict(places.points)) == pytest.approx(model.score(X, y), abs=0.004)
    assert places.masses[1].sum() == pytest.approx(y.mean(), abs=0.004)


def test_the_best_classifier_of_the_square_is_right_but_for_the_noise():
    places = lattice("noisy square", 0.3)
    diagonal = (places.points.sum(axis=1) > 0).astype(int)
    # cells on the diagonal belong half to each class
    assert places.accuracy(diagonal) == pytest.approx(0.7 - 0.4 / 2 / N_CELLS)


def test_world_49_has_the_clouds_that_were_found():
    X, y = WORLDS["world 49"].sample(100_000, np.random.RandomState(0))
    assert y.mean() == pytest.approx(2.4 / 5.1, abs=0.01)
    assert X[y == 0].mean(axis=0) == pytest.approx(
        (2.7 * np.array([1, 0]) + 1.7 * np.array([0.8, 0])) / 2.7 + np.array([0, (-1.1 - 1.7 * 1.6) / 2.7]), abs=0.02
    )


# Samples.


@pytest.mark.parametrize("problem", ["world 49", "noisy square", "pima", "wine"])
def test_the_lowest_of_the_attribute_are_dropped_and_the_target_is_left_as_it_was(problem):
    plain, biased = (
        draw_sample(experiment.settings(problem=problem, drop=drop, attribute=2), 0) for drop in (0.0, 0.3)
    )
    np.testing.assert_array_equal(plain.X, biased.X)
    np.testing.assert_array_equal(plain.X_target, biased.X_target)
    assert plain.kept.all()
    assert (~biased.kept).sum() == round(0.3 * biased.y.size)
    assert biased.X[~biased.kept, 1].max() <= biased.X[biased.kept, 1].min()


def test_ties_are_broken_by_the_seed_alone():
    first, again, other = (draw_sample(experiment.settings(problem="vote", seed=seed), 0) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first.kept, again.kept)
    tied = first.X[~first.kept, 0].max()
    assert (first.kept & (first.X[:, 0] == tied)).sum() > 0  # some of a value stay, and some go
    assert not np.array_equal(first.kept, other.kept)


def test_a_split_has_every_row_once():
    sample = draw_sample(experiment.settings(problem="iris", target=0.2), 0)
    assert (sample.y.size, sample.y_target.size) == (120, 30)
    together = np.concatenate([sample.X, sample.X_target])
    assert together.sum() == pytest.approx(rows_of("iris")[0].sum())


def test_scaling_looks_at_the_source_alone():
    sample = draw_sample(experiment.settings(problem="pima"), 0)
    source, scaled = sample.source[0], sample.scaled()
    assert scaled.source[0].mean(axis=0) == pytest.approx(np.zeros(8), abs=1e-12)
    assert scaled.source[0].std(axis=0) == pytest.approx(np.ones(8))
    np.testing.assert_allclose(scaled.X_target, (sample.X_target - source.mean(axis=0)) / source.std(axis=0))


def test_labels_are_flipped_as_often_as_the_noise_says():
    clean, noisy = (draw_sample(experiment.settings(size=1000, noise=noise, drop=0.0), 0) for noise in (0.0, 0.3))
    np.testing.assert_array_equal(clean.X, noisy.X)
    assert (clean.y != noisy.y).mean() == pytest.approx(0.3, abs=0.05)
    assert (clean.y_target != noisy.y_target).mean() == pytest.approx(0.3, abs=0.05)


def test_trials_are_other_samples():
    result = run(trials=2)
    first, second = (trial.sample.X for trial in result.trials)
    assert not np.array_equal(first, second)


# What is computed.


def test_criteria_are_those_of_the_validation_package():
    result = run(problem="iris", a="DT", b="LR", loo=True, repeats=2, folds=5, seed=3)
    trial = result.trials[0]
    scaled = trial.sample.scaled()
    compared = learners(result.settings)
    testing = ReverseTesting(compared).fit(*scaled.source, scaled.X_target)
    np.testing.assert_array_equal(trial.judged.accuracy, testing.accuracy_)
    assert trial.judged.says("strict", ("DT", "LR")) == testing.verdicts_["DT", "LR"]
    for name, learner in compared.items():
        folds = SourceCV(5, 2, random_state=3).score(learner, scaled.source)
        assert trial.judged.estimates["cv"][name] == folds
        assert trial.judged.estimates["loo"][name] == LeaveOneOut().score(learner, scaled.source)
        model = learner.fit(*scaled.source)
        assert trial.judged.truth[name] == np.mean(model.predict(scaled.X_target) == trial.sample.y_target)
        assert trial.judged.estimates["train"][name] == np.mean(model.predict(scaled.source[0]) == scaled.source[1])


@pytest.mark.parametrize("problem", ["world 49", "pima", "wine"])
def test_logistic_regression_is_scikit_learns(problem):
    sample = draw_sample(experiment.settings(problem=problem), 0).scaled()
    ours = run(problem=problem, a="LR", b="NB").trials[0]
    default = LogisticRegression(tol=1e-8, max_iter=10_000)
    if problem == "world 49":  # which is not scaled
        sample = ours.sample
    labels = default.fit(*sample.source).predict(sample.X_target)
    np.testing.assert_array_equal(ours.target_labels["LR"], labels)


def test_the_truth_of_a_world_is_what_a_large_sample_says():
    result = run(seed=2)
    X, y = WORLDS["world 49"].sample(200_000, np.random.RandomState(5))
    for name, model in (("NB", GaussianNB()), ("LR", LogisticRegression())):
        accuracy = model.fit(*result.trials[0].sample.source).score(X, y)
        assert result.trials[0].judged.truth[name] == pytest.approx(accuracy, abs=0.004)


def test_all_four_learners_are_compared_in_the_order_of_the_first_two():
    found = judged(problem="iris", a="SVM", b="NB", every=True)
    assert found.names == ["SVM", "NB", "DT", "LR"]
    assert len(found.pairs) == 6
    assert found.accuracy.shape == (4, 4)


def test_all_pairs_share_what_a_pair_has_for_itself():
    together, alone = judged(problem="vote", every=True), judged(problem="vote")
    np.testing.assert_array_equal(together.accuracy[:2, :2], alone.accuracy)
    assert {name: together.truth[name] for name in alone.names} == alone.truth


@pytest.mark.parametrize("learner", ["DT", "NB", "LR", "SVM"])
def test_a_learner_against_itself_is_a_tie_and_undecided(learner):
    found = judged(a=learner, b=learner)
    assert found.ties == 1
    assert [found.says(name, found.pairs[0]) for name in found.criteria] == [None] * 5
    assert found.n_fits <= 4  # both labellings are the same


def test_other_trees_and_kernels_are_other_learners():
    for name, changes in (("DT", {"tree": "c45"}), ("SVM", {"svm": "rbf"})):
        plain, changed = (judged(problem="pima", a=name, b="NB", **more) for more in ({}, changes))
        assert plain.truth[name] != changed.truth[name]
        assert plain.truth["NB"] == changed.truth["NB"]


def test_the_bound_is_there_for_learners_whose_dimension_is_known():
    assert set(judged(problem="pima", every=True).bounds) == {"LR", "SVM"}
    assert set(judged(problem="pima", every=True, svm="rbf").bounds) == {"LR"}
    assert judged(problem="wine", every=True).bounds == {}  # three classes


# Right and wrong.


def made_up(accuracy, truth=(0.9, 0.8, 0.7), cv=(0.7, 0.8, 0.8)):
    names = "abc"[: len(accuracy)]
    values = {"train": dict.fromkeys(names, 1.0), "cv": dict(zip(names, cv, strict=False))}
    return Judged(dict(zip(names, truth, strict=False)), values, np.array(accuracy), 6, {})


def test_the_strict_rule_needs_both_comparisons():
    assert made_up([[0.8, 0.7], [0.9, 0.8]]).says("strict", ("a", "b")) == "a"
    assert made_up([[0.7, 0.8], [0.8, 0.9]]).says("strict", ("a", "b")) == "b"
    torn = made_up([[0.8, 0.7], [0.8, 0.9]])
    assert torn.says("strict", ("a", "b")) is None
    level = made_up([[0.8, 0.7], [0.8, 0.8]])
    assert (level.says("strict", ("a", "b")), level.says("weak", ("a", "b"))) == (None, "a")


def test_pairs_are_right_wrong_or_undecided_and_ties_of_the_truth_apart():
    found = made_up(np.eye(3), truth=(0.9, 0.8, 0.8))
    assert found.ties == 1
    assert found.counts("cv") == {"right": 0, "wrong": 2, "undecided": 0}
    assert found.counts("train") == {"right": 0, "wrong": 0, "undecided": 2}
    assert made_up(np.eye(3), cv=(0.9, 0.5, 0.5)).counts("cv") == {"right": 2, "wrong": 0, "undecided": 1}


def test_the_best_is_found_if_the_first_of_the_order_is_best_on_the_target():
    assert not made_up(np.eye(3)).finds_best("cv")
    assert made_up(np.eye(3), cv=(0.9, 0.5, 0.8)).finds_best("cv")
    assert made_up(np.eye(3), truth=(0.8, 0.8, 0.7), cv=(0.5, 0.8, 0.7)).finds_best("cv")  # a tie: either will do


def test_a_record_counts_all_trials():
    record = experiment.record(run(trials=4))
    singles = [run(trials=4).trials[i].judged for i in range(4)]
    assert record["pairs"] == 4
    for name in ("cv", "strict", "sum"):
        assert record[f"right {name}"] == sum(one.counts(name)["right"] for one in singles)
        assert record[f"wrong {name}"] == sum(one.counts(name)["wrong"] for one in singles)
    assert record["truth LR"] == pytest.approx(np.mean([one.truth["LR"] for one in singles]), rel=1e-6)
    both = sum(
        one.says("cv", one.pairs[0]) == one.says("strict", one.pairs[0]) == one.better(one.pairs[0]) for one in singles
    )
    assert record["only strict"] == record["right strict"] - both
    assert record["only cv"] == record["right cv"] - both


def test_the_sentence_says_who_is_right():
    told = experiment.describe(run(drop=0.5))
    assert "100 of 200 source rows" in told
    assert "cross-validation estimates" in told
    assert told.count("(right)") + told.count("(wrong)") + told.count("(undecided)") == 2
    assert "(the truth is a tie)" in experiment.describe(run(b="NB"))


# Live.


@pytest.mark.parametrize("size", ["notebook", "slide"])
def test_the_learners_are_named_and_have_no_colour_of_a_class(size):
    figure = style.new_figure(size=size)
    with style.using(size=size):
        artists = experiment.stage(figure)
    experiment.update(artists, run(a="DT"))
    legends = [*figure.legends, *filter(None, (ax.get_legend() for ax in figure.axes))]
    assert {"learner DT", "learner LR"} <= {text.get_text() for legend in legends for text in legend.get_texts()}
    of_classes = {artists[f"class {i}"].get_color() for i in range(3)}
    of_learners = {artists[f"boundary {which}"].get_color() for which in ("first", "second")}
    assert len(of_classes) + len(of_learners) == 5
    assert not of_classes & of_learners


def test_while_a_control_moves_there_is_less_validation():
    slow = experiment.settings(loo=True, repeats=5, trials=3)
    assert experiment.coarse(slow) == slow.changed(loo=False, repeats=1, trials=1, folds=5)
    assert experiment.coarse(slow.changed(folds=3)).folds == 3


def artists_of(**held):
    figure = style.new_figure()
    with style.using():
        artists = experiment.stage(figure)
        experiment.update(artists, run(**held))
    return artists


def test_arrows_point_to_the_labels_that_teach_more():
    artists, matrix = artists_of(drop=0.5), judged(drop=0.5).accuracy
    for row in (0, 1):
        towards = artists[f"head {row}"].get_marker()
        assert towards == (">" if matrix[row, 1] > matrix[row, 0] else "<")
        shown = [float(artists[f"cell {row}{column}"].get_text()) for column in (0, 1)]
        assert shown == pytest.approx(matrix[row], abs=5e-4)


def test_the_verdict_is_a_question_mark_if_nothing_is_decided():
    undecided = artists_of(b="NB")
    assert undecided["verdict"].get_text().startswith("?")
    assert undecided["equal 0"].get_text() == "="
    assert undecided["truth choice"].get_text() == "a tie"
    decided = artists_of()
    assert decided["verdict"].get_text().startswith(str(judged().says("strict", ("NB", "LR"))))


def test_rows_shown_as_disputed_are_those_that_the_learners_label_differently():
    trial = run().trials[0]
    differ = trial.target_labels["NB"] != trial.target_labels["LR"]
    np.testing.assert_array_equal(artists_of()["disputed"].get_xydata(), trial.sample.X_target[differ])


@given(
    st.sampled_from([*WORLDS, *TASKS]),
    st.floats(0, 0.7),
    st.integers(1, 2),
    st.tuples(*[st.sampled_from(LEARNERS)] * 2),
    st.sampled_from(["entropy", "c45"]),
    st.floats(0, 0.5),
    st.integers(20, 300),
    st.floats(0.1, 0.9),
    st.integers(0, 2**40),
)
@settings(max_examples=40)
def test_any_settings_run_or_say_in_one_sentence_why_not(
    problem, drop, attribute, pair, tree, noise, size, target, seed
):
    made = experiment.settings(problem=problem, drop=drop, attribute=attribute, a=pair[0], b=pair[1], tree=tree)
    made = made.changed(noise=noise, size=size, target=target, seed=seed)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = experiment.run(experiment.coarse(made))
    except ValueError as refusal:
        message = str(refusal)
        assert message.endswith(".")
        assert "\n" not in message
        return
    assert all(0 <= value <= 1 for value in result.trials[0].judged.truth.values())
    assert experiment.describe(result).endswith(".")


def test_what_cannot_be_is_one_sentence(one_sentence):
    assert "attribute=3 does not exist: world 49 has 2 of them" in one_sentence(experiment.settings, attribute=3)
    assert "rows of one class are left" in one_sentence(run, drop=0.7, size=20)


# Cells and summaries.


def test_quick_cells_have_all_five_sets_and_full_ones_the_splits_that_are_said():
    assert {cell.problem for cell in experiment.cells("quick")} == {*TASKS, "world 49"}
    full = experiment.cells("full")
    for reading in cells.READINGS:
        found = [cell for cell in full if cells.reading_of(cell) == reading]
        n = cells.SPLITS.get(reading, cells.OTHER_SPLITS)
        assert len(found) == n * len(TASKS)
        assert sum(cell.loo for cell in found) == cells.LEAVE_ONE_OUT.get(reading, 0) * len(TASKS)
    assert {cell.problem for cell in full if not cells.reading_of(cell)} == set(WORLDS)


def counted(problem, seed, right, wrong, ties=0, **more):
    settings = cells.of_table(problem, cells.AS_PRINTED, seed)
    numbers = {"pairs": 6, "ties": ties, "only strict": 0, "only cv": 0}
    for name in ("cv", "train", "strict", "weak", "sum"):
        numbers |= {f"right {name}": right, f"wrong {name}": wrong}
    return {**dataclasses.asdict(settings), **numbers, **more}


def test_counts_of_30_are_of_all_five_sets_at_the_same_seed():
    whole = [counted(name, seed, right=4, wrong=1) for seed in (0, 1) for name in TASKS]
    summary = experiment.summarise([*whole, counted("iris", 2, right=0, wrong=6)])
    (right,) = select(summary, "right of 30", criterion="strict")
    assert (right["mean"], right["n"], right["reading"]) == (20, 2, cells.AS_PRINTED)
    assert select(summary, "undecided of 30", criterion="strict")[0]["mean"] == 5
    assert not select(summary, "right of 30", criterion="loo")


def test_counts_are_raw_and_beside_them_ties_of_the_truth_are_left_out_and_the_others_brought_up_to_30():
    summary = experiment.summarise([counted(name, 0, right=3, wrong=0, ties=2) for name in TASKS])
    assert select(summary, "right of 30", criterion="cv")[0]["mean"] == 15
    assert select(summary, "undecided of 30", criterion="cv")[0]["mean"] == 5
    assert select(summary, "right of 30, scaled", criterion="cv")[0]["mean"] == 30 * 3 / 4
    assert select(summary, "ties of 30")[0]["mean"] == 10


def test_half_credit_is_what_a_coin_would_earn_and_what_is_decided_is_judged_by_itself():
    summary = experiment.summarise([counted(name, 0, right=3, wrong=1) for name in TASKS])
    assert select(summary, "half credit of 30", criterion="strict")[0]["mean"] == 5 * (3 + 2 / 2)
    assert select(summary, "half credit", problem="wine", criterion="strict")[0]["mean"] == pytest.approx(4 / 6)
    for problem in ("all five sets", "wine"):
        assert select(summary, "right of decided", problem=problem, criterion="strict")[0]["mean"] == 3 / 4


def test_a_split_about_which_nothing_is_decided_has_no_share_of_what_is():
    records = [counted(name, seed, right=right, wrong=0) for seed, right in ((0, 0), (1, 2)) for name in TASKS]
    (share,) = select(experiment.summarise(records), "right of decided", problem="all five sets", criterion="strict")
    assert (share["mean"], share["n"]) == (1, 1)


def test_gains_are_paired_by_split():
    records = []
    for seed, right in ((0, 5), (1, 2)):
        records += [counted(name, seed, right=right, wrong=0, **{"right strict": right - 1}) for name in TASKS]
    summary = experiment.summarise(records)
    (gain,) = select(summary, "right of 30 - cv", criterion="strict")
    assert (gain["mean"], gain["low"], gain["high"]) == (-5, -5, -5)


def test_leave_one_out_counts_where_it_was_run():
    records = [counted(name, seed, right=3, wrong=3) for seed in (0, 1) for name in TASKS]
    for record in records[:5]:
        record |= {"right loo": 6, "wrong loo": 0}
    summary = experiment.summarise(records)
    assert [line["n"] for line in select(summary, "right of 30", criterion="loo")] == [1]
    assert [line["n"] for line in select(summary, "right of 30", criterion="cv")] == [2]
    assert select(summary, "right of 30 - loo", criterion="strict")[0]["mean"] == -15


def test_differences_of_the_estimates_are_means_over_all_five_sets():
    gaps = dict(zip(TASKS, (0.01, 0.02, 0.03, 0.04, 0.05), strict=True))
    records = [counted(name, 0, right=3, wrong=3, **{"gap cv": gap}) for name, gap in gaps.items()]
    summary = experiment.summarise(records)
    assert select(summary, "gap", problem="all five sets", criterion="cv")[0]["mean"] == pytest.approx(0.03)
    assert not select(summary, "gap", criterion="loo")


# The printed tables.


def test_printed_tables_have_six_entries_of_each_set_that_name_one_of_the_pair():
    for table in (printed.TABLE_10, printed.TABLE_11, printed.TABLE_12, printed.TABLE_14):
        found = printed.entries(table)
        assert len(found) == 30
        assert all(entry.lstrip("*") in (*pair, "??") for (_, pair), entry in found.items())
    assert printed.winners(printed.TABLE_7)["wine", ("DT", "NB")] == "="


def test_the_best_learner_is_found_in_a_share_of_the_trials():
    records = [
        counted("iris", seed, right=3, wrong=3, trials=2, **{"best cv": best}) for seed, best in ((0, 2), (1, 1))
    ]
    assert select(experiment.summarise(records), "best", criterion="cv")[0]["mean"] == 0.75


def test_several_trials_are_counted_in_the_sentence_and_in_the_picture():
    result = run(trials=4)
    judged = [trial.judged for trial in result.trials]
    right = sum(one.says("cv", ("NB", "LR")) == one.better(("NB", "LR")) for one in judged)
    wrong = sum(one.says("cv", ("NB", "LR")) == {"NB": "LR", "LR": "NB"}[one.better(("NB", "LR"))] for one in judged)
    assert f"in 4 such samples cross-validation is right in {right} and wrong in {wrong}," in experiment.describe(
        result
    )
    texts = [text.get_text() for ax in experiment.figure(result.settings).axes for text in ax.texts]
    assert f"{right} ✓ {wrong} ✗" in texts
    assert "such samples" not in experiment.describe(run())
