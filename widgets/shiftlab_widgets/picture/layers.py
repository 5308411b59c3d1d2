"""The artists of one axes in drawing order, split by what moves, and the boxes of pixels that they cover."""

from __future__ import annotations

import dataclasses
import math
from operator import attrgetter
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Region = tuple[slice, slice]
NOWHERE: Region = (slice(0, 0), slice(0, 0))

#: Antialiased edges reach a little beyond an artist's box.
PAD = 3


@dataclasses.dataclass
class Group:
    """Artists above what moves whose boxes overlap: pasted together or drawn together."""

    artists: list[Artist]
    regions: list[Region]


@dataclasses.dataclass
class Layers:
    ax: Axes
    behind: list[Artist]
    moving: list[Artist]  # from the first that moves to the last, with what lies between them
    front: list[Artist]
    region: Region = NOWHERE  # what the axes has painted
    groups: list[Group] = dataclasses.field(default_factory=list)  # of what is in front

    @classmethod
    def of(cls, ax: Axes, moving: set[Artist]) -> Layers:
        order = _in_drawing_order(ax)
        places = [i for i, artist in enumerate(order) if artist in moving] or [len(order)]
        first, after = places[0], places[-1] + 1
        front = [leaf for artist in order[after:] for leaf in _parts(artist)]
        return cls(ax, order[:first], order[first:after], front)

    @property
    def wanders(self) -> bool:
        """Whether a legend looks for the best place, so that nobody knows where it will be."""
        return any(isinstance(artist, Legend) and artist._loc == 0 for artist in self.ax.get_children())  # type: ignore[attr-defined]

    def front_has_changed_since(self, old: Layers) -> bool:
        return self.front != old.front or any(
            artist.stale and not (isinstance(artist, Text) and not artist.get_text()) for artist in self.front
        )

    def find_groups(self, renderer: Any, shape: tuple[int, ...]) -> None:
        self.groups = []
        for artist in self.front:
            region = _box(artist, renderer, shape) or self.region
            if not _size(region):
                continue
            near = [group for group in self.groups if any(overlap(region, other) for other in group.regions)]
            self.groups = [group for group in self.groups if group not in near]
            artists = [a for group in near for a in group.artists] + [artist]
            regions = [r for group in near for r in group.regions] + [region]
            self.groups.append(Group(sorted(artists, key=self.front.index), regions))


def _parts(artist: Artist) -> list[Artist]:
    """The letters and lines of a legend without a frame: mostly few of them are touched by what moves."""
    if not isinstance(artist, Legend) or artist.get_frame_on():
        return [artist]
    if not artist.get_visible():
        return []
    return artist.findobj(
        lambda part: isinstance(part, Text | Line2D | Patch | Collection) and part is not artist.legendPatch
    )


def _in_drawing_order(ax: Axes) -> list[Artist]:
    """What `Axes.draw` draws, in its order."""
    if not ax.get_visible():
        return []
    artists = [artist for artist in ax.get_children() if artist is not ax.patch]
    if not ax.axison:
        axis: set[Artist] = {ax.xaxis, ax.yaxis}
        artists = [artist for artist in artists if artist not in axis]
    framed = ax.axison and ax.get_frame_on()
    if not framed:
        spines = set(ax.spines.values())
        artists = [artist for artist in artists if artist not in spines]
    return ([ax.patch] if framed else []) + sorted(artists, key=attrgetter("zorder"))


def painted(picture: Pixels, blank: Pixels) -> Region:
    """The box of the pixels in which two pictures differ."""
    differs = (picture.view(np.uint32) != blank.view(np.uint32))[..., 0]
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not rows.size:
        return NOWHERE
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def overlap(one: Region, other: Region) -> bool:
    return all(max(a.start, b.start) < min(a.stop, b.stop) for a, b in zip(one, other, strict=True))


def _size(region: Region) -> int:
    rows, columns = region
    return (rows.stop - rows.start) * (columns.stop - columns.start)


def _box(artist: Artist, renderer: Any, shape: tuple[int, ...]) -> Region | None:
    """The pixels that an artist may touch; None if it cannot say."""
    if not artist.get_visible() or (isinstance(artist, Text) and not artist.get_text()):
        return NOWHERE
    corners = artist.get_window_extent(renderer).extents
    if isinstance(artist, Axis) or not np.isfinite(corners).all():
        return None
    height, width = shape[:2]
    x0, y0, x1, y1 = corners
    thick = np.max(getattr(artist, "get_linewidth", lambda: 0)(), initial=0)  # which the box leaves out
    pad = PAD + math.ceil(renderer.points_to_pixels(thick))
    return (
        slice(max(0, int(height - y1) - pad), max(0, min(height, int(height - y0) + pad))),
        slice(max(0, int(x0) - pad), max(0, min(width, int(x1) + pad))),
    )
