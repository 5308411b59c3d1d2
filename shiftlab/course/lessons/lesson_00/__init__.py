"""Lesson 00, start here: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .predictions import PREDICTIONS
from .questions import QUESTIONS
from .share import SHARE

LESSON = Lesson(
    number="00",
    slug="start_here",
    title="Start here",
    minutes=17,
    about="what a shift costs, and how the course works",
    predictions=PREDICTIONS,
    exercises=(SHARE,),
    questions=QUESTIONS,
)
