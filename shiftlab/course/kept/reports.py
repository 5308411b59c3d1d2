"""What a student has done, as text: for ``shiftlab report`` and ``course.report()``."""

from __future__ import annotations

from typing import Any

from ..asking import recalling
from ..card import Card
from .standing import count, standings, summary


def text(record: dict[str, Any]) -> str:
    """One line for each exercise and prediction, lesson by lesson."""
    lines: list[str] = []
    for standing in standings(record):
        rows = [*standing.exercises, *standing.predictions]
        if rows:
            width = max(len(one.id) for one in rows)
            said = (f"  {one.id.ljust(width)}  {one.text}" for one in rows)
            lines += ["", f"lesson {standing.lesson.number}", *said]
    return "\n".join([summary(record), *recalled(record), *lines])


def recalled(record: dict[str, Any]) -> list[str]:
    """A line on the questions of recall, once there are answers."""
    answers = [one for entry in record["questions"].values() for one in entry.get("answers", [])]
    if not answers:
        return []
    right, waiting = sum(one["right"] for one in answers), len(recalling.due(record))
    when = f"{waiting} due today" if waiting else f"next {recalling.next_day(record) or 'never: all rest'}"
    return [f"{right} of {count(len(answers), 'answer')} from memory right; {when}."]


def card(record: dict[str, Any]) -> Card:
    above = [summary(record), *recalled(record)]
    return Card("Your progress", tuple(above), "\n".join(text(record).splitlines()[len(above) + 1 :]))
