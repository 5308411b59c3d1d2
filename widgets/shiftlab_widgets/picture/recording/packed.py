"""Frames as tables and bytes: whatever is drawn twice is kept once, and what moves little takes little.

A page decodes in the order in which this encodes (`static/page/reel.js`). Everything that is drawn stands once in a
pool, sorted by artist and then by frame; a place is coded as its way from the place before it in the same path, or from
the same point of the drawing before, whichever takes less. A frame is one number for each artist: the list of drawings
that it shows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from .drawn import Letters, Marks, Stroke, Units
from .film import Frame, Part, Parts
from .streams import Stream, cost, steps

#: Parts of a pixel: what stays, and thin straight lines, are drawn on whole pixels and must find the right ones.
MOVING, STAYING = 4, 16
#: Of the scale of a mark.
SCALES = 16
KINDS: dict[type, int] = {Stroke: 0, Marks: 1, Letters: 2}
STREAMS = ("heads", "x", "y", "sizes", "lists", "frames")


class Table:
    """Things with a number each, the first 0."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def number(self, thing: Hashable) -> int:
        return self.numbers.setdefault(thing, len(self.numbers))

    def __iter__(self) -> Any:
        return iter(self.numbers)


@dataclasses.dataclass(frozen=True)
class Packed:
    """`tables` fit into JSON; `streams` are to be read in the order of `STREAMS`."""

    tables: dict[str, Any]
    streams: dict[str, bytes]


def packed(frames: Sequence[Frame]) -> Packed:
    return _Packer().pack(frames)


class _Packer:
    def __init__(self) -> None:
        self.styles, self.outlines, self.ems = Table(), Table(), Table()
        self.streams = {name: Stream() for name in STREAMS}
        self.pool: dict[Hashable, int] = {}
        self.lists: dict[tuple[int, ...], int] = {}
        self._kept: dict[int, int] = {}  # lists of parts that were seen as the very same object
        self._last: dict[int, _Last] = {}  # by kind, the drawing before
        self._alive: list[Parts] = []

    def pack(self, frames: Sequence[Frame]) -> Packed:
        columns = [[self._list(frame.stays, STAYING) for frame in frames]]
        for i in range(len(frames[0].moves)):
            columns.append([self._list(frame.moves[i], MOVING) for frame in frames])
        for column in columns:
            self.streams["frames"].add_signed(steps(np.array(column)))
        tables = {
            "styles": [_style(styles) for styles in self.styles],
            "outlines": [[outline.codes, list(outline.numbers)] for outline in self.outlines],
            "ems": list(self.ems),
            "drawings": len(self.pool),
            "lists": len(self.lists),
            "columns": len(columns),
            "frames": len(frames),
            "units": [MOVING, STAYING],
            "scales": SCALES,
        }
        return Packed(tables, {name: stream.bytes() for name, stream in self.streams.items()})

    def _list(self, parts: Parts, unit: int) -> int:
        if id(parts) in self._kept:
            return self._kept[id(parts)]
        drawings = tuple(self._drawing(part, unit) for part in parts)
        if drawings not in self.lists:
            self.lists[drawings] = len(self.lists)
            self.streams["lists"].add(len(drawings))
            self.streams["lists"].add_signed(steps(np.array(drawings, dtype=np.int64)))
        self._kept[id(parts)] = self.lists[drawings]
        self._alive.append(parts)  # or another could get its id
        return self.lists[drawings]

    def _drawing(self, part: Part, unit: int) -> int:
        drawn, kind = part.drawn, KINDS[type(part.drawn)]
        if isinstance(drawn, Stroke) and drawn.style.snap:
            unit = STAYING
        points = np.rint(drawn.points * unit).astype(np.int64)
        head, sizes = self._head(drawn)
        start = (kind, unit, self.styles.number(part.styles), *head)
        key = (start, points.tobytes(), None if sizes is None else sizes.tobytes())
        if key not in self.pool:
            self.pool[key] = len(self.pool)
            self._code(kind, start, points, sizes)
        return self.pool[key]

    def _head(self, drawn: Any) -> tuple[tuple[int, ...], Units | None]:
        """What must be known of a drawing beside its places."""
        if isinstance(drawn, Stroke):
            return (len(drawn.pieces), *(2 * count + closed for count, closed in drawn.pieces)), None
        if isinstance(drawn, Marks):
            sizes = None if drawn.scales is None else np.rint(drawn.scales * SCALES).astype(np.int64)
            return (len(drawn.points), self.outlines.number(drawn.outline), int(sizes is not None)), sizes
        letters = [self.outlines.number(outline) for outline in drawn.outlines]
        ways = [2 * way if way >= 0 else -2 * way - 1 for way in steps(np.array(drawn.places)).tolist()]
        text = [number for pair in zip(letters, ways, strict=True) for number in pair]
        return (self.ems.number(round(drawn.ems, 5)), round(drawn.angle) % 360, len(letters), *text), None

    def _code(self, kind: int, start: tuple[int, ...], points: Units, sizes: Units | None) -> None:
        last = self._last.get(kind)
        # marks of one style may be drawn in any order: that from left to right takes the least
        order = np.lexsort(points.T[::-1]) if kind == KINDS[Marks] else np.arange(len(points))
        ways, near = np.diff(points[order], axis=0, prepend=0), False
        if last is not None and len(last.points) == len(points):
            from_last = points[last.order] - last.points
            if _cost(from_last) <= _cost(ways):
                ways, order, near = from_last, last.order, True
        self._last[kind] = _Last(points[order], order)
        self.streams["heads"].add(start[0] * 4 + (start[1] == STAYING) * 2 + near, *start[2:])
        self.streams["x"].add_signed(ways[:, 0])
        self.streams["y"].add_signed(ways[:, 1])
        if sizes is not None:
            self.streams["sizes"].add(*sizes[order].tolist())


@dataclasses.dataclass(frozen=True, eq=False)
class _Last:
    points: Units
    order: Units


def _cost(ways: Units) -> float:
    return cost(ways[:, 0]) + cost(ways[:, 1])


def _style(styles: Sequence[Any]) -> dict[str, Any]:
    """One style for all themes, colours as lists; what is empty is left out."""
    first = styles[0]
    found = {
        "fill": [style.fill for style in styles] if first.fill else None,
        "stroke": [style.stroke for style in styles] if first.stroke else None,
        "width": first.width,
        "dash": list(first.dash),
        "offset": first.offset,
        "cap": first.cap,
        "join": first.join,
        "clip": list(first.clip),
        "snap": first.snap,
    }
    return {name: value for name, value in found.items() if value}
