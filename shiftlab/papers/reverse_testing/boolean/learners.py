"""Two learners over k Boolean variables, for many samples at once, and ReverseTesting with them.

A sample is its numbers of negative and of positive rows for each x. Counting learns each x by itself; naive Bayes
learns each variable by itself. Both add one row of each kind to what they count (Laplace).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from shiftlab._check import Floats
from shiftlab.experiments.streams import stream

from .settings import Settings
from .world import World


class Rows(NamedTuple):
    negative: Floats  # (draws, 2^k) numbers of rows
    positive: Floats

    def correct(self, labels: NDArray[np.bool_]) -> Floats:
        """How many of the rows of each draw have the class that `labels` says."""
        return np.asarray(np.where(labels, self.positive, self.negative).sum(axis=1))


def counting(rows: Rows, bits: Floats) -> Floats:
    return (rows.positive + 1) / (rows.positive + rows.negative + 2)


def naive_bayes(rows: Rows, bits: Floats) -> Floats:
    sizes = [counts.sum(axis=1, keepdims=True) for counts in rows]
    true = [(counts @ bits + 1) / (size + 2) for counts, size in zip(rows, sizes, strict=True)]
    on, off = np.log(true[1] / true[0]), np.log((1 - true[1]) / (1 - true[0]))
    log_odds = np.log((sizes[1] + 1) / (sizes[0] + 1)) + on @ bits.T + off @ (1 - bits).T
    return np.asarray(expit(log_odds.round(9)))  # even odds are even, whatever is lost by rounding


LEARNERS = (counting, naive_bayes)


def sampled(settings: Settings, world: World, ratio: float) -> Rows:
    """Rows of the biased distribution; their number is random, `rows` on average, as are those of each x."""
    masses = world.population * world.chance(ratio)
    expected = settings.rows * masses / masses.sum(axis=1, keepdims=True)
    rng, positive = stream(settings.seed, 5), expected * world.truth
    return Rows(rng.poisson(expected - positive).astype(float), rng.poisson(positive).astype(float))


def learned(settings: Settings, world: World, ratio: float) -> tuple[Rows, tuple[Floats, Floats]]:
    """The rows, and what counting (a) and naive Bayes (b) make of them."""
    rows = sampled(settings, world, ratio)
    return rows, (counting(rows, world.bits), naive_bayes(rows, world.bits))


def verdicts(settings: Settings, world: World, rows: Rows, estimates: tuple[Floats, Floats]) -> Floats:
    """Of each draw 1 where b is expected to be better (Condition 4.1), -1 where a is (4.2), and 0 (4.3).

    The target is the population: as many rows as to learn from, each x as often as Q(x) says.
    """
    target = settings.rows * world.population
    for_b = []
    for learner in LEARNERS:
        correct = []
        for estimate in estimates:
            labels = estimate > 0.5
            again = learner(Rows(target * ~labels, target * labels), world.bits)
            correct.append(rows.correct(again > 0.5))
        for_b.append(np.sign(correct[1] - correct[0]))  # AccTrain^b against AccTrain^a
    return np.where(for_b[0] == for_b[1], for_b[0], 0.0)
