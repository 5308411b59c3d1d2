"""The picture of a comparison: a row a claim, each on a scale of its own, and the verdict beside it."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ... import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .comparison import Found

PAPER, WE, YOU = (
    style.Role(style.PINK, "-", "D"),
    style.Role(style.BLUE, "-", "o"),
    style.Role(style.VERMILLION, "-", "s"),
)
CLAIMED = style.GREEN

WIDTH, ROW, HEAD = 9.8, 1.12, 0.45  # inches
LEFT, RIGHT = 0.27, 0.55  # where the scales begin and end
LABEL, WORD = 30, 56  # letters in a line of the text at the left, and at the right
ROOM = 0.15  # beside the outermost mark, as a share of the scale
SMALL = 0.9  # of the size of letters


def draw(found: Sequence[Found], theme: str) -> Figure:
    """A row for each claim: its words, its scale, its verdict."""
    figure = style.new_figure(theme)
    figure.set_layout_engine("none")
    figure.set_size_inches(WIDTH, HEAD + ROW * len(found))
    with style.using(theme):
        _legend(figure, printed=any(one.paper is not None for one in found))
        for row, one in enumerate(found):
            _row(figure, row, len(found), one)
    return figure


def _row(figure: Figure, row: int, rows: int, one: Found) -> None:
    height = HEAD + ROW * rows
    top = 1 - (HEAD + ROW * row) / height
    middle = top - 0.4 * ROW / height
    ax = figure.add_axes((LEFT, middle - 0.17 * ROW / height, RIGHT - LEFT, 0.4 * ROW / height))
    _scale(ax, one)
    small = SMALL * _letters()
    figure.text(0.01, top, textwrap.fill(one.line.says, LABEL), va="top", size=_letters())
    ax.set_xlabel(textwrap.fill(f"{one.line.counted}; claimed: {one.claimed}", 46), size=0.85 * small, labelpad=2)
    beside = textwrap.fill(one.line.word, WORD)
    numbers = "   ".join(f"{who} {number}" for who, number in one.numbers.items() if number != "–")
    figure.text(RIGHT + 0.02, top, one.verdict, va="top", size=0.95 * _letters(), weight="bold")
    figure.text(RIGHT + 0.02, top - 0.19 * ROW / height, f"{numbers}\n{beside}", va="top", size=small, linespacing=1.3)


def _scale(ax: Axes, one: Found) -> None:
    """The claimed direction shaded, its border, and the three marks."""
    ink = style.color_of(ax.figure)
    low, high = _ends(one)
    left, right = (max(end, low) for end in one.line.holds)
    ax.set_xlim(low, high)
    ax.set_ylim(-1, 1)
    ax.axvspan(max(left, low), min(right, high), color=CLAIMED, alpha=0.22, lw=0)
    for border in {end for end in one.line.holds if math.isfinite(end)}:
        ax.axvline(border, color=CLAIMED, lw=1.6)
    if one.interval is not None:
        ax.plot(one.interval, (0, 0), color=WE.color, lw=3, solid_capstyle="butt")
    for value, role, place in ((one.paper, PAPER, 0.62), (one.ours, WE, 0.0), (one.yours, YOU, -0.62)):
        if value is not None:
            ax.plot(value, place, role.marker, color=role.color, ms=7, mec=ink.background, mew=0.8, clip_on=False)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.tick_params(labelsize=SMALL * SMALL * _letters(), length=2, pad=1.5)
    ax.set_xticks(_few(ax.get_xticks(), low, high))


def _ends(one: Found) -> tuple[float, float]:
    """All marks, the borders of what is claimed, and some room beside them."""
    marks = [value for value in (one.paper, one.ours, one.yours, *(one.interval or ())) if value is not None]
    marks += [end for end in one.line.holds if math.isfinite(end)]
    low, high = min(marks), max(marks)
    room = ROOM * ((high - low) or abs(high) or 1.0)
    return low - room, high + room


def _few(ticks: ArrayLike, low: float, high: float) -> list[float]:
    """The ticks between two ends: every second one where there are many."""
    inside = [float(tick) for tick in np.asarray(ticks, dtype=float) if low <= tick <= high]
    return inside[:: 1 + len(inside) // 5]


def _legend(figure: Figure, *, printed: bool) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    marks = {"paper": PAPER} if printed else {}
    marks |= {"we, with 95 % interval": WE, "you": YOU}
    handles = [
        Line2D([], [], marker=role.marker, color=role.color, ls="-" if role is WE else "none", ms=8, label=label)
        for label, role in marks.items()
    ]
    figure.legend(
        handles=[*handles, Patch(color=CLAIMED, alpha=0.22, label="where the claim is right")],
        loc="upper left",
        ncols=4,
        borderaxespad=0.2,
    )


def _letters() -> float:
    import matplotlib

    return float(matplotlib.rcParams["font.size"])
