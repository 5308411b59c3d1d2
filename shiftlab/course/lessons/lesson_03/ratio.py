"""The exercise of lesson 03 about the ratio of densities: the weight of a row at x."""

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
            raise Wrong("Where target and source are the same there is nothing to correct; yours still weights rows.")
        for _ in range(4):  # the weighted source must have the target's share of rows in every interval
            low, high = np.sort(rng.uniform(-2, 2, 2)) * target[1] + target[0]
            places = np.linspace(low, high, 2001)
            weighted = numbers(answer, places, source, target, shape=places.shape) * normal(places, *source)
            share = float(np.diff(ndtr((np.array([low, high]) - target[0]) / target[1]))[0])
            if abs(float(trapezoid(weighted, places)) - share) > 1e-4:
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
    """The weight of rows at `x`; source and target are (mean, standard deviation)."""
    ...
''',
    solution='''\
def density_ratio(x, source, target):
    """The weight of rows at `x`; source and target are (mean, standard deviation)."""

    def density(mean, sd):  # of a normal; the factor 1/sqrt(2 pi) cancels
        return np.exp(-(((x - mean) / sd) ** 2) / 2) / sd

    return density(*target) / density(*source)  # above 1 where the source has too few
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
            "scaled to mean 1",
            "You divide by the mean over the rows that were handed over. In lesson 01 a common factor did no harm; "
            "here the weight at x itself is asked for. Its mean is 1 over the source, not over any few rows that one "
            "asks about.",
            lambda x, source, target: _ratio(x, source, target) / _ratio(x, source, target).mean(),
            _normals,
        ),
        mistake(
            "the target alone",
            "You weight by how dense the target is, and forget that the source is not evenly spread: where it has many "
            "rows, each needs less weight.",
            lambda x, source, target: normal(x, *target),
            _normals,
        ),
    ),
    praise="Weighted by it, the source has the target's share of rows in every slice. That is all a weight has to do.",
    task="The weight at x is Q(x)/P(x), here for two normal distributions: `source` and `target` are each a mean and "
    "a standard deviation. With source (0, 2) and target (0, 1) it is 2 at x = 0, where the narrow bell is twice as "
    "high. Read the function and run it; then leave out the division by `sd`, or turn the last line upside down, and "
    "see what the check says.",
    form="worked",
)
