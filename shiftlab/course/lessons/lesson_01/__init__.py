"""Lesson 01, the kinds of shift: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .judge import JUDGE
from .mistake import MISTAKE
from .predictions import PREDICTIONS
from .questions import QUESTIONS
from .selection import SELECTION
from .weights import WEIGHTS

LESSON = Lesson(
    number="01",
    slug="kinds_of_shift",
    title="Four ways to bias a sample",
    minutes=40,
    about="what selection changes in a sample, and what weights can repair",
    predictions=PREDICTIONS,
    exercises=(SELECTION, MISTAKE, WEIGHTS, JUDGE),
    questions=QUESTIONS,
)
