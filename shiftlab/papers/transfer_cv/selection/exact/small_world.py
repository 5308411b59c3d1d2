"""Section 4 in a world so small that every sum over it can be written out: two places x, all of it known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import binom
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.model_selection import KFold

from shiftlab._check import Floats
from shiftlab.validation import WeightedCV


class World(NamedTuple):
    """Probabilities of the places 0 and 1, and of class 1 there."""

    source: tuple[float, float]
    target: tuple[float, float]
    rule_source: tuple[float, float]
    rule_target: tuple[float, float]

    @property
    def ratio(self) -> Floats:
        """P_t(x)/P_s(x), where the source has rows."""
        return np.divide(self.target, self.source, out=np.zeros(2), where=np.array(self.source) > 0)

    @property
    def labeled(self) -> tuple[Floats, Any]:
        """Two labelled target rows of the first place, with the label that most rows have there."""
        return np.zeros((2, 1)), np.full(2, round(self.rule_target[0]))


#: Only P(x) shifts; both shift; and a target that is where the source has no rows.
ONLY_X = World((0.75, 0.25), (0.4, 0.6), (0.2, 0.9), (0.2, 0.9))
BOTH = World((0.75, 0.25), (0.4, 0.6), (0.2, 0.9), (0.7, 0.9))
NOWHERE = World((1.0, 0.0), (0.4, 0.6), (0.2, 0.9), (0.2, 0.9))
#: The labels that models give to the two places; the two that give both the same are a class of their own.
MODELS = ((0, 0), (0, 1), (1, 0), (1, 1))
CONSTANT = ((0, 0), (1, 1))
#: The target's places, as rows without labels.
PLACES = np.array([[0.0], [1.0]])


class Majority(RegressorMixin, BaseEstimator):
    """Gives each place the label of most of its rows, 0 where it has seen none or as many of both.

    As a regressor: criteria answer one class by themselves, which would be another model. The squared error of 0 and 1
    is the 0/1 loss.
    """

    def fit(self, X: Any, y: Any) -> Majority:
        places = np.asarray(X)[:, 0]
        first, second = (int(np.sum(2 * np.asarray(y)[places == place] - 1) > 0) for place in (0, 1))
        self.labels_ = first, second
        return self

    def predict(self, X: Any) -> Floats:
        return np.array(self.labels_, dtype=float)[np.asarray(X)[:, 0].astype(int)]


def distance(rule: tuple[float, float], labels: tuple[int, int]) -> Floats:
    """|P(y=1|x) - P(y=1|x, f)| at both places: the mean 0/1 loss there."""
    return np.abs(np.array(rule) - np.array(labels))


def expected_loss(world: World, labels: tuple[int, int]) -> float:
    """What (3) minimises, but for the complexity."""
    return float(np.array(world.target) @ distance(world.rule_target, labels))


def samples(world: World, n: int) -> Iterator[tuple[float, Floats, Any]]:
    """Every sample of n labelled source rows there is, with its probability."""
    rows = list(product((0, 1), (0, 1)))
    chances = [world.source[x] * abs(1 - y - world.rule_source[x]) for x, y in rows]
    for chosen in product(range(len(rows)), repeat=n):
        chance = float(np.prod([chances[i] for i in chosen]))
        yield chance, np.array([[rows[i][0]] for i in chosen], dtype=float), np.array([rows[i][1] for i in chosen])


def mean_over_samples(world: World, n: int, number: Callable[[Floats, Any], float]) -> float:
    return sum(chance * number(X, y) for chance, X, y in samples(world, n) if chance > 0)


def weighted(world: World, labels: tuple[int, int], X: Floats) -> float:
    """(7): the mean of ratio times |P_t - P(f)| over source rows."""
    place = X[:, 0].astype(int)
    return float(np.mean(world.ratio[place] * distance(world.rule_target, labels)[place]))


def loss_of_trained(world: World, X: Floats, y: Any) -> float:
    """The expected loss on the target of what is learnt from all rows but one: the model that folds of one row have."""
    return expected_loss(world, Majority().fit(X[1:], y[1:]).labels_)


def by_folds(
    criterion: type[WeightedCV], world: World, X: Floats, y: Any, *, normalize: bool = False, labeled: bool = True
) -> float:
    """The loss that a criterion finds, with the true ratio and a row a fold, with or without labelled target rows."""
    asked = criterion("uniform", cv=KFold(len(y)), normalize=normalize, average="rows")
    known = world.labeled if labeled else None
    return 1 - asked.score(Majority(), (X, y), PLACES, known, weights=world.ratio[X[:, 0].astype(int)])


def least_weighted_loss(world: World, n: int) -> float:
    """The mean of ℓ_w(f̂) over all samples of n rows: f̂ is the constant with the least, and only counts matter."""
    at_1 = np.arange(n + 1)
    shares = np.column_stack([n - at_1, at_1]) / n
    losses = np.array([distance(world.rule_target, labels) for labels in CONSTANT])
    least = (shares * world.ratio @ losses.T).min(axis=1)
    return float(binom.pmf(at_1, n, world.source[1]) @ least)


def spread_of_weighted_loss(world: World, labels: tuple[int, int]) -> float:
    """The variance of one row's ratio times 0/1 loss, by the source's labels."""
    share, loss = np.array(world.source), distance(world.rule_source, labels)
    first, second = share @ (world.ratio * loss), share @ (world.ratio**2 * loss)
    return float(second - first**2)
