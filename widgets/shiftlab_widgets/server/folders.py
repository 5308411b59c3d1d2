"""Which folder of a server is a course folder: that of the notebook one is in, or the server's own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from shiftlab.course.kept.progress import FOLDER


def root(settings: dict[str, Any]) -> Path | None:
    """The folder that the server serves; none where its files are no files of this machine."""
    named = settings.get("server_root_dir")
    folder = Path(os.path.expanduser(named)) if named else None
    return folder if folder is not None and folder.is_dir() else None


def course(settings: dict[str, Any], wanted: str = "") -> Path | None:
    """The wanted folder, named from the root, if it is a course folder; else the root, if that is one."""
    top = root(settings)
    if top is None:
        return None
    there = Path(os.path.normpath(top / wanted.strip("/")))
    inside = there.is_relative_to(os.path.normpath(top))
    return next((folder for folder in ([there] if inside else []) + [top] if (folder / FOLDER).is_dir()), None)


def relative(settings: dict[str, Any], folder: Path) -> str:
    """A folder as Jupyter names it: from the root, with slashes."""
    top = root(settings)
    found = os.path.relpath(folder, top) if top is not None else "."
    return "" if found == "." else Path(found).as_posix()
