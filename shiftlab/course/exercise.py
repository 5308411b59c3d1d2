"""Exercises: a check of properties on fresh data, hints, a solution, and the mistakes that others have made."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .card import ASIDE, RIGHT, STOPPED, WRONG, Card, Control
from .student import NotAttempted, Raised, Wrong, agree, kindly

if TYPE_CHECKING:
    from numpy.random import Generator

Kind = Literal["not attempted", "correct", "wrong", "raised"]

#: With its solution and a word on it; with one gap; from a blank page; with somebody else's mistake in it.
Form = Literal["worked", "faded", "alone", "mistake"]
MINUTES = {"worked": 3, "faded": 4, "alone": 6, "mistake": 4, "judged": 4}

HEADS = {
    "not attempted": "○ Not attempted",
    "correct": "✔ Correct",
    "wrong": "✘ Not yet",
    "raised": "⚠ Your code stopped",
}
EDGES = {"not attempted": ASIDE, "correct": RIGHT, "wrong": WRONG, "raised": STOPPED}


@dataclass(frozen=True)
class Misconception:
    """A wrong answer with a reason behind it.

    `message` speaks to the reason and leads on without giving the answer away. `wrong` is an answer that has it:
    the tests hand it to the check. `shown_by(answer, rng)` recognises it.
    """

    name: str
    message: str
    wrong: Any = field(repr=False)
    shown_by: Callable[[Any, Generator], bool] = field(repr=False)


@dataclass(frozen=True, repr=False)
class Outcome:
    """What a check found. Text and card; the fields are for programs."""

    exercise: str
    title: str
    kind: Kind
    message: str
    misconception: str | None = None
    situations: tuple[str, ...] = ()  # that can be judged by pressing

    @property
    def correct(self) -> bool:
        return self.kind == "correct"

    @property
    def card(self) -> Card:
        more = f'Stuck? `course.hint("{self.exercise}")`' if self.kind in {"wrong", "raised"} else ""
        body = tuple(part for part in (self.message, more) if part)
        to_press = self.situations and self.kind == "not attempted"
        control = Control("judge", (self.exercise,)) if to_press else None
        return Card(f"{HEADS[self.kind]}: {self.title}", body, edge=EDGES[self.kind], control=control)

    def __repr__(self) -> str:
        return repr(self.card)

    def _repr_html_(self) -> str:
        return self.card._repr_html_()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.card._repr_mimebundle_(include, exclude)


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    `stub` and `solution` are the source of a cell that defines `name`. `check(answer, rng)` raises `Wrong` with
    the first property that does not hold on data drawn from `rng`, and returns when all do.
    """

    id: str
    title: str
    name: str
    stub: str
    solution: str
    check: Callable[[Any, Generator], None] = field(repr=False)
    hints: tuple[str, ...]
    misconceptions: tuple[Misconception, ...]
    praise: str  # what to take along from a correct answer
    task: str = ""  # for the lesson's text, with one example in numbers
    form: Form = "alone"
    minutes: int | None = None  # where it takes others than its form does
    situations: tuple[str, ...] = ()  # of a judgement: each gets one of `choices`
    choices: tuple[str, ...] = ()

    @property
    def takes(self) -> int:
        """About how many minutes."""
        return self.minutes or (MINUTES["judged"] if self.situations else MINUTES[self.form])

    def assess(self, answer: Any, seed: int = 0) -> Outcome:
        """The outcome for an answer; `seed` chooses the data."""
        try:
            self.check(answer, self._fresh(seed))
        except NotAttempted as reason:
            return self._outcome("not attempted", str(reason))
        except Raised as raised:
            return self._outcome("raised", kindly(answer, raised.__cause__ or raised, str(raised)))
        except Wrong as wrong:
            for misconception in self.misconceptions:
                if misconception.shown_by(answer, self._fresh(seed)):
                    return self._outcome("wrong", misconception.message, misconception.name)
            return self._outcome("wrong", str(wrong))
        return self._outcome("correct", self.praise)

    def _fresh(self, seed: int) -> Generator:
        import numpy as np

        return np.random.default_rng([zlib.crc32(self.id.encode()), seed])

    def _outcome(self, kind: Kind, message: str, misconception: str | None = None) -> Outcome:
        return Outcome(self.id, self.title, kind, message, misconception, self.situations)


def mistake(
    name: str,
    message: str,
    wrong: Callable[..., Any],
    cases: Callable[[Generator], list[tuple[Any, ...]]],
) -> Misconception:
    """A misconception about a function: it is shown by an answer that returns what `wrong` does in all cases."""
    return Misconception(name, message, wrong, lambda answer, rng: agree(answer, wrong, cases(rng)))
