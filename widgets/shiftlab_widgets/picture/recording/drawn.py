"""What can be recorded: paths, marks and texts, each with its style. All lengths are in pixels of the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: Outlines of letters are for a font of so many pixels.
EM = 100.0

Points = NDArray[np.float64]  # (n, 2): x to the right, y down
Units = NDArray[np.int64]  # the same in parts of a pixel


class Style(NamedTuple):
    """Colours are #rrggbbaa, "" for none. `snap` means: on whole pixels of the screen, as thin straight lines need."""

    fill: str
    stroke: str
    width: float
    dash: tuple[float, ...]
    offset: float
    cap: str
    join: str
    clip: tuple[float, ...]  # x, y, width, height; empty for the whole figure
    snap: bool

    @property
    def shape(self) -> Style:
        """All that does not depend on the theme."""
        return self._replace(fill=self.fill and "#", stroke=self.stroke and "#")


class Outline(NamedTuple):
    """A small path, of a mark or a letter: M, L, Q, C and Z, and the numbers they take."""

    codes: str
    numbers: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Stroke:
    """A path of straight pieces, each with its number of points and whether it is closed."""

    style: Style
    points: Points
    pieces: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, eq=False)
class Marks:
    """The same outline at many places; `scales` has the size of each where they differ."""

    style: Style
    points: Points
    outline: Outline
    scales: NDArray[np.float64] | None = None
    left_out: int = 0


@dataclass(frozen=True, eq=False)
class Letters:
    """A line of text: outlines one after the other, `ems` pixels for one of theirs, turned by degrees at its start."""

    style: Style
    points: Points  # one
    outlines: tuple[Outline, ...]
    places: tuple[int, ...]
    ems: float
    angle: float


Drawn = Stroke | Marks | Letters

#: Left, top, right, bottom.
Box = tuple[float, float, float, float]


def extent(drawn: Sequence[Drawn]) -> Box:
    """The room that these take, about as they are painted; what is clipped does not count beyond its clip."""
    boxes = np.array([_box(one) for one in drawn])
    return (*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())


def _box(one: Drawn) -> Box:
    points = one.points
    if isinstance(one, Letters):
        corners = np.array([[0.0, -EM], [one.places[-1] + EM / 2, 0.0]]) * one.ems
        turn = np.radians(-one.angle)
        points = points + corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    around = one.style.width / 2 + (max(map(abs, one.outline.numbers), default=0.0) if isinstance(one, Marks) else 0.0)
    (left, top), (right, bottom) = points.min(axis=0) - around, points.max(axis=0) + around
    if one.style.clip:
        x, y, width, height = one.style.clip
        left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
    return float(left), float(top), float(right), float(bottom)
