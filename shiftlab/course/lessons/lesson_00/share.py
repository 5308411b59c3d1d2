"""The exercise of lesson 00: the share of positives after undersampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator


def _cases(rng: Generator) -> list[tuple[Any, ...]]:
    counts = zip(rng.integers(20, 900, 6), rng.integers(1000, 90_000, 6), rng.uniform(0.05, 0.9, 6), strict=True)
    return [(int(few), int(many), round(float(beta), 2)) for few, many, beta in counts]


def _check_share(answer: Any, rng: Generator) -> None:
    for few, many, beta in _cases(rng):
        share, all_kept = (numbers(answer, few, many, b, shape=()) for b in (beta, 1.0))
        given = f"For {few} positives, {many:,} negatives and β = {beta:g}"
        if not 0 <= share <= 1:
            raise Wrong(f"{given} yours gives {share:g}; a share lies between 0 and 1.")
        if abs(all_kept * (few + many) - few) > 1e-6 * few:
            raise Wrong(
                "With β = 1 nothing is thrown away, and the share must be that of the original rows; yours is not."
            )
        if abs(share * (few + beta * many) - few) > 1e-6 * few:
            raise Wrong(f"{given} yours gives {share:.4g}: times the number of rows left, that is not {few}.")


SHARE = Exercise(
    id="00-first",
    title="the share of positives",
    name="share",
    stub='''\
def share(n_positive, n_negative, beta):
    """The share of positives among the rows that are left."""
    left = ...  # how many rows are left, of both classes
    return n_positive / left
''',
    solution='''\
def share(n_positive, n_negative, beta):
    """The share of positives among the rows that are left."""
    left = n_positive + beta * n_negative
    return n_positive / left
''',
    check=_check_share,
    hints=(
        "A share is a count divided by the count of everything. Which rows are left after undersampling?",
        "All positives stay. Of 9,000 negatives with β = 1/9 there are 1,000 left.",
        "Divide the positives by the sum of the positives and the negatives that are left.",
    ),
    misconceptions=(
        mistake(
            "nothing was thrown away",
            "This is the share before undersampling: β does nothing in it.",
            lambda a, b, beta: a / (a + b),
            _cases,
        ),
        mistake(
            "positives thrown away",
            "Your β takes rows from the positives, the rare class; undersampling takes them from the negatives.",
            lambda a, b, beta: beta * a / (beta * a + b),
            _cases,
        ),
        mistake(
            "share of negatives",
            "This is the share of the other class: the negatives that are left among all that are left.",
            lambda a, b, beta: beta * b / (a + beta * b),
            _cases,
        ),
        mistake(
            "1 - β kept",
            "β is the share of negatives that is kept, not the share that is thrown away.",
            lambda a, b, beta: a / (a + (1 - beta) * b),
            _cases,
        ),
    ),
    praise="That is all it takes to shift a data set. Now you know how exercises work.",
    task="Undersampling keeps all positives and a share β of the negatives. Write the share of positives among the "
    "rows that are left: one expression is missing. With 10 positives, 90 negatives and `beta = 1/9` it is 0.5.",
    form="faded",
)
