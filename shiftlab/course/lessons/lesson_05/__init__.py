"""Lesson 05, reverse testing: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .back import BACK
from .benefit import BENEFIT
from .judge import JUDGE
from .mistake import MISTAKE
from .predictions import PREDICTIONS
from .questions import QUESTIONS
from .rule import RULE

LESSON = Lesson(
    number="05",
    slug="reverse_testing",
    title="Which learner will be best there?",
    minutes=40,
    about="why cross-validation misjudges, reverse testing, and when no method's choice is worth anything",
    predictions=PREDICTIONS,
    exercises=(RULE, MISTAKE, BACK, BENEFIT, JUDGE),
    questions=QUESTIONS,
)
