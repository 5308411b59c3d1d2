"""The exercise of lesson 05 about another score than accuracy: what decisions bring (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _cases(rng: Generator) -> Cases:
    """Probabilities, amounts, what was fraud, and what an investigation costs; none is near the edge."""
    import numpy as np

    found = []
    for overhead in (90, 40, 60):
        p = np.round(rng.uniform(0.05, 0.95, 12), 2)
        # on either side of p amount = overhead, and of p = 1/2
        amounts = np.round(overhead / p * rng.choice([0.3, 0.6, 1.5, 3.0], 12)) + 7
        keep = (np.abs(p * amounts - overhead) > 1) & (p != 0.5)
        found.append((p[keep], amounts[keep], (np.arange(12) % 2)[keep], overhead))
    return found


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    for p, amounts, fraud, overhead in _cases(rng):
        for p_one, amount in zip(p, amounts, strict=True):
            brought = {
                actual: float(numbers(answer, *_one(p_one, amount, actual), overhead, shape=())) for actual in (0, 1)
            }
            given = f"One payment of ${amount:.0f}, p = {p_one:.2f}, an investigation costs ${overhead}"
            if p_one * amount < overhead and any(brought.values()):
                raise Wrong(
                    f"{given}. That is not expected to pay, so nobody investigates; in yours it changes the sum."
                )
            if p_one * amount > overhead and abs(brought[1] - brought[0] - amount) > 1e-6 * amount:
                raise Wrong(
                    f"{given}. It is investigated; between fraud and no fraud there is the whole amount, in yours not."
                )
            if p_one * amount > overhead and abs(brought[0] + overhead) > 1e-6 * overhead:
                raise Wrong(f"{given}. It is investigated and turns out to be no fraud: yours has another balance.")
        total = float(numbers(answer, p, amounts, fraud, overhead, shape=()))
        parts = [float(numbers(answer, *_one(*row), overhead, shape=())) for row in zip(p, amounts, fraud, strict=True)]
        if not np.isclose(total, sum(parts)):
            raise Wrong("Several payments together do not bring the sum of what yours says they bring one by one.")


def _one(p: float, amount: float, fraud: int) -> tuple[Any, Any, Any]:
    import numpy as np

    return np.array([p]), np.array([amount]), np.array([fraud])


def _total(investigated: Any, amounts: Any, fraud: Any, overhead: float) -> Any:
    return (investigated * (amounts * fraud - overhead)).sum()


BENEFIT = Exercise(
    id="05-benefit",
    title="what decisions bring",
    name="benefit",
    stub='''\
def benefit(p, amounts, fraud, overhead):
    """What the investigations bring in that were expected to pay; `fraud` is 1 or 0."""
    investigated = ...  # for each payment: is that expected to pay?
    return np.sum(investigated * (fraud * amounts - overhead))
''',
    solution='''\
def benefit(p, amounts, fraud, overhead):
    """What the investigations bring in that were expected to pay; `fraud` is 1 or 0."""
    investigated = p * amounts > overhead
    return np.sum(investigated * (fraud * amounts - overhead))
''',
    check=_check,
    hints=(
        "Two steps with different knowledge. To decide you have p and the amount; what it brought is known afterwards.",
        "Compare what an investigation is expected to bring with what it costs: that decides.",
        "Then add up over the payments investigated: the amount if it was fraud, less the cost, fraud or not.",
    ),
    misconceptions=(
        mistake(
            "overhead forgotten",
            "You decide with the overhead and then do not pay it. Every investigation costs, also one that finds a "
            "fraud.",
            lambda p, amounts, fraud, overhead: _total(p * amounts > overhead, amounts, fraud, 0),
            _cases,
        ),
        mistake(
            "overhead for false alarms only",
            "You charge the overhead only where there was no fraud. Look at the upper left of the matrix: finding a "
            "fraud brings its amount less the overhead.",
            lambda p, amounts, fraud, overhead: (
                (p * amounts > overhead) * (fraud * amounts - (1 - fraud) * overhead)
            ).sum(),
            _cases,
        ),
        mistake(
            "more likely than not",
            "You investigate where p is above one half. A payment of $5 is not worth $90 however sure you are, and one "
            "of $5,000 is worth it long before p is one half.",
            lambda p, amounts, fraud, overhead: _total(p > 0.5, amounts, fraud, overhead),
            _cases,
        ),
        mistake(
            "everything investigated",
            "You investigate whatever exceeds the overhead, however unlikely a fraud is. Where does p come in?",
            lambda p, amounts, fraud, overhead: _total(amounts > overhead, amounts, fraud, overhead),
            _cases,
        ),
        mistake(
            "decided with hindsight",
            "You decide knowing what was fraud. Then every model is perfect: the decision may use p and the amount, "
            "nothing else.",
            lambda p, amounts, fraud, overhead: _total(fraud * amounts > overhead, amounts, fraud, overhead),
            _cases,
        ),
        mistake(
            "expected, not brought",
            "You add up what was expected. A model that is too sure of itself would look rich: count what its "
            "decisions brought, by `fraud`.",
            lambda p, amounts, fraud, overhead: ((p * amounts > overhead) * (p * amounts - overhead)).sum(),
            _cases,
        ),
    ),
    task="A payment is investigated if that is expected to bring more than the overhead it costs; what it brought is "
    "known afterwards. One expression is missing. With an overhead of 90 a payment of 1,000 with p = 0.2 is "
    "investigated: that brings 910 if it was fraud, and -90 if not.",
    form="faded",
    praise="The decision uses p, the account uses the truth. Such a score can take the place of accuracy in the table.",
)
