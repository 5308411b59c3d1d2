"""Every exercise and prediction by its id: they stand in the folders ``lessons/lesson_NN``."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any, TypeVar

from ..support import words
from . import lessons
from .exercise import Exercise
from .prediction import Prediction

Asked = TypeVar("Asked", Exercise, Prediction)


@functools.cache
def exercises() -> dict[str, Exercise]:
    return _by_id(exercise for module in _lessons() for exercise in module.EXERCISES)


@functools.cache
def predictions() -> dict[str, Prediction]:
    return _by_id(prediction for module in _lessons() for prediction in module.PREDICTIONS)


def exercise(id: str) -> Exercise:
    return _get(exercises(), id, "exercise")


def prediction(id: str) -> Prediction:
    return _get(predictions(), id, "prediction")


def _lessons() -> list[Any]:
    names = sorted(module.name for module in pkgutil.iter_modules(lessons.__path__))
    return [importlib.import_module(f"{lessons.__name__}.{name}") for name in names]


def _by_id(items: Iterable[Asked]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for item in items:
        if item.id in found:
            raise ValueError(f"There are two with the id {item.id}: every exercise and prediction needs its own.")
        found[item.id] = item
    return found


def _get(known: dict[str, Asked], id: str, what: str) -> Asked:
    if isinstance(id, str) and id in known:
        return known[id]
    near = words.nearest(id, known)
    which = f"did you mean {near}?" if near else f"there are {', '.join(known)}."
    raise ValueError(f"There is no {what} {id!r:.60}; {which}")
