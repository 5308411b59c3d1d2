"""The exercise of lesson 01 about weights that take a step in one feature back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, Misconception, mistake
from shiftlab.course.student import Wrong, agree, numbers

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

Cases = list[tuple[Any, ...]]


def _samples(rng: Generator) -> Cases:
    """Values of a feature, one of them at the cut, the cut and two chances."""
    cases: Cases = []
    for size in (6, 9, 14):
        x = rng.normal(size=size).round(2)
        x[:3] = x[0], x.min() - 1, x.max() + 1  # there are rows at the cut, below and above it
        below, above = rng.permutation([rng.uniform(0.05, 0.4), rng.uniform(0.5, 0.95)]).round(2)
        cases.append((x, float(x[0]), float(below), float(above)))
    return cases


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    from shiftlab.bias import FeatureStep

    for x, cut, below, above in _samples(rng):
        weight = numbers(answer, x, cut, below, above, shape=x.shape)
        given = f"With the chances {below:g} up to the cut and {above:g} above it"
        if (weight <= 0).any():
            raise Wrong(f"{given} some of your weights are not positive: such a row would not count, or count against.")
        # what a row stands for: it, and those like it that were left out
        stands_for = weight * FeatureStep(0, cut, below, above).probability(x[:, np.newaxis], None)
        off = ~np.isclose(stands_for, stands_for[1], rtol=1e-6)
        if off[x == cut].any() and not off[x != cut].any():
            raise Wrong("Almost: a row exactly at the cut is kept as those below it are, and yours is not weighted so.")
        if off.any():
            raise Wrong(
                f"{given} a population that is half below and half above the cut is not half and half again after "
                "weighting by yours."
            )


def _step(x: Any, cut: float, below: float, above: float) -> NDArray[Any]:
    import numpy as np

    return np.where(x <= cut, below, above)


def _relative(weights: Any) -> Callable[..., NDArray[Any]]:
    """The weights as shares of their sum: a multiple of them means the same."""

    def shares(*case: Any) -> NDArray[Any]:
        values = numbers(weights, *case)
        return values / values.sum()

    return shares


def _up_to_scale(name: str, message: str, wrong: Callable[..., Any]) -> Misconception:
    def shown_by(answer: Any, rng: Generator) -> bool:
        return agree(_relative(answer), _relative(wrong), _samples(rng))

    return Misconception(name, message, wrong, shown_by)


WEIGHTS = Exercise(
    id="01-weights",
    title="weights that take a step back",
    name="weights",
    stub='''\
def weights(x, cut, keep_below, keep_above):
    """A weight for each selected row with the feature `x`."""
    chance = np.where(x <= cut, keep_below, keep_above)
    return ...
''',
    solution='''\
def weights(x, cut, keep_below, keep_above):
    """A weight for each selected row with the feature `x`."""
    chance = np.where(x <= cut, keep_below, keep_above)
    return 1 / chance
''',
    check=_check,
    hints=(
        "One row in five was kept below the cut. For how many rows of the population does such a row stand?",
        "The less likely a row was to be kept, the more it has to count.",
        "`chance` has the chance of each row; a row exactly at the cut belongs to those below. A row kept with chance "
        "0.2 stands for five: what makes 5 of 0.2?",
    ),
    misconceptions=(
        mistake(
            "the sides exchanged",
            "You give the rows below the cut the weights of those above, and the other way round: which of the two "
            "chances belongs to x <= cut?",
            # without its scale this is the chance as a weight: there are only two chances
            lambda x, cut, below, above: 1 / _step(x, cut, above, below),
            _samples,
        ),
        _up_to_scale(
            "the chance as a weight",
            "You weight by the chance itself. Rows that are already too frequent count even more: that biases the "
            "sample a second time, in the same direction.",
            _step,
        ),
        _up_to_scale(
            "the chance to be left out",
            "You weight by the chance to be left out. The direction is right, the size is not: a row kept with chance "
            "1 would get no weight at all, though it stands for itself.",
            lambda *case: 1 - _step(*case),
        ),
        _up_to_scale(
            "those left out for each one kept",
            "You count the rows that were left out for each one that was kept. The row itself belongs to the "
            "population, too.",
            lambda *case: 1 / _step(*case) - 1,
        ),
        _up_to_scale(
            "all alike",
            "All of your weights are the same, so nothing is weighted at all. Rows that were kept less often must "
            "count more.",
            lambda x, cut, below, above: 0 * x + 1,
        ),
        _up_to_scale(
            "the root",
            "You take a square root: half of the way back. The rows kept less often still count too little.",
            lambda *case: _step(*case) ** -0.5,
        ),
    ),
    praise="Each row counts for those like it that were left out. Any multiple of these weights does the same.",
    task="Rows up to the cut, the cut included, were kept with chance `keep_below`, the others with `keep_above`. What "
    "must each row count, so that the source has the target's rows again? With 0.2 and 0.8 a row below the cut counts "
    "four times as much as one above it, 5 against 1.25.",
    form="faded",
    minutes=3,
)
