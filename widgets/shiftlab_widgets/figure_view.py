"""The live figure: an experiment's picture in the browser, described, themed, resized, sharp when it rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets as t

from shiftlab import experiments, style
from shiftlab.course.still import with_alt
from shiftlab.experiments.experiment import Experiment
from shiftlab.support.strict import strict

from . import page, timing
from .picture import frames
from .picture.ghosts import Ghost
from .picture.live import LivePicture

#: CSS pixels. The natural width: a wider picture only costs time, and memory. A lecture hall wants all there is.
MAX_WIDTH = {"notebook": 700, "slide": 1600}

#: More pixels for one of the page's than anybody sees.
SHARPEST = 3.0


class FigureView(anywidget.AnyWidget):
    """``view = FigureView("undersampling"); view.draw(result)`` shows a result of that experiment.

    Only `draw` costs a message to the browser: the frame with its description. Where the screen has more pixels than
    the frame, a frame with as many follows once the picture has rested for a moment. If anything fails, the last good
    picture stays and `error` is shown above it.
    """

    _esm = page.script("figure_view.js")
    _css = page.style("figure_view.css")

    # to the browser
    frame = t.Bytes(b"").tag(sync=True)
    alt = t.Unicode("").tag(sync=True)
    note = t.Unicode("").tag(sync=True)
    error = t.Unicode("").tag(sync=True)
    natural = t.List(t.Int(), [700, 400]).tag(sync=True)  # its proportions
    max_width = t.Int(MAX_WIDTH["notebook"]).tag(sync=True)
    panels: Any = t.List().tag(sync=True)  # boxes of its axes, in parts of width and height
    look = t.Int(0).tag(sync=True)  # another whenever the same result may give another frame
    # from the browser
    theme = t.Enum(list(style.THEMES), "light").tag(sync=True)
    width = t.Int(700).tag(sync=True)
    ratio = t.Float(1.0).tag(sync=True)

    def __init__(
        self, experiment: str | Experiment, result: Any = None, *, theme: str = "light", size: str = "notebook"
    ) -> None:
        self.experiment = experiments.get(experiment) if isinstance(experiment, str) else experiment
        self.picture = LivePicture(self.experiment, theme, size)
        self._sharpen = timing.Later(timing.SHARP, self.sharpen)
        super().__init__(theme=theme, **_traits_of(size))
        self.observe(lambda _: self.restage(), ["theme"])
        self.observe(lambda _: self._resize(), ["width"])
        self.observe(lambda _: self._sharpen_soon(), ["ratio"])
        if result is not None:
            self.draw(result)

    def __repr__(self) -> str:
        return f"FigureView({self.experiment.name!r})"

    @property
    def result(self) -> Any:
        """What the picture shows."""
        return self.picture.result

    @property
    def size(self) -> str:
        return self.picture.size

    @timing.in_turn
    def draw(self, result: Any) -> None:
        """Show a result. What fails on the way is raised, and the picture stays as it was."""
        self._sharpen.cancel()
        alt = self.experiment.describe(result)
        frame = frames.webp(self.picture.update(result))
        with self.hold_sync():  # one message
            self._show_frame(frame)
            self.alt, self.error = alt, ""
        self._sharpen_soon()

    @timing.in_turn
    def glimpse(self, result: Any) -> tuple[bytes, str]:
        """Frame and description that `draw` would give, while everything stays as it is."""
        try:
            return frames.webp(self.picture.glimpse(result)), self.experiment.describe(result)
        except BaseException:
            self.look = self.picture.look  # it is staged anew
            raise

    def outdate(self) -> None:
        """What was glimpsed at counts no longer: the code may be another."""
        self.picture.outdate()
        self.look = self.picture.look

    @timing.in_turn
    def sharpen(self) -> None:
        """What can wait until the picture rests: room for longer ticks, and all the pixels that the screen has.

        They are exactly as many: the page shows them one to one, and each costs time.
        """
        self._sharpen.cancel()
        if self._can_be_better():
            with self.reporting():
                if self.picture.outgrown:
                    self.picture.arrange()
                self._show_frame(frames.webp(self.picture.pixels(min(max(1.0, self.ratio), SHARPEST))))

    @timing.in_turn
    def restage(self, size: str | None = None) -> None:
        """Make the picture anew: in another theme, or in another size ("notebook", "slide")."""
        if size is not None and size != self.size:
            traits = _traits_of(size)  # refuses what it does not know
            with self.hold_trait_notifications():
                self.natural, self.max_width = traits["natural"], traits["max_width"]
        self.picture.restage(self.theme, size)
        with self.reporting():
            self._show()

    @timing.in_turn
    def haunt(self, ghosts: Iterable[Ghost]) -> None:
        """Show these ghosts and no others, also in the pictures to come."""
        with self.reporting():
            self.picture.haunt(ghosts)
            self._show()

    @timing.in_turn
    def file(self, kind: str = "png") -> bytes:
        """The picture as a file: "png", "svg" or "pdf"."""
        if self.result is None:
            raise ValueError("There is no picture yet: draw a result first.")
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

    @timing.in_turn
    def _resize(self) -> None:
        with self.reporting():
            self.picture.resize(self.width)
            self._show()

    def _show(self) -> None:
        """Send the picture, which has other looks."""
        if self.result is not None:
            self._show_frame(frames.webp(self.picture.pixels()))
            self._sharpen_soon()

    def _show_frame(self, frame: bytes) -> None:
        with self.hold_sync():
            self.frame, self.panels, self.look = frame, self.picture.panels, self.picture.look

    def _sharpen_soon(self) -> None:
        if self._can_be_better():
            self._sharpen.start()

    def _can_be_better(self) -> bool:
        return self.result is not None and (self.ratio > 1 or self.picture.outgrown)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and a picture for pages without a kernel; its alt text is where nbconvert looks for it."""
        return with_picture(super()._repr_mimebundle_(**kwargs), self)


def with_picture(bundle: Any, view: FigureView) -> Any:
    """A widget's mimebundle with the static picture of `view`, which is sharp on every screen."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    if data is None or view.result is None:
        return data, metadata
    width, height = view.natural
    if view.picture.outgrown:
        view.picture.arrange()
    png = frames.png(view.picture.draw_fully(2 * width / view.picture.width))
    picture, about = with_alt(png, view.alt, width, height)
    return {**data, **picture}, {**metadata, **about}


def _traits_of(size: str) -> dict[str, Any]:
    if size not in style.SIZES:
        raise ValueError(f"There is no size {size!r}: take one of {', '.join(style.SIZES)}.")
    inches = style.SIZES[size]
    natural = [round(100 * inches.width), round(100 * inches.height)]
    return {"natural": natural, "max_width": MAX_WIDTH[size]}
