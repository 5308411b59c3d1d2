"""Lesson 02, undersampling: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .forest import FOREST
from .formulas import POSTERIOR, THRESHOLD
from .judge import JUDGE
from .mistake import MISTAKE
from .predictions import PREDICTIONS
from .questions import QUESTIONS

LESSON = Lesson(
    number="02",
    slug="undersampling",
    title="Undersampling, and the way back",
    minutes=40,
    about="probabilities, ranking and decisions after undersampling, and the way back",
    predictions=PREDICTIONS,
    exercises=(POSTERIOR, THRESHOLD, FOREST, MISTAKE, JUDGE),
    questions=QUESTIONS,
)
