"""The exercise of lesson 05 about the rule: from four accuracies to a verdict on two learners, or to none."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, Misconception, mistake
from shiftlab.course.student import NotAttempted, Raised, Wrong, word

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]

A, B, NEITHER = "a", "b", "?"
ROWS = 200  # the accuracies are shares of as many


def _tables(rng: Generator) -> dict[tuple[int, int], list[Any]]:
    """Tables of accuracies by what each of the two learners learns more from: 1 is a's labels, -1 b's, 0 the same."""
    import numpy as np

    found: dict[tuple[int, int], list[Any]] = {}
    for signs in product((1, 0, -1), (1, 0, -1)):
        for pupil in (0, 1, None):  # who learns more, whoever's labels they are; or neither
            gains = rng.integers(3, 12, 2) * signs
            base = np.full(2, rng.integers(120, 170))
            if pupil is not None:
                base[pupil] += 15
            found.setdefault(signs, []).append(np.stack([base + np.maximum(gains, 0), base - np.minimum(gains, 0)]).T)
    return {signs: [counts / ROWS for counts in tables] for signs, tables in found.items()}


def _cases(rng: Generator) -> Cases:
    return [(table,) for tables in _tables(rng).values() for table in tables]


def _check(answer: Any, rng: Generator) -> None:
    other = {A: B, B: A, NEITHER: NEITHER}
    ask = _speaking(answer, rng)
    for signs, tables in _tables(rng).items():
        for table in tables:
            said, given = ask(table), f"With the table {_shown(table)}"
            if ask(table[::-1, ::-1]) != other[said]:
                raise Wrong(f"{given} and with a and b exchanged, yours does not give exchanged answers.")
            if ask(table - [[0.1], [0.0]]) != said:
                raise Wrong(
                    f"{given}: let learner a do worse by .1 with either labels. That says nothing about the labels, "
                    "and yours changes its mind."
                )
            if signs[0] == signs[1] != 0 and said != (A if signs[0] > 0 else B):
                raise Wrong(f"{given} both learners learn more from the same labels; yours does not say whose.")
            if signs[0] != signs[1] and said != NEITHER:
                raise Wrong(f"{given} neither Condition 4.1 nor 4.2 holds as printed; yours decides all the same.")
            if signs == (0, 0) and said != NEITHER:
                raise Wrong(f"{given} it makes no difference whose labels are learned; yours sees one.")


def _speaking(answer: Any, rng: Generator) -> Callable[[Any], str]:
    """The verdicts of an answer; silence is one that is missing only if there are others."""
    silent = _silent(answer, rng)

    def ask(table: Any) -> str:
        try:
            return word(answer, table, among=(A, B, NEITHER))
        except NotAttempted:
            if silent:
                raise Wrong(f"With the table {_shown(table)} yours returns nothing: there is a third answer.") from None
            raise

    return ask


def _silent(answer: Any, rng: Generator) -> bool:
    """Whether an answer has a verdict for some tables and returns nothing for others."""
    said = set()
    for (table,) in _cases(rng):
        try:
            said.add(word(answer, table, among=(A, B, NEITHER)))
        except NotAttempted:
            said.add("")
        except (Raised, Wrong):
            return False
    return len(said) > 1 and "" in said


def _shown(table: Any) -> str:
    return "[" + ", ".join("[" + ", ".join(f"{value:.3f}" for value in row) + "]" for row in table) + "]"


def _gains(table: Any) -> Any:
    """What b's labels are worth more than a's, to learner a and to learner b."""
    return table[:, 1] - table[:, 0]


def _by(first: Any, second: Any) -> str:
    """b if it has the larger of two numbers, a if the smaller."""
    return B if second > first else A if second < first else NEITHER


def _pupils(table: Any) -> str:
    """Figure 3's conditions, read with the indices of the text: they compare within a column."""
    (a_a, a_b), (b_a, b_b) = table
    return B if b_a > a_a and b_b > a_b else A if a_a > b_a and a_b > b_b else NEITHER


def _strict(table: Any, otherwise: str = NEITHER) -> str:
    gains = _gains(table)
    return B if (gains > 0).all() else A if (gains < 0).all() else otherwise


def _weak(table: Any) -> str:
    gains = _gains(table)
    return NEITHER if not gains.any() else B if (gains >= 0).all() else A if (gains <= 0).all() else NEITHER


def _either(table: Any) -> str:
    gains = _gains(table)
    return B if (gains > 0).any() else A if (gains < 0).any() else NEITHER


RULE = Exercise(
    id="05-rule",
    title="a verdict from four accuracies",
    name="better",
    stub='''\
def better(accuracy):
    """The verdict, "a", "b" or "?": rows say who is trained, columns whose labels."""
    ...
''',
    solution='''\
def better(accuracy):
    """The verdict, "a", "b" or "?": rows say who is trained, columns whose labels."""
    from_a, from_b = accuracy.T  # what both pupils learned from either's labels
    if (from_b > from_a).all():  # Condition 4.1: both learned more from b's
        return "b"
    if (from_a > from_b).all():  # Condition 4.2: both learned more from a's
        return "a"
    return "?"  # Condition 4.3: they disagree, or it makes no difference
''',
    check=_check,
    hints=(
        "The question is whose labels are better. Hold fast who learns, and change only whose labels are learned.",
        "So each comparison stays within one row of the table. There are two rows: ask both learners.",
        "Both rows must point to the same column, and with >, not with >=. What is left when they do not?",
    ),
    misconceptions=(
        mistake(
            "the better pupil",
            "You compare two learners taught by the same labels. That finds the better pupil, not the better labels. "
            "It is what figure 3 of the paper seems to say: its indices are the other way round than in the text, and "
            "this table has those of the text.",
            _pupils,
            _cases,
        ),
        mistake(
            "the other one wins",
            "Your comparisons are right, and you name the other learner. Both learned more from the labels of one of "
            "them: which of the two has labelled the target better?",
            lambda table: {A: B, B: A, NEITHER: NEITHER}[_strict(table)],
            _cases,
        ),
        mistake(
            "each on its own labels",
            "You compare the diagonal: each learner taught by itself. Who learns and whose labels are learned change "
            "at the same time then, and you cannot tell which of the two made the difference.",
            lambda table: _by(table[0, 0], table[1, 1]),
            _cases,
        ),
        mistake(
            "only learner a is asked",
            "You look at the first row alone. Learner a may get on better with labels of its own making; the second "
            "learner has to agree.",
            lambda table: _by(table[0, 0], table[0, 1]),
            _cases,
        ),
        mistake(
            "only learner b is asked",
            "You look at the second row alone. Ask learner a as well: a verdict needs both.",
            lambda table: _by(table[1, 0], table[1, 1]),
            _cases,
        ),
        mistake(
            "one learner is enough",
            'You have "or" where the condition has ∧. With one learner on each side you name a winner, and Condition '
            "4.3 never gets its turn.",
            _either,
            _cases,
        ),
        mistake(
            "the sums",
            'You compare sums of columns. That is a rule too, `rule="sum"` in the package. But a large gain of one '
            "learner outvotes the other; the paper wants both to agree.",
            lambda table: _by(*table.sum(axis=0)),
            _cases,
        ),
        mistake(
            "a tie counts as a win",
            "You are content with >= in one of the comparisons. A learner that learns as much from either labels has "
            "said nothing for either.",
            _weak,
            _cases,
        ),
        mistake(
            "a when in doubt",
            "You name the first learner whenever the second does not win. Look at Condition 4.3: there is a third "
            "answer.",
            lambda table: _strict(table, A),
            _cases,
        ),
        mistake(
            "b when in doubt",
            "You name the second learner whenever the first does not win. Look at Condition 4.3: there is a third "
            "answer.",
            lambda table: _strict(table, B),
            _cases,
        ),
        Misconception(
            "nothing when in doubt",
            "Where neither learner wins yours returns nothing. There is a third answer: a function that ends without a "
            "`return` gives `None`.",
            lambda table: {A: A, B: B, NEITHER: None}[_strict(table)],
            _silent,
        ),
    ),
    task="The rule as code: `accuracy` is the table A, two rows for who was trained (a, b), two columns for whose "
    "labels (a, b). For [[0.70, 0.74], [0.66, 0.68]] both pupils learned more from b's labels, and the verdict is b. "
    "Read it and run it; then compare down the columns instead of along the rows, and run it again.",
    form="worked",
    praise='Compare labels, not pupils, and let both pupils speak. When they disagree, "?" is an answer.',
)
