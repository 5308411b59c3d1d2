"""The record of the folder that a student works in."""

from __future__ import annotations

from pathlib import Path

from .progress import Progress
from .record import Record

_here: Progress | None = None


def current() -> Progress:
    """The record of the folder that this process was in when it was first needed."""
    global _here
    if _here is None:
        _here = Progress(Path.cwd())
    return _here


def prediction(id: str) -> Record:
    """What has been said of a prediction: nothing, as long as nobody was asked."""
    found: Record = current().read()["predictions"].get(id, {})
    return found


def use(record: Progress | None) -> None:
    """From now on this record, of a folder that was named; none: that of the folder one is in, found anew."""
    global _here
    _here = record
