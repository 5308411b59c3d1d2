"""Lesson 03, kernel mean matching: what it is called and what it asks."""

from __future__ import annotations

from shiftlab.course.lesson import Lesson

from .judge import JUDGE
from .kappa import KAPPA
from .predictions import PREDICTIONS
from .weights import RATIO, SIZE

LESSON = Lesson(
    number="03",
    slug="kernel_mean_matching",
    title="Weights from unlabelled rows",
    minutes=40,
    about="kernel mean matching, what weights cost, and when they help",
    predictions=PREDICTIONS,
    exercises=(RATIO, SIZE, KAPPA, JUDGE),
)
