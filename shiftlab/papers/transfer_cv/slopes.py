"""The slope chart: what a criterion believes of each candidate on the left, the truth on the right.

Two lines that cross are two candidates that the criterion puts in the wrong order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from sklearn.isotonic import isotonic_regression

from shiftlab import style
from shiftlab.experiments.axes import limit, step
from shiftlab.experiments.experiment import Artists

from .judged import Judged

#: How wide the slopes of one criterion are, as a share of its place.
WIDTH = 0.66
#: Ends of the axis of accuracies; few, so that few moves of a slider redraw it.
LOWEST = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0.0, -1.0)
HIGHEST = (0.6, 0.8, 1.0, 2.0)
#: Room above the slopes for the name of the criterion and its count, below them for marks on the lowest tick, and the
#: least room between two names of candidates in a chart as high as its figure: all as shares of the height.
HEAD, FOOT, BETWEEN = 0.18, 0.03, 0.055
ROOM = {"notebook": 0.4, "slide": 0.5}


class Look(NamedTuple):
    color: str
    dash: Any
    marker: str


@dataclass(frozen=True)
class Chart:
    """What a chart was staged with. No tuple: what can be walked through among the artists is taken for artists."""

    criteria: tuple[str, ...]
    between: float


#: Of the first, second, ... candidate: no two share colour and marker.
LOOKS = tuple(
    Look(role.color, role.dash, marker)
    for markers in (tuple(role.marker for role in style.ROLES), ("v", "P", "X", "*"))
    for role, marker in zip(style.ROLES, markers, strict=True)
)


def stage(
    ax: Axes,
    artists: Artists,
    criteria: Sequence[str],
    n_candidates: int = len(LOOKS),
    between: float = BETWEEN,
    room: float | None = None,
    looks: Sequence[Look] = LOOKS,
) -> None:
    """Empty slopes of so many candidates at most, eight if nothing is said, and the names of the criteria.

    `between` is the least room between two names of candidates: the lower the chart, the larger a share of it. `room`
    is what they have beside the slopes, in widths of a criterion's place: the narrower the chart, the more. `looks`
    are those of the candidates, where a picture has other uses for some colours.
    """
    point = style.point(ax.figure)
    ink = style.color_of(ax.figure)
    ax.set(xlim=(-0.1, len(criteria) + (ROOM[style.size_of(ax.figure)] if room is None else room)), ylabel="accuracy")
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    head: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "ha": "center", "va": "top", "color": ink.ink}
    for i, criterion in enumerate(criteria):
        ax.axvspan(i, i + WIDTH, ymax=1 - HEAD, color=ink.quiet, alpha=0.12, linewidth=0)
        ax.text(i + WIDTH / 2, 0.985, criterion, fontweight="bold", **head)
        artists[f"count {criterion}"] = ax.text(i + WIDTH / 2, 1 - HEAD / 2, "", **head)
    (artists["crossings"],) = ax.plot([], [], "x", color=ink.ink, markeredgewidth=1.2 * point, zorder=4)
    (artists["chosen"],) = ax.plot([], [], "o", color=ink.ink, markerfacecolor="none", zorder=4)
    artists["chosen"].set_markersize(1.8 * artists["chosen"].get_markersize())  # around the mark of a candidate
    for i in range(n_candidates):
        look = looks[i % len(looks)]
        (artists[f"slopes {i}"],) = ax.plot(
            [], [], color=look.color, linestyle=look.dash, marker=look.marker, linewidth=1.3 * point
        )
        artists[f"name {i}"] = ax.text(len(criteria) - 1 + WIDTH + 0.13, 0, "", va="center", color=ink.ink)
    artists["chart"] = Chart(tuple(criteria), between)


def update(artists: Artists, judged: Judged) -> None:
    """Put one draw into the chart; a criterion that says nothing of it stays empty."""
    criteria = artists["chart"].criteria
    ax = artists["crossings"].axes
    known = [judged.values[one] for one in criteria if one in judged.values]
    shown = [value for values in (judged.truth, *known) for value in values.values()]
    low = next((end for end in LOWEST if end <= min(shown)), LOWEST[-1])
    high = step(max(shown), HIGHEST)
    height = (high - low) / (1 - HEAD - FOOT)
    limit(ax, "y", (low - FOOT * height, low + 1.02 * height * (1 - FOOT)))
    _ticks(ax, low, high)
    places = dict(zip(judged.names, _apart(list(judged.truth.values()), ax, artists["chart"].between), strict=True))
    for i in range(sum(name.startswith("slopes ") for name in artists)):
        candidate = judged.names[i] if i < len(judged.names) else None
        artists[f"slopes {i}"].set_data(*_slopes(judged, criteria, candidate))
        artists[f"name {i}"].set_text(candidate or "")
        artists[f"name {i}"].set_y(places[candidate] if candidate else low)
    artists["crossings"].set_data(*_crossings(judged, criteria))
    chosen = [(i, judged.values[one][judged.chosen(one)]) for i, one in enumerate(criteria) if one in judged.values]
    artists["chosen"].set_data(*np.array(chosen).T if chosen else ([], []))
    for criterion in criteria:
        right = f"{judged.corr(criterion):.0f}/{judged.n_pairs}" if criterion in judged.values else "–"
        artists[f"count {criterion}"].set_text(right)


def _slopes(judged: Judged, criteria: Sequence[str], candidate: str | None) -> tuple[list[float], list[float]]:
    """One line of many pieces, with gaps between the criteria."""
    x: list[float] = []
    y: list[float] = []
    for i, criterion in enumerate(criteria):
        if candidate is not None and criterion in judged.values:
            x += [i, i + WIDTH, np.nan]
            y += [judged.values[criterion][candidate], judged.truth[candidate], np.nan]
    return x, y


def _crossings(judged: Judged, criteria: Sequence[str]) -> tuple[list[float], list[float]]:
    x: list[float] = []
    y: list[float] = []
    for i, criterion in enumerate(criteria):
        if criterion not in judged.values:
            continue
        value, truth = judged.values[criterion], judged.truth
        for f, g in judged.wrong_pairs(criterion):
            before, after = value[g] - value[f], truth[f] - truth[g]
            at = before / (before + after)
            x.append(i + WIDTH * at)
            y.append(value[f] + at * (truth[f] - value[f]))
    return x, y


def _ticks(ax: Axes, low: float, high: float) -> None:
    """Ticks of accuracies and not of the room above them."""
    between = 0.1 if high - low < 0.6 else 0.2 if low >= 0 else 0.5
    places = np.arange(round(low / between), round(high / between) + 1) * between
    if not np.array_equal(ax.get_yticks(), places):
        ax.set_yticks(places, [f"{place:.1f}" for place in places])


def _apart(heights: list[float], ax: Axes, between: float) -> list[float]:
    """Heights for names, moved as little as needed for each to be read."""
    bottom, top = ax.get_ylim()
    room, order = between * (top - bottom), np.argsort(heights, kind="stable")
    # so much room between neighbours: without it, heights that do not fall
    steps = room * np.arange(order.size)
    lowest, highest = bottom + room / 2, bottom + (1 - HEAD) * (top - bottom) - steps[-1]
    places = isotonic_regression(np.array(heights)[order] - steps, y_min=lowest, y_max=max(lowest, highest))
    moved = np.empty_like(places)
    moved[order] = places + steps
    return [float(place) for place in moved]
