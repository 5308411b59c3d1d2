"""The exercise of lesson 04 about (7): the weight that a classifier of the two samples gives a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

Cases = list[tuple[Any, ...]]


def _slices(rng: Generator) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """How many training and how many target rows lie in each slice of x; the samples have different sizes."""
    return [(rng.integers(2, 60, size), few * rng.integers(1, 30, size)) for size, few in ((4, 1), (6, 4), (5, 9))]


def _cases(rng: Generator) -> Cases:
    return [(train / (train + target), int(train.sum()), int(target.sum())) for train, target in _slices(rng)]


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    for train, target in _slices(rng):
        m, n = int(train.sum()), int(target.sum())
        p = train / (train + target)
        weights = numbers(answer, p, m, n, shape=p.shape)
        if (weights < 0).any():
            raise Wrong("Some of your weights are negative.")
        if not np.allclose(numbers(answer, np.full(3, m / (m + n)), m, n, shape=(3,)), 1):
            raise Wrong(
                f"Let p be {m}/{m + n} everywhere, with {m} training and {n} target rows: then no place has more than "
                "its share of either, and all rows must keep weight 1. With yours they do not."
            )
        if not np.allclose(numbers(answer, train / (train + 3 * target), m, 3 * n, shape=p.shape), weights):
            raise Wrong("Take every target row three times: p falls, but no place needs another weight. Yours changes.")
        if not np.allclose(weights * train / m, target / n):
            raise Wrong(
                f"Count slices of x with {', '.join(map(str, train))} training and {', '.join(map(str, target))} "
                "target rows: weighted by yours, the training rows do not have the target's shares."
            )
        if not np.allclose(weights, [numbers(answer, p[i : i + 1], m, n, shape=(1,))[0] for i in range(len(p))]):
            raise Wrong("For an array of p yours gives something else than for its entries one by one.")


WEIGHT = Exercise(
    id="04-weight",
    title="from a probability to a weight",
    name="weight",
    stub='''\
def weight(p, m, n):
    """The weight of a row where p(sigma = 1 | x) is `p`; there are `m` training and `n` target rows."""
    ...
''',
    solution='''\
def weight(p, m, n):
    """The weight of a row where p(sigma = 1 | x) is `p`; there are `m` training and `n` target rows."""
    return m / n * (1 / p - 1)
''',
    check=_check,
    hints=(
        "Of 50 rows in a slice, p = 0.8 are training rows. How many target rows are there for each training row?",
        "p training rows come with 1 - p target rows. Their quotient is what the slice looks like; now think of the "
        "sizes of the two samples: with ten times as many target rows that quotient is ten times as large.",
        "A weight compares shares: the slice's part of the n target rows over its part of the m training rows. Where "
        "do n and m end up?",
    ),
    misconceptions=(
        mistake(
            "upside down",
            "Your weight is large where a row is surely a training row: where the training sample has too many "
            "already. It is an easy slip; published software has made it.",
            lambda p, m, n: n / m * p / (1 - p),
            _cases,
        ),
        mistake(
            "the odds upside down",
            "The sizes of the samples are where they belong, but your odds are those of a training row: they are "
            "largest where no target row is.",
            lambda p, m, n: m / n * p / (1 - p),
            _cases,
        ),
        mistake(
            "upside down, without the sizes",
            "Your odds are those of a training row: they are largest where no target row is. And what if there are "
            "ten times as many target rows?",
            lambda p, m, n: p / (1 - p),
            _cases,
        ),
        mistake(
            "the sizes forgotten",
            "Your weight does not know how large the samples are. Copy every target row ten times: the place is the "
            "same, the classifier's p falls, and your weights rise.",
            lambda p, m, n: (1 - p) / p,
            _cases,
        ),
        mistake(
            "the sizes upside down",
            "The odds are right, and the factor makes it worse: with many target rows p is small everywhere, which "
            "your factor adds to, not takes back.",
            lambda p, m, n: n / m * (1 - p) / p,
            _cases,
        ),
        mistake(
            "one over p",
            "That is the weight of another story: the training rows were selected from the target rows with "
            "probability p. Here nothing was selected. See what yours does with a training row that has no target row "
            "anywhere near, p = 1.",
            lambda p, m, n: 1 / p,
            _cases,
        ),
        mistake(
            "the minus one forgotten",
            "A training row far from every target row has p = 1. With yours it still counts; which weight should it "
            "have?",
            lambda p, m, n: m / n / p,
            _cases,
        ),
        mistake(
            "a probability as a weight",
            "You weigh by the probability of being a target row. The order is right. But two slices, one with 9 and "
            "one with 99 target rows for a training row, would weigh nearly the same: 0.9 and 0.99.",
            lambda p, m, n: 1 - p,
            _cases,
        ),
    ),
    praise="Any classifier with good probabilities now weighs rows; no density was estimated.",
)
