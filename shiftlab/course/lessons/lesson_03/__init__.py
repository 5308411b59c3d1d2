"""Lesson 03, kernel mean matching: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .judge import JUDGE
from .kappa import KAPPA
from .mistake import MISTAKE
from .predictions import PREDICTIONS
from .questions import QUESTIONS
from .ratio import RATIO
from .size import SIZE

LESSON = Lesson(
    number="03",
    slug="kernel_mean_matching",
    title="Weights from unlabelled rows",
    minutes=40,
    about="kernel mean matching, what weights cost, and when they help",
    predictions=PREDICTIONS,
    exercises=(RATIO, SIZE, KAPPA, MISTAKE, JUDGE),
    questions=QUESTIONS,
)
