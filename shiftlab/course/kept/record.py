"""The record of progress: what is in it, and how an older one is read.

A prediction has its `tries` (choice, sure, because, time), perhaps `looked` and `revealed`, and what was said `again`
at the end. An exercise has its `answers` with their times. A question of recall has its `answers`, its `step` and the
day on which it is `due`; a round has the `ids` of the questions that were asked in it.
"""

from __future__ import annotations

from typing import Any

VERSION = 2
KINDS = ("exercises", "predictions", "questions", "rounds")
TYPES: dict[str, dict[str, type]] = {
    "exercises": {"tries": int, "hints": int, "answers": list},
    "predictions": {"tries": list, "again": list},
    "questions": {"answers": list, "step": int},
    "rounds": {"ids": list},
}

Record = dict[str, Any]


def empty() -> Record:
    return {"version": VERSION, **{kind: {} for kind in KINDS}}


def read(stored: Any) -> Record | None:
    """What was stored as a record of today; nothing if it is not one that the course can go on with."""
    record = _from_first(stored) if _version(stored) == 1 else stored
    return record if isinstance(record, dict) and record.get("version") == VERSION and _sound(record) else None


def _version(stored: Any) -> Any:
    return stored.get("version") if isinstance(stored, dict) else None


def _from_first(stored: Record) -> Record | None:
    """Version 1 kept only the choices of a prediction."""
    try:
        predictions = {id: _with_tries(entry) for id, entry in stored["predictions"].items()}
        return {**empty(), "exercises": stored["exercises"], "predictions": predictions}
    except (KeyError, AttributeError, TypeError):
        return None


def _with_tries(entry: Record) -> Record:
    said = [{"choice": choice, "sure": None, "because": "", "time": None} for choice in entry.get("choices", [])]
    kept = {name: value for name, value in entry.items() if name != "choices"}
    return {"tries": said, **kept} if said else kept


def _sound(record: Record) -> bool:
    return all(
        isinstance(record.get(kind), dict) and all(_fits(entry, TYPES[kind]) for entry in record[kind].values())
        for kind in KINDS
    )


def _fits(entry: Any, types: dict[str, type]) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(name, kind()), kind) for name, kind in types.items())
