"""An experiment's picture that stays: staged once per theme, size and width, then only updated. No Jupyter here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.lines import Line2D

from shiftlab import style
from shiftlab.experiments.experiment import Experiment

from .. import ghosts as _ghosts
from .blit import Blitter
from .layers import Pixels

#: CSS pixels. A figure of `style.SIZES` has 100 of them per inch when it is shown in its natural size.
NARROWEST, WIDEST = 320, 1600


class LivePicture:
    """`update(result)` gives the pixels of a frame; `sharp` those of a picture that is looked at for longer."""

    def __init__(
        self, experiment: Experiment[Any, Any], theme: str = "light", size: str = "notebook", width: int | None = None
    ) -> None:
        self.experiment, self.theme, self.size = experiment, theme, size
        self.ghosts: list[Line2D] = []  # as they are drawn
        self._blitter: Blitter | None = None
        self.figure = style.new_figure(theme, size)
        self.resize(width or round(100 * self.figure.get_figwidth()))
        with style.using(theme, size):
            self.artists = experiment.stage(self.figure)

    @property
    def width(self) -> int:
        return int(self.figure.bbox.width)

    def resize(self, width: float) -> None:
        """Show the whole figure, letters included, `width` pixels wide."""
        width = min(max(round(width), NARROWEST), WIDEST)
        self.figure.set_dpi(width / self.figure.get_figwidth())
        if self._blitter is not None:
            self._arrange()

    def update(self, result: Any) -> Pixels:
        with style.using(self.theme, self.size):
            self.experiment.update(self.artists, result)
            if self._blitter is None:  # the first layout knows the first limits
                self._blitter = Blitter(self.figure, list(_moving(self.artists)))
                self._blitter.arrange()
            return self._blitter.draw()

    def pixels(self) -> Pixels:
        """The picture as it is."""
        assert self._blitter is not None, "update comes first"
        with style.using(self.theme, self.size):
            return self._blitter.draw()

    def sharp(self, ratio: float = 2.0) -> Pixels:
        """The same picture with `ratio` times as many pixels in each direction, laid out for its present limits."""
        assert self._blitter is not None, "update comes first"
        dpi = self.figure.dpi
        with style.using(self.theme, self.size):
            self._arrange()
            try:
                self.figure.set_dpi(ratio * dpi)
                pixels = self._blitter.draw_fully().copy()
            finally:
                self.figure.set_dpi(dpi)
            self._blitter.draw()  # the background for the next move, while there is time
        return pixels

    def draw_fully(self) -> Pixels:
        """What `pixels` must be equal to."""
        assert self._blitter is not None, "update comes first"
        with style.using(self.theme, self.size):
            return self._blitter.draw_fully()

    def haunt(self, ghosts: Iterable[_ghosts.Ghost]) -> None:
        """Show these ghosts and no others."""
        for line in self.ghosts:
            line.remove()
        self.ghosts = _ghosts.put(self.artists, ghosts)

    def take_ghosts(self, faint: float = 1.0) -> list[_ghosts.Ghost]:
        return _ghosts.take(self.artists, faint)

    def file(self, kind: str) -> bytes:
        """The picture as a file: "png" (two pixels for one), "svg" or "pdf"."""
        assert self._blitter is not None, "update comes first"
        out = BytesIO()
        self._blitter.forget()  # legends keep the places that another resolution gives them
        with style.using(self.theme, self.size):
            self.figure.savefig(out, format=kind, dpi=2 * self.figure.dpi, metadata=_DATELESS.get(kind))
        return out.getvalue()

    def _arrange(self) -> None:
        assert self._blitter is not None
        with style.using(self.theme, self.size):
            self._blitter.arrange()


#: The same picture gives the same bytes.
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


def _moving(artists: Any) -> Iterator[Artist]:
    """What `stage` gave back, without the axes that hold it."""
    for artist in artists.values() if hasattr(artists, "values") else artists:
        if isinstance(artist, Artist):
            if not isinstance(artist, Axes | Axis):
                yield artist
        elif isinstance(artist, Iterable) and not isinstance(artist, str):  # bars, stems
            yield from _moving(artist)
