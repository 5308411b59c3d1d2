"""The exercise of lesson 03 about the effective sample size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _weights(rng: Generator) -> Cases:
    """Weights of different sizes, all positive."""
    return [(rng.lognormal(rng.uniform(-1, 1), spread, size),) for size, spread in ((6, 0.5), (9, 1.0), (12, 1.5))]


def _check_size(answer: Any, rng: Generator) -> None:
    import numpy as np

    for (weights,) in _weights(rng):
        n, silent = len(weights), int(rng.integers(2, 6))
        if abs(float(numbers(answer, np.full(n, weights[0]), shape=())) - n) > 1e-6 * n:
            raise Wrong(
                f"{n} rows with equal weights are as good as {n} rows, whatever the weight is; yours says otherwise."
            )
        if abs(float(numbers(answer, np.append(np.full(n, weights[0]), np.zeros(silent)), shape=())) - n) > 1e-6 * n:
            raise Wrong("Rows of weight 0 say nothing; with yours, adding some changes the result.")
        size = float(numbers(answer, weights, shape=()))
        if not 1 - 1e-9 <= size <= n + 1e-9:
            raise Wrong(f"{n} weighted rows are as good as at least one row and at most {n}; yours says {size:.4g}.")
        if abs(float(numbers(answer, 10 * weights, shape=())) - size) > 1e-6 * size:
            raise Wrong("Ten times all the weights is the same weighted mean; yours says that it has another size.")
        shares = weights / weights.sum()
        if abs(1 / size - shares @ shares) > 1e-6 / size:  # the variance of the weighted mean
            raise Wrong(
                "Give every row noise of variance 1. The weighted mean then has another variance than the plain mean "
                "of as many rows as yours says."
            )


def _perplexity(weights: Any) -> Any:
    import numpy as np

    shares = weights / weights.sum()
    return np.exp(-(shares * np.log(shares)).sum())


SIZE = Exercise(
    id="03-ess",
    title="the effective sample size",
    name="effective_size",
    stub='''\
def effective_size(weights):
    """How many rows of equal weight have a mean as noisy as the weighted one."""
    shares = weights / weights.sum()
    variance = ...  # of the weighted mean, if each row has noise of variance 1
    return 1 / variance
''',
    solution='''\
def effective_size(weights):
    """How many rows of equal weight have a mean as noisy as the weighted one."""
    shares = weights / weights.sum()
    variance = (shares**2).sum()
    return 1 / variance
''',
    check=_check_size,
    hints=(
        "Let every row have noise of variance 1. The plain mean of n rows has variance 1/n. And the weighted mean?",
        "A row with the share a of all the weight adds a² to that variance. A weight over the sum of all is its share.",
        "Add up the squared shares; that variance belongs to one over as many rows. Zeros must do no harm.",
    ),
    misconceptions=(
        mistake(
            "counting rows",
            "You count the rows that have a weight. If one of them has nearly all of it, the others hardly take part.",
            lambda weights: (weights > 0).sum(),
            _weights,
        ),
        mistake(
            "adding weights",
            "You add up the weights. Doubling all of them would double the result, and no row was added.",
            lambda weights: weights.sum(),
            _weights,
        ),
        mistake(
            "by the largest",
            "You compare all weights with the largest alone. That is a careful bound; how the rest is spread makes no "
            "difference to it. To the noise of the mean it does.",
            lambda weights: weights.sum() / weights.max(),
            _weights,
        ),
        mistake(
            "squares without a scale",
            "You take one over the sum of squares. That is right for weights which add up to 1; these add up to about "
            "as many as there are rows.",
            lambda weights: 1 / (weights**2).sum(),
            _weights,
        ),
        mistake(
            "the inverse",
            "That is the variance of the weighted mean, not yet a number of rows. How many rows have a mean with it?",
            lambda weights: (weights**2).sum() / weights.sum() ** 2,
            _weights,
        ),
        mistake(
            "entropy",
            "That is the perplexity, e to the entropy of the shares. People do use it as a number of rows. Here the "
            "number is asked for that gives the noise of the mean, and noise adds up by squares.",
            _perplexity,
            _weights,
        ),
    ),
    task="Each row has noise of variance 1. The plain mean of 4 rows has variance 1/4. With the weights 2, 2, 0, 0 two "
    "rows count, each with half of the weight: the variance is 1/2, and the four rows are as good as 2. Write it for "
    "any weights; one expression is missing.",
    form="faded",
    praise="A few large weights are enough to make a large sample small. Look at this number before you trust weights.",
)
