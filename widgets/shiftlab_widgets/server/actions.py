"""What the page can have done in a course folder; nothing of a student's is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from shiftlab.course import registry
from shiftlab.course.kept import where
from shiftlab.course.terminal import workspace

from .answers import Answer, known
from .refused import Refused


def act(folder: Path, asked: dict[str, Any]) -> Answer:
    """Do what was asked for in a lesson: `{"do": "start", "number": "02"}`."""
    do, number = asked.get("do"), asked.get("number")
    if do not in ACTIONS:
        raise Refused(f'"do" must be one of {", ".join(ACTIONS)}, got {do!r:.60}.', 400)
    if not isinstance(number, str):
        raise Refused(f'"number" must be that of a lesson, for example "02", got {number!r:.60}.', 400)
    known(registry.lesson, number)
    try:
        return ACTIONS[do](folder, number, asked)
    except Refused:
        raise
    except ValueError as error:  # what is there, or is not, is in the way
        raise Refused(str(error), 409) from None
    except FileNotFoundError as error:
        raise Refused(str(error), 404) from None
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror or error}.", 403) from None


def _start(folder: Path, number: str, asked: dict[str, Any]) -> Answer:
    return {"file": workspace.start(number, folder).name}


def _reset(folder: Path, number: str, asked: dict[str, Any]) -> Answer:
    fresh, aside = workspace.reset(number, folder)
    return {"file": fresh.name, "aside": aside.name}


def _forget(folder: Path, number: str, asked: dict[str, Any]) -> Answer:
    return {"forgotten": workspace.forget_predictions(number, folder)}


def _where(folder: Path, number: str, asked: dict[str, Any]) -> Answer:
    cell, index = asked.get("cell", ""), asked.get("index", 0)
    if not isinstance(cell, str) or not isinstance(index, int) or len(cell) > 64 or index < 0:
        raise Refused('"cell" must be the id of a cell and "index" its place, from 0.', 400)
    where.note(folder, number, cell, index)
    return {}


ACTIONS: dict[str, Callable[[Path, str, dict[str, Any]], Answer]] = {
    "start": _start,
    "reset": _reset,
    "forget": _forget,
    "where": _where,
}
