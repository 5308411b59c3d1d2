"""Where the panels of a picture are, so that one of them can be shown alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from .regions import Region

#: Left, top, right, bottom, in parts of the picture's width and height.
Box = tuple[float, float, float, float]


def boxes(regions: Mapping[Artist, Region], figure: Figure) -> list[Box]:
    """The axes with their letters, line by line; what lies on one another (an inset, a second scale) is one panel."""
    width, height = map(float, figure.bbox.size)
    panels: list[Box] = []
    for part, (rows, columns) in regions.items():
        if not isinstance(part, Axes) or rows.start == rows.stop:
            continue
        painted = (columns.start / width, rows.start / height, columns.stop / width, rows.stop / height)
        box = _around(painted, _frame(part, width, height))
        for text in part.get_children():  # also what moves: a title, or numbers beside a bar
            if isinstance(text, Text) and text.get_visible() and text.get_text():
                box = _around(box, _seen(text.get_window_extent().extents, width, height))
        for other in [one for one in panels if _share(one, box) > 0.5]:
            panels.remove(other)
            box = _around(box, other)
        panels.append(box)
    return sorted(panels, key=lambda box: (int(4 * box[1]), box[0]))


def _frame(ax: Axes, width: float, height: float) -> Box:
    """What moves in it may be painted anywhere inside."""
    return _seen(ax.bbox.extents, width, height)


def _seen(extents: Any, width: float, height: float) -> Box:
    """A box of matplotlib's, which counts from below, as far as it is in the picture."""
    left, bottom, right, top = map(float, extents)
    return max(0.0, left / width), max(0.0, 1 - top / height), min(1.0, right / width), min(1.0, 1 - bottom / height)


def _around(one: Box, other: Box) -> Box:
    left, top = map(min, one[:2], other[:2])
    right, bottom = map(max, one[2:], other[2:])
    return round(left, 3), round(top, 3), round(right, 3), round(bottom, 3)


def _share(one: Box, other: Box) -> float:
    """How much of the smaller box lies in the other."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return max(0.0, across) * max(0.0, along) / smaller
