"""Lesson 04, weights and classifier in one: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .judge import JUDGE
from .mistake import MISTAKE
from .predictions import PREDICTIONS
from .pull import PULL
from .questions import QUESTIONS
from .weight import WEIGHT

LESSON = Lesson(
    number="04",
    slug="discriminative",
    title="Weights and classifier in one",
    minutes=40,
    about="weights from a classifier of the samples, learned first or together with the model",
    predictions=PREDICTIONS,
    exercises=(WEIGHT, PULL, MISTAKE, JUDGE),
    questions=QUESTIONS,
)
