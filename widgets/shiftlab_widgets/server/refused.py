"""What is not done, and why."""

from __future__ import annotations


class Refused(ValueError):
    """One sentence, and what HTTP calls it."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.status = status
