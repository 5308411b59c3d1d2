"""What a picture is compared with: pinned curves, and the spread over seeds; as ghosts, and in words below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import written
from ..figure_view import FigureView
from ..picture.ghosts import Ghost
from . import spread


class Comparison:
    """The ghosts of a view and the note below it."""

    def __init__(self, view: FigureView) -> None:
        self._view = view
        self._pinned: list[Ghost] = []
        self._notes: list[str] = []
        self._spread_ghosts: list[Ghost] = []
        self.spread = ""

    def pin(self, settings: Any) -> None:
        """Keep the curves on screen, which are those of `settings`."""
        self._pinned += self._view.picture.take_ghosts()
        self._notes.append(written.changes(settings))
        self._show()

    def unpin(self) -> None:
        self._pinned, self._notes = [], []
        self._show()

    def forget_spread(self) -> None:
        """The settings have changed: the spread was that of others."""
        if self.spread:
            self._set_spread("", [])

    def seeds(self, settings: Any, n: int, shown: Any) -> Iterator[float]:
        """Run `settings` with `n` seeds, one per step; then show `shown` again, with the spread around it.

        An experiment that is slow uses its coarse settings for this, and the note says so.
        """
        experiment, picture = self._view.experiment, self._view.picture
        quick = experiment.coarse(settings)
        texts: list[str] = []
        ghosts: list[Ghost] = []
        self._set_spread("", [])
        try:
            with self._view.reporting():
                for seed in range(n):
                    result = experiment.result(quick.changed(seed=seed))
                    texts.append(experiment.describe(result))
                    picture.update(result)
                    ghosts += picture.take_ghosts(faint=max(0.3, 3 / n))
                    self._view.note = f"Seed {seed + 1} of {n} …"
                    yield 0.0
        finally:
            rough = "" if quick == settings else f" Quick runs: {written.changes(quick, settings)}."
            if len(texts) == n:
                self._set_spread(spread.sentence(texts) + rough, ghosts)
            else:
                self._set_spread("", [])
            with self._view.reporting():
                self._view.draw(shown)

    def _set_spread(self, sentence: str, ghosts: list[Ghost]) -> None:
        self.spread, self._spread_ghosts = sentence, ghosts
        self._show()

    def _show(self) -> None:
        self._view.note = " ".join([*(f"Pinned: {note}." for note in self._notes), self.spread]).strip()
        self._view.haunt([*self._pinned, *self._spread_ghosts])
