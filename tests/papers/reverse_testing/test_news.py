"""Newsgroups: words and their frequencies, learners, leave-one-out, orders, and totals over the six pairs."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import mutual_info_score

from shiftlab import experiments
from shiftlab.experiments.summary import select
from shiftlab.papers.reverse_testing.news import cells, world
from shiftlab.papers.reverse_testing.news.learners import learners, left_out
from shiftlab.papers.reverse_testing.news.settings import PAIRS
from shiftlab.papers.reverse_testing.news.world import Articles, draw_sample, mutual_information
from shiftlab.papers.reverse_testing.ranks import order, wrong_ranks
from shiftlab.validation import LeaveOneOut

experiment = experiments.get("reverse-testing-news")


def run(**held):
    return experiment.run(experiment.settings(**{"size": 80, "folds": 3, **held}))


# Words.


def test_mutual_information_is_that_of_presence_and_group():
    rng = np.random.RandomState(0)
    articles = Articles(rng.poisson(0.4, (60, 5)).astype(float), rng.random_sample(60) < 0.5)
    expected = [mutual_info_score(column > 0, articles.positive) for column in articles.counts.T]
    np.testing.assert_allclose(mutual_information(articles), expected, atol=1e-12)


def test_a_word_of_one_group_tells_most_and_a_word_of_all_nothing():
    positive = np.arange(10) % 2 == 0
    counts = np.column_stack([np.ones(10), positive, np.zeros(10)]).astype(float)
    assert mutual_information(Articles(counts, positive)) == pytest.approx([0, np.log(2), 0])


def test_words_that_fade_are_rarer_among_the_test_articles():
    faded, kept = (draw_sample(experiment.settings(size=2000, fade=fade, words=16)) for fade in (0.9, 0.0))
    assert set(faded.words) == set(kept.words) == {f"{group} {i}" for group in ("red", "blue") for i in range(1, 9)}
    for sample, expected in ((faded, 0.15), (kept, 1.0)):
        (training, test) = sample.shares[:, [sample.words.index(f"red {i}") for i in range(1, 5)]].mean(axis=1)
        assert test / training == pytest.approx(expected, abs=0.1)


def test_presence_is_the_frequency_cut_at_one():
    counts, presence = draw_sample(experiment.settings()), draw_sample(experiment.settings(presence=True))
    np.testing.assert_array_equal(np.minimum(counts.X, 1), presence.X)
    assert counts.X.max() > 1
    assert counts.words == presence.words


class FakeGroups:
    """Two newsgroups of a few articles, one of them with a word that is in no training article."""

    def __init__(self, texts, labels):
        self.X, self.y = np.array([[text] for text in texts], dtype=object), np.array(labels)

    def binary(self, positive, negative):
        used = np.isin(self.y, (positive, negative))
        return self.X[used], (self.y[used] == positive).astype(int)


@pytest.fixture
def groups(monkeypatch):
    guns, mideast = "talk.politics.guns", "talk.politics.mideast"
    parts = {
        "train": FakeGroups(
            ["the gun waco"] * 6 + ["the israel  gun"] * 2 + ["the israel"] * 8, [guns] * 8 + [mideast] * 8
        ),
        "test": FakeGroups(["the gun later"] * 5 + ["the israel"] * 5, [guns] * 5 + [mideast] * 5),
    }
    monkeypatch.setattr(world, "_newsgroups", parts.get)
    world._of_newsgroups.cache_clear()
    yield
    world._of_newsgroups.cache_clear()


@pytest.mark.usefixtures("groups")
def test_articles_become_frequencies_of_the_words_that_tell_most():
    sample = draw_sample(experiment.settings(pair="MidEast-Guns", words=2))
    assert sorted(sample.words) == ["gun", "israel"]
    assert sample.X.shape == (16, 2)
    assert (sample.y.mean(), sample.y_target.mean()) == (0.5, 0.5)  # the Middle East is the positive group
    assert sample.named["waco"] == (6 / 16, 0.0)
    everything = draw_sample(experiment.settings(pair="MidEast-Guns", words=4, stoplist=False))
    assert "the" in everything.words


@pytest.mark.usefixtures("groups")
def test_a_share_of_the_articles_is_drawn_by_the_seed():
    half = experiment.settings(pair="MidEast-Guns", words=2, share=0.5)
    sample = draw_sample(half)
    assert (sample.y.size, sample.y_target.size) == (8, 5)
    assert any(not np.array_equal(draw_sample(half.changed(seed=seed)).y, sample.y) for seed in range(1, 5))


def test_without_the_articles_one_sentence_says_what_to_do(one_sentence, monkeypatch, tmp_path):
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path))
    world._of_newsgroups.cache_clear()
    world._newsgroups.cache_clear()
    assert "newsgroups20_bydate_train" in one_sentence(run, pair="Auto-Space")


# Learners and criteria.


def test_learners_are_those_of_the_tables():
    assert list(learners(experiment.settings())) == ["DT", "NB", "LR", "SVM"]
    other = learners(experiment.settings(bayes="multinomial", svm="rbf"))
    assert list(other) == ["DT", "NB", "LR", "SVM"]
    assert type(other["NB"]).__name__ == "MultinomialNB"
    assert other["SVM"].kernel == "rbf"


@pytest.mark.parametrize("name", ["DT", "NB", "LR", "SVM"])
def test_rows_that_are_the_same_may_share_a_training(name):
    sample, learner = draw_sample(experiment.settings(size=60, words=3)), learners(experiment.settings())[name]
    assert len(np.unique(np.column_stack([sample.X, sample.y]), axis=0)) < 50
    expected = LeaveOneOut(refit=True).score(learner, (sample.X, sample.y))
    assert left_out(learner, sample.X, sample.y) == pytest.approx(expected)


def test_the_truth_is_the_accuracy_on_the_test_articles():
    result = run()
    for name, learner in learners(result.settings).items():
        model = learner.fit(result.sample.X, result.sample.y)
        assert result.judged.truth[name] == model.score(result.sample.X_target, result.sample.y_target)
        assert result.judged.estimates["train"][name] == model.score(result.sample.X, result.sample.y)


def test_the_rule_decides_what_is_shown_and_records_have_all_rules():
    strict, by_sum = run(), run(rule="sum")
    assert strict.shown == ["cv", "strict"]
    assert by_sum.shown == ["cv", "sum"]
    one, other = experiment.record(strict), experiment.record(by_sum)
    assert {k: v for k, v in one.items() if k != "rule"} == {k: v for k, v in other.items() if k != "rule"}
    assert by_sum.judged.counts("sum")["undecided"] <= strict.judged.counts("strict")["undecided"]


def test_records_count_ranks_and_pairs():
    result = run(loo=True)
    numbers = experiment.record(result)
    for criterion in ("cv", "loo", "strict"):
        wrong = sum(wrong_ranks(result.judged.truth, order(result.judged, criterion)))
        assert numbers[f"ranks {criterion}"] == wrong
        assert numbers[f"misordered {criterion}"] == (wrong > 0)
        told = sum(numbers[f"{how} {criterion}"] for how in ("right", "wrong", "undecided"))
        assert told == 6 - numbers["ties"]
    assert numbers["fits"] <= 4 + 4**2


def test_while_a_control_moves_no_article_is_left_out():
    settings = experiment.settings(loo=True, repeats=5)
    assert experiment.coarse(settings) == settings.changed(loo=False, repeats=1, folds=5)


# Cells and summaries.


def test_quick_cells_need_no_articles():
    assert {cell.pair for cell in experiment.cells("quick")} == {"made up"}


def test_full_cells_have_every_pair_in_every_reading():
    full = [cell for cell in experiment.cells("full") if cell.pair != "made up"]
    found = {(cell.pair, cells.reading(vars(cell)), cell.share, cell.seed) for cell in full}
    assert len(found) == len(full)
    for pair in PAIRS:
        for name in cells.READINGS:
            seeds = range(1, 1 + (cells.DRAWS if name == cells.FIRST else cells.OTHER_DRAWS))
            assert {(pair, name, 1.0, 0), *((pair, name, cells.SHARE, seed) for seed in seeds)} <= found


def made_up_records(ranks):
    """A record of each pair and of two seeds, with these wrong ranks of cross-validation by seed."""
    base = experiment.record(run(loo=True))
    return [
        {**base, "pair": pair, "share": 0.8, "seed": seed, "ranks cv": ranks[seed], "ranks loo": 4}
        for pair in PAIRS
        for seed in (0, 1)
    ]


def test_totals_are_over_all_six_pairs_by_draw():
    summary = experiment.summarise(made_up_records([0, 2]))
    (total,) = select(summary, "ranks cv", pair="all six")
    assert (total["mean"], total["n"], total["articles"]) == (6, 2, "draws")
    (difference,) = select(summary, "ranks: loo - cv", pair="all six")
    assert difference["mean"] == 24 - 6
    (one,) = select(summary, "ranks cv", pair="Auto-Space")
    assert one["mean"] == 1
    (gap,) = select(summary, "gap cv", pair="all six")
    assert gap["mean"] == pytest.approx(select(summary, "gap cv", pair="Auto-Space")[0]["mean"])


def test_a_draw_without_one_of_the_pairs_is_no_total():
    records = [r for r in made_up_records([0, 2]) if (r["pair"], r["seed"]) != ("Auto-Space", 1)]
    (total,) = select(experiment.summarise(records), "ranks cv", pair="all six")
    assert (total["mean"], total["n"]) == (0, 1)


def dated(ranks):
    """Records of all articles, with as many wrong ranks of cross-validation on each pair."""
    return [{**r, "share": 1.0, "ranks cv": ranks} for r in made_up_records([0, 0]) if r["seed"] == 0]


def test_what_is_done_once_has_its_interval_from_how_far_draws_move_it():
    summary = experiment.summarise([*dated(1), *made_up_records([1, 3])])
    (once,) = select(summary, "ranks cv", pair="all six", articles="by date")
    # 6 wrong ranks in all, where draws have 6 and 18: they do not lie around it
    half = 4.3027 * np.sqrt((0**2 + 12**2) / 2)
    assert (once["mean"], once["n"], once["freedom"]) == (6, 2, 2)
    assert [once["low"], once["high"]] == pytest.approx([6 - half, 6 + half], abs=1e-3)
    (difference,) = select(summary, "ranks: loo - cv", pair="all six", articles="by date")
    assert difference["high"] - difference["low"] == pytest.approx(2 * half, abs=1e-3)
    (draws,) = select(summary, "ranks cv", pair="all six", articles="draws")
    assert (draws["mean"], draws["n"]) == (12, 2)
    assert "freedom" not in draws


def test_what_is_done_once_has_no_interval_without_draws():
    (once,) = select(experiment.summarise(dated(1)), "ranks cv", pair="all six")
    assert (once["n"], once["low"], once["high"]) == (1, None, None)


def test_the_figure_shows_all_articles_where_it_can():
    figure = Figure()
    text = experiment.report.draw(figure, experiment.summarise([*dated(1), *made_up_records([3, 3])]))
    assert "cross-validation 6.00" in text


def test_all_articles_and_draws_of_them_stay_apart():
    by_date = [{**record, "share": 1.0} for record in made_up_records([0, 2]) if record["seed"] == 0]
    summary = experiment.summarise([*by_date, *made_up_records([2, 2])])
    found = {line["articles"]: line["mean"] for line in select(summary, "ranks cv", pair="all six")}
    assert found == {"by date": 0, "draws": 12}
