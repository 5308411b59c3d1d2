"""The largest gap between p and p_s, as a bracket with its number."""

from __future__ import annotations

from matplotlib.axes import Axes

from shiftlab import style
from shiftlab.experiments.experiment import Artists

from .run import Result, largest_gap

#: Less is not to be seen.
LEAST = 0.01
#: Where its number stands: between the usual thresholds, 0.1 and 0.5.
HEIGHT = 0.31
#: How wide it is, and how far from what it stands beside, in widths of the axes.
WIDTH, AWAY = 0.27, 0.02


def stage_gap(ax: Axes, artists: Artists, ink: style.Theme) -> None:
    point = style.point(ax.figure)
    (artists["gap"],) = ax.plot(
        [], [], color=ink.ink, linewidth=1.2 * point, marker="_", markersize=7 * point, markeredgewidth=1.2 * point
    )
    # on ground of its own: a threshold can come to lie behind it
    ground = {"facecolor": ink.background, "edgecolor": "none", "pad": point}
    artists["gap text"] = ax.text(0, HEIGHT, "", va="center", color=ink.ink, linespacing=1.0, bbox=ground)
    artists["gap text"].set_in_layout(False)


def update_gap(artists: Artists, result: Result) -> None:
    gap = largest_gap(result)
    if gap is None or gap.p_s - gap.p < LEAST:
        artists["gap"].set_data([], [])
        artists["gap text"].set_text("")
        return
    artists["gap"].set_data([gap.x, gap.x], [gap.p, gap.p_s])
    # to the right of the lower curve nothing is drawn
    right = result.grid[result.curves.p >= HEIGHT + 0.15]
    beside = float(right[0]) if right.size else gap.x
    first, last = artists["gap"].axes.get_xlim()
    width = last - first
    fits = beside + (WIDTH + AWAY) * width <= last
    text = artists["gap text"]
    text.set_text(f"largest gap\n{gap.p_s - gap.p:.3f}")
    text.set_ha("left" if fits else "right")
    text.set_x(beside + AWAY * width if fits else gap.x - AWAY * width)
