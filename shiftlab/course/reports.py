"""What a student has done, as text: for ``shiftlab report`` and ``course.report()``."""

from __future__ import annotations

from typing import Any

from . import registry
from .card import Card
from .prediction import Prediction

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
    return "\n".join([summary(record), *lines])


def summary(record: dict[str, Any]) -> str:
    lessons = registry.lessons().values()
    exercises = [one.id for lesson in lessons for one in lesson.exercises]
    predictions = [one.id for lesson in lessons for one in lesson.predictions]
    solved = sum(bool(record["exercises"].get(id, {}).get("solved")) for id in exercises)
    said = sum(bool(record["predictions"].get(id, {}).get("choices")) for id in predictions)
    return f"{solved} of {len(exercises)} exercises solved, {said} of {len(predictions)} predictions made."


def card(record: dict[str, Any]) -> Card:
    return Card("Your progress", (summary(record),), "\n".join(text(record).splitlines()[2:]))


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
    said = entry.get("choices", [])
    if not said:
        return "not predicted"
    path = f"predicted {', then '.join(said)}"
    if not entry.get("revealed"):
        return f"{path}, not yet revealed"
    return f"{path}: {'so it is' if said[-1] == asked.answer else 'it is otherwise'}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""
