"""Texts: how Reuters and web pages are divided, what is judged, which cells there are, and what is summed up."""

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

from shiftlab import experiments
from shiftlab.experiments.controls import unseen
from shiftlab.experiments.summary import select
from shiftlab.papers.transfer_cv import judging
from shiftlab.papers.transfer_cv.judged import CRITERIA
from shiftlab.papers.transfer_cv.judging import accuracy, criteria_of, weights_of
from shiftlab.papers.transfer_cv.learners import LEARNERS, learner_by_name
from shiftlab.papers.transfer_cv.options import THREE
from shiftlab.papers.transfer_cv.text import cells, controls, reuters, webpages, world
from shiftlab.papers.transfer_cv.text.settings import NEWSGROUPS, REUTERS, WEB_PAGES
from shiftlab.papers.transfer_cv.text.world import draw_sample
from shiftlab.validation import scores

experiment = experiments.get("transfer-cv-text")
SMALL = {"size": 60, "folds": 2}


def run(**held):
    return experiment.run(experiment.settings(**{**SMALL, **held}))


# Reuters.


def test_subcategories_are_divided_into_halves_of_about_the_same_size():
    rng = np.random.RandomState(0)
    names = [f"tag {i}" for i in range(30)]
    tags = [frozenset(rng.choice(names, rng.randint(1, 3), replace=False)) for _ in range(400)]
    side = reuters.sides(tags, np.random.RandomState(1))
    for half in (0, 1):
        inside = set().union(*(tags[i] for i in np.flatnonzero(side == half)))
        assert all(not (tags[i] & inside) for i in np.flatnonzero(side == 1 - half))
    both = np.flatnonzero(side == -1)
    assert both.size
    assert all(len(tags[i]) > 1 for i in both)
    n = [(side == half).sum() for half in (0, 1)]
    assert abs(n[0] - n[1]) < 0.25 * sum(n)
    assert not np.array_equal(side, reuters.sides(tags, np.random.RandomState(2)))


@pytest.fixture
def wires(monkeypatch):
    """News wires of two organisations, two persons and three places, among others."""
    rows = [
        *[("oil output", "opec", "", "usa")] * 6,
        *[("farm trade", "ec", "", "")] * 6,
        *[("bank speech", "", "volcker", "usa;japan")] * 6,
        *[("trade speech", "", "baker", "")] * 6,
        *[("shares rose", "", "", "usa")] * 8,
        *[("shares fell", "", "", "uk")] * 8,
        *[("of both", "imf", "baker", "")] * 3,
        *[("of nothing", "", "", "")] * 3,
    ]
    columns = ("title", "orgs", "people", "places", "body")
    X = np.array([[*row, "reuter"] for row in rows], dtype=object)
    corpus = reuters.domains.__globals__["_corpus"]
    monkeypatch.setattr(reuters, "_table", lambda: SimpleNamespace(columns=columns, X=X))
    corpus.cache_clear()
    yield
    corpus.cache_clear()


@pytest.mark.usefixtures("wires")
@pytest.mark.parametrize("pair", REUTERS)
def test_wires_belong_to_exactly_one_category_and_half(pair):
    found = [reuters.domains(pair, np.random.RandomState(seed)) for seed in range(8)]
    for source, target, vocabulary in found:
        words = dict(zip(vocabulary, range(len(vocabulary)), strict=True))
        assert "reuter" in words
        # each category has two subcategories: one here, one there
        size = {"orgs-people": 12, "orgs-places": 14, "people-places": 14}[pair]
        assert (source.size, target.size) == (size, size)
        assert source.positive.sum() == target.positive.sum() == 6
        assert not {"both", "nothing"} & set(words)
        for part in (source, target):
            named = part.counts.toarray()[:, words["speech"]] > 0 if "speech" in words else None
            if pair == "people-places":
                np.testing.assert_array_equal(named, part.positive)
            if pair == "orgs-people":
                np.testing.assert_array_equal(named, ~part.positive)
    assert len({source.counts.toarray().tobytes() for source, _, _ in found}) > 1  # draws differ


@pytest.mark.usefixtures("wires")
def test_of_the_many_places_a_few_are_drawn(monkeypatch):
    monkeypatch.setattr(reuters, "N_PLACES", 7)
    source, target, _ = reuters.domains("orgs-places", np.random.RandomState(0))
    assert (~source.positive).sum() == 4
    assert (~target.positive).sum() == 3


# Web pages.


@pytest.fixture
def pages(monkeypatch):
    subjects = np.repeat(["Goats", "Sheep", "Bands", "BioMedical"], [8, 6, 10, 12])
    counts = np.eye(4)[[["Goats", "Sheep", "Bands", "BioMedical"].index(name) for name in subjects]]
    monkeypatch.setattr(
        webpages, "_pages", lambda: (counts, np.array(["goat", "sheep", "music", "gene"]), np.array(subjects))
    )


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize(
    ("task", "source", "target"),
    [
        ("Sheep", [8, 0, 10, 0], [0, 6, 0, 12]),
        ("Goats", [0, 6, 10, 0], [8, 0, 0, 12]),
        ("BioMedical", [4, 3, 10, 0], [4, 3, 0, 12]),
    ],
)
def test_subjects_stand_in_for_ratings(task, source, target):
    domains = webpages.domains(task, np.random.RandomState(0))
    for part, expected in zip(domains[:2], (source, target), strict=True):
        assert part.counts.sum(axis=0).tolist() == expected
        np.testing.assert_array_equal(part.positive, part.counts[:, :2].any(axis=1))


def test_without_the_texts_one_sentence_says_what_to_do(one_sentence, monkeypatch, tmp_path):
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path))
    for module, cached in ((reuters, ("_table", "_corpus")), (webpages, ("_pages",))):
        for name in cached:
            vars(module)[name].cache_clear()
    assert "reuters21578_sgml" in one_sentence(run, problem="orgs-people")
    assert "syskillwebert_words" in one_sentence(run, problem="Sheep")


# What is judged.


def test_candidates_are_those_of_the_paper():
    few = {"size": 40, "words": 16}
    assert run(**few).judged.names == list(THREE)
    assert run(every=True, **few).judged.names == list(LEARNERS)
    assert run(task="C of the SVM", **few).judged.names == ["C 0.01", "C 0.1", "C 1", "C 10", "C 100"]
    assert run(task="neighbours of LatentMap", **few).judged.names == ["k 5", "k 15", "k 25", "k 35", "k 45"]


def test_the_truth_is_the_accuracy_on_target_rows_without_labels():
    result = run()
    sample = result.sample
    model = learner_by_name("NB").fit(sample.X, sample.y)
    assert result.judged.truth["NB"] == model.score(sample.X_target, sample.y_target)
    transferred = learner_by_name("LM").fit(
        sample.X, sample.y, X_target=sample.X_target, X_labeled=sample.X_labeled, y_labeled=sample.y_labeled
    )
    assert result.judged.truth["LM"] == transferred.score(sample.X_target, sample.y_target)
    assert accuracy(learner_by_name("LM"), sample) == result.judged.truth["LM"]


def test_reverse_validation_is_transfer_cv_with_weights_of_one():
    result = run()
    sample, s = result.sample, result.settings
    question = (learner_by_name("NB"), (sample.X, sample.y), sample.X_target, (sample.X_labeled, sample.y_labeled))
    ones = scores(*question, criteria_of(s), weights=np.ones(sample.y.size))
    assert list(ones) == list(CRITERIA)
    assert ones["TrCV"] == ones["RV"] == result.judged.values["RV"]["NB"]
    assert ones["WCV"] == pytest.approx(ones["SCV"])
    assert result.judged.values["TrCV"]["NB"] != ones["TrCV"]


def test_options_reach_the_weights_and_the_criteria():
    sample = draw_sample(experiment.settings(**SMALL))
    bounded = weights_of(experiment.settings(B=1.5), sample)
    assert bounded.max() <= 1.5 < weights_of(experiment.settings(), sample).max()
    exact = weights_of(experiment.settings(total="exact"), sample)
    assert exact.mean() == pytest.approx(1)
    criteria = criteria_of(experiment.settings(folds=7, normalize=False, reverse="alone", pool_labeled=True))
    assert {criteria[name].n_splits for name in ("SCV", "TCV", "WCV", "TrCV", "RV")} == {7}
    assert (criteria["TrCV"].normalize, criteria["TrCV"].reverse, criteria["TrCV"].pool_labeled) == (
        False,
        "alone",
        True,
    )
    assert criteria["SCV"].pool_labeled


def test_labelled_rows_must_leave_some_without(one_sentence):
    sentence = one_sentence(experiment.settings, size=60, fewest=55)
    assert "fewest=55" in sentence
    assert "of 60 target rows" in sentence


def test_records_hold_every_candidate_and_the_summary_judges_them():
    result = run()
    record = experiment.record(result)
    assert 0 < record["ess"] <= 1
    assert record["n_labeled"] == 20
    (five, best) = (select(experiment.summarise([record]), name) for name in ("corr TrCV - SCV", "corr best TrCV"))
    judged = result.judged
    assert five[0]["mean"] == judged.corr("TrCV") - judged.corr("SCV")
    assert best[0]["mean"] == (judged.corr("TrCV") == max(judged.corr(name) for name in CRITERIA if name != "RV"))
    for name in CRITERIA:
        for quantity, expected in (
            (f"corr {name}", judged.corr(name)),
            (f"half {name}", judged.corr(name, "half")),
            (f"regret {name}", judged.regret(name)),
            (f"{name} of SVM", judged.values[name]["SVM"]),
        ):
            (row,) = select(experiment.summarise([record]), quantity)
            assert row["mean"] == pytest.approx(expected, abs=1e-9)


def test_while_a_control_moves_less_is_done():
    settings = experiment.coarse(experiment.settings(every=True, size=1000, fewest=300))
    assert (settings.every, settings.folds, settings.size, settings.fewest) == (False, 3, 100, 50)


# Cells and summaries.


def test_quick_cells_need_no_texts():
    assert {cell.problem for cell in experiment.cells("quick")} == {"made up"}


def test_full_cells_have_table_4_and_every_reading():
    full = experiment.cells("full")
    for problem in (*REUTERS, *NEWSGROUPS, *WEB_PAGES):
        for task in cells.TASKS:
            usual = [
                c for c in full if (c.problem, c.task) == (problem, task) and cells.reading_of(vars(c)) == cells.FIRST
            ]
            assert len(usual) == (cells.DRAWS if problem in REUTERS else cells.STAND_IN_DRAWS)
            assert all(cell.every == (task == "learners") for cell in usual)
    for problem in REUTERS:
        found = {cells.reading_of(vars(cell)) for cell in full if cell.problem == problem}
        assert found == set(cells.READINGS)


def test_other_settings_have_a_name_of_their_own():
    settings = experiment.settings(problem="orgs-people", ridge=0.5, folds=7)
    assert cells.reading_of(vars(settings)) == "ridge 0.5, 7 folds"
    assert cells.world_of(vars(settings)) == "orgs-people"
    assert cells.world_of(vars(experiment.settings(drift=0.8, turned=0))) == "made up, words drift"
    assert cells.world_of(vars(experiment.settings(drift=0.3, turned=1))) == "made up, drift 0.3, turned 1"


def records(*orders):
    """A record of each seed, in which TrCV has the values given, and 0.9, 0.8, 0.7 are the truth."""
    base = experiment.record(run())
    truth = {f"truth of {name}": value for name, value in zip(THREE, (0.9, 0.8, 0.7), strict=True)}
    return [
        {**base, **truth, "seed": seed, **{f"TrCV of {name}": value for name, value in zip(THREE, order, strict=True)}}
        for seed, order in enumerate(orders)
    ]


def test_a_summary_takes_the_mean_over_draws():
    summary = experiment.summarise(records((3, 2, 1), (1, 3, 2)))
    (row,) = select(summary, "corr TrCV")
    assert (row["mean"], row["n"]) == (2, 2)
    assert (row["task"], row["candidates"]) == ("learners", 3)
    (regret,) = select(summary, "regret TrCV")
    assert regret["mean"] == pytest.approx(0.05)
    table = experiment.table(summary)
    assert len(table.rows) == 1
    assert 2.0 in table.rows[0]


def test_the_figure_tells_its_numbers():
    text = experiment.report.draw(Figure(), experiment.summarise(records((3, 2, 1), (3, 1, 2))))
    assert "TrCV 2.50" in text
    assert "of 3" in text


# Controls.


def test_the_control_of_words_sees_labels_of_the_target_where_they_are_used():
    def look():
        sample = draw_sample(experiment.settings(size=100, words=20, gain="every label"))
        return [np.array(sample.words), sample.X]

    assert not unseen(look, world, "_made_up", controls.__dict__["_relabelled"]).passed


def test_the_control_of_criteria_sees_one_that_peeks(monkeypatch):
    whole = judging.believed

    def peeking(candidate, sample, options, weights):
        return {**whole(candidate, sample, options, weights), "STV": accuracy(candidate, sample)}

    monkeypatch.setattr(judging, "believed", peeking)
    (control,) = (one for one in controls.CONTROLS if one.name == "criteria-do-not-see-the-target")
    assert not control.check().passed
