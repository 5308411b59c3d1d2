"""What a student has done, in ``FOLDER/.shiftlab/progress.json``: written whole or not at all, sent nowhere.

Several notebooks may be open at once, each in a process of its own: every change reads the file, changes it and
writes it while holding a lock. Under SHIFTLAB_STRICT, for a presenter, and in folders that cannot be written, the
record lives in memory only.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

from ...support import files
from ...support.strict import strict
from .record import KINDS, Record, empty, read

FOLDER = ".shiftlab"
FILE = "progress.json"
LOCK = "progress.lock"
PATIENCE = 2.0  # seconds; a change takes milliseconds, so an older lock was left by a killed process

Change = Callable[[Record], object]


def now() -> datetime:
    """The time, with its zone: a record may travel."""
    return datetime.now().astimezone()


def stamp() -> str:
    return now().isoformat(timespec="seconds")


def presents() -> bool:
    """Whether who is here shows lessons to others."""
    return os.environ.get("SHIFTLAB_PROFILE", "") == "presenter"


def forgetful() -> bool:
    """Whether nothing is kept on disk: where outputs are compared, and for a presenter, who begins anew each time."""
    return strict() or presents()


class Progress:
    """The record of one folder."""

    def __init__(self, folder: Path, *, in_memory: bool | None = None, say: Callable[[str], object] = print) -> None:
        self.place = folder / FOLDER
        self._memory = empty() if (forgetful() if in_memory is None else in_memory) else None
        self._say = say

    def read(self) -> Record:
        """The record as it stands."""
        if self._memory is not None:
            return self._memory
        try:
            record = read(json.loads((self.place / FILE).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return empty()
        except OSError as error:
            return self._go_on_in_memory(empty(), error)
        except ValueError:
            record = None
        if record is None:
            self._put_aside()
            return empty()
        return record

    def exercise(self, id: str, change: Change) -> Record:
        """Change the entry of an exercise and return it."""
        return self._change("exercises", id, change)

    def prediction(self, id: str, change: Change) -> Record:
        """Change the entry of a prediction and return it."""
        return self._change("predictions", id, change)

    def question(self, id: str, change: Change) -> Record:
        """Change the entry of a question of recall and return it."""
        return self._change("questions", id, change)

    def round(self, name: str, change: Change) -> Record:
        """Change the entry of a round of questions and return it."""
        return self._change("rounds", name, change)

    def forget_predictions(self, ids: Iterable[str]) -> int:
        """Forget what was said to these predictions; how many there were."""
        with self._alone():
            record = self.read()
            forgotten = [id for id in ids if record["predictions"].pop(id, None) is not None]
            if forgotten:
                self._write(record)
        return len(forgotten)

    def _change(self, kind: str, id: str, change: Change) -> Record:
        assert kind in KINDS
        with self._alone():
            record = self.read()
            entry: Record = record[kind].setdefault(id, {})
            change(entry)
            self._write(record)
        return entry

    def _write(self, record: Record) -> None:
        if self._memory is None:
            try:
                files.write_json(self.place / FILE, record)
            except OSError as error:
                self._go_on_in_memory(record, error)

    def _go_on_in_memory(self, record: Record, error: OSError) -> Record:
        self._memory = record
        self._say(f"Your progress cannot be kept in this folder ({error.strerror or error}): it lasts until you close.")
        return record

    def _put_aside(self) -> None:
        broken = self.place / FILE
        aside = files.dated(broken, "broken")
        try:
            broken.rename(aside)
        except FileNotFoundError:  # another notebook was quicker
            return
        except OSError as error:
            self._go_on_in_memory(empty(), error)
            return
        self._say(
            f"The record of your progress could not be read: it was put aside as {aside.name}, and a new one begins."
        )

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock. Where there can be none, go on without: a lost count is better than a lost lesson."""
        lock, held = self.place / LOCK, False
        try:
            if self._memory is None:
                self.place.mkdir(parents=True, exist_ok=True)
            while self._memory is None and not held:
                try:
                    os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
                    held = True
                except FileExistsError:
                    _break_if_abandoned(lock)
                    time.sleep(0.01)
        except OSError:  # read-only: writing will say so
            pass
        try:
            yield
        finally:
            if held:
                lock.unlink(missing_ok=True)


def _break_if_abandoned(lock: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        if time.time() - lock.stat().st_mtime > PATIENCE:
            lock.unlink()
