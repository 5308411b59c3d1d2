"""Warnings that name the line of whoever called, however many of our own frames are in between."""

from __future__ import annotations

import sys
import warnings
from types import FrameType

_OURS = {"shiftlab", "sklearn", "joblib"}  # learners call weighers, pipelines and searches call learners


def warn(message: str, category: type[Warning]) -> None:
    """Warn at the nearest line outside of this package and of scikit-learn, which may have called it."""
    frame: FrameType | None = sys._getframe(1)
    level = 2  # of whoever called this function
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _OURS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
