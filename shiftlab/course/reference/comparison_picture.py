"""The picture of a comparison: a row a claim, each on a scale of its own, and the verdict beside it."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ... import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .comparison import Found


class Mark(NamedTuple):
    """Told apart by shape and filling: in each lesson the colours of its pictures mean something else."""

    shape: str
    filled: bool


PAPER, WE, YOU = Mark("D", filled=False), Mark("o", filled=True), Mark("s", filled=False)


class Layout(NamedTuple):
    size: str  # of the style
    width: float  # inches
    row: float
    head: float
    letters: float  # points
    least: float  # the smallest letters, as a share of these
    label: int  # letters in a line of the text at the left, below the scale, of the verdict, and below that
    below: int
    verdict: int
    word: int


DESK = Layout("notebook", 9.8, 1.12, 0.45, 10, 0.765, 30, 46, 56, 56)
#: For a lecture hall: no letter has less than 16 pixels on the smallest projector, also where the picture gives way to
#: what stands beside it.
HALL = Layout("slide", 12.8, 2.5, 0.6, 17, 0.9, 21, 30, 33, 41)

LEFT, RIGHT = 0.27, 0.55  # where the scales begin and end
SHADE = 0.3  # of where a claim is right
ROOM = 0.15  # beside the outermost mark, as a share of the scale
SMALL = 0.9  # of the size of letters


def draw(found: Sequence[Found], theme: str, layout: Layout = DESK) -> Figure:
    """A row for each claim: its words, its scale, its verdict."""
    figure = style.new_figure(theme, layout.size)
    figure.set_layout_engine("none")
    figure.set_size_inches(layout.width, layout.head + layout.row * len(found))
    with style.using(theme, layout.size):
        _legend(figure, layout, printed=any(one.paper is not None for one in found))
        for row, one in enumerate(found):
            _row(figure, layout, row, len(found), one)
    return figure


def _row(figure: Figure, layout: Layout, row: int, rows: int, one: Found) -> None:
    height = layout.head + layout.row * rows
    top = 1 - (layout.head + layout.row * row) / height
    # a scale is as high as four lines of letters, whatever the row has room for
    tall = 0.045 * layout.letters / height
    ax = figure.add_axes((LEFT, top - 0.064 * layout.letters / height, RIGHT - LEFT, tall))
    _scale(ax, one, layout)
    small = SMALL * layout.letters
    figure.text(0.01, top, textwrap.fill(one.line.says, layout.label), va="top", size=layout.letters)
    below = _filled([*f"{one.line.counted};".split(), f"claimed: {one.claimed}"], layout.below)
    ax.set_xlabel(below, size=layout.least * layout.letters, labelpad=2)
    beside = textwrap.fill(one.line.word, layout.word)
    numbers = _filled(one.known, layout.word, between="   ")
    verdict = textwrap.fill(one.verdict, layout.verdict)
    figure.text(RIGHT + 0.02, top, verdict, va="top", size=0.95 * layout.letters, weight="bold")
    lower = top - (0.0213 + 0.016 * verdict.count("\n")) * layout.letters / height
    figure.text(RIGHT + 0.02, lower, f"{numbers}\n{beside}", va="top", size=small, linespacing=1.3)


def _scale(ax: Axes, one: Found, layout: Layout) -> None:
    """The claimed direction shaded, its border, and the three marks."""
    point = layout.letters / DESK.letters
    ink = style.color_of(ax.figure)
    low, high = _ends(one)
    left, right = (max(end, low) for end in one.line.holds)
    ax.set_xlim(low, high)
    ax.set_ylim(-1, 1)
    ax.axvspan(max(left, low), min(right, high), color=ink.quiet, alpha=SHADE, lw=0)
    for border in {end for end in one.line.holds if math.isfinite(end)}:
        ax.axvline(border, color=ink.quiet, lw=1.6 * point)
    if one.interval is not None:
        ax.plot(one.interval, (0, 0), color=ink.ink, lw=3 * point, solid_capstyle="butt")
    for value, mark, place in ((one.paper, PAPER, 0.62), (one.ours, WE, 0.0), (one.yours, YOU, -0.62)):
        if value is not None:
            ax.plot(value, place, ls="none", ms=7 * point, clip_on=False, **_look(mark, ink))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.tick_params(labelsize=max(layout.least, SMALL * SMALL) * layout.letters, length=2 * point, pad=1.5 * point)
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


def _legend(figure: Figure, layout: Layout, *, printed: bool) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    marks = {"paper": PAPER} if printed else {}
    marks |= {"we, with 95 % interval": WE, "you": YOU}
    ink = style.color_of(figure)
    handles = [
        Line2D(
            [],
            [],
            color=ink.ink,
            ls="-" if mark is WE else "none",
            ms=0.8 * layout.letters,
            label=label,
            **_look(mark, ink),
        )
        for label, mark in marks.items()
    ]
    figure.legend(
        handles=[*handles, Patch(color=ink.quiet, alpha=SHADE, label="where the claim is right")],
        loc="upper left",
        ncols=4,
        fontsize=SMALL * layout.letters,
        borderaxespad=0.2,
    )


def _look(mark: Mark, ink: style.Theme) -> dict[str, Any]:
    return {"marker": mark.shape, "mfc": ink.ink if mark.filled else ink.background, "mec": ink.ink, "mew": 1.4}


def _filled(pieces: Sequence[str], width: int, between: str = " ") -> str:
    """Lines of this many letters; no piece is broken."""
    whole = between.join(piece.replace(" ", "\xa0") for piece in pieces)
    return textwrap.fill(whole, width).replace("\xa0", " ")
