"""The explorer: an experiment's live figure with a control for every field of its settings.

Nothing here knows any experiment; what is shown follows from the experiment's fields, presets and functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets as t
from IPython.display import display
from matplotlib.figure import Figure

from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import SettingsError

from . import page, still, timing, tokens, written
from .ahead.queue import Expected
from .comparison import Comparison
from .live_settings import LiveSettings
from .story import Story

if TYPE_CHECKING:
    from .page.moving import Page

#: Seconds that a preset stays on screen while they are played.
PAUSE = 3.0
FILES = ("png", "svg", "pdf")


class Explorer(LiveSettings):
    """Made by `explore`. A program uses `set`, `reset`, `preset`, `settings` and `text`; a person the controls.

    Two kinds of trouble are told apart. Settings that do not fit together are refused with a sentence: raised as
    `SettingsError` to a program, shown to a person whose control keeps its value until the rest fits. A failure
    while computing or drawing is shown above the last good picture, and raised too under ``SHIFTLAB_STRICT=1``.
    """

    _esm = page.script("explorer.js")
    _css = page.style("figure_view.css", "controls.css", "explorer.css")

    # to the browser
    presets = t.List(t.Unicode()).tag(sync=True)
    preset_shown = t.Unicode("").tag(sync=True)  # "" for a person's own settings
    question = t.Unicode("").tag(sync=True)
    step_shown = t.Int(-1).tag(sync=True)  # -1 before the first
    steps_left = t.Int(0).tag(sync=True)
    beside = t.List(t.Unicode()).tag(sync=True)  # controls beside the picture; without any, all are below it
    playing = t.Bool(False).tag(sync=True)
    counting = t.Bool(False).tag(sync=True)  # seeds
    pinned = t.Bool(False).tag(sync=True)
    large = t.Bool(False).tag(sync=True)
    code_text = t.Unicode("").tag(sync=True)
    token_text = t.Unicode("").tag(sync=True)
    next_seed = t.Int(0).tag(sync=True)  # what "New seed" will take
    # from the browser
    reduced_motion = t.Bool(False).tag(sync=True)  # what the person has asked the system for

    def __init__(
        self,
        experiment: Experiment[Any, Any],
        settings: Any,
        story: Story | None = None,
        beside: Sequence[str] = (),
        prefetch: bool = True,
    ) -> None:
        self._story = story or Story(experiment)
        self._comparison = Comparison(self)
        self._steps = timing.Steps(self._steps_ended)
        self._share = timing.Later(timing.SHARP, self._write)
        super().__init__(experiment, settings)
        with self.hold_sync():
            self.presets, self.beside = self._story.labels, list(beside)
            self.next_seed, self.prefetch = _any_seed(), prefetch

    # What it shows.

    @property
    def text(self) -> str:
        """The picture in one sentence, with its numbers."""
        return self.alt

    @property
    def figure(self) -> Figure:
        """The matplotlib figure that is on screen."""
        return self.picture.figure

    def token(self) -> str:
        """The state as a text for `explore.from_token`."""
        return tokens.encode(self.experiment, self._settings)

    def code(self) -> str:
        """A program that computes and draws the same without any widget."""
        return written.code(self.experiment, self._settings)

    def save(self, path: str | Path) -> Path:
        """Write the picture, pins included, to a file; its name says the kind: .png, .svg or .pdf."""
        path = Path(path)
        kind = path.suffix.lower().removeprefix(".")
        if kind not in FILES:
            raise ValueError(f"{path.name!r} must end in .png, .svg or .pdf.")
        path.write_bytes(self.file(kind))
        return path

    def page(self, path: str | Path, **options: Any) -> Page:
        """Write a page that moves without a kernel, in one file: its frames are computed now, around these settings.

        The first two controls beside the picture move together. The options are those of `page.moving.write`.
        """
        from .page.moving import write

        return write(self.experiment, path, self._settings, story=self._story, controls=self.beside, **options)

    def __repr__(self) -> str:
        return written.name(self.experiment, self._settings)

    def _ipython_display_(self) -> None:
        """A picture that stays, and the live view, which hides it: without a kernel the view finds nothing to show."""
        data, metadata = self._repr_mimebundle_()
        view = {still.VIEW: data.pop(still.VIEW), "text/plain": ""}
        display(still.kept(data), metadata=metadata, raw=True)
        display(view, raw=True)

    # What it can be told.

    @timing.in_turn
    def set(self, **changes: Any) -> None:
        """Change some settings; what does not fit is refused with a `SettingsError`."""
        self._steps.stop()
        super().set(**changes)

    @timing.in_turn
    def reset(self) -> None:
        """Back to the settings that it started with."""
        self._steps.stop()
        super().reset()

    @timing.in_turn
    def preset(self, name: str) -> None:
        """Show the preset of that name."""
        self._steps.stop()
        self._go(self._story.preset(name))

    def play_presets(self) -> None:
        """Show every preset, in the order of the story."""
        for name in self.experiment.presets:
            self.preset(name)

    @timing.in_turn
    def step(self) -> None:
        """Show the step after the last one that was shown, with its question; after the last, the first again."""
        self._steps.stop()
        self._go(self._story.go_on())

    @timing.in_turn
    def play(self) -> None:
        """Show the steps one after the other, slowly; again stops. One step only where motion is not wanted."""
        if self._steps.running:
            self._steps.stop()
        elif self.reduced_motion:
            self.step()
        else:
            self.playing = True
            self._steps.start(self._playing())

    @timing.in_turn
    def pin(self) -> None:
        """Keep the present curves as faint ghosts to compare with."""
        self._settle()
        self._comparison.pin(self._settings)
        self.pinned = True

    @timing.in_turn
    def unpin(self) -> None:
        """Remove the pinned curves."""
        self._comparison.unpin()
        self.pinned = False

    @timing.in_turn
    def new_seed(self) -> None:
        """Other data, by chance."""
        self._steps.stop()
        seed, self.next_seed = self.next_seed, _any_seed()
        self._move({"seed": seed})

    @timing.in_turn
    def seeds(self, n: int = 20) -> str:
        """Run `n` seeds; says how far the numbers of the sentence spread and shows the curves as ghosts."""
        self._steps.stop()
        for _ in self._running_seeds(n):
            pass
        return self._comparison.spread

    @timing.in_turn
    def lecture(self, on: bool = True) -> None:
        """Letters for the last row of a lecture hall."""
        self.restage("slide" if on else "notebook")
        self.large = on

    def close(self) -> None:
        self._steps.stop()
        self._share.cancel()
        super().close()

    # What the page can press.

    def _act(self, action: str, about: dict[str, Any], values: dict[str, Any], dragging: bool) -> None:
        if action == "move":
            self._steps.stop()
        elif values:  # of a control that was moved just before
            self._move(values)
        actions = {
            "move": lambda: self._move(values, dragging),
            "preset": lambda: self._choose(about["name"]),
            "step": self.step,
            "play": self.play,
            "reset": self.reset,
            "pin": self.pin,
            "unpin": self.unpin,
            "size": lambda: self.lecture(bool(about["large"])),
            "new-seed": self.new_seed,
            "seeds": self._seeds_pressed,
            "save": lambda: self._send_file(about["kind"]),
        }
        actions[action]()

    def _choose(self, label: str) -> None:
        self._steps.stop()
        self._go(self._story.chosen(label))

    def _seeds_pressed(self) -> None:
        if self._steps.running:
            self._steps.stop()
        else:
            self.counting = True
            self._steps.start(self._running_seeds())

    def _send_file(self, kind: str) -> None:
        if kind in FILES:
            self.send({"saved": kind, "name": f"{self.experiment.name}.{kind}"}, [self.file(kind)])

    # What follows from a move.

    def _before_drawing(self) -> None:
        self._comparison.forget_spread()

    def _tell(self) -> None:
        self._story.go_to(self._settings)
        super()._tell()
        if not self._share.start():
            self._write()

    def _described(self, settings: Any, at: int | None = None) -> dict[str, Any]:
        story = self._story
        at = story.place(settings, story.at) if at is None else at
        return {
            **super()._described(settings),
            "preset_shown": story.label(settings, at),
            "question": story.question_at(at),
            "step_shown": at,
            "steps_left": story.left(at),
        }

    def expected(self, want: dict[str, Any]) -> Expected:
        """Also a step of the story. Beside its picture stays what is pinned, and nothing of a spread over seeds."""
        if self._comparison.spread or self._steps.running:
            raise SettingsError("While seeds are compared or presets are played nothing is drawn ahead.")
        if (step := want.get("step")) is None:
            settings, told = super().expected(want)
        else:
            settings = self._story.preset(self._story.steps[step][0])
            told = self._described(settings, step)
        code, token = written.code(self.experiment, settings), tokens.encode(self.experiment, settings)
        return Expected(settings, {**told, "code_text": code, "token_text": token})

    def _write(self) -> None:
        with self.hold_sync():
            self.code_text, self.token_text = self.code(), self.token()

    def _playing(self) -> Iterator[float]:
        for _ in range(self._story.left(self._story.at) or len(self._story.steps)):
            self._go(self._story.go_on())
            yield PAUSE

    def _running_seeds(self, n: int = 20) -> Iterator[float]:
        self._settle()
        return self._comparison.seeds(self._settings, n, self.result)

    def _steps_ended(self) -> None:
        self.playing = self.counting = False


def _any_seed() -> int:
    return random.randrange(1, 10_000)
