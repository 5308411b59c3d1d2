"""Redraw only what moves: the background of a figure is kept as pixels, and the moving artists are drawn on it.

The result is the picture that a full draw would give, pixel for pixel, at a fraction of its cost:

- What moves is marked as animated, and animated artists do not make their axes stale. So an axes that is stale has
  new limits, ticks or texts, and its background (only its own) is painted anew.
- What lies above the moving artists (legend, spines) is kept as pixels too. It is pasted where nothing moved
  below it, and drawn again where something did.
- Where parts of the figure overlap each other there is no shortcut: then everything is drawn.
"""

from __future__ import annotations

import itertools
import weakref
from operator import attrgetter
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from .layers import Group, Layers, Pixels, overlap, painted

_last: weakref.ref[Blitter] | None = None


class Blitter:
    """Draws `figure`, in which the artists in `moving` change often and everything else seldom."""

    def __init__(self, figure: Figure, moving: list[Artist]) -> None:
        self.figure = figure
        self.moving = moving
        for artist in moving:
            artist.set_animated(True)
            artist.set_in_layout(False)  # or the layout would depend on how the picture came about
        for ax in figure.axes:
            for title in _titles(ax):
                title.set_zorder(0.1)  # behind all: no curve reaches it, but its box touches a spine that curves do
        self.repaints = 0  # of the whole background or of one axes: what costs time
        self._layout = figure.get_layout_engine()
        self._layers: list[Layers] = []
        self._blank = self._behind = self._complete = np.empty((0, 0, 4), np.uint8)
        self._painted_at: Any = None
        self._apart = False

    def draw(self) -> Pixels:
        """The picture as it is now, shape (height, width, 4). The array is used again by the next call."""
        self._take_turn()
        self._refresh()
        if not self._apart:
            return self.draw_fully()
        renderer, picture = self._renderer(), self._pixels()
        picture[...] = self._behind
        for layers in self._layers:
            for artist in layers.moving:
                artist.draw(renderer)
            touched = [
                any(not np.array_equal(picture[at], self._behind[at]) for at in group.regions)
                for group in layers.groups
            ]
            for group, drawn_over in zip(layers.groups, touched, strict=True):
                if drawn_over:
                    for artist in group.artists:
                        artist.draw(renderer)
                else:
                    for at in group.regions:
                        picture[at] = self._complete[at]
            layers.ax.stale = False  # a legend marks its axes when it is drawn
        self.figure.stale = False
        return picture

    def draw_fully(self) -> Pixels:
        """The same picture without any shortcut."""
        for artist in self.moving:
            artist.set_animated(False)
        try:
            self.figure.canvas.draw()
        finally:
            for artist in self.moving:
                artist.set_animated(True)
        return self._pixels()

    def arrange(self) -> None:
        """Lay the axes out; until the next call they stay where they are."""
        if self._layout is not None:
            self.figure.set_layout_engine(self._layout)
            self._layout.execute(self.figure)
            self.figure.set_layout_engine("none")
        self.forget()

    def forget(self) -> None:
        """Paint the whole background anew before the next picture."""
        self._painted_at = None

    def _take_turn(self) -> None:
        """Only the figure that was drawn last keeps its background: a lesson has many, and one of them moves."""
        global _last
        before = _last() if _last is not None else None
        if before is not self:
            if before is not None:
                before._rest()
            _last = weakref.ref(self)

    def _rest(self) -> None:
        self._blank = self._behind = self._complete = np.empty((0, 0, 4), np.uint8)
        # texts remember who drew them last: emptied, and in a canvas nobody asks any more, it costs nothing
        RendererAgg.__init__(self._renderer(), 1, 1, self.figure.dpi)
        FigureCanvasAgg(self.figure)
        self.forget()

    def _refresh(self) -> None:
        """Paint what is out of date in the background."""
        size = (*self.figure.get_size_inches(), self.figure.dpi)
        stale = [i for i, layers in enumerate(self._layers) if layers.ax.stale]
        if size != self._painted_at or (self.figure.stale and not (stale and self._apart)):
            self._paint_everything()
            self._painted_at = size
        else:
            for i in stale:
                self._repaint(i)

    def _paint_everything(self) -> None:
        self.repaints += 1
        self.figure.canvas.draw()  # places titles and labels
        renderer, picture, moving = self._renderer(), self._pixels(), set(self.moving)
        picture[...] = 0
        self.figure.patch.draw(renderer)
        empty = picture.copy()
        for artist in sorted(self.figure.get_children(), key=attrgetter("zorder")):
            if artist is not self.figure.patch and not isinstance(artist, Axes) and artist not in moving:
                artist.draw(renderer)
        beside = painted(picture, empty)  # a title of the figure, say
        self._blank, self._behind, self._complete = picture.copy(), picture.copy(), picture.copy()
        self._layers = [Layers.of(ax, moving) for ax in sorted(self.figure.axes, key=attrgetter("zorder"))]
        for layers in self._layers:
            self._paint(layers, unchanged=[])
            layers.find_groups(renderer, picture.shape)
        regions = [beside, *(layers.region for layers in self._layers)]
        self._apart = (
            not any(overlap(a, b) for a, b in itertools.combinations(regions, 2))
            and not any(layers.wanders for layers in self._layers)
            and all(any(artist in layers.moving for layers in self._layers) for artist in self.moving)
        )

    def _repaint(self, index: int) -> None:
        """Paint the background of one axes, which has changed."""
        self.repaints += 1
        old = self._layers[index]
        new = self._layers[index] = Layers.of(old.ax, set(self.moving))
        if new.front_has_changed_since(old):
            return self._paint_everything()
        new.region, new.groups = old.region, old.groups
        self._paint(new, unchanged=old.groups)
        if any(overlap(new.region, other.region) for other in self._layers if other is not new):
            self._apart = False

    def _paint(self, layers: Layers, unchanged: list[Group]) -> None:
        """Paint one axes without what moves. Groups in front that are `unchanged` are pasted where they can be."""
        renderer, picture = self._renderer(), self._pixels()
        picture[...] = self._blank
        layers.ax.apply_aspect()
        for artist in layers.behind:
            artist.draw(renderer)
        behind = picture.copy()
        pasted: set[Artist] = set()
        for group in unchanged:
            if all(np.array_equal(behind[at], self._behind[at]) for at in group.regions):
                pasted.update(group.artists)
                for at in group.regions:
                    picture[at] = self._complete[at]
        for artist in layers.front:
            if artist not in pasted:
                artist.draw(renderer)
        old, layers.region = layers.region, painted(picture, self._blank)
        for at in (old, layers.region):
            self._behind[at] = behind[at]
            self._complete[at] = picture[at]

    def _renderer(self) -> Any:
        return self.figure.canvas.get_renderer()  # type: ignore[attr-defined]

    def _pixels(self) -> Pixels:
        return np.asarray(self._renderer().buffer_rgba())


def _titles(ax: Axes) -> list[Text]:
    return [artist for artist in ax.get_children() if isinstance(artist, Text) and artist not in ax.texts]
