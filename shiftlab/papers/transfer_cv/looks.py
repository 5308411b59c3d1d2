"""How each criterion is drawn, wherever it is: colour and marker together are its own."""

from __future__ import annotations

from shiftlab import style

from .judged import CRITERIA
from .slopes import LOOKS


def of_criterion(name: str) -> style.Role:
    """Its colour, dash and marker."""
    return style.Role(*LOOKS[CRITERIA.index(name)])
