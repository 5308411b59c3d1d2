"""Redraw only what moves: what stays is kept as pixels, and the moving artists are drawn on it.

The result is the picture that a full draw would give, pixel for pixel, at a fraction of its cost:

- What stays lies below what moves: `Experiment.stage` sees to that.
- What moves is marked as animated, and animated artists do not make their axes stale. So an axes that is stale has
  new limits, ticks or texts, and only it is painted anew.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from .panels import Box, boxes
from .regions import Region
from .sheet import Canvas, Pixels, Sheet, pixels_of

#: By how much of the figure's width ticks and titles may grow before the axes are laid out anew: less than what the
#: layout leaves free at the edges of the figure.
TOLERANCE = 0.004

_last: weakref.ref[Blitter] | None = None


class Blitter:
    """Draws `figure`, in which the artists in `moving` change often and everything else seldom.

    `ratio` is how many pixels are drawn for one of the figure's, in each direction.
    """

    def __init__(self, figure: Figure, moving: Iterable[Artist]) -> None:
        Canvas(figure)
        self.figure = figure
        self._layout = figure.get_layout_engine()
        self._sheets: dict[tuple[float, ...], Sheet] = {}  # by their size
        self._arranged: dict[Artist, Region] = {}  # where the parts were when they were laid out
        self.panels: list[Box] = []  # where they were then, for who shows one alone
        moves = set(moving)
        # a key of a legend is none of its own: it is drawn with the legend
        self._moving = {artist for artist in _in_drawing_order(figure) if artist in moves}
        for artist in self._moving:
            artist.set_animated(True)
        _let_legends_notice(figure)
        # or the layout would depend on how the picture came about; a title is as high whatever it says
        for artist in self._moving.difference(*(_titles(ax) for ax in figure.axes)):
            artist.set_in_layout(False)

    def draw(self, ratio: float = 1.0) -> Pixels:
        """The picture as it is now, shape (height, width, 4). The array is used again by the next call."""
        self._take_turn()
        with self._enlarged(ratio):
            sheet = self._sheets.setdefault(self._size, Sheet(self.figure))
            picture = sheet.draw(self.moving())
            if ratio == 1 and not self._arranged:
                self._arranged = dict(sheet.regions)
                self.panels = boxes(self._arranged, self.figure)
            return picture

    def draw_fully(self, ratio: float = 1.0) -> Pixels:
        """The same picture without any shortcut; nothing is kept for the next."""
        for artist in self._moving:
            artist.set_animated(False)
        try:
            with self._enlarged(ratio):
                self.figure.canvas.draw()
                return pixels_of(self.figure)[1]
        finally:
            for artist in self._moving:
                artist.set_animated(True)

    def moving(self) -> Iterator[Artist]:
        """What moves, in drawing order."""
        return (artist for artist in _in_drawing_order(self.figure) if artist in self._moving)

    @property
    def settled(self) -> bool:
        """Whether nothing has changed of what stays since the last `draw`."""
        return not any(child.stale for child in self.figure.get_children())

    @property
    def arranged(self) -> bool:
        """Whether it was drawn since it was laid out."""
        return bool(self._arranged)

    @property
    def outgrown(self) -> bool:
        """Whether ticks or titles reach farther than when the axes were laid out."""
        sheet, tolerance = self._sheets.get(self._size), TOLERANCE * self.figure.bbox.width
        return sheet is not None and any(
            now.start < before.start - tolerance or now.stop > before.stop + tolerance
            for part in sheet.regions.keys() & self._arranged.keys()
            for now, before in zip(sheet.regions[part], self._arranged[part], strict=True)
        )

    def arrange(self) -> None:
        """Lay the axes out; until the next call they stay where they are."""
        if self._layout is not None:
            self.figure.set_layout_engine(self._layout)
            self._layout.execute(self.figure)
            self.figure.set_layout_engine("none")
        self._arranged = {}
        self.forget()

    def forget(self) -> None:
        """Paint everything anew before the next picture."""
        self._sheets = {}

    @property
    def _size(self) -> tuple[float, ...]:
        return tuple(self.figure.bbox.size)

    @contextmanager
    def _enlarged(self, ratio: float) -> Iterator[None]:
        """All sheets learn what has changed before it is drawn, because drawing takes the marks away."""
        children, dpi = self.figure.get_children(), self.figure.dpi
        for sheet in self._sheets.values():
            sheet.changed.update(child for child in children if child.stale)
        self.figure.set_dpi(ratio * dpi)
        try:
            yield
        finally:
            self.figure.set_dpi(dpi)
            for drawn in (*children, self.figure):
                drawn.stale = False  # a legend marks its axes when it is drawn

    def _take_turn(self) -> None:
        """Only the figure that was drawn last keeps its pixels: a lesson has many, and one of them moves."""
        global _last
        before = _last() if _last is not None else None
        if before is not None and before is not self:
            before.forget()
        _last = weakref.ref(self)


def _in_drawing_order(figure: Figure) -> Iterator[Artist]:
    for child in sorted(figure.get_children(), key=attrgetter("zorder")):
        if isinstance(child, Axes) and child.get_visible():
            yield from sorted(child.get_children(), key=attrgetter("zorder"))
        else:
            yield child


def _let_legends_notice(figure: Figure) -> None:
    """What is in the legend of an axes tells it of changes; what is in a figure's tells nobody, until now."""
    for part in figure.get_children():
        if not isinstance(part, Axes):
            for artist in part.findobj():
                if artist is not part and artist.stale_callback is None:
                    artist.stale_callback = lambda _, stale, part=part: setattr(part, "stale", stale)


def _titles(ax: Axes) -> set[Artist]:
    return {child for child in ax.get_children() if isinstance(child, Text) and child not in ax.texts}
