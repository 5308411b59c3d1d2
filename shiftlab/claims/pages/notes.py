"""Deviations and assumptions: each is written once on a page, and referred to by its code."""

from __future__ import annotations

from collections.abc import Iterable


class Notes:
    """Codes in the order of first use: A1, A2 ..."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def refer(self, assumptions: Iterable[str]) -> str:
        """Links to these: "[A1](#a1), [A4](#a4)"."""
        codes = [self._codes.setdefault(text, f"A{len(self._codes) + 1}") for text in assumptions]
        return ", ".join(f"[{code}](#{code.lower()})" for code in codes)

    def lines(self) -> list[str]:
        return [f'- <a id="{code.lower()}"></a>**{code}** {text}' for text, code in self._codes.items()]
