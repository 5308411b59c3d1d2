"""Frames of an experiment: what stays of its picture and what each moving artist draws, in both themes."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np
from matplotlib.artist import Artist

from shiftlab import style
from shiftlab.experiments.experiment import Experiment

from ..blit import TOLERANCE
from ..live import LivePicture
from .drawn import Box, Drawn, Letters, Marks, Stroke, Style, extent
from .outlines import Letterer
from .recorder import Recorder, RecordingError

#: Marks of one artist that are drawn at most.
MOST = 500


@dataclass(frozen=True, eq=False)
class Part:
    """What one artist draws once: its geometry, and its style by theme."""

    drawn: Drawn
    styles: tuple[Style, ...]


Parts = tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    stays: Parts
    moves: tuple[Parts, ...]  # of each moving artist, in drawing order


class Themed(LivePicture):
    """A live picture that can be recorded instead of painted."""

    def __init__(self, experiment: Experiment[Any, Any], theme: str, size: str, most: int) -> None:
        super().__init__(experiment, theme, size)
        self._most, self._letterer = most, Letterer()
        self._stays: list[Drawn] = []
        self._reaches: dict[Artist, Box] = {}  # of the parts, when they were laid out

    def record(self, result: Any, arranged: bool | None = None) -> tuple[list[Drawn], list[list[Drawn]], bool]:
        """What stays, what each moving artist draws, and whether the axes were laid out anew.

        That is decided by how ticks and titles have grown, unless another theme has decided it.
        """
        with style.using(self.theme, self.size):
            return self._record(result, arranged)

    def _record(self, result: Any, arranged: bool | None) -> tuple[list[Drawn], list[list[Drawn]], bool]:
        first, arranging = self.result is None, False
        if self.put(result):
            reaches = self._record_what_stays()
            arranging = first or (self._grown(reaches) if arranged is None else arranged)
            if arranging:
                if not first:
                    self.arrange()
                    reaches = self._record_what_stays()
                self._reaches = reaches
        recorder = Recorder(self.figure, self._most, self._letterer)
        moves = []
        for artist in self.moving:
            with recorder.of(artist) as drawn:
                artist.draw(recorder)
            moves.append(drawn)
        return self._stays, moves, arranging

    def _record_what_stays(self) -> dict[Artist, Box]:
        """Part by part; gives the room that each takes."""
        recorder, reaches = Recorder(self.figure, letterer=self._letterer), {}
        self._stays = []
        ground = self.figure.patch  # below everything, whatever its zorder
        parts = [part for part in self.figure.get_children() if part is not ground and not part.get_animated()]
        for part in (ground, *sorted(parts, key=attrgetter("zorder"))):
            with recorder.of(part) as drawn:
                part.draw(recorder)
            self._stays = self._stays + drawn
            if drawn:
                reaches[part] = extent(drawn)
        for part in (*self.figure.get_children(), self.figure):
            part.stale = False
        return reaches

    def _grown(self, reaches: dict[Artist, Box]) -> bool:
        """Whether ticks or titles need more room than when the axes were laid out, as `Blitter.outgrown` has it."""
        most = TOLERANCE * self.figure.bbox.width
        return any(
            now[0] < before[0] - most
            or now[1] < before[1] - most
            or now[2] > before[2] + most
            or now[3] > before[3] + most
            for part in reaches.keys() & self._reaches.keys()
            for now, before in [(reaches[part], self._reaches[part])]
        )


class Film:
    """``film.frame(result)`` records a result. `most` is the number of marks of a cloud at most; `left_out` says how
    many of the largest were not drawn.
    """

    def __init__(self, experiment: Experiment[Any, Any], size: str = "notebook", most: int = MOST) -> None:
        self._themed = [Themed(experiment, theme, size, most) for theme in style.THEMES]
        self._stays: tuple[Any, Parts] | None = None
        self.most, self.left_out = most, 0

    @property
    def size(self) -> tuple[int, int]:
        """Pixels."""
        width, height = self._themed[0].figure.bbox.size
        return round(width), round(height)

    @property
    def moving(self) -> list[Any]:
        """The artists that move, in the order of `Frame.moves`."""
        return self._themed[0].moving

    def frame(self, result: Any) -> Frame:
        first = self._themed[0].record(result)
        others = [picture.record(result, first[2]) for picture in self._themed[1:]]
        stays, moves, _ = zip(first, *others, strict=True)
        if self._stays is None or any(a is not b for a, b in zip(self._stays[0], stays, strict=True)):
            self._stays = stays, _together(*stays)
        parts = tuple(_together(*drawn) for drawn in zip(*moves, strict=True))
        clouds = [part.drawn.left_out for some in parts for part in some if isinstance(part.drawn, Marks)]
        self.left_out = max([self.left_out, *clouds])
        return Frame(self._stays[1], parts)


def _together(*themes: list[Drawn]) -> Parts:
    """The same drawn in each theme, which may differ in colours only."""
    if len({len(drawn) for drawn in themes}) > 1:
        raise RecordingError("This picture draws other things in dark than in light, which a moving page cannot.")
    return tuple(_one(*drawn) for drawn in zip(*themes, strict=True))


def _one(*themes: Drawn) -> Part:
    first = themes[0]
    for other in themes[1:]:
        if type(other) is not type(first) or _form(other) != _form(first) or not _near(first.points, other.points):
            raise RecordingError("This picture has another form in dark than in light, which a moving page cannot.")
    return Part(first, tuple(drawn.style for drawn in themes))


def _form(drawn: Drawn) -> Any:
    """All but places and colours."""
    what: Any = drawn.style.shape
    if isinstance(drawn, Stroke):
        return what, drawn.pieces
    if isinstance(drawn, Marks):
        return what, drawn.outline, drawn.scales is None
    assert isinstance(drawn, Letters)
    return what, drawn.outlines, drawn.places


def _near(one: Any, other: Any) -> bool:
    return bool(one.shape == other.shape and np.abs(one - other).max(initial=0) < 0.01)
