"""Exercises, as a lesson calls them: each answers with a card and keeps in the student's folder that it was called."""

from __future__ import annotations

from typing import Any

from . import registry
from .card import Card
from .exercise import Outcome
from .kept import desk, reports
from .kept.progress import stamp
from .kept.record import Record


def check(id: str, answer: Any = None, *, seed: int = 0) -> Outcome:
    """Check an answer to an exercise; `seed` chooses the data that it is tried on."""
    exercise = registry.exercise(id)
    outcome = exercise.assess(answer, seed)

    def keep(entry: Record) -> None:
        if outcome.kind != "not attempted":
            entry["tries"] = entry.get("tries", 0) + 1
            said = {"kind": outcome.kind, "misconception": outcome.misconception, "time": stamp()}
            entry.setdefault("answers", []).append(said)
        if exercise.situations and isinstance(answer, dict) and any(answer.values()):
            entry["said"] = {key: str(answer[key]) for key in exercise.situations if answer.get(key)}
        entry["last"] = outcome.kind
        entry["misconception"] = outcome.misconception
        entry["solved"] = entry.get("solved", False) or outcome.correct

    desk.current().exercise(id, keep)
    return outcome


def hint(id: str) -> Card:
    """The hints so far and one more; after the last, where the solution is."""
    exercise = registry.exercise(id)
    total = len(exercise.hints)

    def one_more(entry: Record) -> None:
        entry["hints"] = min(entry.get("hints", 0) + 1, total)

    shown = desk.current().exercise(id, one_more)["hints"]
    more = (
        "Run the cell again for another."
        if shown < total
        else (f'That was the last hint; the solution is `course.solution("{id}")`.')
    )
    numbered = tuple(f"{number}. {text}" for number, text in enumerate(exercise.hints[:shown], 1))
    return Card(f"Hint {shown} of {total}: {exercise.title}", (*numbered, more))


def solution(id: str) -> Card:
    """One solution of an exercise, as source."""
    exercise = registry.exercise(id)
    desk.current().exercise(id, lambda entry: entry.update(solution_seen=True))
    return Card(
        f"A solution: {exercise.title}",
        ("There are others; the check tells whether yours is right.",),
        exercise.solution,
    )


def report() -> Card:
    """What you have done so far in this folder; ``shiftlab report`` says the same in a terminal."""
    return reports.card(desk.current().read())
