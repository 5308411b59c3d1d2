"""The exercises of lesson 03 about weights themselves: the ratio of densities, and what a weighted sample is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _normals(rng: Generator) -> Cases:
    """Some places, and the mean and standard deviation of source and target; these have different spreads."""
    means, spread, narrower = rng.uniform(-1, 1, (4, 2)), rng.uniform(0.6, 1.2, 4), rng.uniform(0.5, 0.8, 4)
    return [
        (rng.uniform(-1.5, 1.5, 6), (round(s, 2), round(sd, 2)), (round(t, 2), round(sd * share, 2)))
        for (s, t), sd, share in zip(means.tolist(), spread.tolist(), narrower.tolist(), strict=True)
    ]


def _check_ratio(answer: Any, rng: Generator) -> None:
    import numpy as np
    from scipy.integrate import trapezoid
    from scipy.special import ndtr

    for x, source, target in _normals(rng):
        given = f"With N({source[0]:g}, {source[1]:g}) as source and N({target[0]:g}, {target[1]:g}) as target"
        weights = numbers(answer, x, source, target, shape=x.shape)
        if (weights < 0).any():
            raise Wrong(f"{given} some of your weights are negative.")
        if not np.allclose(numbers(answer, x, source, source, shape=x.shape), 1):
            raise Wrong("Where target and source are the same there is nothing to correct; yours still weighs rows.")
        for _ in range(4):  # the weighted source must have the target's share of rows in every interval
            low, high = np.sort(rng.uniform(-2, 2, 2)) * target[1] + target[0]
            places = np.linspace(low, high, 2001)
            weighed = numbers(answer, places, source, target, shape=places.shape) * normal(places, *source)
            share = float(np.diff(ndtr((np.array([low, high]) - target[0]) / target[1]))[0])
            if abs(float(trapezoid(weighed, places)) - share) > 1e-4:
                raise Wrong(
                    f"{given} your weights give the source another share of rows in an interval than target has."
                )
        alone = [float(numbers(answer, float(place), source, target, shape=())) for place in x]
        if not np.allclose(weights, alone):
            raise Wrong("For an array of x yours gives something else than for its entries one by one.")


def normal(x: Any, mean: float, sd: float) -> Any:
    """The density of N(mean, sd) at x."""
    import numpy as np

    return np.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi))


def _ratio(x: Any, source: tuple[float, float], target: tuple[float, float]) -> Any:
    return normal(x, *target) / normal(x, *source)


def _variances(x: Any, source: tuple[float, float], target: tuple[float, float]) -> Any:
    (mean_s, sd_s), (mean_t, sd_t) = source, target
    return normal(x, mean_t, sd_t**0.5) / normal(x, mean_s, sd_s**0.5)


RATIO = Exercise(
    id="03-ratio",
    title="the weight of a row at x",
    name="density_ratio",
    stub='''\
def density_ratio(x, source, target):
    """The weight of rows at `x`; `source` and `target` are (mean, standard deviation) of two normal distributions."""
    ...
''',
    solution='''\
def density_ratio(x, source, target):
    """The weight of rows at `x`; `source` and `target` are (mean, standard deviation) of two normal distributions."""

    def density(mean, sd):
        return np.exp(-(((x - mean) / sd) ** 2) / 2) / sd  # the factor 1/sqrt(2 pi) cancels

    return density(*target) / density(*source)
''',
    check=_check_ratio,
    hints=(
        "Ten source rows lie in a slice where the target has thirty. How much must each of the ten count?",
        "So a weight is large where the target is dense and the source is thin. Which density goes on top?",
        "The density of N(mean, sd) is exp(-((x - mean)/sd)²/2) divided by sd √(2π). One part of that is the same for "
        "both distributions; sd is not.",
    ),
    misconceptions=(
        mistake(
            "upside down",
            "Your weights are large where the source has plenty of rows and the target few. A row must count more "
            "where the source has too few of its kind.",
            lambda x, source, target: 1 / _ratio(x, source, target),
            _normals,
        ),
        mistake(
            "no normalisation",
            "You compare the two bells without their heights: a narrow bell must be higher, for its area is 1 too. "
            "Your weights have the right shape and the wrong scale; their mean over the source is not 1.",
            lambda x, source, target: _ratio(x, source, target) * (target[1] / source[1]),
            _normals,
        ),
        mistake(
            "standard deviation as variance",
            "You use the standard deviation where the formula has the variance.",
            _variances,
            _normals,
        ),
        mistake(
            "normalised over the rows given",
            "You divide by the sum over the rows that were handed over. Then the weight of a row depends on which "
            "other rows one asks about; and the weights of a whole sample would have mean 1/m, not 1.",
            lambda x, source, target: _ratio(x, source, target) / _ratio(x, source, target).sum(),
            _normals,
        ),
        mistake(
            "the target alone",
            "You weigh by how dense the target is, and forget that the source is not evenly spread: where it has many "
            "rows, each needs less weight.",
            lambda x, source, target: normal(x, *target),
            _normals,
        ),
    ),
    praise="Weighted by it, the source has the target's share of rows in every slice. That is all a weight has to do.",
)


def _weights(rng: Generator) -> Cases:
    """Weights of different sizes, all positive."""
    return [(rng.lognormal(rng.uniform(-1, 1), spread, size),) for size, spread in ((6, 0.5), (9, 1.0), (12, 1.5))]


def _check_size(answer: Any, rng: Generator) -> None:
    import numpy as np

    for (weights,) in _weights(rng):
        n, silent = len(weights), int(rng.integers(2, 6))
        if abs(float(numbers(answer, np.full(n, weights[0]), shape=())) - n) > 1e-6 * n:
            raise Wrong(
                f"{n} rows with equal weights are worth {n} rows, whatever the weight is; yours says otherwise."
            )
        if abs(float(numbers(answer, np.append(np.full(n, weights[0]), np.zeros(silent)), shape=())) - n) > 1e-6 * n:
            raise Wrong("Rows of weight 0 say nothing; with yours, adding some changes the worth of the sample.")
        size = float(numbers(answer, weights, shape=()))
        if not 1 - 1e-9 <= size <= n + 1e-9:
            raise Wrong(f"{n} weighted rows are worth at least one row and at most {n}; yours says {size:.4g}.")
        if abs(float(numbers(answer, 10 * weights, shape=())) - size) > 1e-6 * size:
            raise Wrong("Ten times all the weights is the same weighted mean; yours says its worth is another.")
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
    title="what a weighted sample is worth",
    name="effective_size",
    stub='''\
def effective_size(weights):
    """How many rows of equal weight have a mean that is as noisy as the weighted mean."""
    ...
''',
    solution='''\
def effective_size(weights):
    """How many rows of equal weight have a mean that is as noisy as the weighted mean."""
    return weights.sum() ** 2 / (weights**2).sum()
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
            "You add up the weights. Doubling all of them would double the worth of the sample, and no row was added.",
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
    praise="A few large weights are enough to make a large sample small. Look at this number before you trust weights.",
)
