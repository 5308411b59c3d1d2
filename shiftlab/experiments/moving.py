"""What of a picture moves while settings change, and that everything else lies below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

#: By how much zorders differ of what moves and what stays; less than between any two that matplotlib gives.
BELOW = 0.1


def moving(artists: Any) -> Iterator[Artist]:
    """What `stage` gave back, one by one, without the axes that hold it."""
    for artist in artists.values() if hasattr(artists, "values") else artists:
        if isinstance(artist, Artist):
            if not isinstance(artist, Axes | Axis):
                yield artist
        elif isinstance(artist, Iterable) and not isinstance(artist, str):  # bars, stems
            yield from moving(artist)


def lowest(artists: Any, ax: object) -> float:
    """The zorder of the lowest that moves in an axes; infinity where nothing does."""
    return min((artist.zorder for artist in moving(artists) if artist.axes is ax), default=float("inf"))


def lower_what_stays(figure: Figure, artists: Any) -> None:
    """Put spines, titles, legends and whatever else stays below all that moves in its axes.

    What stays can then be painted once, and what moves be drawn on it, again and again.
    """
    moves = set(moving(artists))
    for ax in figure.axes:
        floor = lowest(artists, ax)
        for child in ax.get_children():
            if child not in moves and child.zorder >= floor:
                child.set_zorder(floor - BELOW)
