"""Lesson 06, transfer cross-validation: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .criterion import CRITERION
from .fold import FOLD
from .interval import INTERVAL
from .judge import JUDGE
from .predictions import PREDICTIONS
from .questions import QUESTIONS
from .sign import SIGN
from .worked import MISTAKE

LESSON = Lesson(
    number="06",
    slug="transfer_cross_validation",
    title="When the rule shifts too",
    minutes=40,
    about="two shifts at once, transfer cross-validation, and what a few labels of the target are worth",
    predictions=PREDICTIONS,
    exercises=(MISTAKE, FOLD, CRITERION, SIGN, INTERVAL, JUDGE),
    questions=QUESTIONS,
)
