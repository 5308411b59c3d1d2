"""The exercises of lesson 02 about one probability: (3), and the threshold (12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

Cases = list[tuple[Any, ...]]


def _pairs(rng: Generator) -> Cases:
    """A probability and a β, neither at an end."""
    p, beta = rng.uniform(0.05, 0.95, 12), rng.uniform(0.05, 0.8, 12)
    return [(round(float(a), 3), round(float(b), 3)) for a, b in zip(p, beta, strict=True)]


def _check_posterior(answer: Any, rng: Generator) -> None:
    import numpy as np

    for p, beta in _pairs(rng):
        # a slice of the data: 10,000 rows, of which a share p is positive
        positives, negatives = 10_000 * p, 10_000 * (1 - p)
        p_s = float(numbers(answer, p, beta, shape=()))
        given = f"For p = {p:g} and β = {beta:g} yours gives {p_s:.4g}"
        if not 0 <= p_s <= 1:
            raise Wrong(f"{given}, which is no probability.")
        if p_s < p:
            raise Wrong(f"{given}: less than p, although only negatives were thrown away.")
        left = positives + beta * negatives
        if abs(p_s * left - positives) > 1e-6 * positives:
            raise Wrong(f"{given}. Count 10,000 rows: that is not the share of positives among those that are left.")
    for end in (0.0, 1.0):
        if abs(float(numbers(answer, end, 0.3, shape=())) - end) > 1e-9:
            raise Wrong(
                f"Where p is {end:g}, all rows are of one class, and undersampling changes nothing; yours does."
            )
    some = rng.uniform(0, 1, 5)
    if not np.allclose(numbers(answer, some, 0.25, shape=(5,)), [float(numbers(answer, p, 0.25)) for p in some]):
        raise Wrong("For an array of p yours gives something else than for its entries one by one.")


def _check_threshold(answer: Any, rng: Generator) -> None:
    import numpy as np

    from shiftlab.posterior import undersampled_posterior

    for tau_s, beta in _pairs(rng):
        tau = float(numbers(answer, tau_s, beta, shape=()))
        given = f"For τ_s = {tau_s:g} and β = {beta:g} yours gives {tau:.4g}"
        if not 0 < tau < 1:
            raise Wrong(f"{given}; a threshold on probabilities lies between 0 and 1.")
        p = np.concatenate([np.linspace(0.001, 0.999, 500), np.clip(tau + np.array([-1e-6, 1e-6]), 0, 1)])
        moved = np.count_nonzero((undersampled_posterior(p, beta) > tau_s) != (p > tau))
        if moved:
            raise Wrong(f"{given}. Some rows that were called positive are not any more, or the other way round.")


def correct(p_s: Any, beta: float) -> Any:
    return beta * p_s / (beta * p_s + 1 - p_s)


def undersample(p: Any, beta: float) -> Any:
    return p / (p + beta * (1 - p))


def _clipped(p: Any, beta: float) -> NDArray[Any]:
    import numpy as np

    return np.minimum(p / beta, 1)


POSTERIOR = Exercise(
    id="02-posterior",
    title="the posterior after undersampling",
    name="undersampled",
    stub='''\
def undersampled(p, beta):
    """p_s: the share of positives at a place after undersampling."""
    negatives = ...  # what stays of the 1 - p
    return p / (p + negatives)
''',
    solution='''\
def undersampled(p, beta):
    """p_s: the share of positives at a place after undersampling."""
    negatives = beta * (1 - p)
    return p / (p + negatives)
''',
    check=_check_posterior,
    hints=(
        "Take 100 rows at one place, 10 of them positive. How many rows of each class are left with β = 1/9?",
        "The positives all stay: their part is p. Of the negatives, 1 - p, a share β stays.",
        "Divide the positives by everything that is left: p plus the negatives that stay.",
    ),
    misconceptions=(
        mistake(
            "nothing changes",
            "Your function gives p back. Where both classes are found and only one of them loses rows, the share "
            "of the other must change.",
            lambda p, beta: p,
            _pairs,
        ),
        mistake(
            "β on the positives",
            "Your β takes rows from the positives. Undersampling leaves these alone and takes negatives away; so "
            "the probability of a positive cannot fall.",
            correct,
            _pairs,
        ),
        mistake(
            "p divided by β",
            "You divide p by β, and have to clip what becomes larger than 1. That happens because the rows that "
            "are left also contain all the positives: count them again.",
            _clipped,
            _pairs,
        ),
        mistake(
            "p times β",
            "You multiply p by β: that is how many positives would be left if they were thrown away, as a share "
            "of all rows there were. Which class loses rows, and how many rows are left?",
            lambda p, beta: beta * p,
            _pairs,
        ),
        mistake(
            "1 - β kept",
            "β is the share of negatives that is kept, as in the first exercise of the course; you keep the share that "
            "is thrown away.",
            lambda p, beta: p / (p + (1 - beta) * (1 - p)),
            _pairs,
        ),
        mistake(
            "odds for a probability",
            "You divide the positives by the negatives that are left: those are odds, and can be larger than 1. A "
            "share is a part of all rows that are left, the positives among them.",
            lambda p, beta: p / (beta * (1 - p)),
            _pairs,
        ),
        mistake(
            "every row a positive",
            "You have 1 where the positives belong, as if all rows at this place were positive: of one row a part p "
            "is. See what yours gives for p = 0.",
            lambda p, beta: 1 / (1 + beta * (1 - p)),
            _pairs,
        ),
    ),
    praise="At p = 0 and p = 1 nothing moves; in between everything moves up. The order stays.",
    task="Of 100 rows at one place 10 are positive, p = 0.1. With `beta = 1/9` all 10 stay, and 10 of the 90 "
    "negatives: now 10 of 20 are positive. Write it for any p and β; one expression is missing.",
    form="faded",
)

THRESHOLD = Exercise(
    id="02-threshold",
    title="the threshold that goes with it",
    name="threshold",
    stub='''\
def threshold(tau_s, beta):
    """The threshold on p̃ that decides as `tau_s` does on p_s."""
    ...
''',
    solution='''\
def threshold(tau_s, beta):
    """The threshold on p̃ that decides as `tau_s` does on p_s."""
    return posterior.corrected_posterior(tau_s, beta)  # a threshold is a probability
''',
    check=_check_threshold,
    hints=(
        "Which row is exactly on the threshold? One with p_s = τ_s. What is its p̃?",
        "The correction never changes the order of rows: those above that row stay above it.",
        "So the row on the threshold is enough: put τ_s where (9) has p_s.",
    ),
    misconceptions=(
        mistake(
            "the threshold stays",
            "You keep the threshold. But the correction lowers the probabilities: rows that were above it fall "
            "below, and hardly any is called positive.",
            lambda tau_s, beta: tau_s,
            _pairs,
        ),
        mistake(
            "β times the threshold",
            "You multiply the threshold by β. It is the odds of a probability that the correction multiplies, not "
            "the probability; for small ones the two are alike, for large ones not.",
            lambda tau_s, beta: beta * tau_s,
            _pairs,
        ),
        mistake(
            "the wrong direction",
            "You move the threshold the way undersampling goes. The correction takes probabilities back: which "
            "way did they move, and which way must the threshold go with them?",
            undersample,
            _pairs,
        ),
        mistake(
            "always one half",
            "One half is a habit, not a rule: it is right when both errors cost the same. Here the same rows must "
            "be called positive as before.",
            lambda tau_s, beta: 0.5,
            _pairs,
        ),
    ),
    praise="A threshold is a probability too: it is corrected by the same formula, and no decision changes.",
    task="On p_s we decided at τ_s. The probabilities are corrected now: at which threshold on p̃ are the *same rows* "
    "called positive? With `beta = 1/9` a τ_s of 0.5 becomes 0.1. There is more than one way; one needs no new "
    "formula.",
)
