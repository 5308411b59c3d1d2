"""A question of recall: asked again days and lessons later, so that what was learned stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .choices import Choices


@dataclass(frozen=True)
class Question(Choices):
    """One question about an idea, to be understood without the page that it comes from. `why` says the reason."""

    id: str
    text: str
    choices: Mapping[str, str]
    answer: str
    why: str = field(repr=False)

    def answered(self, choice: str) -> tuple[str, ...]:
        """What to say to who chose this."""
        return tuple(part for part in (self.choices[choice], self.why) if part)
