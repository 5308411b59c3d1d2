"""Articles of two newsgroups as numbers of words: those of the paper, and a made-up pair that stands in for them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from shiftlab import datasets
from shiftlab._check import Floats
from shiftlab.experiments.streams import state

from .settings import PAIRS, Settings

#: A word in fewer articles cannot be among the most informative.
FEWEST = 3
#: Of the made-up pair: mean numbers of times in an article of a word of its own group, of the other's, of both.
OWN, OTHER, BOTH = 0.35, 0.05, 0.3
N_OWN, N_BOTH = 8, 24


class Articles(NamedTuple):
    counts: Any  # (articles, words), sparse or not
    positive: NDArray[np.bool_]

    def some(self, chosen: NDArray[np.intp]) -> Articles:
        return Articles(self.counts[chosen], self.positive[chosen])

    @property
    def present(self) -> Any:
        return (self.counts > 0).astype(float)


class Pair(NamedTuple):
    training: Articles
    test: Articles
    vocabulary: NDArray[np.str_]


class Sample(NamedTuple):
    """What the learners get."""

    X: Floats
    y: NDArray[np.int64]
    X_target: Floats
    y_target: NDArray[np.int64]
    words: list[str]
    shares: Floats  # of the articles that hold each word: training, test
    named: dict[str, tuple[float, float]]  # the same of words that the text names


def draw_sample(settings: Settings) -> Sample:
    """Draw articles, and take the frequencies of the words that tell most about the group."""
    s = settings
    rng = np.random.RandomState(state(s.seed))
    if s.pair == "made up":
        pair = _made_up(s, rng)
    else:
        pair = _of_newsgroups(s.pair, s.stoplist)
        if s.share < 1:
            pair = pair._replace(training=_some(pair.training, s.share, rng), test=_some(pair.test, s.share, rng))
    training, test, vocabulary = pair
    informative = mutual_information(training)
    best = np.argsort(-informative, kind="stable")[: s.words]
    parts = [_dense(articles.present if s.presence else articles.counts, best) for articles in (training, test)]
    present = [_dense(articles.present, best).mean(axis=0) for articles in (training, test)]
    return Sample(
        parts[0],
        training.positive.astype(np.int64),
        parts[1],
        test.positive.astype(np.int64),
        vocabulary[best].tolist(),
        np.array(present),
        {name: _shares_of(name, pair) for name in ("waco",) if name in vocabulary},
    )


def mutual_information(articles: Articles) -> Floats:
    """Of the presence of each word with the group, in nats."""
    present, positive, n = articles.present, articles.positive, len(articles.positive)
    both = np.asarray(present[np.flatnonzero(positive)].sum(axis=0), dtype=float).ravel()
    word = np.asarray(present.sum(axis=0), dtype=float).ravel()
    groups = float(positive.sum())
    joint = (both, word - both, groups - both, n - groups - word + both)
    alone = (word, n - word)
    return _entropy(n, groups, n - groups) + _entropy(n, *alone) - _entropy(n, *joint)


def _entropy(n: int, *counts: Any) -> Any:
    shares = [np.asarray(count, dtype=float) / n for count in counts]
    return sum(-share * np.log(np.where(share > 0, share, 1.0)) for share in shares)


def _dense(counts: Any, columns: NDArray[np.intp]) -> Floats:
    part = counts[:, columns]
    return np.asarray(part.toarray() if hasattr(part, "toarray") else part, dtype=float)


def _shares_of(word: str, pair: Pair) -> tuple[float, float]:
    column = np.flatnonzero(pair.vocabulary == word)
    training, test = (float(_dense(articles.present, column).mean()) for articles in (pair.training, pair.test))
    return training, test


def _some(articles: Articles, share: float, rng: np.random.RandomState) -> Articles:
    n = len(articles.positive)
    return articles.some(np.sort(rng.permutation(n)[: round(share * n)]))


def _made_up(s: Settings, rng: np.random.RandomState) -> Pair:
    """Words are Poisson; the first of those of the positive group are rarer among the test articles."""
    names = [f"{group}{i + 1}" for group, n in (("red ", N_OWN), ("blue ", N_OWN), ("word ", N_BOTH)) for i in range(n)]
    positive_rates = np.repeat([OWN, OTHER, BOTH], [N_OWN, N_OWN, N_BOTH])
    negative_rates = np.repeat([OTHER, OWN, BOTH], [N_OWN, N_OWN, N_BOTH])
    faded = np.ones(len(names))
    faded[: s.fading] = 1 - s.fade
    parts = []
    for n, left in ((s.size, 1.0), (round(2 * s.size / 3), faded)):
        positive = np.arange(n) % 2 == 0
        rates = np.where(positive[:, np.newaxis], positive_rates, negative_rates) * left
        parts.append(Articles(rng.poisson(rates).astype(float), positive))
    return Pair(parts[0], parts[1], np.array(names))


@lru_cache(maxsize=2)
def _of_newsgroups(name: str, stoplist: bool) -> Pair:
    """All articles of a pair, divided by date as they come (3.1), as numbers of each word of the training articles."""
    from sklearn.feature_extraction.text import CountVectorizer

    training, test = (_texts(part, name) for part in ("train", "test"))
    counter = CountVectorizer(
        min_df=FEWEST, token_pattern=r"\S+", stop_words="english" if stoplist else None, dtype=np.float64
    )
    counts = csr_array(counter.fit_transform(training[0]))
    return Pair(
        Articles(counts, training[1]),
        Articles(csr_array(counter.transform(test[0])), test[1]),
        counter.get_feature_names_out(),
    )


def _texts(part: str, name: str) -> tuple[list[str], NDArray[np.bool_]]:
    X, positive = _newsgroups(part).binary(*PAIRS[name])
    return [re.sub(r"\s+", " ", text) for text in X[:, 0]], positive == 1


@lru_cache(maxsize=2)
def _newsgroups(part: str) -> Any:
    return datasets.load(f"newsgroups20_bydate_{part}")
