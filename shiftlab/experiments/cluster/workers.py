"""The workers of a scheduler, and one run of cells on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Self

import dask
import distributed

from ..experiment import Experiment
from ..machine import versions
from ..sweep import Content
from .flight import Flight
from .task import look
from .terms import RefusedError, Terms

#: Without any worker for so long a run ends: the next call goes on where it stopped.
PATIENCE = 60.0


class Cluster:
    """Workers behind a client. They come and go, and Dask tells of it by events."""

    def __init__(self, client: distributed.Client, scheduler: str) -> None:
        self.client, self.scheduler = client, scheduler
        self.flight: Flight | None = None
        self.addresses: set[str] = set()
        self.loop: Any = client.loop
        self.left = 0
        client.subscribe_topic("all", self._on_event)
        self.addresses |= set(client.nthreads())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.unsubscribe_topic("all")

    def count(self) -> int:
        """How many workers there are now."""
        return len(self.addresses)

    def told(self) -> str:
        """What a person is told of it: how many workers, and where to watch them if that can be seen anywhere."""
        watched = ""
        with suppress(PackageNotFoundError):
            if self.client.run_on_scheduler(version, "bokeh"):
                watched = f"; {self.client.dashboard_link} shows what they do"
        return f"{self.count()} workers at {self.scheduler}{watched}"

    def compute(
        self, experiment: Experiment[Any, Any], cells: Sequence[Any], seconds: Sequence[float]
    ) -> Iterator[tuple[int, Content]]:
        """Every cell's place and what is kept of it, as they are finished; the longest are begun first."""
        terms = Terms.of(experiment, cells)
        self.flight = Flight(self.client, experiment, cells, terms, self.addresses)
        if cells:
            self._admit(terms)
        yield from self.flight.over(sorted(range(len(cells)), key=lambda i: -seconds[i]))

    def facts(self) -> dict[str, Any]:
        """What a run says of its workers; the kinds of processors with the number of cells computed on each."""
        flight = self.flight
        assert flight is not None
        return {
            "scheduler": self.scheduler,
            "workers": len(flight.computed),
            "kinds": dict(flight.kinds),
            "versions": versions() | {"dask": dask.__version__, "distributed": distributed.__version__},
            "retries": flight.retries,
        }

    def _admit(self, terms: Terms) -> None:
        """That all workers may compute, before the first cell. Those that join later are asked with every cell."""
        if not self.addresses:
            try:
                self.client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError:
                raise ConnectionError(
                    f"{self.scheduler} has no workers: start some, and run the same command again"
                ) from None
        answers = self.client.run(look, terms, on_error="return")
        # who has died in between does not answer
        refused = {one: said for one, said in answers.items() if said is not None and not isinstance(said, OSError)}
        if not refused:
            return
        worker, answer = next(iter(refused.items()))
        more = f"; {len(refused) - 1} more of {len(answers)} workers are refused as well" if len(refused) > 1 else ""
        raise RefusedError(f"The worker {worker} {_said(answer)}{more}.")

    def _on_event(self, event: tuple[float, Any]) -> None:
        """In the thread of the client: a worker came or went."""
        _, message = event
        if not isinstance(message, dict):
            return
        if message.get("action") == "add-worker":
            self.addresses.add(message["worker"])
        elif message.get("action") == "remove-worker":
            self.addresses.discard(message["worker"])
            if self.flight is not None:
                told = (message[name] for name in ("worker", "processing-tasks", "lost-computed-tasks", "expected"))
                self.flight.on_death(*told)
            self.left += 1
            self.loop.call_later(PATIENCE, self._on_patience_end, self.left)

    def _on_patience_end(self, left: int) -> None:
        """Whether a worker came since so many have left."""
        if not self.addresses and left == self.left and self.flight is not None:
            self.flight.end(f"{self.scheduler} has had no worker for {PATIENCE:.0f} s")


def _said(answer: Any) -> str:
    """Why a worker is refused, as the rest of a sentence."""
    if isinstance(answer, ImportError):
        return f"has no shiftlab that can compute cells for others ({answer}): install the same version there"
    return str(answer).rstrip(".") if isinstance(answer, str) else f"could not be asked ({answer!r})"
