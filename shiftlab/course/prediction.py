"""Predict first: a question that a student commits to before the lesson shows what happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Prediction:
    """One question.

    `happens` says what happens and `why` the reason. `choices` holds for each choice what to say to those who
    took it; for the right one this may stay empty.
    """

    id: str
    question: str
    choices: Mapping[str, str]
    answer: str
    happens: str
    why: str = field(repr=False)

    def __post_init__(self) -> None:
        if self.answer not in self.choices:
            raise ValueError(f"{self.id}: the answer {self.answer!r} is not one of the choices.")

    @property
    def listed(self) -> str:
        """The choices for a sentence: `"up"`, `"down"` or `"unchanged"`."""
        quoted = [f'`"{choice}"`' for choice in self.choices]
        return f"{', '.join(quoted[:-1])} or {quoted[-1]}"

    def find(self, choice: object) -> str | None:
        """The choice as it is written in the list, whatever its case and spaces; nothing if there is none."""
        if not isinstance(choice, str):
            return None
        plain = " ".join(choice.lower().split())
        return next((known for known in self.choices if known.lower() == plain), None)
