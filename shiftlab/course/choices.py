"""A question with choices: what predictions and questions of recall have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: How sure one is of a choice. Wrong and certain is what a teacher wants to see.
SURE = ("guessing", "fairly sure", "certain")


class Choices:
    """`choices` holds for each choice what to say to those who took it; for the right one this may stay empty."""

    id: str
    choices: Mapping[str, str]
    answer: str

    def __post_init__(self) -> None:
        if self.answer not in self.choices:
            raise ValueError(f"{self.id}: the answer {self.answer!r} is not one of the choices.")

    @property
    def listed(self) -> str:
        """The choices for a sentence: `"up"`, `"down"` or `"unchanged"`."""
        return either([*self.choices])

    def find(self, choice: object) -> str | None:
        """The choice as it is written in the list, whatever its case and spaces; nothing if there is none."""
        return find(choice, [*self.choices])


def either(words: Sequence[str]) -> str:
    """Words to type, for a sentence."""
    quoted = [f'`"{word}"`' for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else quoted[0]


def find(said: object, words: Sequence[str]) -> str | None:
    """The word that was meant, whatever its case and spaces; nothing if there is none."""
    if not isinstance(said, str):
        return None
    plain = " ".join(said.lower().split())
    return next((word for word in words if word.lower() == plain), None)
