"""Real data for the comparison of section 6, and the parameters that are chosen on other data."""

import os
from collections import Counter

import numpy as np
import pytest

from shiftlab import datasets, experiments
from shiftlab.papers.discriminative.comparison import tuning
from shiftlab.papers.discriminative.comparison.cells import cells
from shiftlab.papers.discriminative.comparison.methods import METHODS, Choice
from shiftlab.papers.discriminative.comparison.settings import REAL, Settings
from shiftlab.papers.discriminative.comparison.tasks import GROUPS, HELD_OUT, TARGETS, for_tuning, posts, task

needs_data = pytest.mark.skipif(not os.environ.get("SHIFTLAB_DATA"), reason="SHIFTLAB_DATA is not set")


# Tasks.


@needs_data
@pytest.mark.parametrize("problem", TARGETS)
def test_source_and_target_are_different_rows_in_an_order_of_the_seed(problem):
    found, other = task(problem, 1, 2, 0, 200), task(problem, 1, 2, 1, 200)
    assert found.X.shape == (200, found.X_target.shape[1])
    assert set(found.y) == set(found.y_target) == {0.0, 1.0}
    np.testing.assert_array_equal(found.X_target, task(problem, 1, 2, 0, 200).X_target)
    assert not np.array_equal(found.X[:5], other.X[:5])
    if problem != "spam":  # where mails may be written twice
        rows = np.concatenate([found.X, found.X_target])
        assert len(np.unique(rows, axis=0)) == len(rows)


@needs_data
def test_mine_fields_are_taken_whole():
    found = task("landmine", 16, 29, 0, 2048)
    assert (len(found.y), len(found.y_target)) == (445, 449)
    assert (found.y.sum(), found.y_target.sum()) == (32, 42)


@needs_data
def test_an_inbox_is_far_along_its_component_whatever_the_label():
    for target in (1, 9):
        found = task("spam", 1, target, 0, 1000)
        assert abs(len(found.y_target) - 2048) < 200
        moved = found.X_target.mean(axis=0) - found.X.mean(axis=0)
        assert np.linalg.norm(moved) > 1


@needs_data
def test_e_mails_for_tuning_are_in_no_inbox_and_no_source():
    everything, last = 5000, TARGETS["spam"] + 1

    def mails(target, seed):
        found = task("spam", 1, target, seed, everything)
        return {row.tobytes() for rows in (found.X, found.X_target) for row in rows}

    assert for_tuning().sum() == HELD_OUT
    reported = set().union(*(mails(target, seed) for target in range(1, last) for seed in (0, 7)))
    tuned = set().union(*(mails(last, seed) for seed in (tuning.FIRST_SEED, tuning.FIRST_SEED + 1)))
    assert tuned
    assert not tuned & reported  # copies of one e-mail included


@needs_data
def test_every_tuning_sample_of_spam_is_of_the_held_out_e_mails():
    samples = list(tuning.samples("spam", "linear"))
    assert len(samples) == tuning.SPAM_SEEDS
    assert {len(one.y) + len(one.X_test) for one in samples} == {HELD_OUT}


@needs_data
def test_coordinates_of_posts_have_the_inner_products_of_their_words():
    coordinates, y, early = posts(1)
    texts = datasets.load("newsgroups20_bydate_train").binary(GROUPS[1][1], GROUPS[1][0])[0][:20, 0]
    counts = [Counter(text.split()) for text in texts]
    products = np.array([[sum(n * other[word] for word, n in count.items()) for other in counts] for count in counts])
    lengths = np.sqrt(products.diagonal())
    np.testing.assert_allclose(coordinates[:20] @ coordinates[:20].T, products / np.outer(lengths, lengths), atol=1e-8)
    assert early[:20].all()
    assert not early[-1]
    assert 0.4 < y.mean() < 0.6


def test_tasks_that_do_not_exist_are_refused(one_sentence):
    assert "landmine, spam, text" in one_sentence(task, "cora", 1, 2, 0, 10)
    assert "from 1 to 10 for spam, got 11" in one_sentence(task, "spam", 1, 11, 0, 10)
    assert "from 1 to 29 for landmine, got 30" in one_sentence(task, "landmine", 1, 30, 0, 10)


# Tuning.


def test_every_tuned_cell_has_a_choice_for_every_method():
    tuned = [cell for cell in cells("full") if cell.protocol == "tuned"]
    assert tuned
    for cell in tuned:
        found = tuning.chosen(cell)
        assert list(found) == list(METHODS)
        for name, choice in found.items():
            assert choice in list(tuning.grid(name, cell.kernel))


def test_what_was_not_tuned_is_one_sentence(one_sentence):
    settings = experiments.get("discriminative").settings
    told = one_sentence(settings, problem="spam", kernel="rbf", protocol="tuned")
    assert "nothing for problem=spam, kernel=rbf: take kernel=linear" in told
    assert "take kernel=linear or rbf" not in told
    assert "kernel=rbf" in one_sentence(settings, problem="landmine", kernel="linear", protocol="tuned")


def test_cells_use_nothing_that_was_tuned_on():
    for cell in cells("full"):
        assert cell.seed < tuning.FIRST_SEED
        if cell.problem in REAL and cell.problem != "landmine":
            assert cell.target <= TARGETS[cell.problem]


def test_tuning_takes_what_is_best_on_the_tuning_samples(monkeypatch):
    settings = experiments.get("discriminative").settings(shift=0.0, n_source=40, n_target=40)
    from shiftlab.papers.discriminative.comparison.world import synthetic

    monkeypatch.setattr(tuning, "samples", lambda problem, kernel: [synthetic(settings, 0)])
    monkeypatch.setattr(tuning, "auc", lambda p, scores: -abs(np.abs(scores).max() - 1.0))
    found = tuning.tune("curved", "linear")
    assert {choice.width for choice in found.values()} == {1.0}
    iid = {
        choice.sigma_w: np.abs(
            tuning.fit("iid", tuning.Stage(synthetic(settings, 0), "linear"), choice).scores(
                synthetic(settings, 0).X_test
            )
        ).max()
        for choice in tuning.grid("iid", "linear")
    }
    assert found["iid"].sigma_w == min(iid, key=lambda sigma: abs(iid[sigma] - 1.0))


def test_a_method_has_only_its_own_parameters_in_its_grid():
    for name in METHODS:
        choices = list(tuning.grid(name, "linear"))
        assert len(set(choices)) == len(choices)
        assert {choice.width for choice in choices} == {1.0}
        assert (len({choice.sigma_v for choice in choices}) > 1) == (name in ("integrated", "two_stage", "ssb"))
        assert (len({choice.B for choice in choices}) > 1) == (name == "kmm")


@pytest.mark.quick_experiments
def test_tuning_again_gives_what_is_kept():
    kept = tuning.chosen(Settings(problem="disjoint"))
    assert tuning.tune("disjoint", "linear") == kept
    assert isinstance(kept["iid"], Choice)
