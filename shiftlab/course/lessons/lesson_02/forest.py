"""The exercise of lesson 02 about several models: when the order of averaging and correcting matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

from .formulas import correct, undersample

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _members(rng: Generator) -> Cases:
    """The p_s of several models that disagree, and β."""
    sizes = ((3, 4), (5, 2), (2, 6))
    return [(rng.uniform(0.05, 0.95, size), round(float(rng.uniform(0.05, 0.6)), 3)) for size in sizes]


def _check_forest(answer: Any, rng: Generator) -> None:
    import numpy as np

    from shiftlab.posterior import undersampled_posterior

    for members, beta in _members(rng):
        models, rows = members.shape
        p = numbers(answer, members, beta, shape=(rows,))
        if ((p < 0) | (p > 1)).any():
            raise Wrong("Some of your p̃ are no probabilities.")
        # undersampling the p̃ again must give back what the models say on average
        if not np.allclose(undersampled_posterior(p, beta), members.mean(axis=0), rtol=1e-6):
            raise Wrong(
                f"With {models} models, {rows} rows and β = {beta:g}, undersampling your p̃ again by (3) does not "
                "give back what the models say on average."
            )


FOREST = Exercise(
    id="02-correct-forest",
    title="several models, one correction",
    name="average_then_correct",
    stub='''\
def average_then_correct(members, beta):
    """One p̃ for each column, from the p_s of several models (one row each)."""
    ...
''',
    solution='''\
def average_then_correct(members, beta):
    """One p̃ for each column, from the p_s of several models (one row each)."""
    return posterior.corrected_posterior(np.mean(members, axis=0), beta)
''',
    check=_check_forest,
    hints=(
        "A fully grown tree says 0 or 1. What does the correction make of 0 and of 1?",
        "The correction is a curve. The average of points on a curve is not the point of the curve at their average.",
        "First one p_s for each column, from all models; then one correction of the result.",
    ),
    misconceptions=(
        mistake(
            "correct each, then average",
            "You correct every model and average after that. The correction bends upwards, so noise does not "
            "cancel: the average of the corrected comes out too high. With trees that say only 0 or 1 each "
            "correction does nothing at all.",
            lambda members, beta: correct(members, beta).mean(axis=0),
            _members,
        ),
        mistake(
            "no correction",
            "You average and stop there: β does nothing in it. The average is less noisy, and still the "
            "probability in the undersampled world.",
            lambda members, beta: members.mean(axis=0),
            _members,
        ),
        mistake(
            "the wrong direction",
            "You average and then undersample once more: your p̃ is higher than what the models say. The way back "
            "leads down.",
            lambda members, beta: undersample(members.mean(axis=0), beta),
            _members,
        ),
        mistake(
            "averaged over rows of data",
            "You average along the wrong axis: there is one line for each model, and the result needs one number "
            "for each column.",
            lambda members, beta: correct(members.mean(axis=1), beta),
            _members,
        ),
        mistake(
            "one number for all",
            "You average everything into one number. The columns are different rows of data: each keeps a probability "
            "of its own.",
            lambda members, beta: correct(members.mean(), beta),
            _members,
        ),
    ),
    praise="Average first: noise cancels while it is still symmetric. Then correct once.",
    task="`members` has the p_s of several models, one row for each model, one column for each row of data. Make one "
    "p̃ of each column. Mind the order of the two steps: two models say 0.3 and 0.7 of a row, `beta` is 1/9, and the "
    "answer is 0.1.",
)
