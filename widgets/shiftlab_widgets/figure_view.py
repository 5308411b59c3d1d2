"""The live figure: an experiment's picture in the browser, described, themed, resized, sharp when it rests."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

from shiftlab import experiments, style
from shiftlab.course.still import with_alt
from shiftlab.experiments.experiment import Experiment
from shiftlab.support.strict import strict

from . import timing
from .ghosts import Ghost
from .picture import frames
from .picture.live import LivePicture

STATIC = Path(__file__).parent / "static"

#: CSS pixels. The natural width: a wider picture only costs time, and memory. A lecture hall wants all there is.
MAX_WIDTH = {"notebook": 700, "slide": 1600}


class FigureView(anywidget.AnyWidget):
    """``view = FigureView("undersampling"); view.draw(result)`` shows a result of that experiment.

    Only `draw` costs a message to the browser: the frame with its description. Once the picture has rested for a
    moment, a frame with twice the pixels follows. If anything fails, the last good picture stays and `error` is
    shown above it.
    """

    _esm = STATIC / "figure_view.js"
    _css = STATIC / "figure_view.css"

    # to the browser
    frame = t.Bytes(b"").tag(sync=True)
    alt = t.Unicode("").tag(sync=True)
    note = t.Unicode("").tag(sync=True)
    error = t.Unicode("").tag(sync=True)
    natural = t.List(t.Int(), [700, 400]).tag(sync=True)  # its proportions
    max_width = t.Int(MAX_WIDTH["notebook"]).tag(sync=True)
    # from the browser
    theme = t.Enum(list(style.THEMES), "light").tag(sync=True)
    width = t.Int(700).tag(sync=True)
    ratio = t.Float(1.0).tag(sync=True)

    def __init__(
        self, experiment: str | Experiment, result: Any = None, *, theme: str = "light", size: str = "notebook"
    ) -> None:
        self.experiment = experiments.get(experiment) if isinstance(experiment, str) else experiment
        self.result: Any = None
        self.size = size
        self._picture: LivePicture | None = None
        self._ghosts: tuple[Ghost, ...] = ()
        self._sharpen = timing.Later(timing.SHARP, self.sharpen)
        super().__init__(theme=theme, **_traits_of(size))
        self.observe(lambda _: self.restage(), ["theme"])
        self.observe(lambda _: self._resize(), ["width"])
        if result is not None:
            self.draw(result)

    def __repr__(self) -> str:
        return f"FigureView({self.experiment.name!r})"

    @property
    def picture(self) -> LivePicture:
        """The matplotlib side, staged when it is first needed."""
        if self._picture is None:
            self._picture = LivePicture(self.experiment, self.theme, self.size, self.width)
            self._picture.haunt(self._ghosts)
        return self._picture

    @timing.in_turn
    def draw(self, result: Any) -> None:
        """Show a result. What fails on the way is raised, and the picture stays as it was."""
        self._sharpen.cancel()
        try:
            alt = self.experiment.describe(result)
            frame = frames.webp(self.picture.update(result))
        except BaseException:
            self._picture = None  # half updated: to be staged anew
            raise
        self.result = result
        with self.hold_sync():  # one message
            self.frame, self.alt, self.error = frame, alt, ""
        self._sharpen.start()

    @timing.in_turn
    def sharpen(self) -> None:
        """Replace the frame by one with the pixels of a high-resolution screen, twice the usual at least."""
        self._sharpen.cancel()
        if self._has_picture():
            with self.reporting():
                self.frame = frames.webp(self.picture.sharp(min(max(2, math.ceil(self.ratio)), 3)))

    @timing.in_turn
    def restage(self, size: str | None = None) -> None:
        """Make the picture anew: in another theme, or in another size ("notebook", "slide")."""
        if size is not None and size != self.size:
            traits = _traits_of(size)  # refuses what it does not know
            self.size = size
            with self.hold_trait_notifications():
                self.natural, self.max_width = traits["natural"], traits["max_width"]
        self._picture = None
        if self.result is not None:
            with self.reporting():
                self.draw(self.result)

    @timing.in_turn
    def haunt(self, ghosts: Iterable[Ghost]) -> None:
        """Show these ghosts and no others, also in the pictures to come."""
        self._ghosts = tuple(ghosts)
        if self._has_picture():
            with self.reporting():
                self.picture.haunt(self._ghosts)
                self.frame = frames.webp(self.picture.pixels())
                self._sharpen.start()

    @timing.in_turn
    def file(self, kind: str = "png") -> bytes:
        """The picture as a file: "png", "svg" or "pdf"."""
        self._needs_result()
        return self.picture.file(kind)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Show what fails in this block as one line above the picture; raise it too if `strict`."""
        try:
            yield
        except Exception as error:
            what = str(error).partition("\n")[0].rstrip(".")[:200]
            self.error = (
                f"The picture could not be updated ({type(error).__name__}{': ' if what else ''}{what}). "
                "It shows the last settings that worked: take the last change back, or press Reset."
            )
            if strict():
                raise

    def close(self) -> None:
        self._sharpen.cancel()
        super().close()

    def _has_picture(self) -> bool:
        """Whether there is something on the canvas; after a failure it is drawn again first."""
        if self.result is not None and self._picture is None:
            with self.reporting():
                self.picture.update(self.result)
        return self.result is not None and self._picture is not None

    @timing.in_turn
    def _resize(self) -> None:
        if self._has_picture():
            with self.reporting():
                self.picture.resize(self.width)
                self.frame = frames.webp(self.picture.pixels())
                self._sharpen.start()

    def _needs_result(self) -> None:
        if not self._has_picture():
            raise ValueError("There is no picture yet: draw a result first.")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and a picture for pages without a kernel; its alt text is where nbconvert looks for it."""
        return with_picture(super()._repr_mimebundle_(**kwargs), self)


def with_picture(bundle: Any, view: FigureView) -> Any:
    """A widget's mimebundle with the static picture of `view`."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    if data is None or not view._has_picture():
        return data, metadata
    width, height = view.natural
    png = frames.png(view.picture.sharp(2 * width / view.picture.width))
    picture, about = with_alt(png, view.alt, width, height)
    return {**data, **picture}, {**metadata, **about}


def _traits_of(size: str) -> dict[str, Any]:
    if size not in style.SIZES:
        raise ValueError(f"There is no size {size!r}: take one of {', '.join(style.SIZES)}.")
    inches = style.SIZES[size]
    natural = [round(100 * inches.width), round(100 * inches.height)]
    return {"natural": natural, "max_width": MAX_WIDTH[size]}
