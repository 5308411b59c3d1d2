"""The veil: from a prediction to its reveal nothing is shown that tells the answer.

There are two ways on: to predict, or to look without predicting. Which was taken is kept, so that neither a reload
nor running all cells gets past it.
"""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Callable
from typing import Any, TypeVar

from ...support import front
from ...support.strict import strict
from .. import registry
from ..card import Card, Control
from ..kept import desk

Shower = TypeVar("Shower", bound=Callable[[], Any])

waiting: dict[str, list[Callable[[], object]]] = {}


def lifted(id: str) -> bool:
    """Whether what belongs after a prediction may be shown."""
    registry.prediction(id)  # a misspelt one is no open door
    entry = desk.prediction(id)
    return strict() or bool(entry.get("tries") or entry.get("looked"))


def when_lifted(id: str, then: Callable[[], object]) -> None:
    """Call this once, as soon as the prediction was made or waived."""
    waiting.setdefault(id, []).append(then)


def lift(id: str) -> None:
    """Tell those who wait."""
    for then in waiting.pop(id, []):
        then()


def veiled(id: str, make: Callable[[], Any]) -> Any:
    """What `make` returns if it may be shown, else a veil, which where there are controls lifts in place."""
    if lifted(id):
        return make()
    asked = registry.prediction(id)
    ways = (
        f'Say what you expect, {asked.listed}: `course.predict("{id}", "...")`. Or look without predicting: '
        f'`course.look("{id}")`. Then run this cell again.'
    )
    return Card("○ Predict first", (asked.question, ways), control=Control("veil", (id,), make))


def after(id: str) -> Callable[[Shower], Shower]:
    """Run the function that is decorated at once, or behind the veil. It prints, and may return what is shown too."""

    def decorate(function: Shower) -> Shower:
        if lifted(id):
            value = function()
            if value is not None:
                front.show(value)
        else:
            front.show(veiled(id, functools.partial(_caught, function)))
        return function

    return decorate


class Printed(str):
    """What a function printed, to be shown later and elsewhere."""


def _caught(function: Callable[[], Any]) -> list[Any]:
    """What it prints, and what it returns."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        value = function()
    return [part for part in (Printed(out.getvalue()), value) if part is not None and str(part)]
