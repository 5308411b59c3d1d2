"""Run the cells of an experiment side by side, keep a record of each, and never compute one twice."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import joblib

from .. import __version__
from ..support import files
from ..support.bar import Bar
from ..support.interrupts import interrupts_kept
from ..support.threads import one_thread
from . import settings, times
from .experiment import Experiment

#: What is kept of a finished cell: its record, the seconds it took, and by what it was computed.
Content = dict[str, Any]


class Sweep(NamedTuple):
    """The records in the order of the cells, and what it took."""

    records: list[dict[str, Any]]
    computed: int
    reused: int
    cell_seconds: float


class Workers(Protocol):
    """Others who compute cells: a cluster, instead of processes of this machine."""

    def count(self) -> int: ...

    def compute(
        self, experiment: Experiment[Any, Any], cells: Sequence[Any], seconds: Sequence[float]
    ) -> Iterator[tuple[int, Content]]: ...


class PutAside(RuntimeError):
    """Some cells could not be computed, and all others have been; the message names them."""


def sweep(
    experiment: Experiment[Any, Any],
    cells: Sequence[Any],
    *,
    folder: Path | None = None,
    jobs: int = 1,
    cluster: Workers | None = None,
    progress: bool = True,
) -> Sweep:
    """The record of every cell. With a `folder`, finished cells are kept there, one file each, and are not
    computed again by the next call: an interrupted run goes on where it stopped. A cell that other code has
    finished is not one of them.

    A cell is computed with one BLAS thread whatever the number of jobs, so that the bits agree. A `cluster` computes
    instead of `jobs` processes; what it gives back is kept here.
    """
    paths = [None if folder is None else folder / f"{cell_name(experiment, cell)}.json" for cell in cells]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        files.clear_leftovers(folder)
    kept = [_read(path) for path in paths]
    todo = [i for i, content in enumerate(kept) if content is None]
    finished: Generator[tuple[int, Content], None, None]
    work = dict.fromkeys(todo, 1.0)
    if cluster is None:
        parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
        finished = parallel(joblib.delayed(_computed)(i, experiment, cells[i], paths[i]) for i in todo)
    else:
        missing = [cells[i] for i in todo]
        seconds = times.expected(experiment, missing, times.kept(experiment, folder))
        work = dict(zip(todo, seconds, strict=True))
        computed = cluster.compute(experiment, missing, seconds)
        finished = _kept(experiment, ((todo[j], content) for j, content in computed), paths)
    bar = Bar(
        desc=experiment.name,
        total=len(cells),
        initial=len(cells) - len(todo),
        disable=not progress,
        work=sum(work.values()),
        workers=None if cluster is None else cluster.count,
    )
    with interrupts_kept() as interrupt, closing(finished):
        for i, content in bar.over(((i, content), work[i]) for i, content in finished):
            kept[i] = content
            interrupt()
    done = [content for content in kept if content is not None]
    return Sweep(
        records=[content["record"] for content in done],
        computed=len(todo),
        reused=len(cells) - len(todo),
        cell_seconds=sum(content["seconds"] for content in done),
    )


def compute(experiment: Experiment[Any, Any], cell: Any) -> Content:
    """What is kept of a cell."""
    started = time.perf_counter()
    with one_thread():
        record = experiment.record(experiment.run(cell))
    return {
        "experiment": experiment.name,
        "version": __version__,
        "seconds": round(time.perf_counter() - started, 3),
        # through JSON in any case: a record is the same whether it was computed now or read back
        "record": json.loads(json.dumps(record, allow_nan=False)),
    }


def _computed(i: int, experiment: Experiment[Any, Any], cell: Any, path: Path | None) -> tuple[int, Content]:
    content = compute(experiment, cell)
    _keep(experiment, content, path)
    return i, content


def _kept(
    experiment: Experiment[Any, Any], computed: Iterator[tuple[int, Content]], paths: Sequence[Path | None]
) -> Generator[tuple[int, Content], None, None]:
    for i, content in computed:
        _keep(experiment, content, paths[i])
        yield i, content


def _keep(experiment: Experiment[Any, Any], content: Content, path: Path | None) -> None:
    if path is not None:  # a cell that nobody keeps does not ask which code it is by
        files.write_json(path, {**content, "code": experiment.code.digest})


def cell_name(experiment: Experiment[Any, Any], cell: Any) -> str:
    """The name of a cell's file: of its settings, and of the code that computes it."""
    identity = {
        "name": experiment.name,
        "version": __version__,
        "code": experiment.code.digest,
        "settings": settings.as_dict(cell),
    }
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:24]


def _read(path: Path | None) -> Content | None:
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
