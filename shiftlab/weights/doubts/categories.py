"""The kinds of warnings, which ``warnings.filterwarnings`` can tell from each other."""

from __future__ import annotations


class ShiftWarning(UserWarning):
    """Weights that cannot be relied on: few rows carry them, or the samples hardly overlap, or their scale is off."""


class ScaleWarning(ShiftWarning):
    """Columns in units so different that only some of them are seen."""
