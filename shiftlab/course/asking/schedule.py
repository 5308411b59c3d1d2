"""When a question is asked again: 1, 3, 7 and 21 days after; a wrong answer goes back to the start."""

from __future__ import annotations

from datetime import date, timedelta

from ..kept.record import Record

DAYS = (1, 3, 7, 21)


def note(entry: Record, right: bool, today: date) -> None:
    """Move a question's entry on after an answer. A right answer before its day changes nothing."""
    step, due = entry.get("step", 0), entry.get("due")
    if not right:
        entry.update(step=0, due=_in(DAYS[0], today))
    elif step < len(DAYS) and (due is None or due <= today.isoformat()):
        entry.update(step=step + 1, due=_in(DAYS[step], today))
    elif step == len(DAYS) and due is not None and due <= today.isoformat():
        entry.update(due=None)  # known for three weeks: it rests


def is_due(entry: Record, today: date) -> bool:
    return bool(entry.get("due")) and entry["due"] <= today.isoformat()


def was_wrong(entry: Record) -> bool:
    """Whether the last answer was wrong."""
    return bool(entry.get("answers")) and not entry["answers"][-1]["right"]


def _in(days: int, today: date) -> str:
    return (today + timedelta(days)).isoformat()
