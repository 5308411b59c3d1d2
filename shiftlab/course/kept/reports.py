"""What a student has done, as text: for ``shiftlab report`` and ``course.report()``."""

from __future__ import annotations

from typing import Any

from .. import registry
from ..asking import recalling
from ..card import Card
from ..prediction import Prediction

STATES = {"wrong": "not yet right", "raised": "stopped with an error", "not attempted": "not attempted"}


def text(record: dict[str, Any]) -> str:
    """One line for each exercise and prediction, lesson by lesson."""
    lines: list[str] = []
    for lesson in registry.lessons().values():
        rows = [
            *((one.id, _exercise(record["exercises"].get(one.id, {}))) for one in lesson.exercises),
            *((one.id, _prediction(one, record["predictions"].get(one.id, {}))) for one in lesson.predictions),
        ]
        if rows:
            width = max(len(id) for id, _ in rows)
            lines += ["", f"lesson {lesson.number}", *(f"  {id.ljust(width)}  {state}" for id, state in rows)]
    return "\n".join([summary(record), *recalled(record), *lines])


def summary(record: dict[str, Any]) -> str:
    lessons = registry.lessons().values()
    exercises = [one.id for lesson in lessons for one in lesson.exercises]
    predictions = [one.id for lesson in lessons for one in lesson.predictions]
    solved = sum(bool(record["exercises"].get(id, {}).get("solved")) for id in exercises)
    said = sum(bool(record["predictions"].get(id, {}).get("tries")) for id in predictions)
    return f"{solved} of {len(exercises)} exercises solved, {said} of {len(predictions)} predictions made."


def recalled(record: dict[str, Any]) -> list[str]:
    """A line on the questions of recall, once there are answers."""
    answers = [one for entry in record["questions"].values() for one in entry.get("answers", [])]
    if not answers:
        return []
    right, waiting = sum(one["right"] for one in answers), len(recalling.due(record))
    when = f"{waiting} due today" if waiting else f"next {recalling.next_day(record) or 'never: all rest'}"
    return [f"{right} of {_count(len(answers), 'answer', 'answers')} from memory right; {when}."]


def card(record: dict[str, Any]) -> Card:
    above = [summary(record), *recalled(record)]
    return Card("Your progress", tuple(above), "\n".join(text(record).splitlines()[len(above) + 1 :]))


def _exercise(entry: dict[str, Any]) -> str:
    state = "solved" if entry.get("solved") else STATES.get(entry.get("last", ""), "not attempted")
    details = [
        _count(entry.get("tries", 0), "try", "tries"),
        _count(entry.get("hints", 0), "hint", "hints"),
        "solution seen" if entry.get("solution_seen") else "",
        f"last: {entry['misconception']}" if entry.get("misconception") and not entry.get("solved") else "",
    ]
    return ", ".join([state, *filter(None, details)])


def _prediction(asked: Prediction, entry: dict[str, Any]) -> str:
    tries = entry.get("tries", [])
    if not tries:
        return "looked without predicting" if entry.get("looked") else "not predicted"
    last = tries[-1]["choice"]
    path = f"predicted {', then '.join(map(_in_words, tries))}"
    if not entry.get("revealed"):
        return f"{path}, not yet revealed"
    later = f"; at the end {_in_words(entry['again'][-1])}" if entry.get("again") else ""
    return f"{path}: {'so it is' if last == asked.answer else 'it is otherwise'}{later}"


def _in_words(said: dict[str, Any]) -> str:
    return said["choice"] + (f" ({said['sure']})" if said.get("sure") else "")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""
