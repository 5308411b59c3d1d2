"""How far a student is, lesson by lesson: what every report of it, in a terminal or in a panel, is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import registry
from ..lesson import Lesson
from ..prediction import Prediction
from .record import Record

STATES = {"wrong": "not yet right", "raised": "stopped with an error", "not attempted": "not attempted"}


@dataclass(frozen=True)
class State:
    """Of one exercise or prediction: whether it is done, and the rest in words."""

    id: str
    title: str
    done: bool
    text: str


@dataclass(frozen=True)
class Standing:
    """Of one lesson."""

    lesson: Lesson
    exercises: tuple[State, ...]
    predictions: tuple[State, ...]

    @property
    def text(self) -> str:
        """For a list: "3 of 5 exercises, 2 of 4 predictions"."""
        parts = ((self.exercises, "exercise"), (self.predictions, "prediction"))
        return ", ".join(f"{done(some)} of {count(len(some), word)}" for some, word in parts if some)


def standings(record: Record) -> list[Standing]:
    """The lessons that a student can open, in order."""
    return [_standing(lesson, record) for lesson in registry.lessons().values()]


def done(some: Sequence[State]) -> int:
    return sum(one.done for one in some)


def summary(record: Record) -> str:
    """All lessons together, in one sentence."""
    lessons = standings(record)
    exercises = [one for lesson in lessons for one in lesson.exercises]
    predictions = [one for lesson in lessons for one in lesson.predictions]
    return (
        f"{done(exercises)} of {len(exercises)} exercises solved, "
        f"{done(predictions)} of {len(predictions)} predictions made."
    )


def count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _standing(lesson: Lesson, record: Record) -> Standing:
    solved, said = record["exercises"], record["predictions"]
    return Standing(
        lesson,
        tuple(_exercise(one.id, one.title, solved.get(one.id, {})) for one in lesson.exercises),
        tuple(_prediction(one, said.get(one.id, {})) for one in lesson.predictions),
    )


def _exercise(id: str, title: str, entry: Record) -> State:
    state = "solved" if entry.get("solved") else STATES.get(entry.get("last", ""), "not attempted")
    details = [
        count(entry["tries"], "try", "tries") if entry.get("tries") else "",
        count(entry["hints"], "hint") if entry.get("hints") else "",
        "solution seen" if entry.get("solution_seen") else "",
        f"last: {entry['misconception']}" if entry.get("misconception") and not entry.get("solved") else "",
    ]
    return State(id, title, bool(entry.get("solved")), ", ".join([state, *filter(None, details)]))


def _prediction(asked: Prediction, entry: Record) -> State:
    return State(asked.id, asked.question, bool(entry.get("tries")), _path(asked, entry))


def _path(asked: Prediction, entry: Record) -> str:
    tries = entry.get("tries", [])
    if not tries:
        return "looked without predicting" if entry.get("looked") else "not predicted"
    last = tries[-1]["choice"]
    path = f"predicted {', then '.join(map(_in_words, tries))}"
    if not entry.get("revealed"):
        return f"{path}, not yet revealed"
    later = f"; at the end {_in_words(entry['again'][-1])}" if entry.get("again") else ""
    return f"{path}: {'so it is' if last == asked.answer else 'it is otherwise'}{later}"


def _in_words(said: Record) -> str:
    choice: str = said["choice"]
    return choice + (f" ({said['sure']})" if said.get("sure") else "")
