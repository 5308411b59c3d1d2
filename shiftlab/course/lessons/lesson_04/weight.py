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
    """How many source and how many target rows lie in each slice of x; the samples have different sizes."""
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
                f"Let s(x) be {m}/{m + n} everywhere, with {m} source and {n} target rows: then no place has more than "
                "its share of either, and all rows must keep weight 1. With yours they do not."
            )
        if not np.allclose(numbers(answer, train / (train + 3 * target), m, 3 * n, shape=p.shape), weights):
            raise Wrong("Take every target row three times: s falls, but no place needs another weight. Yours changes.")
        if not np.allclose(weights * train / m, target / n):
            raise Wrong(
                f"Count slices of x with {', '.join(map(str, train))} source and {', '.join(map(str, target))} "
                "target rows: weighted by yours, the source rows do not have the target's shares."
            )
        if not np.allclose(weights, [numbers(answer, p[i : i + 1], m, n, shape=(1,))[0] for i in range(len(p))]):
            raise Wrong("For an array of s yours gives something else than for its entries one by one.")


WEIGHT = Exercise(
    id="04-weight",
    title="from a probability to a weight",
    name="weight",
    stub='''\
def weight(s, m, n):
    """The weight of a source row where s(x) is `s`, with m source and n target rows."""
    ...
''',
    solution='''\
def weight(s, m, n):
    """The weight of a source row where s(x) is `s`, with m source and n target rows."""
    return m / n * (1 / s - 1)
''',
    check=_check,
    hints=(
        "Of 50 rows in a slice, s = 0.8 are source rows. How many target rows are there for each source row?",
        "s source rows come with 1 - s target rows. Their quotient is what the slice looks like; now think of the "
        "sizes of the two samples: with ten times as many target rows that quotient is ten times as large.",
        "A weight compares shares: the slice's part of the n target rows over its part of the m source rows. Where "
        "do n and m end up?",
    ),
    misconceptions=(
        mistake(
            "upside down",
            "Your weight is large where a row is surely a source row: where the source sample has too many "
            "already. It is an easy slip; published software has made it.",
            lambda p, m, n: n / m * p / (1 - p),
            _cases,
        ),
        mistake(
            "the odds upside down",
            "The sizes of the samples are where they belong, but your odds are those of a source row: they are "
            "largest where no target row is.",
            lambda p, m, n: m / n * p / (1 - p),
            _cases,
        ),
        mistake(
            "upside down, without the sizes",
            "Your odds are those of a source row: they are largest where no target row is. And what if there are "
            "ten times as many target rows?",
            lambda p, m, n: p / (1 - p),
            _cases,
        ),
        mistake(
            "the sizes forgotten",
            "Your weight does not know how large the samples are. Copy every target row ten times: the place is the "
            "same, the classifier's s falls, and your weights rise.",
            lambda p, m, n: (1 - p) / p,
            _cases,
        ),
        mistake(
            "the sizes upside down",
            "The odds are right, and the factor makes it worse: with many target rows s is small everywhere, which "
            "your factor adds to, not takes back.",
            lambda p, m, n: n / m * (1 - p) / p,
            _cases,
        ),
        mistake(
            "one over p",
            "That is the weight of another story: the source rows were selected from the target rows with "
            "probability s. Here nothing was selected. See what yours does with a source row that has no target row "
            "anywhere near, s = 1.",
            lambda p, m, n: 1 / p,
            _cases,
        ),
        mistake(
            "the minus one forgotten",
            "A source row far from every target row has s = 1. With yours it still counts; which weight should it "
            "have?",
            lambda p, m, n: m / n / p,
            _cases,
        ),
        mistake(
            "a probability as a weight",
            "You weight by the probability of being a target row. The order is right. But two slices, one with 9 and "
            "one with 99 target rows for a source row, would count nearly the same: 0.9 and 0.99.",
            lambda p, m, n: 1 - p,
            _cases,
        ),
        mistake(
            "scaled to mean 1",
            "You divide by the mean over the places that were handed over. In lesson 01 a common factor did no harm; "
            "here the sizes m and n say which factor is right: where the samples have equal shares the weight is 1, "
            "whichever other places one asks about.",
            lambda p, m, n: (1 / p - 1) / (1 / p - 1).mean(),
            _cases,
        ),
    ),
    task="A classifier of the two samples says s(x), the probability that a row is from the source. Find the weight "
    "at any s, with m source and n target rows; it must work for arrays. With 100 rows each, s = 0.5 gives 1. With "
    "100 source and 300 target rows, where the classifier says 0.25 because all target rows came three times, it must "
    "still be 1.",
    praise="Any classifier with good probabilities now weights rows; no density was estimated.",
)
