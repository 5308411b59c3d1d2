"""Articles as bags of words: information gain, rows and labels that are drawn, and the made-up ones."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.metrics import mutual_info_score

from shiftlab.papers.transfer_cv import articles, made_up, newsgroups
from shiftlab.papers.transfer_cv.articles import Articles, Domains, drawn, in_their_share, information_gain, n_labeled

HOW = {"rows": 100, "share": 0.1, "fewest": 20, "words": 4, "gain": "source", "values": "presence"}


def random_domains(n=120, words=6):
    rng = np.random.RandomState(0)
    parts = [Articles(rng.poisson(0.5, (n, words)).astype(float), np.arange(n) % 3 == 0) for _ in range(2)]
    return Domains(*parts, np.array([f"w{i}" for i in range(words)]))


def draw(domains, source=1, target=2, **how):
    return drawn(domains, np.random.RandomState(source), np.random.RandomState(target), **{**HOW, **how})


def test_information_gain_is_that_of_presence_and_class():
    rng = np.random.RandomState(0)
    present, positive = (rng.random_sample((60, 5)) < 0.4).astype(float), rng.random_sample(60) < 0.5
    expected = [mutual_info_score(column, positive) for column in present.T]
    np.testing.assert_allclose(information_gain(present, positive), expected, atol=1e-12)
    np.testing.assert_allclose(information_gain(csr_array(present), positive), expected, atol=1e-12)


def test_a_word_that_is_in_too_few_articles_comes_last():
    positive = np.arange(12) % 2 == 0
    rare = np.zeros(12)
    rare[[0, 2]] = 1
    common = (np.arange(12) < 8).astype(float)
    present = np.column_stack([rare, common])
    assert list(articles.most_informative(present, positive, 2)) == [0, 1]
    assert list(articles.most_informative(present, positive, 2, everywhere=present)) == [1, 0]


@pytest.mark.parametrize(
    ("n", "share", "fewest", "expected"),
    [(1000, 0.1, 20, 100), (120, 0.1, 20, 20), (300, 0.9, 20, 270), (21, 0.1, 20, 19)],
)
def test_labelled_rows_are_the_larger_of_a_share_and_twenty(n, share, fewest, expected):
    assert n_labeled(n, share, fewest) == expected


@pytest.mark.parametrize(
    ("n_positive", "n", "expected"), [(50, 20, 10), (10, 20, 2), (1, 20, 1), (99, 20, 19), (2, 4, 1)]
)
def test_labelled_rows_have_each_class_in_its_share(n_positive, n, expected):
    positive = np.arange(100) < n_positive
    rows = in_their_share(positive, n, np.random.RandomState(0))
    assert len(set(rows)) == n
    assert positive[rows].sum() == expected


def test_rows_with_and_without_labels_are_the_whole_target():
    domains = random_domains()
    sample = draw(domains, rows=1000, words=6, values="counts")
    together = np.concatenate([sample.X_target, sample.X_labeled])
    order = [list(domains.vocabulary).index(word) for word in sample.words]
    assert sorted(map(tuple, together)) == sorted(map(tuple, domains.target.counts[:, order]))
    assert len(sample.y_labeled) == 20
    assert sample.y_target.sum() + sample.y_labeled.sum() == domains.target.positive.sum()


def test_presence_is_counts_cut_at_one_and_rows_are_capped():
    domains = random_domains()
    presence, counts = draw(domains), draw(domains, values="counts")
    np.testing.assert_array_equal(np.minimum(counts.X, 1), presence.X)
    assert counts.X.max() > 1
    assert presence.X.shape == (100, 4)
    assert len(presence.X_target) + len(presence.X_labeled) == 100


def test_the_target_stays_when_the_source_is_another():
    domains = random_domains()
    other = domains._replace(source=Articles(domains.source.counts[::-1], domains.source.positive))
    one, two = draw(domains, words=6), draw(other, source=7, words=6)
    np.testing.assert_array_equal(one.y_target, two.y_target)
    columns = [two.words.index(word) for word in one.words]
    np.testing.assert_array_equal(one.X_target, two.X_target[:, columns])


def test_words_are_chosen_by_labels_of_the_source_unless_every_label_may_be_seen():
    """The first word tells all in the source, the second all in the target."""
    positive = np.arange(60) % 2 == 0
    noise = (np.arange(60) % 5 == 0).astype(float)
    source = Articles(np.column_stack([positive.astype(float), noise]), positive)
    target = Articles(np.column_stack([noise, positive.astype(float)]), positive)
    domains = Domains(source, target, np.array(["of source", "of target"]))
    assert draw(domains, words=1).words == ["of source"]
    assert draw(domains, words=2, gain="every label").words == ["of source", "of target"]
    weaker = domains._replace(source=source._replace(counts=source.counts * (np.arange(60) < 30)[:, np.newaxis]))
    assert draw(weaker, words=1, gain="every label").words == ["of target"]


def test_how_a_word_leans_is_its_share_of_positive_articles():
    domains = random_domains()
    sample = draw(domains, rows=1000, words=6)
    word = sample.words[0]
    column = list(domains.vocabulary).index(word)
    for row, part in zip(sample.leaning, (domains.source, domains.target), strict=True):
        assert row[0] == pytest.approx(part.positive[part.counts[:, column] > 0].mean())


def test_sparse_counts_give_the_same_as_dense_ones():
    domains = random_domains()
    sparse = Domains(*(Articles(csr_array(part.counts), part.positive) for part in domains[:2]), domains.vocabulary)
    for one, other in zip(draw(domains), draw(sparse), strict=True):
        np.testing.assert_array_equal(one, other)


def test_words_are_letters_and_in_enough_texts():
    counts, words = articles.bags_of_words(["An ox, an ox: 12", "an OX 12", "ox x an", "rare"])
    assert list(words) == ["an", "ox"]
    assert counts.toarray().tolist() == [[2, 2], [1, 1], [1, 1], [0, 0]]


# Made up.


def test_made_up_words_are_as_frequent_as_they_are_meant_to_be():
    drift, turned = 0.75, 2
    one = made_up.articles(20_000, np.random.RandomState(0), drift=drift, turned=turned)
    means = one.counts[one.positive].mean(axis=0)
    rate = dict(zip(made_up.VOCABULARY, means, strict=True))
    assert rate["red 1"] == pytest.approx(made_up.OTHER, abs=0.01)  # has changed sides
    assert rate["red 3"] == pytest.approx(made_up.OWN, abs=0.02)
    assert rate["old red 1"] == pytest.approx(0.25 * made_up.OWN, abs=0.01)
    assert rate["new red 1"] == pytest.approx(0.75 * made_up.OWN, abs=0.02)
    assert rate["blue 1"] == pytest.approx(made_up.OWN, abs=0.02)
    assert rate["word 1"] == pytest.approx(made_up.BOTH, abs=0.02)
    assert len(set(made_up.VOCABULARY)) == one.counts.shape[1] == 64


# Newsgroups.


@pytest.fixture
def groups(monkeypatch):
    """Two articles of each group, whose words are the parts of its name."""

    def texts(names):
        return [name.replace(".", " ") for name in names for _ in (1, 2)], np.repeat(names, 2)

    monkeypatch.setattr(newsgroups, "_texts", texts)
    newsgroups.domains.__globals__["_of_task"].cache_clear()
    yield
    newsgroups.domains.__globals__["_of_task"].cache_clear()


@pytest.mark.usefixtures("groups")
def test_every_source_has_its_groups_and_the_same_target():
    for task, named in newsgroups.TASKS.items():
        several = [newsgroups.domains(task, source) for source in named.sources]
        assert len(several) == 3
        for domains in several:
            assert domains.target is several[0].target
            assert (domains.source.size, domains.source.positive.sum()) == (4, 2)
            word = list(domains.vocabulary).index(task[:4].rstrip("-"))  # comp or sci
            present = domains.source.counts.toarray()[:, word] > 0
            assert np.array_equal(present, domains.source.positive)


def test_no_group_is_in_two_places():
    groups = [
        group for task in newsgroups.TASKS.values() for pair in (task.target, *task.sources.values()) for group in pair
    ]
    assert len(groups) == len(set(groups)) == 16
