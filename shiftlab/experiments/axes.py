"""Limits and ticks of axes that stay as long as they can."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from .._check import Floats


def limit(ax: Axes, axis: str, limits: tuple[float, float]) -> None:
    """Set limits only when they change: a live picture redraws its background when they do."""
    if getattr(ax, f"get_{axis}lim")() != limits:
        getattr(ax, f"set_{axis}lim")(*limits)


def ticks(ax: Axes, places: Sequence[float] | Floats) -> None:
    """Set the ticks of the x-axis only when they change, for the same reason."""
    if not np.array_equal(ax.get_xticks(), places):
        ax.set_xticks(places)


def beyond(value: float, steps: tuple[float, ...], below: float = 0.0) -> tuple[float, float]:
    """From 0, or that share of the whole below it, to the first of a few steps that is not smaller than `value`."""
    end = next((step for step in steps if step >= value), steps[-1])
    return -below * end, float(end)
