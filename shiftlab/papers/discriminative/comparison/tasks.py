"""Real data for learning under covariate shift: mine fields, and stand-ins for the inboxes and the papers of section 6.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007). Only
the landmine data are the paper's. Its nine inboxes and its computer science papers are not to be had:

========  ==========================================================  ==============================================
problem   source rows                                                 target rows
========  ==========================================================  ==============================================
landmine  all rows of one of 29 fields                                all rows of another
spam      e-mails of spambase that are likelier where a principal     those that are likelier where it is large: nine
          component of the words is small                             components stand for nine inboxes
text      posts to two newsgroups before a date                       later posts: three pairs of groups
========  ==========================================================  ==============================================

What is tuned on is used for nothing else: of text a fourth pair of groups, of spam e-mails that are in no inbox.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from shiftlab import datasets
from shiftlab._check import Floats
from shiftlab.experiments.streams import state

TARGETS = {"landmine": 29, "spam": 9, "text": 3}
#: Pairs of newsgroups that are about neighbouring subjects, as machine learning and networking are.
GROUPS = (
    ("comp.graphics", "comp.windows.x"),
    ("comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware"),
    ("sci.electronics", "sci.crypt"),
    ("rec.autos", "rec.motorcycles"),
)
#: An e-mail at z standard deviations from the median of a component is in its inbox with probability expit(2 z).
SLOPE = 2.0
#: E-mails for tuning: few enough to leave about the 2048 that the paper takes from an inbox.
HELD_OUT = 500


class Task(NamedTuple):
    """Labelled source rows, and all target rows in a random order: the first ones may be shown without labels."""

    X: Floats
    y: Floats  # 0 or 1
    X_target: Floats
    y_target: Floats


def task(problem: str, source: int, target: int, seed: int, n_source: int) -> Task:
    """The rows of a problem: at most `n_source` of the source, drawn with the seed.

    `source` is a field of landmine and nothing else; `target` is a field, an inbox or a pair of groups, from 1. One
    more inbox and one more pair, the last, are for tuning; that inbox and its source have e-mails of their own.
    """
    if problem not in TARGETS:
        raise ValueError(f"problem must be one of {', '.join(TARGETS)}, got {problem!r}.")
    number, last = target - 1, TARGETS[problem] + (problem != "landmine")
    if not 0 <= number < last:
        raise ValueError(f"target must be a number from 1 to {last} for {problem}, got {target}.")
    rng = np.random.RandomState(state(seed))
    if problem == "landmine":
        X, y, field = _mines()
        first, second = field == source, field == number + 1
    elif problem == "spam":
        X, y, components = _mails()
        here = for_tuning() == (number == TARGETS["spam"])
        inbox = rng.random_sample(len(y)) < expit(SLOPE * components[:, number])
        first, second = here & ~inbox, here & inbox
    else:
        X, y, first = posts(number)
        second = np.logical_not(first)
    rows, others = (rng.permutation(np.flatnonzero(part)) for part in (first, second))
    rows = rows[:n_source]
    return Task(X[rows], y[rows], X[others], y[others])


@lru_cache(maxsize=1)
def _mines() -> tuple[Floats, Floats, Floats]:
    """Features in standard deviations of all fields together, whether it is a mine, and the field."""
    X, y = datasets.load("landmine_29fields").binary("1")
    return _frozen(_standardised(X[:, :-1]), y.astype(float), X[:, -1])


@lru_cache(maxsize=1)
def _mails() -> tuple[Floats, Floats, Floats]:
    """Logarithms of frequencies and lengths, in standard deviations; whether it is spam; the first components.

    A component is in its standard deviations from its median, so that inbox and source have as many e-mails. Scales
    and components are those of all e-mails, and see no label.
    """
    X, y = datasets.load("spambase").binary("1")
    X = _standardised(np.log1p(X))
    _, _, axes = np.linalg.svd(X, full_matrices=False)
    axes = axes[: TARGETS["spam"] + 1]
    along = X @ axes.T * np.sign(axes.sum(axis=1))  # else the sign would be the library's choice
    return _frozen(X, y.astype(float), (along - np.median(along, axis=0)) / along.std(axis=0))


@lru_cache(maxsize=1)
def for_tuning() -> NDArray[np.bool_]:
    """Which e-mails are held out: drawn once for all seeds, the copies of one e-mail together."""
    X, _ = datasets.load("spambase").binary("1")
    different, mail, copies = np.unique(X, axis=0, return_inverse=True, return_counts=True)
    order = np.random.RandomState(0).permutation(len(different))
    taken = order[np.cumsum(copies[order]) <= HELD_OUT]
    held_out = np.isin(mail.ravel(), taken)
    held_out.flags.writeable = False  # shared between cells
    return held_out


@lru_cache(maxsize=3)  # all that a cell walks through
def posts(number: int) -> tuple[Floats, Floats, Floats]:
    """Coordinates of the posts to two groups, whether they are of the second, and whether they are early.

    Frequencies of all words, divided by the length of the vector, in coordinates of the space that the posts span:
    inner products are those of the words, and so are all that a linear kernel does, in fewer columns.
    """
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.preprocessing import normalize

    zero, one = GROUPS[number]
    texts, labels, early = [], [], []
    for part, name in ((True, "newsgroups20_bydate_train"), (False, "newsgroups20_bydate_test")):
        X, y = datasets.load(name).binary(one, zero)
        texts += X[:, 0].tolist()
        labels += y.tolist()
        early += [part] * len(y)
    words = normalize(CountVectorizer(token_pattern=r"\S+").fit_transform(texts))
    values, vectors = np.linalg.eigh((words @ words.T).toarray())
    spanned = values > 1e-10 * values[-1]
    coordinates = vectors[:, spanned] * np.sqrt(values[spanned])
    return _frozen(coordinates, np.array(labels, dtype=float), np.array(early))


def _standardised(X: Floats) -> Floats:
    return np.asarray((X - X.mean(axis=0)) / X.std(axis=0))


def _frozen(a: Floats, b: Floats, c: Floats) -> tuple[Floats, Floats, Floats]:
    for array in (a, b, c):
        array.flags.writeable = False  # shared between cells
    return a, b, c
