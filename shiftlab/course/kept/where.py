"""Where a student stopped: the lesson and its active cell, in ``FOLDER/.shiftlab/where.json``.

It is no part of the record of progress: it changes with every move in a notebook, and nothing is lost with it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...support import files
from .. import registry
from . import progress

FILE = "where.json"


def note(folder: Path, number: str, cell: str, index: int) -> None:
    """Keep the place: the cell's id, and its place for a notebook whose cells have none. Not where all is forgotten."""
    lesson = registry.lesson(number)
    if not progress.forgetful():
        place = {"number": lesson.number, "cell": cell, "index": index, "time": progress.stamp()}
        files.write_json(folder / progress.FOLDER / FILE, place)


def read(folder: Path) -> dict[str, Any] | None:
    """The place that was kept last; none if there is none, or none that could be gone to."""
    try:
        kept = json.loads((folder / progress.FOLDER / FILE).read_text(encoding="utf-8"))
        lesson = registry.lessons()[kept["number"]]
        named = {"number": lesson.number, "title": lesson.title, "file": lesson.file}
        place = {**named, "cell": str(kept["cell"]), "index": int(kept["index"])}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return place if (folder / lesson.file).is_file() else None
