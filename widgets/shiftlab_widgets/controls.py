"""Controls for an experiment's fields: what the page must know of each follows from its type, bounds and `Control`."""

from __future__ import annotations

import math
from typing import Any

import anywidget
import ipywidgets as w
import traitlets as t

from shiftlab.experiments.settings import Field

from . import page

#: A log slider that starts at 0 needs a smallest value: this share of the largest.
SMALLEST = 1e-3
#: Even steps of a whole number are as wide as it takes to have no more than these.
MOST = 200
KINDS = {bool: "check", str: "text"}


class FieldControl(anywidget.AnyWidget, w.ValueWidget):
    """One setting of an explorer, to be put wherever a widget can be; made by `Explorer.control`.

    Its `value` is the setting: each follows the other until one of them is closed.
    """

    _esm = page.script("field_control.js")
    _css = page.style("controls.css")

    field = t.Dict().tag(sync=True)
    value = t.Any().tag(sync=True, echo_update=False)

    def __init__(self, field: dict[str, Any], explorer: Any, trait: str) -> None:
        self._explorer: Any = explorer
        self._trait = trait
        super().__init__(field=field, value=getattr(explorer, trait))
        self.observe(self._to_explorer, "value")
        explorer.observe(self._from_explorer, trait)

    def __repr__(self) -> str:
        return f"FieldControl({self.field['name']}={self.value!r})"

    def close(self) -> None:
        if self._explorer is not None:
            self._explorer.unobserve(self._from_explorer, self._trait)
            self._explorer = None
            self.unobserve(self._to_explorer, "value")
        self.layout.close()
        super().close()

    def _to_explorer(self, _change: Any) -> None:
        setattr(self._explorer, self._trait, self.value)

    def _from_explorer(self, _change: Any) -> None:
        self.value = getattr(self._explorer, self._trait)


def described(field: Field) -> dict[str, Any]:
    """A field in the words of the page (see controls.js).

    A slider moves over the places of a list of round values: the value of a range input with a step is bent to the
    step as soon as it is shown (1/9, say), and one over a log scale would speak of exponents.
    """
    slides = field.low is not None and field.high is not None
    number = "slider" if slides else "number"
    step = field.control.step or (1 if field.type is int else None)
    return {
        "name": field.name,
        "label": field.label,
        "help": field.help,
        "kind": "choice" if field.choices else KINDS.get(field.type, number),
        "whole": field.type is int,
        "choices": list(field.choices),
        "rungs": rungs(field) if slides else [],
        "low": field.low,
        "high": field.high,
        "step": "any" if step is None or (field.control.log and field.type is float) else step,
    }


def rungs(field: Field) -> list[Any]:
    """The values that a slider can take: even or log steps, the bounds where they are allowed."""
    assert field.low is not None
    assert field.high is not None
    low, high = field.low, field.high
    found = (_log_rungs if field.control.log else _even_rungs)(field, low, high)
    excluded = {end for end, is_open in ((low, field.open_low), (high, field.open_high)) if is_open}
    inside = {rung for rung in found if low <= rung <= high} | {field.type(low), field.type(high)}
    return sorted(inside - excluded)


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
