"""The exercise of lesson 06 about the interval (15): what an accuracy on a few rows is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _cases(rng: Generator) -> Cases:
    """An accuracy, from how many rows, and the level; ten rows are among them."""
    found = []
    for n, level in ((10, 0.95), (10, 0.8), (40, 0.9), (300, 0.99)):
        right = int(rng.integers(round(0.6 * n), round(0.95 * n)))
        found.append((right / n, n, level))
    return found


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np
    from scipy.special import ndtr

    for score, n, level in _cases(rng):
        given = f"{n} rows, accuracy {score:.3f}, level {level:g}"
        low, high = numbers(answer, score, n, level, shape=(2,))
        if low > high:
            raise Wrong(f"{given}: the first of your two numbers is larger than the second.")
        sure = numbers(answer, 1.0, n, level, shape=(2,))
        if sure[1] - sure[0] < 1e-9:
            raise Wrong(
                f"Let all {n} rows be right: your interval is a single point, as if {n} rows were enough to be certain."
            )
        if low < 0 or high > 1 or sure[1] > 1 + 1e-9:
            raise Wrong(f"{given}: your interval has accuracies in it that there are not, below 0 or above 1.")
        ends = np.array([low, high])
        # (15): at the ends the accuracy seen is just as far from the true one as the level allows
        with np.errstate(divide="ignore"):
            chance = ndtr((score - ends) / np.sqrt(ends * (1 - ends) / n))
        if not np.allclose(chance, [(1 + level) / 2, (1 - level) / 2], atol=1e-4):
            raise Wrong(
                f"{given}: let the true accuracy be one of your ends. What was seen is then not at the edge of what "
                "(15) expects of that many rows, but inside it or beyond."
            )
        if not np.allclose(numbers(answer, 1 - score, n, level, shape=(2,)), 1 - ends[::-1], atol=1e-6):
            raise Wrong("Count errors instead of hits and the interval must turn round; yours gives another.")


def _z(level: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2)


def _ends(centre: float, half: float) -> Any:
    import numpy as np

    return np.array([centre - half, centre + half])


def _parts(score: float, n: int, z: float) -> tuple[float, float]:
    """The middle of the interval and half its width, as printed under (15)."""
    return (
        (2 * n * score + z**2) / (2 * (n + z**2)),
        z * (4 * n * score + z**2 - 4 * n * score**2) ** 0.5 / (2 * (n + z**2)),
    )


def _interval(score: float, n: int, level: float) -> Any:
    return _ends(*_parts(score, n, _z(level)))


def _one_sided(score: float, n: int, level: float) -> Any:
    from statistics import NormalDist

    return _ends(*_parts(score, n, NormalDist().inv_cdf(level)))


INTERVAL = Exercise(
    id="06-interval",
    title="what ten rows are worth",
    name="interval",
    stub='''\
def interval(score, n, level):
    """Both ends of the interval (15), when a share `score` of `n` rows is right."""
    ...
''',
    solution='''\
def interval(score, n, level):
    """Both ends of the interval (15), when a share `score` of `n` rows is right."""
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = 2 * n * score + z**2
    half = z * np.sqrt(4 * n * score + z**2 - 4 * n * score**2)
    return np.array([middle - half, middle + half]) / (2 * (n + z**2))
''',
    check=_check,
    hints=(
        "z first: `from statistics import NormalDist` inside the function, and `NormalDist().inv_cdf(...)` gives "
        "quantiles. Half of what is not in the interval lies on each side of it.",
        "(15) has the true accuracy under the root, not the one seen. Both sides squared, and solved for the true one, "
        "it is (2 n score + z² ± z √(4 n score + z² - 4 n score²)) / (2 (n + z²)).",
        "Write its three parts one by one: what is in front of ±, what is behind it, and what both are divided by.",
    ),
    misconceptions=(
        mistake(
            "the accuracy seen under the root",
            "You put the accuracy that was seen under the root, where (15) has the true one. It is the usual short "
            "cut, and with many rows it does no harm. With ten rows that are all right it gives an interval of "
            "width 0.",
            lambda score, n, level: _ends(score, _z(level) * (score * (1 - score) / n) ** 0.5),
            _cases,
        ),
        mistake(
            "all that is left out on one side",
            "Your z is too small: you take the quantile at the level itself. Then what is outside lies on one side, "
            "and an interval has two.",
            _one_sided,
            _cases,
        ),
        mistake(
            "one standard error",
            "Your interval is the same for every level: where is z?",
            lambda score, n, level: _ends(*_parts(score, n, 1.0)),
            _cases,
        ),
        mistake(
            "around the accuracy seen",
            "The width is right, the middle is not: you go as far to the left as to the right of what was seen. "
            "Above one half there is more room for luck than for bad luck; the middle lies nearer to one half.",
            lambda score, n, level: _ends(score, _parts(score, n, _z(level))[1]),
            _cases,
        ),
        mistake(
            "the root forgotten",
            "You have a variance where a standard deviation belongs: there is a root in the formula.",
            lambda score, n, level: _ends(score, _z(level) * score * (1 - score) / n),
            _cases,
        ),
        mistake(
            "middle and half width",
            "You return the middle and half of the width, the paper's μ and σ of (16). The ends are asked for.",
            lambda score, n, level: _parts(score, n, _z(level)),
            _cases,
        ),
        mistake(
            "the larger end first",
            "Both ends are right; the lower one comes first.",
            lambda score, n, level: _interval(score, n, level)[::-1],
            _cases,
        ),
    ),
    task="Solve (15) for the true accuracy: both ends of its interval if a share `score` of `n` rows is right. With "
    "`level = 0.95` the quantile z is 1.96, and 50 right of 100 give 0.404 to 0.596.",
    minutes=8,
    praise="Try interval(0.8, 10, 0.95): eight right of ten may be a coin, and may be nearly perfect. Ten labels can "
    "tell a disaster from a good model, not one good model from another.",
)
