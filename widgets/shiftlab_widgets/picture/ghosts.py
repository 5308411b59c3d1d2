"""Ghosts: faint copies of the curves of a picture, kept in it to compare with.

A ghost remembers the data and the name of the artist it was taken from, so that it survives a new stage (another
theme, another size).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from shiftlab.experiments.moving import BELOW, lowest

ALPHA, THIN = 0.35, 0.7


@dataclasses.dataclass(frozen=True)
class Ghost:
    name: str
    x: NDArray[Any]
    y: NDArray[Any]
    faint: float = 1.0


def take(artists: Mapping[str, Any], faint: float = 1.0) -> list[Ghost]:
    """Ghosts of all curves. Clouds of points and marks without a line are no curves."""
    return [
        Ghost(name, np.array(line.get_xdata()), np.array(line.get_ydata()), faint)
        for name, line in _curves(artists)
        if np.size(line.get_xdata()) > 1
    ]


def put(artists: Mapping[str, Any], ghosts: Iterable[Ghost]) -> list[Line2D]:
    """Draw ghosts below all that moves; the lines are returned, to remove them."""
    lines = []
    curves = dict(_curves(artists))
    for ghost in ghosts:
        if (line := curves.get(ghost.name)) is None:
            continue
        copy = Line2D(ghost.x, ghost.y)
        copy.update_from(line)  # colour, dashes and transform
        copy.set(animated=False, marker="", label="_ghost", linewidth=THIN * line.get_linewidth())
        copy.set(alpha=ALPHA * ghost.faint, zorder=lowest(artists, line.axes) - BELOW)
        copy.set_in_layout(False)
        assert line.axes is not None
        line.axes.add_artist(copy)
        lines.append(copy)
    return lines


def _curves(artists: Mapping[str, Any]) -> list[tuple[str, Line2D]]:
    return [
        (name, artist)
        for name, artist in artists.items()
        if isinstance(artist, Line2D) and artist.axes is not None and artist.get_linestyle() not in ("None", "", " ")
    ]
