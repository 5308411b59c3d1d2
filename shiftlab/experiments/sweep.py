"""Run the cells of an experiment side by side, keep a record of each, and never compute one twice."""

from __future__ import annotations

import hashlib
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import joblib
from tqdm import tqdm

from .. import __version__
from ..support import files
from ..support.threads import one_thread
from . import settings
from .experiment import Experiment


class Sweep(NamedTuple):
    """The records in the order of the cells, and what it took."""

    records: list[dict[str, Any]]
    computed: int
    reused: int
    cell_seconds: float


def sweep(
    experiment: Experiment[Any, Any],
    cells: Sequence[Any],
    *,
    folder: Path | None = None,
    jobs: int = 1,
    progress: bool = True,
) -> Sweep:
    """The record of every cell. With a `folder`, finished cells are kept there, one file each, and are not
    computed again by the next call: an interrupted run goes on where it stopped. A cell that other code has
    finished is not one of them.

    A cell is computed with one BLAS thread whatever the number of jobs, so that the bits agree.
    """
    paths = [None if folder is None else folder / f"{cell_name(experiment, cell)}.json" for cell in cells]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        files.clear_leftovers(folder)
    kept = [_read(path) for path in paths]
    todo = [i for i, content in enumerate(kept) if content is None]
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
    finished = parallel(joblib.delayed(_compute)(i, experiment, cells[i], paths[i]) for i in todo)
    bar = tqdm(
        finished,
        desc=experiment.name,
        unit="cell",
        total=len(cells),
        initial=len(cells) - len(todo),
        disable=not progress,
        # in a log file a bar that moves ten times a second is noise
        mininterval=0.1 if sys.stderr.isatty() else 30,
        smoothing=0.05,
    )
    with _interrupts_kept() as interrupt:
        for i, content in bar:
            kept[i] = content
            interrupt()
    done = [content for content in kept if content is not None]
    return Sweep(
        records=[content["record"] for content in done],
        computed=len(todo),
        reused=len(cells) - len(todo),
        cell_seconds=sum(content["seconds"] for content in done),
    )


@contextmanager
def _interrupts_kept() -> Iterator[Callable[[], None]]:
    """What raises a Ctrl-C again that was dropped: where C calls Python (a destructor, a callback of a library) an
    exception does not come through, and a run would go on to its end.

    Whoever handles the signal otherwise keeps doing so.
    """
    came: list[int] = []

    def handler(number: int, frame: Any) -> None:
        came.append(number)
        signal.default_int_handler(number, frame)

    def interrupt() -> None:
        if came:
            raise KeyboardInterrupt

    in_charge = threading.current_thread() is threading.main_thread()
    if not in_charge or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupt
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _compute(i: int, experiment: Experiment[Any, Any], cell: Any, path: Path | None) -> tuple[int, dict[str, Any]]:
    started = time.perf_counter()
    with one_thread():
        record = experiment.record(experiment.run(cell))
    # through JSON in any case: a record is the same whether it was computed now or read back
    record = json.loads(json.dumps(record, allow_nan=False))
    content = {
        "experiment": experiment.name,
        "version": __version__,
        "seconds": round(time.perf_counter() - started, 3),
        "record": record,
    }
    if path is not None:  # a cell that nobody keeps does not ask which code it is by
        files.write_json(path, {**content, "code": experiment.code.digest})
    return i, content


def cell_name(experiment: Experiment[Any, Any], cell: Any) -> str:
    """The name of a cell's file: of its settings, and of the code that computes it."""
    identity = {
        "name": experiment.name,
        "version": __version__,
        "code": experiment.code.digest,
        "settings": settings.as_dict(cell),
    }
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:24]


def _read(path: Path | None) -> dict[str, Any] | None:
    """A finished cell, or nothing where there is none or the file is not whole."""
    if path is None:
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return content if {"record", "seconds"} <= content.keys() else None
    except FileNotFoundError:
        return None
    except (ValueError, AttributeError, UnicodeDecodeError):
        return None
