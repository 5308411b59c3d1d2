"""A live figure whose settings can be moved: by a program, by a person in the page, and by links to other widgets."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import traitlets as t

from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import SettingsError, as_dict, fields
from shiftlab.support import words

from . import timing
from .ahead.queue import Ahead, Expected
from .controls import FieldControl, described
from .figure_view import FigureView

TRAITS = {bool: t.Bool, int: t.Int, float: t.Float, str: t.Unicode}
PREFIX = "setting_"


class LiveSettings(FigureView):
    """Its traits ``setting_<name>`` are the settings of the picture.

    A value that does not fit goes back to what it was, and `error` has the sentence; `set` raises it. Only what a
    person does in the page leaves the control where it is, until the rest fits: `values` are what the controls say.
    """

    # to the browser
    experiment_name = t.Unicode("").tag(sync=True)
    fields = t.List(t.Dict()).tag(sync=True)
    values = t.Dict().tag(sync=True)
    hidden = t.List(t.Unicode()).tag(sync=True)  # controls that do not apply
    changed = t.List(t.Unicode()).tag(sync=True)  # controls that are not as at the start
    rough = t.Bool(False).tag(sync=True)  # the picture is a coarse one, the full one follows
    heard: Any = t.Dict().tag(sync=True)  # the last message of the page that was acted upon: "page" and "n"
    prefetch = t.Bool(True).tag(sync=True)  # whether the page may ask for frames ahead

    def __new__(cls, experiment: Experiment[Any, Any], *_: Any, **__: Any) -> LiveSettings:
        made = _with_settings(cls, experiment.Settings)  # type: ignore[arg-type]  # classes have a hash
        return super().__new__(made)

    def __init__(self, experiment: Experiment[Any, Any], settings: Any) -> None:
        self._start = self._settings = settings
        self._wanted = as_dict(settings)
        self._linked: list[FieldControl] = []
        self._hearing: dict[str, Any] = {}
        self._ahead = Ahead(self)
        self._full = timing.Later(timing.FULL, self._finish)
        self._back = timing.Later(0, self._tell)
        super().__init__(experiment)
        with self.hold_sync():
            self.experiment_name = experiment.name
            self.fields = [described(field) for field in experiment.fields]
            self._tell()
        self.draw(experiment.result(settings))
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    @property
    def settings(self) -> Any:
        """The settings of the picture."""
        return self._settings

    @timing.in_turn
    def set(self, **changes: Any) -> None:
        """Change some settings; what does not fit is refused with a `SettingsError`."""
        self._settle()
        self._go(self._settings.changed(**changes))

    @timing.in_turn
    def reset(self) -> None:
        """Back to the settings that it started with."""
        self._go(self._start)

    def control(self, name: str) -> FieldControl:
        """A control of its own for one setting, linked both ways, to be put anywhere among other widgets."""
        field = next((field for field in self.experiment.fields if field.name == name), None)
        if field is None:
            hint = words.did_you_mean(name, as_dict(self._settings))
            raise ValueError(f"There is no setting {name!r}{hint}.")
        control = FieldControl(described(field), self, PREFIX + name)
        self._linked.append(control)
        return control

    @timing.in_turn
    def receive(self, content: dict[str, Any]) -> None:
        """What the page says: which control was moved, what was pressed (in the words of flow.js), or what it would
        like to have before it is asked for (ahead.js).
        """
        if content["do"] == "ahead":
            self._ahead.ask(content["wants"])
        elif content["do"] == "arrived":
            self._ahead.arrived(content["id"])
        elif content["do"] == "outdate":
            self.outdate()
        else:
            self._ahead.stop()
            self._answer(content)

    def expected(self, want: dict[str, Any]) -> Expected:
        """What a page wants ahead: the settings, and what would be told of them; `SettingsError` if they do not fit."""
        settings = self._start if want.get("start") else self.experiment.settings(**want["values"])
        return Expected(settings, self._described(settings))

    def close(self) -> None:
        self._ahead.stop()
        for later in (self._full, self._back):
            later.cancel()
        for control in self._linked:
            control.close()
        self._linked.clear()
        self.unobserve_all()
        self.layout.close()
        super().close()

    def notify_change(self, change: Any) -> None:
        """A setting that is set moves the picture before others hear of it; one that is refused goes back after they
        have, and a moment later if it can: a link does not listen while it brings a value.
        """
        is_setting = change["name"].startswith(PREFIX)
        try:
            if is_setting:
                self._follow_traits()
            super().notify_change(change)
        finally:
            if is_setting and self._told() and not self._back.start():
                self._tell()

    @timing.in_turn
    def _handle_msg(self, msg: Any) -> None:
        super()._handle_msg(msg)

    def _answer(self, content: dict[str, Any]) -> None:
        """It is answered when it is done, but a drag before the work begins: the next values come meanwhile."""
        dragging = bool(content.get("dragging"))
        self._hearing = {"page": content.get("page"), "n": content.get("n")}
        answer = {"answered": content.get("n"), "page": content.get("page")}
        if dragging:
            self.send(answer)
        try:
            self._act(content["do"], content, content.get("values", {}), dragging)
        finally:
            self.heard = self._hearing
            if not dragging:
                self.send(answer)

    def _act(self, action: str, about: dict[str, Any], values: dict[str, Any], dragging: bool) -> None:
        if action == "move":
            self._move(values, dragging)

    def _move(self, values: dict[str, Any], dragging: bool = False) -> None:
        """A person wants these values, with what the other controls say."""
        self._wanted = self._wanted | values
        try:
            settings = self.experiment.settings(**self._wanted)
        except SettingsError as refusal:
            self._refuse(refusal)
            self.values = self._wanted
        else:
            self._go(settings, dragging)

    def _told(self) -> dict[str, Any]:
        """The settings of which the trait says something else."""
        told = {name: getattr(self, PREFIX + name) for name in self._wanted}
        return {name: value for name, value in told.items() if value != getattr(self._settings, name)}

    @timing.in_turn
    def _follow_traits(self) -> None:
        if told := self._told():
            try:
                self.set(**told)
            except SettingsError as refusal:
                self._refuse(refusal)

    def _refuse(self, refusal: SettingsError) -> None:
        self.error = f"{refusal} The picture shows the last settings that fit."

    def _go(self, settings: Any, dragging: bool = False) -> None:
        """Compute, draw, and only then tell the controls: the picture must not wait for them."""
        self._full.cancel()
        with self.reporting():
            coarse = self.experiment.coarse(settings)
            quick = coarse if dragging and timing.loop() else settings
            if quick != self.result.settings or self.error:
                with self._ahead.measuring(rough=coarse != settings, counts=quick == coarse):
                    result = self.experiment.result(quick)
                    self._before_drawing()
                    self.draw(result)
            self._settings = settings
            self._tell()
            if quick != settings:
                self._full.start()

    def _before_drawing(self) -> None:
        """For what must be told apart from a mere new frame."""

    def _finish(self) -> None:
        """The full result of what was dragged."""
        self._go(self._settings)

    def _settle(self) -> None:
        """What was dragged is shown in full before something else begins."""
        if self._full.waiting:
            self._finish()

    def _tell(self) -> None:
        """Traits, controls and their marks follow the settings."""
        self._back.cancel()
        self._wanted = as_dict(self._settings)
        with self.hold_sync(), self.hold_trait_notifications():
            for name, value in (*self._described(self._settings).items(), *_traits(self._wanted)):
                self.set_trait(name, value)
            self.rough = self.result is not None and self.result.settings != self._settings
            self.heard = self._hearing

    def _described(self, settings: Any) -> dict[str, Any]:
        """What is told of settings, by the names of traits."""
        values, start = as_dict(settings), as_dict(self._start)
        return {
            "values": values,
            "changed": [name for name, value in values.items() if value != start[name]],
            "hidden": [field.name for field in self.experiment.fields if not field.applies(settings)],
        }


def _traits(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((PREFIX + name, value) for name, value in values.items())


@functools.cache
def _with_settings(cls: type, settings_type: type) -> type:
    """The class with a trait for every setting."""
    traits = {
        PREFIX + field.name: TRAITS[field.type]().tag(sync=True, echo_update=False) for field in fields(settings_type)
    }
    return type(cls.__name__, (cls,), {"__module__": cls.__module__, "__doc__": cls.__doc__, **traits})
