"""What stays of a figure, as pixels: each part is painted when it has changed, and only then."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from weakref import WeakValueDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from .letters import Renderer
from .regions import Region, overlap, region

Pixels = NDArray[np.uint8]

#: By width, height and dots per inch: as many as somebody still draws on, or a text remembers.
_renderers: WeakValueDictionary[tuple[int, int, float], Renderer] = WeakValueDictionary()


class Canvas(FigureCanvasAgg):
    """All figures of one size are drawn on the same pixels: texts remember who drew them, and a lesson has many."""

    def get_renderer(self) -> Renderer:
        size = (*self.get_width_height(physical=True), self.figure.dpi)
        self._drawn_by = _renderers.get(size) or _renderers.setdefault(size, Renderer(*size))
        return self._drawn_by


def pixels_of(figure: Figure) -> tuple[Renderer, Pixels]:
    """Who draws a figure in its present resolution, and where."""
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    return renderer, np.asarray(renderer.buffer_rgba())


class Sheet:
    """The parts of a figure (its axes and legends), in its present resolution, without what is animated in them."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._background: Pixels = np.empty((0, 0, 4), np.uint8)
        self._blank: NDArray[np.uint8] = np.empty(4, np.uint8)  # the figure's colour
        self.regions: dict[Artist, Region] = {}  # that the parts cover
        self.changed: set[Artist] = set()  # children of the figure, since the last `draw`

    def draw(self, moving: Iterable[Artist]) -> Pixels:
        """What stays, and these artists on it."""
        self._refresh()
        renderer, picture = pixels_of(self._figure)
        picture[...] = self._background
        for artist in moving:
            artist.draw(renderer)
        return picture

    def _refresh(self) -> None:
        changed, self.changed = self.changed, set()
        others = self.regions.keys() != set(self._parts()) or not changed <= self.regions.keys()
        if others or not all(self._repaint(part) for part in changed):
            self._paint_all()

    def _paint_all(self) -> None:
        renderer, picture = pixels_of(self._figure)
        picture[...] = 0
        self._figure.patch.draw(renderer)
        self._blank = picture[0, 0].copy()
        self.regions = {}
        for part in self._parts():
            before = picture.copy()
            part.draw(renderer)
            self.regions[part] = _painted(picture, before)
        self._background = picture.copy()

    def _repaint(self, part: Artist) -> bool:
        """False if it is, or was, where others are too."""
        renderer, picture = pixels_of(self._figure)
        others = [region for other, region in self.regions.items() if other is not part]
        old = self.regions[part]
        self._background[old] = self._blank
        picture[...] = self._background
        part.draw(renderer)
        new = self.regions[part] = _painted(picture, self._background)
        self._background[new] = picture[new]
        return not any(overlap(own, other) for own in (old, new) for other in others)

    def _parts(self) -> list[Artist]:
        """In drawing order."""
        figure = self._figure
        parts = [part for part in figure.get_children() if part is not figure.patch and not part.get_animated()]
        return sorted(parts, key=attrgetter("zorder"))


def _painted(picture: Pixels, before: Pixels) -> Region:
    """The box of the pixels in which two pictures differ."""
    return region((picture.view(np.uint32) != before.view(np.uint32))[..., 0])
