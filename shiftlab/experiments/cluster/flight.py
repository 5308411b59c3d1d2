"""Cells in flight: sent to a scheduler a few at a time, and what becomes of those that take their workers with them."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from typing import Any

import distributed

from ..experiment import Experiment
from ..settings import as_dict
from ..sweep import Content, PutAside, cell_name
from .task import Computed, cell
from .terms import RefusedError, Terms

#: Cells that the scheduler has for each thread: enough that no worker waits for this process, few to hold.
A_THREAD = 4
#: More cells put aside than these are counted and not named.
MOST_NAMED = 5


class Flight:
    """One run of cells.

    Dask runs the cells of a worker that died again by itself, and gives up those that were on too many of them. Which
    of the cells there it was that killed the worker, Dask does not know: another may only have waited behind it. So
    these are tried once more when all others are finished, each alone. What kills a worker then is put aside.
    """

    def __init__(
        self,
        client: distributed.Client,
        experiment: Experiment[Any, Any],
        cells: Sequence[Any],
        terms: Terms,
        workers: Set[str],
    ) -> None:
        self.client, self.experiment, self.cells, self.terms, self.workers = client, experiment, cells, terms, workers
        self.flying: dict[str, tuple[int, Any]] = {}
        self.suspects: deque[int] = deque()
        self.only: str | None = None
        self.guilty: set[int] = set()
        self.aside: list[int] = []
        self.computed: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.sent: Counter[int] = Counter()
        self.retries = 0
        self.ended = ""
        self.loop: Any = client.loop
        self.done = distributed.as_completed(loop=self.loop, with_results=True, raise_errors=False)

    def over(self, order: Iterable[int]) -> Iterator[tuple[int, Content]]:
        """The cells in this order. Where some are put aside, that is said when all others are finished."""
        waiting = deque(order)
        try:
            while waiting or self.flying or self.suspects:
                while waiting and len(self.flying) < A_THREAD * max(1, len(self.workers)):
                    self._send(waiting.popleft())
                if not self.flying:
                    self._send_alone(self.suspects.popleft())
                future, result = next(self.done)
                i, _ = self.flying.pop(future.key)
                if isinstance(result, Computed):
                    self.computed[result.worker] += 1
                    self.kinds[result.kind] += 1
                    yield i, result.content
                else:
                    self._failed(i, result[1] if isinstance(result, tuple) else result)
        finally:
            with suppress(Exception):  # the scheduler may be gone
                self.client.cancel([future for _, future in self.flying.values()])
            self.flying.clear()
        if self.aside:
            raise PutAside(self._told())

    def on_death(self, worker: str, processing: Collection[str], lost: Collection[str], expected: bool) -> None:
        """In the thread of the client: a worker is gone, with these cells on it, and with these results."""
        ours = [key for key in processing if key in self.flying]
        self.retries += len(ours) + sum(key in self.flying for key in lost)
        if ours and len(processing) == 1 and not expected:
            self.guilty.add(self.flying[ours[0]][0])
        if worker == self.only:
            self._cancel_all()  # Dask would wait for this very worker

    def end(self, reason: str) -> None:
        """In the thread of the client: give up."""
        self.ended = reason
        self._cancel_all()

    def _cancel_all(self) -> None:
        futures = [future for _, future in self.flying.values()]
        self.loop.add_callback(lambda: self.client.cancel(futures, asynchronous=True))

    def _send(self, i: int, **where: Any) -> None:
        # a second time it is another task: of the first a scheduler may still remember that it failed
        key = f"{self.experiment.name}-{cell_name(self.experiment, self.cells[i])}-{self.sent[i]}"
        self.sent[i] += 1
        future = self.client.submit(cell, as_dict(self.cells[i]), self.terms, key=key, pure=False, **where)
        self.flying[key] = i, future
        self.done.add(future)

    def _send_alone(self, i: int) -> None:
        """On one worker: if that dies, Dask must not try the next before we have heard of it."""
        while not self.workers:
            time.sleep(0.1)
            self._go_on()
        self.only = min(list(self.workers))
        self._send(i, workers=[self.only])
        if self.only not in self.workers:  # it died before this was sent
            self._cancel_all()

    def _failed(self, i: int, error: BaseException) -> None:
        """A cell without a result: it is tried again alone, or put aside, or this is the end of the run."""
        self._go_on()
        cancelled = isinstance(error, distributed.CancelledError)
        killed = isinstance(error, distributed.KilledWorker)
        if killed and self.only:
            self.guilty.add(i)
        if killed or (cancelled and self.only and self.client.status == "running"):
            (self.aside if i in self.guilty else self.suspects).append(i)
        elif cancelled:
            raise ConnectionError("the scheduler is gone; with another one the same command goes on where it stopped")
        elif isinstance(error, ImportError):  # of a worker that joined later
            raise RefusedError(f"A worker has no shiftlab that can compute cells for others ({error}).")
        else:
            raise error

    def _go_on(self) -> None:
        if self.ended:
            raise ConnectionError(f"{self.ended}; the same command goes on where it stopped")

    def _told(self) -> str:
        named = [
            ", ".join(f"{name}={value}" for name, value in self.cells[i].told().items()) or "the default settings"
            for i in self.aside[:MOST_NAMED]
        ]
        more = f" and {len(self.aside) - MOST_NAMED} more" if len(self.aside) > MOST_NAMED else ""
        cells = "1 cell" if len(self.aside) == 1 else f"{len(self.aside)} cells"
        return (
            f"{self.experiment.name}: {cells} put aside, which killed every worker that tried, perhaps for want of "
            f"memory: {'; '.join(named)}{more}"
        )
