"""The exercise of lesson 03 about the quadratic programme (12): what draws weight to a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _samples(rng: Generator) -> Cases:
    """Source and target rows, not equally many, and the kernel's width."""
    sizes = ((5, 8, 1), (9, 4, 2), (6, 13, 3))
    return [
        (rng.normal(0.5, 1, (m, d)), rng.normal(0, 0.7, (n, d)), round(float(rng.uniform(0.2, 0.45)), 2))
        for m, n, d in sizes
    ]


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    from shiftlab.diagnostics import mmd

    for source, target, gamma in _samples(rng):
        m = len(source)
        kappa = numbers(answer, source, target, gamma, shape=(m,))
        row = int(rng.integers(m))
        if numbers(answer, source, source[row : row + 1], gamma, shape=(m,)).argmax() != row:
            raise Wrong(f"Let the target be one single row, a copy of source row {row}: your κ is larger elsewhere.")
        if not np.allclose(numbers(answer, source, np.repeat(target, 3, axis=0), gamma, shape=(m,)), kappa):
            raise Wrong("Every target row three times over is no other target; with yours κ changes.")
        if not np.allclose(
            numbers(answer, np.repeat(source, 2, axis=0), target, gamma, shape=(2 * m,))[::2], 2 * kappa
        ):
            raise Wrong("Give every source row a twin, and K has twice the rows: κ must double; yours does not.")
        among_target = kernel(target, target, gamma).mean()
        for i in range(m):  # all the weight, m, on row i: (12) then has the distance between row i and the target
            if abs(1 - 2 * kappa[i] / m + among_target - mmd(source[i : i + 1], target, gamma=gamma) ** 2) > 1e-8:
                raise Wrong(
                    f"Put all the weight on source row {i}: with your κ, (12) works out another distance to the "
                    "target's mean than there is."
                )


def _squares(X: Any, Y: Any) -> Any:
    """The squared distance between every row of X and every row of Y."""
    return ((X[:, None, :] - Y[None, :, :]) ** 2).sum(axis=2)


def kernel(X: Any, Y: Any, gamma: float) -> Any:
    import numpy as np

    return np.exp(-gamma * _squares(X, Y))


def _repelled(X: Any, Y: Any, gamma: float) -> Any:
    import numpy as np

    return len(X) * np.exp(gamma * _squares(X, Y)).mean(axis=1)


def _unsquared(X: Any, Y: Any, gamma: float) -> Any:
    import numpy as np

    return len(X) * np.exp(-gamma * np.sqrt(_squares(X, Y))).mean(axis=1)


KAPPA = Exercise(
    id="03-kappa",
    title="what draws weight to a row",
    name="kappa",
    stub='''\
def kappa(X_source, X_target, gamma):
    """For each source row, how much target lies around it: the vector κ of (12)."""
    ...
''',
    solution='''\
def kappa(X_source, X_target, gamma):
    """For each source row, how much target lies around it: the vector κ of (12)."""
    squares = ((X_source[:, None, :] - X_target[None, :, :]) ** 2).sum(axis=2)
    return len(X_source) * np.exp(-gamma * squares).mean(axis=1)
''',
    check=_check,
    hints=(
        "Begin with a table: the kernel between source row i (down) and target row j (across). Then one number for "
        "each line of the table.",
        "`X_source[:, None, :] - X_target[None, :, :]` has all differences; square them and add up the last axis.",
        "The m/n in front of the sum: n makes the sum a mean over the target, m makes it as large as K w is.",
    ),
    misconceptions=(
        mistake(
            "the sum alone",
            "You add up the kernel over the target rows and leave out the factor m/n. With ten times as many target "
            "rows all your κ would be ten times as large, and the weights with them.",
            lambda X, Y, gamma: kernel(X, Y, gamma).sum(axis=1),
            _samples,
        ),
        mistake(
            "the mean alone",
            "You take the mean over the target rows and leave out m. In K w all m source rows are added up; against "
            "that sum a mean is m times too small, and the weights would be too.",
            lambda X, Y, gamma: kernel(X, Y, gamma).mean(axis=1),
            _samples,
        ),
        mistake(
            "the factor upside down",
            "Your factor is n/m. Ask what must happen to κ when the target has more rows, and when the source has.",
            lambda X, Y, gamma: kernel(X, Y, gamma).sum(axis=1) * len(Y) / len(X),
            _samples,
        ),
        mistake(
            "the kernel's sign",
            "Your kernel grows with the distance: rows far from the target draw the most weight. It must be 1 for "
            "equal rows and fall from there.",
            _repelled,
            _samples,
        ),
        mistake(
            "distance not squared",
            "You have the distance in the exponent where its square belongs.",
            _unsquared,
            _samples,
        ),
        mistake(
            "gamma as a width",
            "You read gamma as a width and divide by its square. Here gamma multiplies the squared distance: a large "
            "gamma is a narrow kernel.",
            lambda X, Y, gamma: len(X) * kernel(X, Y, 1 / (2 * gamma**2)).mean(axis=1),
            _samples,
        ),
    ),
    praise="κ is high for source rows amid target rows: these draw weight. K makes neighbours compete for it, and one "
    "of them may take it all.",
    task="Write κ_i = (m/n) Σ_j k(x_i, x'_j), the sum over the n target rows, for rows with one or more columns and "
    "k(x, x') = exp(-γ ‖x - x'‖²). One source row at 0, target rows at 0 and 1, `gamma = 1`: κ is "
    "(1 + 0.368)/2 = 0.684.",
)
