"""The explorer: an experiment's live figure with a control for every field of its settings.

Nothing here knows any experiment; what is shown follows from the experiment's fields, presets and functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets as w
from matplotlib.figure import Figure

from shiftlab import experiments
from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import SettingsError, as_dict

from . import timing, tokens, written
from .comparison import Comparison
from .controls import FieldControl
from .figure_view import FigureView, with_picture
from .panel import Panel
from .story import Story
from .toolbar import OWN, Toolbar, button

#: Seconds that a preset stays on screen while they are played.
PAUSE = 3.0


class Explorer(w.VBox):
    """Made by `explore`. A program uses `set`, `reset`, `preset`, `settings` and `text`; a person the controls.

    Two kinds of trouble are told apart. Settings that do not fit together are refused with a sentence: raised as
    `SettingsError` to a program, shown to a person whose control keeps its value until the rest fits. A failure
    while computing or drawing is shown above the last good picture, and raised too under ``SHIFTLAB_STRICT=1``.
    """

    def __init__(self, experiment: Experiment[Any, Any], settings: Any) -> None:
        self.experiment = experiment
        self._start = self._settings = settings
        self._wanted = as_dict(settings)  # what the controls say; `_settings` is what the picture shows
        self._result = experiment.result(settings)
        self._dragged: dict[str, Any] = {}  # moves that wait for `_soon`
        self._soon = timing.Later(0, lambda: self._move(dragged=True))
        self._full = timing.Later(timing.FULL, self._finish)
        self._share = timing.Later(timing.SHARP, self._write)
        self._steps = timing.Steps(self._steps_ended)
        self._syncing = False

        self.view = FigureView(experiment, self._result)
        self._comparison = Comparison(self.view)
        self._story = Story(experiment)
        self.controls = {
            field.name: FieldControl(field, self._wanted[field.name], self._moved) for field in experiment.fields
        }
        self._add_seed_buttons()
        self.toolbar = Toolbar(list(experiment.presets), self._actions())
        self.toolbar.presets.observe(self._preset_chosen, "value")
        names = {field.name: {"label": field.label, "help": field.help} for field in experiment.fields}
        self.panel = Panel(names, self.view.file, experiment.name)
        grid = w.Box(list(self.controls.values()))
        grid.add_class("shiftlab-controls")
        super().__init__([self.view, self.toolbar, grid, self.panel])
        self.add_class("shiftlab-explorer")
        self.toolbar.show("unpin", False)
        self._sync()
        self._write()

    # What it shows.

    @property
    def settings(self) -> Any:
        """The settings of the picture."""
        return self._settings

    @property
    def text(self) -> str:
        """The picture in one sentence, with its numbers."""
        return self.view.alt

    @property
    def figure(self) -> Figure:
        """The matplotlib figure that is on screen."""
        return self.view.picture.figure

    def token(self) -> str:
        """The state as a text for `explore.from_token`."""
        return tokens.encode(self.experiment, self._settings)

    def code(self) -> str:
        """A program that computes and draws the same without any widget."""
        return written.code(self.experiment, self._settings)

    @timing.in_turn
    def save(self, path: str | Path) -> Path:
        """Write the picture, pins included, to a file; its name says the kind: .png, .svg or .pdf."""
        path = Path(path)
        kind = path.suffix.lower().removeprefix(".")
        if kind not in ("png", "svg", "pdf"):
            raise ValueError(f"{path.name!r} must end in .png, .svg or .pdf.")
        path.write_bytes(self.view.file(kind))
        return path

    def __repr__(self) -> str:
        return written.name(self.experiment, self._settings)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self.view)

    # What it can be told.

    @timing.in_turn
    def set(self, **changes: Any) -> None:
        """Change some settings; what does not fit is refused with a `SettingsError`."""
        self._steps.stop()
        self._settle()
        self._go(self._settings.changed(**changes))

    @timing.in_turn
    def reset(self) -> None:
        """Back to the settings that it started with."""
        self._steps.stop()
        self._go(self._start)

    @timing.in_turn
    def preset(self, name: str) -> None:
        """Show the preset of that name."""
        self._steps.stop()
        self._go(self._story[name])

    def play_presets(self) -> None:
        """Show every preset, in the order of the story."""
        for name in self.experiment.presets:
            self.preset(name)

    @timing.in_turn
    def step(self) -> None:
        """Show the preset after the last one that was shown; after the last, the first again."""
        self._steps.stop()
        self._go(self._story[self._story.to_come()[0]])

    @timing.in_turn
    def play(self) -> None:
        """Show the presets one after the other, slowly; again stops. One step only where motion is not wanted."""
        if self._steps.running:
            self._steps.stop()
        elif self.panel.reduced_motion:
            self.step()
        else:
            self.toolbar.label("play", "Stop")
            self._steps.start(self._playing())

    @timing.in_turn
    def pin(self) -> None:
        """Keep the present curves as faint ghosts to compare with."""
        self._settle()
        self._comparison.pin(self._settings)
        self.toolbar.show("unpin", True)

    @timing.in_turn
    def unpin(self) -> None:
        """Remove the pinned curves."""
        self._comparison.unpin()
        self.toolbar.show("unpin", False)

    @timing.in_turn
    def new_seed(self) -> None:
        self._steps.stop()
        self._move(seed=random.randrange(1, 10_000))

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
        self.view.restage("slide" if on else "notebook")
        (self.add_class if on else self.remove_class)("shiftlab-lecture")
        self.toolbar.label("size", "Notebook size" if on else "Lecture size")

    def close(self) -> None:
        self._steps.stop()
        self._soon.cancel()
        self._full.cancel()
        self._share.cancel()
        for child in (self.view, self.panel):
            child.close()
        super().close()

    # How a change goes through.

    @timing.in_turn
    def _moved(self, name: str, value: Any, dragged: bool) -> None:
        """A person moved a control.

        The message of a dragged slider is answered before the work begins: the page sends the next value meanwhile,
        and whatever has come by then is drawn as one move.
        """
        self._steps.stop()
        self._dragged[name] = value
        if not (dragged and self._soon.start()):
            self._move(dragged)

    def _move(self, dragged: bool = False, **changes: Any) -> None:
        """Show the present settings with these changes, and with the moves that were waiting."""
        self._soon.cancel()
        changes = self._dragged | changes
        self._dragged = {}
        self._wanted |= changes
        try:
            settings = self.experiment.settings(**self._wanted)
        except SettingsError as refusal:
            self.view.error = f"{refusal} The picture shows the last settings that fit."
            for name, value in changes.items():
                self.controls[name].show(value)
        else:
            self._go(settings, dragged)

    def _go(self, settings: Any, dragged: bool = False) -> None:
        """Compute, draw, and only then tell the controls: the picture must not wait for them."""
        self._soon.cancel()
        self._dragged = {}  # older than these settings
        self._full.cancel()
        with self.view.reporting():
            quick = self.experiment.coarse(settings) if dragged and timing.loop() else settings
            result = self.experiment.result(quick)
            self._comparison.forget_spread()
            self.view.draw(result)
            self._settings, self._result = settings, result
            self._sync()
            if quick != settings:
                self._full.start()
            if not self._share.start():
                self._write()

    def _finish(self) -> None:
        """The full result of what was dragged, unless it is dragged on."""
        if not self._soon.waiting:
            self._go(self._settings)

    def _settle(self) -> None:
        """Whatever was moved before is shown, in full, before something else begins."""
        if self._soon.waiting:
            self._move()
        elif self._full.waiting:
            self._finish()

    def _sync(self) -> None:
        """Controls, marks and the preset's name follow the settings."""
        self._wanted = as_dict(self._settings)
        start = as_dict(self._start)
        for name, control in self.controls.items():
            control.show(self._wanted[name])
            control.changed = self._wanted[name] != start[name]
            control.visible = control.field.applies(self._settings)
        shown = self._story.name_of(self._settings) or OWN
        if shown != self.toolbar.presets.value:
            self._syncing = True
            self.toolbar.presets.value = shown
            self._syncing = False

    def _write(self) -> None:
        with self.panel.hold_sync():
            self.panel.code, self.panel.token = self.code(), self.token()

    # Presets and seeds.

    @timing.in_turn
    def _preset_chosen(self, change: dict[str, Any]) -> None:
        if not self._syncing and change["new"] != OWN:
            self.preset(change["new"])

    def _playing(self) -> Iterator[float]:
        for name in self._story.to_come():
            self._go(self._story[name])
            yield PAUSE

    def _running_seeds(self, n: int = 20) -> Iterator[float]:
        self._settle()
        return self._comparison.seeds(self._settings, n, self._result)

    def _steps_ended(self) -> None:
        self.toolbar.label("play", "Play")
        if "seed" in self.controls:
            self._twenty.description = "20 seeds"

    @timing.in_turn
    def _twenty_pressed(self) -> None:
        if self._steps.running:
            self._steps.stop()
        else:
            self._twenty.description = "Stop"
            self._steps.start(self._running_seeds())

    def _add_seed_buttons(self) -> None:
        if "seed" in self.controls:
            fresh = button("new-seed", "New seed", "draw other data", self.new_seed)
            self._twenty = button("seeds", "20 seeds", "how far chance moves the numbers", self._twenty_pressed)
            self.controls["seed"].children += (fresh, self._twenty)

    def _actions(self) -> dict[str, Any]:
        return {
            "step": ("Step", "the next preset", self.step),
            "play": ("Play", "all presets, slowly", self.play),
            "reset": ("Reset", "back to the first settings", self.reset),
            "pin": ("Pin", "keep these curves as faint ghosts", self.pin),
            "unpin": ("Unpin", "remove the ghosts", self.unpin),
            "size": ("Lecture size", "letters for a lecture hall", lambda: self.lecture(self.view.size == "notebook")),
        }


def explore(experiment: str | Experiment, **settings: Any) -> Explorer:
    """An explorer of the experiment of that name, at its defaults or at the given settings."""
    if isinstance(experiment, str):
        experiment = experiments.get(experiment)
    return Explorer(experiment, experiment.settings(**settings))


def from_token(token: str) -> Explorer:
    """The explorer whose `token` this is; a text that is no token is refused with one sentence."""
    return Explorer(*tokens.decode(token))


explore.from_token = from_token  # type: ignore[attr-defined]
