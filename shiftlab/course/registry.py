"""The lessons, exercises and predictions there are: each folder in ``lessons`` has a ``LESSON``."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterable
from typing import TypeVar

from ..support import words
from . import lessons as folder
from .exercise import Exercise
from .lesson import Lesson
from .prediction import Prediction
from .question import Question

Asked = TypeVar("Asked", Exercise, Prediction, Question)


@functools.cache
def every_lesson() -> dict[str, Lesson]:
    """The lessons by their numbers, in order, also those whose text is not written yet."""
    return dict(map(_lesson_in, sorted(pkgutil.iter_modules(folder.__path__), key=lambda module: module.name)))


@functools.cache
def lessons() -> dict[str, Lesson]:
    """The lessons that a student can open, by their numbers, in order."""
    return {number: lesson for number, lesson in every_lesson().items() if lesson.told}


@functools.cache
def exercises() -> dict[str, Exercise]:
    return _by_id(exercise for lesson in every_lesson().values() for exercise in lesson.exercises)


@functools.cache
def predictions() -> dict[str, Prediction]:
    return _by_id(prediction for lesson in every_lesson().values() for prediction in lesson.predictions)


@functools.cache
def questions() -> dict[str, Question]:
    """The questions of the lessons that a student can open: nobody is asked about what is not told yet."""
    return _by_id(question for lesson in lessons().values() for question in lesson.questions)


def lesson(number: str) -> Lesson:
    """A lesson by its number: "02", or "2"."""
    wanted = str(number).strip().zfill(2)
    if wanted in lessons():
        return lessons()[wanted]
    known = ", ".join(f"{lesson.number} ({lesson.title})" for lesson in lessons().values())
    raise ValueError(f"There is no lesson {number!r:.20}; there are {known}.")


def exercise(id: str) -> Exercise:
    return _get(exercises(), id, "exercise")


def prediction(id: str) -> Prediction:
    return _get(predictions(), id, "prediction")


def question(id: str) -> Question:
    return _get(questions(), id, "question")


def _lesson_in(module: pkgutil.ModuleInfo) -> tuple[str, Lesson]:
    lesson: Lesson = importlib.import_module(f"{folder.__name__}.{module.name}").LESSON
    if module.name != f"lesson_{lesson.number}":
        raise ValueError(f"The folder {module.name} has the lesson {lesson.number}: rename one of them.")
    return lesson.number, lesson


def _by_id(items: Iterable[Asked]) -> dict[str, Asked]:
    by_id: dict[str, Asked] = {}
    for item in items:
        if item.id in by_id:
            raise ValueError(f"There are two with the id {item.id}: all that is asked needs one of its own.")
        by_id[item.id] = item
    return by_id


def _get(known: dict[str, Asked], id: str, what: str) -> Asked:
    if isinstance(id, str) and id in known:
        return known[id]
    near = words.nearest(id, known)
    which = f"did you mean {near}?" if near else f"there are {', '.join(known)}."
    raise ValueError(f"There is no {what} {id!r:.60}; {which}")
