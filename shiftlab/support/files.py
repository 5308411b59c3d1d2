"""Writing files so that a reader sees the old content or the new, never half of it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

TEMPORARY = ".partial-"


def write(path: Path, save: Callable[[BinaryIO], object]) -> None:
    """Let `save` write into a temporary file beside `path`, then move it into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            save(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    write(path, lambda file: file.write(text.encode()))


def write_json(path: Path, value: Any) -> None:
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


#: Nothing is written for so long: an older unfinished file belongs to a process that was killed.
ABANDONED_SECONDS = 3600


def clear_leftovers(folder: Path) -> None:
    """Remove what a killed process left unfinished, but not what another one is writing now."""
    for leftover in folder.glob(f"{TEMPORARY}*"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - leftover.stat().st_mtime > ABANDONED_SECONDS:
                leftover.unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_new(path: Path, content: bytes) -> None:
    """Write a file that must not exist yet: whole or not at all, never over another (`FileExistsError`)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        _move_to_new(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def dated(path: Path, word: str = "") -> Path:
    """A free name beside `path` for putting it aside: ``name.2025-01-31-235959.ext``, then ``...-2.ext``."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    middle = f"{word}-{stamp}" if word else stamp
    numbered = (
        path.with_name(f"{path.stem}.{middle}{end}{path.suffix}") for end in ("", *map("-{}".format, range(2, 1000)))
    )
    return next(name for name in numbered if not name.exists())


def _move_to_new(name: str, path: Path) -> None:
    try:
        os.link(name, path)  # the one move that fails where something stands, on POSIX and on NTFS
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        os.replace(name, path)
