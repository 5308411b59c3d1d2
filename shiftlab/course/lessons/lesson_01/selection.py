"""The exercise of lesson 01 about what selection leaves: P(x, y) from Q(x, y) and the chances s(x, y)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

Cases = list[tuple[Any, ...]]


def _tables(rng: Generator) -> Cases:
    """Q(x, y), one line for each class, and the chances to be selected."""
    import numpy as np

    sizes = (2, 4, 7)
    return [
        (rng.dirichlet(np.full(2 * places, 2.0)).reshape(2, places), rng.uniform(0.05, 0.95, (2, places)))
        for places in sizes
    ]


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np

    for joint, chance in _tables(rng):
        after = numbers(answer, joint, chance, shape=joint.shape)
        places = f"For a table of {joint.shape[1]} places"
        if (after < 0).any():
            raise Wrong(f"{places} some of yours are negative.")
        if abs(after.sum() - 1) > 1e-9:
            raise Wrong(f"{places} yours adds up to {after.sum():.4g}, and probabilities must add up to 1.")
        # two groups of equal size: after selection they differ as their chances do
        kept = after / joint
        if not np.allclose(kept * chance[0, 0], kept[0, 0] * chance, rtol=1e-6):
            raise Wrong(
                f"{places} it adds up to 1. But compare two entries: one that is kept twice as often as another must "
                "grow twice as large against it, and in yours that is not so."
            )
        same = numbers(answer, joint, np.full(joint.shape, 0.3), shape=joint.shape)
        if not np.allclose(same, joint):
            raise Wrong("If all are kept with the same chance, nothing must change; in yours something does.")


def _by_place(table: Any) -> NDArray[Any]:
    import numpy as np

    return np.asarray(table / table.sum(axis=0))


SELECTION = Exercise(
    id="01-selection",
    title="what selection leaves",
    name="selected",
    stub='''\
def selected(joint, chance):
    """P(x, y) of the source, from tables of Q(x, y) and s(x, y)."""
    ...
''',
    solution='''\
def selected(joint, chance):
    """P(x, y) of the source, from tables of Q(x, y) and s(x, y)."""
    kept = joint * chance  # cell by cell: in it, and selected
    return kept / np.sum(kept)  # as a part of all that were selected
''',
    check=_check,
    hints=(
        "Think of 1,000 people in the cells of the table. How many are left in each cell, and how many in all?",
        "Of each cell a share stays: multiply, cell by cell. What do the cells add up to now?",
        "What is left in a cell is a part of all that is left: divide by the sum over the whole table.",
    ),
    misconceptions=(
        mistake(
            "the product alone",
            "You multiply, and that is the share of the population that is in a cell and selected. It adds up to "
            "the share that was selected, not to 1: the source's own table must add up to 1. (The paper leaves this "
            "step out as well.)",
            lambda joint, chance: joint * chance,
            _tables,
        ),
        mistake(
            "each place by itself",
            "You make the classes at each place add up to 1. That is P(y|x), an answer to another question: "
            "how many are at each place is lost.",
            lambda joint, chance: _by_place(joint * chance),
            _tables,
        ),
        mistake(
            "each class by itself",
            "You make the places of each class add up to 1. That is P(x|y), an answer to another question: how "
            "frequent each class is, is lost.",
            lambda joint, chance: _by_place((joint * chance).T).T,
            _tables,
        ),
        mistake(
            "the wrong way round",
            "You divide by the chance: then those who are kept least often become the most frequent. That is how one "
            "goes back; keep it for the next exercise.",
            lambda joint, chance: joint / chance / (joint / chance).sum(),
            _tables,
        ),
        mistake(
            "the features stay",
            "Your table has the target's Q(x): you share out each place again among its classes. But a place "
            "at which few are kept must lose against the others.",
            lambda joint, chance: _by_place(joint * chance) * joint.sum(axis=0),
            _tables,
        ),
    ),
    praise="One product and one sum. All four kinds of bias are this formula; only the table of chances differs.",
    task="The formula for a table: `joint` has Q(x, y) with one line for each class and one column for each place, "
    "`chance` has s(x, y) in the same form. At one place are 30 positives and 70 negatives, kept with chance 0.2 and "
    "0.8: 6 and 56 stay, and the two cells are 6/62 and 56/62. Read the two lines, run them, then leave out the "
    "division and run them again.",
    form="worked",
)
