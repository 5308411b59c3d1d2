"""What a lesson's folder holds beside what it asks: a comparison, a branch of the chart."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from .. import lessons
from ..registry import every_lesson


def parts(module: str, name: str) -> dict[str, Any]:
    """`name` of the module of each lesson that has one, by the numbers of the lessons, in order."""
    places = {number: f"{lessons.__name__}.lesson_{number}.{module}" for number in every_lesson()}
    return {
        number: getattr(importlib.import_module(place), name)
        for number, place in places.items()
        if importlib.util.find_spec(place) is not None
    }
