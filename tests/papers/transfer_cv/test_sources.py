"""Sources: three for a target, columns of Table 5, and both tasks together."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from shiftlab import experiments
from shiftlab.experiments.summary import select
from shiftlab.papers.transfer_cv import newsgroups
from shiftlab.papers.transfer_cv.judged import CRITERIA, Judged
from shiftlab.papers.transfer_cv.learners import LEARNERS
from shiftlab.papers.transfer_cv.options import THREE, compared
from shiftlab.papers.transfer_cv.sources import cells
from shiftlab.papers.transfer_cv.sources.run import Result
from shiftlab.papers.transfer_cv.sources.settings import TASKS
from shiftlab.papers.transfer_cv.sources.summary import BOTH
from shiftlab.papers.transfer_cv.sources.world import MADE_UP, draw_samples, sources_of

experiment = experiments.get("transfer-cv-sources")
SMALL = {"size": 60, "folds": 2}


def run(**held):
    return experiment.run(experiment.settings(**{**SMALL, **held}))


# Worlds.


def test_three_sources_have_one_target():
    samples = draw_samples(experiment.settings(**SMALL))
    assert tuple(samples) == MADE_UP
    first = samples["near"]
    for sample in samples.values():
        np.testing.assert_array_equal(sample.y_target, first.y_target)
        np.testing.assert_array_equal(sample.y_labeled, first.y_labeled)
        columns = [sample.words.index(word) for word in first.words]
        np.testing.assert_array_equal(sample.X_target[:, columns], first.X_target)
    assert not np.array_equal(samples["near"].X, samples["far"].X)


def test_the_far_source_lacks_more_words_of_the_target_and_the_third_turns_some():
    samples = draw_samples(experiment.settings(size=2000, drift=0.8, turned=2))

    def share(name, word):
        sample = samples[name]
        return sample.X[sample.y == 1][:, sample.words.index(word)].mean()

    assert share("far", "new red 1") < share("near", "new red 1")
    assert share("far", "old red 1") > share("near", "old red 1")
    assert share("near", "red 1") == pytest.approx(share("far", "red 1"), abs=0.06)
    assert share("turned", "red 1") < 0.1 < 0.25 < share("turned", "red 3")


def test_names_of_real_sources_are_those_of_table_3():
    for task in TASKS:
        assert sources_of(task) == tuple(newsgroups.TASKS[task].sources)


def test_without_the_newsgroups_one_sentence_says_what_to_do(one_sentence, monkeypatch, tmp_path):
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path))
    newsgroups.domains.__globals__["_of_task"].cache_clear()
    assert "newsgroups20_bydate_train" in one_sentence(run, problem="sci-talk")


# What is judged.


def made_up_result():
    """Two learners and three sources; TrCV is right about A and wrong about every pair of B."""
    truth = {"near": {"A": 0.9, "B": 0.6}, "far": {"A": 0.8, "B": 0.7}, "turned": {"A": 0.7, "B": 0.8}}
    values = {name: {"A": one["A"], "B": 1 - one["B"]} for name, one in truth.items()}
    by_source = {name: Judged(truth[name], dict.fromkeys(CRITERIA, values[name])) for name in truth}
    return Result(experiment.settings(), {}, by_source, dict.fromkeys(truth, 1.0))


def test_with_a_fixed_learner_sources_are_the_candidates():
    result = made_up_result()
    assert result.columns["A"].names == ["near", "far", "turned"]
    assert result.columns["A"].corr("TrCV") == 3
    assert result.columns["B"].corr("TrCV") == 0
    assert result.columns["B"].chosen("TrCV") == "near"
    assert result.columns["B"].regret("TrCV") == pytest.approx(0.2)
    assert list(result.columns) == ["A", "B", "Pr"]


def test_all_pairs_of_learner_and_source_are_candidates_too():
    pairs = made_up_result().pairs
    assert pairs.n_pairs == 15
    assert pairs.truth["B from turned"] == 0.8
    assert pairs.values["SCV"]["B from turned"] == pytest.approx(0.2)
    assert pairs.chosen("TrCV") == "A from near"


def test_the_shown_learner_is_the_wanted_one_if_it_is_compared():
    another, missing = run(shown="LM"), run(shown="C45")
    assert (another.shown, missing.shown) == ("LM", THREE[0])
    one, other = experiment.record(another), experiment.record(missing)
    assert {**one, "shown": ""} == {**other, "shown": ""}


def test_records_have_every_pair_and_summaries_every_column():
    result = run()
    record = experiment.record(result)
    assert record["truth of SVM from far"] == pytest.approx(result.by_source["far"].truth["SVM"])
    assert "TCV of SVM from far" in record
    summary = experiment.summarise([record])
    for column, judged in result.columns.items():
        (row,) = select(summary, "corr TrCV", learner=column)
        assert row["mean"] == judged.corr("TrCV")
        (pairs,) = select(summary, "n_pairs", learner=column)
        assert pairs["mean"] == (36 if column == "Pr" else 3)


def test_every_learner_is_tried_with_every_source():
    judged = dict.fromkeys(MADE_UP, Judged(dict.fromkeys(compared(True), 0.5), {}))
    result = Result(experiment.settings(every=True), {}, judged, {})
    assert result.learners == list(LEARNERS)
    assert result.pairs.n_pairs == 276


# Cells and summaries.


def test_quick_cells_need_no_newsgroups():
    assert {cell.problem for cell in experiment.cells("quick")} == {"made up"}


def test_full_cells_have_both_tasks_in_every_reading():
    full = experiment.cells("full")
    for task in TASKS:
        found = {}
        for cell in full:
            if cell.problem == task:
                assert cell.every
                found[cells.reading_of(vars(cell))] = found.get(cells.reading_of(vars(cell)), 0) + 1
        assert found == {name: cells.DRAWS if name == cells.FIRST else cells.OTHER_DRAWS for name in cells.READINGS}


RIGHT, HALF, WRONG = (3.0, 2.0, 1.0), (3.0, 1.0, 2.0), (1.0, 2.0, 3.0)


def both_records(*draws, tasks=TASKS, **others):
    """A record of each task and seed: what TrCV, and other criteria, say of three sources with naive Bayes.

    The first source is the best, with .9, and the third the worst, with .7.
    """
    base = experiment.record(run())
    return [
        {
            **base,
            "problem": task,
            "seed": seed,
            **_about("truth", (0.9, 0.8, 0.7)),
            **_about("TrCV", order),
            **{name: value for other in others for name, value in _about(other, others[other]).items()},
        }
        for seed, orders in enumerate(draws)
        for task, order in zip(tasks, orders, strict=True)
    ]


def _about(what, values):
    return {f"{what} of NB from {source}": value for source, value in zip(MADE_UP, values, strict=True)}


def test_both_tasks_of_a_draw_are_added_up():
    summary = experiment.summarise(both_records((RIGHT, HALF), (WRONG, HALF), SCV=HALF))
    (total,) = select(summary, "corr TrCV", problem=BOTH, learner="NB")
    assert (total["mean"], total["n"]) == ((5 + 2) / 2, 2)
    (difference,) = select(summary, "corr TrCV - SCV", problem=BOTH, learner="NB")
    assert difference["mean"] == 3.5 - 4
    (regret,) = select(summary, "regret TrCV", problem=BOTH, learner="NB")
    assert regret["mean"] == pytest.approx((0 + 0.1) / 2)
    (pairs,) = select(summary, "n_pairs", problem=BOTH, learner="Pr")
    assert pairs["mean"] == 72
    (one,) = select(summary, "corr TrCV", problem="comp-rec", learner="NB")
    assert one["mean"] == 1.5


def test_a_criterion_is_best_by_the_sum_of_both_tasks():
    others = dict.fromkeys(("SCV", "TCV", "STV"), WRONG)
    for orders, expected in (((RIGHT, WRONG), 0), ((RIGHT, HALF), 1)):
        summary = experiment.summarise(both_records(orders, WCV=HALF, **others))
        (row,) = select(summary, "corr best TrCV", problem=BOTH, learner="NB")
        assert row["mean"] == expected


def test_a_draw_of_one_task_alone_is_no_sum():
    records = both_records((RIGHT, HALF), (WRONG, HALF))[:-1]
    (total,) = select(experiment.summarise(records), "corr TrCV", problem=BOTH, learner="NB")
    assert (total["mean"], total["n"]) == (5, 1)


def test_the_figure_shows_both_tasks_where_it_can():
    text = experiment.report.draw(Figure(), experiment.summarise(both_records((RIGHT, HALF), (WRONG, HALF))))
    assert "both tasks, NB, of 6: " in text
    assert "TrCV 3.50" in text
    assert "comp-rec" not in text
