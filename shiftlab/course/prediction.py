"""Predict first: a question that a student commits to before the lesson shows what happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .choices import Choices


@dataclass(frozen=True)
class Prediction(Choices):
    """One question.

    `happens` says what happens and `why` the reason. `spoilers` are numbers and words that would tell the answer: a
    student's notebook has none of them before the reveal.
    """

    id: str
    question: str
    choices: Mapping[str, str]
    answer: str
    happens: str
    why: str = field(repr=False)
    spoilers: tuple[str, ...] = ()
