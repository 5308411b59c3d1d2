"""Articles as bags of words: which words are kept, and which rows are drawn for the source and the target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats

#: A word in fewer articles of source and target cannot be among the most informative.
FEWEST = 3
#: Words are letters, at least two: without a stop list, common words are left out by what they tell.
WORD = r"(?u)\b[^\W\d_]{2,}\b"

Gain = Literal["source", "every label"]
Values = Literal["presence", "counts"]
Mask = NDArray[np.bool_]
Rows = NDArray[np.intp]


class Articles(NamedTuple):
    """How often each word of a vocabulary is in each of some articles, and which of two classes they are of."""

    counts: Any  # (articles, words), sparse or not
    positive: Mask

    def some(self, chosen: Rows) -> Articles:
        return Articles(self.counts[chosen], self.positive[chosen])

    def words(self, columns: Rows) -> Articles:
        return Articles(self.counts[:, columns], self.positive)

    @property
    def size(self) -> int:
        return int(self.positive.size)


class Domains(NamedTuple):
    """A source and a target over the same words."""

    source: Articles
    target: Articles
    vocabulary: NDArray[np.str_]


class Sample(NamedTuple):
    """What learners and criteria get; the labels of `X_target` are for the truth alone."""

    X: Floats
    y: NDArray[np.int64]
    X_target: Floats
    y_target: NDArray[np.int64]
    X_labeled: Floats
    y_labeled: NDArray[np.int64]
    words: list[str]  # the most informative first
    leaning: Floats  # (2, words): the share of positive articles among those with the word, in source and target


def n_labeled(n_target: int, share: float, fewest: int) -> int:
    """Section 5.1: "the larger one between 0.1 |T| and 20", but never all of them."""
    return min(max(round(share * n_target), fewest), n_target - 2)


def drawn(
    domains: Domains,
    of_source: np.random.RandomState,
    of_target: np.random.RandomState,
    *,
    rows: int,
    share: float,
    fewest: int,
    words: int,
    gain: Gain,
    values: Values,
) -> Sample:
    """At most `rows` articles of each domain, a few of the target's with labels, and the most informative words.

    Labelled rows have each class in its share: with 20 rows, one class may else be missing. Words are chosen by the
    labels of the source, the only ones there are; with "every label" by those of source and target, which nobody has
    and the paper may have used. Each domain has random numbers of its own, so that several sources have one target.
    """
    source, target = _some(domains.source, rows, of_source), _some(domains.target, rows, of_target)
    labeled = in_their_share(target.positive, n_labeled(target.size, share, fewest), of_target)
    rest = np.setdiff1d(np.arange(target.size), labeled)
    known = [source] if gain == "source" else [source, target]
    best = most_informative(*_pooled(known), words, everywhere=_pooled([source, target])[0])
    parts = [articles.words(best) for articles in (source, target.some(rest), target.some(labeled))]
    X, X_target, X_labeled = (_dense(part.counts, values) for part in parts)
    y, y_target, y_labeled = (part.positive.astype(np.int64) for part in parts)
    leaning = np.array([_leaning(part) for part in (parts[0], target.words(best))])
    return Sample(X, y, X_target, y_target, X_labeled, y_labeled, domains.vocabulary[best].tolist(), leaning)


def most_informative(present: Any, positive: Mask, words: int, *, everywhere: Any = None) -> Rows:
    """The words with the highest information gain; those in fewer than `FEWEST` articles of all come last."""
    gain = information_gain(present, positive)
    if everywhere is not None:
        gain = np.where(_sums(everywhere) < FEWEST, -1.0, gain)
    return np.argsort(-gain, kind="stable")[:words].astype(np.intp)


def information_gain(present: Any, positive: Mask) -> Floats:
    """How much the presence of each word tells about the class, in nats."""
    n = float(positive.size)
    groups = float(positive.sum())
    word, both = _sums(present), _sums(present[np.flatnonzero(positive)])
    joint = (both, word - both, groups - both, n - groups - word + both)
    return _entropy(n, groups, n - groups) + _entropy(n, word, n - word) - _entropy(n, *joint)


def in_their_share(positive: Mask, n: int, rng: np.random.RandomState) -> Rows:
    """`n` rows at random, of each class as many as its share, and never none."""
    classes = [rng.permutation(np.flatnonzero(positive == label)) for label in (True, False)]
    first = round(n * classes[0].size / positive.size)
    first = min(max(first, 1, n - classes[1].size), n - 1, classes[0].size)
    return np.sort(np.concatenate([classes[0][:first], classes[1][: n - first]]))


def bags_of_words(texts: Iterable[str]) -> tuple[Any, NDArray[np.str_]]:
    """Sparse counts of the words that are in enough texts, and these words."""
    from scipy.sparse import csr_array
    from sklearn.feature_extraction.text import CountVectorizer

    counter = CountVectorizer(min_df=FEWEST, token_pattern=WORD, dtype=np.float64)
    counts = csr_array(counter.fit_transform(texts))
    return counts, counter.get_feature_names_out()


def _some(articles: Articles, rows: int, rng: np.random.RandomState) -> Articles:
    return articles.some(np.sort(rng.permutation(articles.size)[:rows]))


def _pooled(several: list[Articles]) -> tuple[Any, Mask]:
    """Presence of words, and classes, of several sets of articles together."""
    from scipy.sparse import issparse, vstack

    counts = [articles.counts for articles in several]
    together = vstack(counts, format="csr") if issparse(counts[0]) else np.concatenate(counts)
    return (together > 0).astype(float), np.concatenate([articles.positive for articles in several])


def _dense(counts: Any, values: Values) -> Floats:
    dense = np.asarray(counts.toarray() if hasattr(counts, "toarray") else counts, dtype=float)
    return dense if values == "counts" else (dense > 0).astype(float)


def _leaning(articles: Articles) -> Floats:
    """NaN for a word that is in no article."""
    present = _dense(articles.counts, "presence")
    with np.errstate(invalid="ignore"):
        return np.asarray(present[articles.positive].sum(axis=0) / present.sum(axis=0))


def _sums(present: Any) -> Floats:
    return np.asarray(present.sum(axis=0), dtype=float).ravel()


def _entropy(n: float, *counts: Any) -> Any:
    shares = [np.asarray(count, dtype=float) / n for count in counts]
    return sum(-share * np.log(np.where(share > 0, share, 1.0)) for share in shares)
