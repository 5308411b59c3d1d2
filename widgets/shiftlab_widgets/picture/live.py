"""An experiment's picture that stays: staged once per theme and size, then only updated. No Jupyter here."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, Concatenate, ParamSpec, TypeVar

from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from shiftlab import style
from shiftlab.experiments.experiment import Artists, Experiment
from shiftlab.experiments.moving import moving

from .blit import Blitter
from .ghosts import Ghost, put, take
from .panels import Box
from .sheet import Pixels

#: CSS pixels. A figure of `style.SIZES` has 100 of them per inch when it is shown in its natural size.
NARROWEST, WIDEST = 320, 1600

P = ParamSpec("P")
R = TypeVar("R")


def in_style(method: Callable[Concatenate[LivePicture, P], R]) -> Callable[Concatenate[LivePicture, P], R]:
    """Whatever makes or draws artists: a tick that is made while it is drawn looks like the others."""

    @functools.wraps(method)
    def styled(self: LivePicture, *args: P.args, **kwargs: P.kwargs) -> R:
        with style.using(self.theme, self.size):
            return method(self, *args, **kwargs)

    return styled


class LivePicture:
    """`update(result)` gives the pixels of a frame. Staged when it is first needed, and again after what failed."""

    def __init__(
        self, experiment: Experiment[Any, Any], theme: str = "light", size: str = "notebook", width: float | None = None
    ) -> None:
        self.experiment, self.theme, self.size = experiment, theme, size
        self.result: Any = None  # what it shows
        self.look = 0  # another number whenever the same result may give other pixels
        self._width = width
        self._staged: tuple[Figure, Artists] | None = None
        self._blitter: Blitter | None = None  # made with the first result: the first layout knows the first limits
        self._ghosts: tuple[Ghost, ...] = ()
        self._lines: list[Line2D] = []  # of the ghosts
        self._away = False  # its artists are those of a glimpse

    @property
    def figure(self) -> Figure:
        self._return()
        return self._parts()[0]

    @property
    def artists(self) -> Artists:
        self._return()
        return self._parts()[1]

    @property
    def width(self) -> int:
        return int(self._parts()[0].bbox.width)

    def restage(self, theme: str | None = None, size: str | None = None) -> None:
        """Make all artists anew when they are next needed."""
        self.theme, self.size = theme or self.theme, size or self.size
        self._staged = self._blitter = None
        self._away = False
        self.look += 1

    def outdate(self) -> None:
        """Frames from before count no longer, whatever they show."""
        self.look += 1

    def resize(self, width: float) -> None:
        """Show the whole figure, letters included, `width` pixels wide."""
        self._width = width
        self.look += 1
        if self._staged is not None:
            self._scale(self.figure)
        if self._blitter is not None:
            self.arrange()

    @in_style
    def update(self, result: Any) -> Pixels:
        """Show a result. What fails on the way is raised, and the picture is that of the result before."""
        self._away = False
        pixels = self._put(result)
        self.result = result
        return pixels

    @in_style
    def glimpse(self, result: Any) -> Pixels:
        """What `update` would give, while the picture stays that of the result before."""
        if self._blitter is None or not self._blitter.arranged:
            self.pixels()  # the layout is that of the result that it shows
        self._away = True
        return self._put(result)

    @in_style
    def put(self, result: Any) -> bool:
        """Put a result into the picture without painting it; whether what stays has to be painted anew."""
        if self._blitter is None:
            self.update(result)
            return True
        try:
            self.experiment.update(self.artists, result)
        except BaseException:
            self.restage()  # half updated
            raise
        self.result = result
        return not self._blitter.settled

    @in_style
    def pixels(self, ratio: float = 1.0) -> Pixels:
        """The picture as it is, with `ratio` times as many pixels in each direction."""
        return self._drawn().draw(ratio)

    @in_style
    def draw_fully(self, ratio: float = 1.0) -> Pixels:
        """What `pixels` must be equal to; nothing is kept to draw it again."""
        return self._drawn().draw_fully(ratio)

    @property
    def outgrown(self) -> bool:
        """Whether its axes should be laid out anew."""
        self._return()
        return self._blitter is not None and self._blitter.outgrown

    @property
    def panels(self) -> list[Box]:
        """Where its panels were when they were laid out; none before there is a picture."""
        return self._blitter.panels if self._blitter is not None else []

    @property
    def moving(self) -> list[Artist]:
        """What moves, in drawing order."""
        return list(self._drawn().moving())

    @in_style
    def arrange(self) -> None:
        """Lay the axes out for the present limits and texts."""
        self._drawn().arrange()
        self.look += 1

    @in_style
    def haunt(self, ghosts: Iterable[Ghost]) -> None:
        """Show these ghosts and no others, whatever becomes of the picture."""
        self._ghosts = tuple(ghosts)
        self.look += 1
        if self._blitter is not None:
            self._haunt()

    def take_ghosts(self, faint: float = 1.0) -> list[Ghost]:
        return take(self.artists, faint)

    @in_style
    def file(self, kind: str) -> bytes:
        """The picture as a file: "png" (two pixels for one), "svg" or "pdf"."""
        out = BytesIO()
        self._drawn().forget()  # legends keep the places that another resolution gives them
        self.figure.savefig(out, format=kind, dpi=2 * self.figure.dpi, metadata=_DATELESS.get(kind))
        return out.getvalue()

    def _drawn(self) -> Blitter:
        if self._blitter is None or self._away:
            assert self.result is not None, "update comes first"
            self.update(self.result)
        assert self._blitter is not None
        return self._blitter

    def _return(self) -> None:
        """From a glimpse to the result that it shows."""
        if self._away:
            self.update(self.result)

    def _put(self, result: Any) -> Pixels:
        figure, artists = self._parts()
        try:
            self.experiment.update(artists, result)
            if self._blitter is None:
                self._blitter = Blitter(figure, moving(artists))
                self._blitter.arrange()
                self._haunt()
            return self._blitter.draw()
        except BaseException:
            self.restage()  # half updated
            raise

    def _parts(self) -> tuple[Figure, Artists]:
        if self._staged is None:
            self._staged, self._lines = self._stage(), []
        return self._staged

    @in_style
    def _stage(self) -> tuple[Figure, Artists]:
        figure = style.new_figure(self.theme, self.size)
        self._scale(figure)
        return figure, self.experiment.stage(figure)

    def _scale(self, figure: Figure) -> None:
        width = self._width or 100 * figure.get_figwidth()
        figure.set_dpi(min(max(round(width), NARROWEST), WIDEST) / figure.get_figwidth())

    def _haunt(self) -> None:
        for line in self._lines:
            line.remove()
        self._lines = put(self.artists, self._ghosts)


#: The same picture gives the same bytes.
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
