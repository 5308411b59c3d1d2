"""Controls for an experiment's fields: what each looks like follows from the field's type, bounds and `Control`."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import ipywidgets as w

from shiftlab.experiments.settings import Field

#: Told when a person moves a control: the field's name, its new value, and whether more may follow at once.
OnMove = Callable[[str, Any, bool], None]

#: A log slider that starts at 0 needs a smallest value: this share of the largest.
SMALLEST = 1e-3
#: Even steps of a whole number are as wide as it takes to have no more than these.
MOST = 200


class FieldControl(w.HBox):
    """One field: a slider with a number box, a list of choices, a checkbox, or a number box alone.

    `main` is what a person moves first, `box` the number box beside it (or None). Every slider is a selection slider
    over round values: ipywidgets' float sliders move values that lie between their steps (1/9, say) as soon as they
    are shown, and their log slider speaks of exponents.
    """

    def __init__(self, field: Field, value: Any, on_move: OnMove) -> None:
        self.field = field
        self._on_move = on_move
        self._showing: int | None = None  # the thread that does
        self._moving: list[int] = []  # the threads that bring a move
        self.main, self.box = _widgets(field, value)
        self.main.tooltip = field.help or None
        super().__init__([self.main, self.box] if self.box else [self.main])
        self.add_class("shiftlab-control")
        self.add_class(f"shiftlab-field-{field.name}")
        self.main.observe(lambda change: self._moved(self.main, change["new"]), "value")
        if self.box:
            self.box.observe(lambda change: self._moved(self.box, change["new"]), "value")
        self.value = value
        self.show(value)

    def __repr__(self) -> str:
        return f"FieldControl({self.field.name}={self.value!r})"

    def show(self, value: Any) -> None:
        """Display a value that comes from elsewhere, unless a newer one is just coming from the page: taken back now,
        the slider would make its next step from the older value.
        """
        widgets = [widget for widget in (self.main, self.box) if widget]
        if any(widget._property_lock for widget in widgets) and threading.get_ident() not in self._moving:
            return
        self.value = value
        with self._quietly():
            for widget in widgets:
                if widget.value != value:
                    _display(widget, self.field, value)

    @property
    def changed(self) -> bool:
        """Whether it carries the mark of a changed control."""
        return "shiftlab-changed" in self._dom_classes

    @changed.setter
    def changed(self, on: bool) -> None:
        _toggle(self, "shiftlab-changed", on)

    @property
    def visible(self) -> bool:
        return "shiftlab-hidden" not in self._dom_classes

    @visible.setter
    def visible(self, on: bool) -> None:
        _toggle(self, "shiftlab-hidden", not on)

    def _moved(self, widget: w.Widget, new: Any) -> None:
        if self._showing == threading.get_ident():
            return
        self.value = new
        self._moving.append(threading.get_ident())
        try:
            # only a person in a browser drags: what a program sets is final
            dragged = isinstance(widget, w.SelectionSlider) and bool(widget._property_lock)
            self._on_move(self.field.name, new, dragged)
        finally:
            self._moving.remove(threading.get_ident())

    @contextmanager
    def _quietly(self) -> Any:
        before, self._showing = self._showing, threading.get_ident()
        try:
            yield
        finally:
            self._showing = before


def _widgets(field: Field, value: Any) -> tuple[w.ValueWidget, w.ValueWidget | None]:
    """The widget that is moved, and the number box beside it."""
    if field.choices:
        return w.Dropdown(options=list(field.choices), value=value, description=field.label), None
    if field.type is bool:
        return w.Checkbox(value=value, description=field.label, indent=False), None
    if field.type not in (int, float):
        return w.Text(value=value, description=field.label, continuous_update=False), None
    if field.low is None or field.high is None:
        return _box(field, field.label), None
    return _slider(field, value), _box(field, "")


def _slider(field: Field, value: Any) -> w.SelectionSlider:
    return w.SelectionSlider(options=_named(field, value), value=value, description=field.label, continuous_update=True)


def _box(field: Field, label: str) -> w.ValueWidget:
    whole = field.type is int
    if field.low is None or field.high is None:
        return (w.IntText if whole else w.FloatText)(description=label)
    step = None if field.control.log else field.control.step
    bounds = {"min": field.low, "max": field.high, "step": step or (1 if whole else None)}
    return (w.BoundedIntText if whole else w.BoundedFloatText)(description=label, **bounds)


def rungs(field: Field, *values: Any) -> list[Any]:
    """The values that a slider can take: even or log steps, the bounds where they are allowed, and `values`."""
    assert field.low is not None
    assert field.high is not None
    low, high = field.low, field.high
    found = (_log_rungs if field.control.log else _even_rungs)(field, low, high)
    excluded = {end for end, is_open in ((low, field.open_low), (high, field.open_high)) if is_open}
    inside = {rung for rung in found if low <= rung <= high} | {field.type(low), field.type(high)}
    return sorted((inside - excluded) | set(values))


def _even_rungs(field: Field, low: float, high: float) -> set[Any]:
    span = high - low
    step = field.control.step or (max(1, round(span / MOST)) if field.type is int else span / 100)
    return {field.type(_clean(low + i * step)) for i in range(round(span / step) + 1)}


def _log_rungs(field: Field, low: float, high: float) -> set[Any]:
    """1, 2, 3, 5, 7, 10, 15, 20, ... for whole numbers; finer for others."""
    smallest = low or (1 if field.type is int else SMALLEST * high)
    series = COARSE if field.type is int else FINE
    decades = range(math.floor(math.log10(smallest)), math.ceil(math.log10(high)) + 1)
    found = [_clean(step * 10.0**decade) for decade in decades for step in series]
    return {round(rung) if field.type is int else rung for rung in found if rung >= smallest}


#: To the decade: steps of about a tenth, in round numbers.
FINE = (
    1.0,
    1.1,
    1.2,
    1.3,
    1.5,
    1.7,
    2.0,
    2.2,
    2.5,
    2.7,
    3.0,
    3.3,
    3.6,
    4.0,
    4.5,
    5.0,
    5.5,
    6.0,
    6.5,
    7.0,
    7.5,
    8.0,
    9.0,
)
COARSE = (1, 1.5, 2, 3, 5, 7)


def _clean(value: float) -> float:
    """Free of what binary arithmetic adds: 0.3 and not 0.30000000000000004."""
    return float(f"{value:.12g}")


def _named(field: Field, *values: Any) -> list[tuple[str, Any]]:
    return [(f"{rung:.4g}" if field.type is float else str(rung), rung) for rung in rungs(field, *values)]


def _display(widget: w.ValueWidget, field: Field, value: Any) -> None:
    if isinstance(widget, w.SelectionSlider):
        with widget.hold_sync():  # new options, then the place among them: the page sees both at once
            if value not in (option for _, option in widget.options):
                widget.options = _named(field, value)
            widget.value = value
        return
    if isinstance(widget, w.BoundedFloatText | w.FloatText):
        value = float(f"{value:.4g}")  # 0.1111: the box is narrow
    if widget.value != value:
        widget.value = value


def _toggle(widget: w.DOMWidget, name: str, on: bool) -> None:
    if on != (name in widget._dom_classes):
        (widget.add_class if on else widget.remove_class)(name)
