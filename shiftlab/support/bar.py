"""The bar that a run shows: how far it is, how fast, and how long it will take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from tqdm import tqdm

T = TypeVar("T")
FORMAT = "{l_bar}{bar}| {n_fmt}/{total_fmt} [{elapsed}<{left}, {speed}]"


class Bar(tqdm):
    """A bar over cells. `work` is what those that are to be computed take together, in any unit; what is left of it
    tells the time better than their number, where the long ones come first.
    """

    def __init__(self, *, work: float, workers: Callable[[], int] | None = None, **options: Any) -> None:
        self.work, self.gone, self.workers = work, 0.0, workers
        super().__init__(
            unit="cell",
            bar_format=FORMAT,
            # in a log file a bar that moves ten times a second is noise
            mininterval=0.1 if sys.stderr.isatty() else 30,
            **options,
        )

    def over(self, finished: Iterable[tuple[T, float]]) -> Iterator[T]:
        """What is finished, each with its work, while the bar goes on."""
        with self:
            for one, work in finished:
                yield one
                self.gone += work
                self.update()

    @property
    def format_dict(self) -> dict[str, Any]:
        """What tqdm shows, and what it does not know of."""
        known: dict[str, Any] = super().format_dict
        elapsed, done = known["elapsed"], known["n"] - known["initial"]
        left = self.format_interval(elapsed * max(0.0, self.work / self.gone - 1)) if self.gone else "?"
        speed = f"{60 * done / elapsed:.0f} cells a minute" if done and elapsed else "? cells a minute"
        if self.workers is not None:
            speed += f", {self.workers()} workers"
        return known | {"left": left, "speed": speed}
