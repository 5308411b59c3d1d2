"""Limits and ticks of axes that stay as long as they can, legends below them, and rows of a summary in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from .. import style
from .._check import Floats
from .summary import Row, Summary, ends

#: Between ticks, in powers of ten.
STEPS = [1, 2, 2.5, 5, 10]


def limit(ax: Axes, axis: str, limits: tuple[float, float]) -> None:
    """Set limits only when they change: a live picture redraws its background when they do."""
    if getattr(ax, f"get_{axis}lim")() != limits:
        getattr(ax, f"set_{axis}lim")(*limits)


def ticks(ax: Axes, places: Sequence[float] | Floats) -> None:
    """Set the ticks of the x-axis only when they change, for the same reason."""
    if not np.array_equal(ax.get_xticks(), places):
        ax.set_xticks(places)


def whole_ticks(axis: Axis, most: int | Literal["auto"] = "auto") -> None:
    """Ticks at whole numbers, be it one alone: their labels need the same room at all limits, and so they stay inside
    a picture that is laid out for its first limits.
    """
    axis.set_major_locator(MaxNLocator(most, steps=STEPS, integer=True, min_n_ticks=1))


def few_ticks(ax: Axes, most: int = 5) -> None:
    """On a slide, as few ticks on the x-axis as its large numbers need not to touch each other."""
    if style.size_of(ax.figure) == "slide":
        ax.xaxis.set_major_locator(MaxNLocator(most, steps=STEPS))


def step(value: float, steps: Sequence[float], otherwise: float | None = None) -> float:
    """The first of a few steps that is not smaller than `value`: few moves of a slider reach another one.

    Beyond the last of them it is `otherwise`, or the last.
    """
    return float(next((one for one in steps if one >= value), steps[-1] if otherwise is None else otherwise))


def beyond(value: float, steps: Sequence[float], below: float = 0.0) -> tuple[float, float]:
    """From 0, or that share of the whole below it, to the step that `value` needs."""
    end = step(value, steps)
    return -below * end, end


def legend_below(
    ax: Axes, distance: float, *, at: float = 0.5, ncols: int = 1, on_slide: int | None = None, **look: Any
) -> None:
    """A legend that begins so far below the axes, in heights of theirs.

    On a slide, if so many columns are given for it, it is below the whole figure instead: as wide, and no axes need
    be narrower for its large letters.
    """
    if on_slide is not None and style.size_of(ax.figure) == "slide":
        handles = look.pop("handles", None) or ax.get_legend_handles_labels()[0]
        ax.figure.legend(handles=handles, loc="outside lower center", ncols=on_slide, **look)
    else:
        ax.legend(loc="upper center", bbox_to_anchor=(at, -distance), ncols=ncols, **look)


def legend_above(figure: Figure, ax: Axes, ncols: int | None = None) -> None:
    """A legend above all axes with each label once, however often it was drawn; in one row, unless said otherwise."""
    handles, labels = ax.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    figure.legend(once.values(), once.keys(), loc="outside upper center", ncols=ncols or len(once))


def curve(ax: Axes, x: Sequence[float], rows: Summary, role: style.Role, **look: Any) -> None:
    """A line through the means of rows, and a band of their intervals if there are any."""
    ax.plot(x, [row["mean"] for row in rows], color=role.color, linestyle=role.dash, marker=role.marker, **look)
    if rows[0]["low"] is not None:
        low, high = ([row[end] for row in rows] for end in ("low", "high"))
        ax.fill_between(x, low, high, color=role.color, alpha=0.2)


def errorbar(
    ax: Axes, places: ArrayLike, rows: Summary, role: style.Role, *, sideways: bool = False, **look: Any
) -> None:
    """The means of rows with their intervals, of which one repetition has none; sideways, along the x-axis."""
    means, reaches = [row["mean"] for row in rows], np.array([reach(row) for row in rows]).T
    look = {"color": role.color, "marker": role.marker, "linestyle": "none", **look}
    if sideways:
        ax.errorbar(means, places, xerr=reaches, **look)
    else:
        ax.errorbar(places, means, yerr=reaches, **look)


def reach(row: Row) -> tuple[float, float]:
    """How far the interval of a row goes below its mean and above it."""
    low, high = ends(row)
    # rounding may put an end on the wrong side of the mean
    return max(0.0, row["mean"] - low), max(0.0, high - row["mean"])
