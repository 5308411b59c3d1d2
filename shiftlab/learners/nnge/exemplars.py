"""Exemplars while they grow: boxes that do not meet, each around rows of one class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats

_FIRST = 64  # boxes that there is room for at the beginning; the room doubles


class Exemplars:
    """Boxes around training rows. A box is closed: rows on its border are in it.

    Borders are values of rows, so that whether boxes meet can be told from the places of these values among all values
    of the column: small integers, which are compared several times as fast as floating-point numbers.
    """

    def __init__(self, rows: Floats, codes: NDArray[np.intp]) -> None:
        self._rows, self._row_codes = rows, codes
        self._places = _places(rows)
        self.size = 0
        self.members: list[list[int]] = []  # the rows of each box
        self.codes = np.empty(_FIRST, dtype=np.intp)
        # a line is a column of the data: comparisons of one column with all boxes run along the memory
        self._low, self._high = (np.empty((rows.shape[1], _FIRST), rows.dtype) for _ in range(2))
        self._first, self._last = (np.empty((rows.shape[1], _FIRST), self._places.dtype) for _ in range(2))

    @property
    def low(self) -> Floats:
        """The lower borders, (n_features, n_boxes)."""
        return self._low[:, : self.size]

    @property
    def high(self) -> Floats:
        """The upper borders, (n_features, n_boxes)."""
        return self._high[:, : self.size]

    def holding(self, row: int) -> NDArray[np.intp]:
        """The boxes that the row is in: at most one, or points of several classes that are all equal to it."""
        return self._meeting(self._places[row], self._places[row])

    def is_point(self, box: int) -> bool:
        """Whether all rows of the box are equal."""
        return bool((self._first[:, box] == self._last[:, box]).all())

    def distances(self, row: int, code: int, weights: Floats, spans: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The boxes of a class, in the order of their age, and their squared distances to the row."""
        boxes = np.flatnonzero(self.codes[: self.size] == code)
        x = self._rows[row][:, np.newaxis]
        away = np.maximum(self.low - x, x - self.high)
        np.maximum(away, 0, out=away)
        away /= spans[:, np.newaxis]
        away *= weights[:, np.newaxis]
        return boxes, np.einsum("ij,ij->j", away, away)[boxes]

    def add(self, members: list[int]) -> None:
        """A new box around these rows, which are of one class."""
        if self.size == self.codes.size:
            self._make_room()
        self.size += 1
        self.members.append([])
        self._set(self.size - 1, members)

    def join(self, box: int, row: int) -> None:
        """Put a row into a box that it is in already."""
        self.members[box].append(row)

    def grow(self, box: int, row: int) -> bool:
        """Widen the box to hold the row, unless it would then meet another box."""
        first = np.minimum(self._first[:, box], self._places[row])
        last = np.maximum(self._last[:, box], self._places[row])
        if self._meeting(first, last).size > 1:  # it meets itself
            return False
        self.members[box].append(row)
        self._first[:, box], self._last[:, box] = first, last
        x = self._rows[row]
        self._low[:, box] = np.minimum(self._low[:, box], x)
        self._high[:, box] = np.maximum(self._high[:, box], x)
        return True

    def split(self, box: int, row: int, spans: Floats) -> None:
        """Divide a box by a row of another class that is in it, so that no part holds the row.

        The cut is in the column where the row is nearest to a border, on the scale of `spans`; of such columns in the
        one where most rows stay together. Rows with the same value as the row there join one of the sides if they
        can, else they are boxes of their own. Rows that are equal to the row in every column are a point.
        """
        members = np.array(self.members[box])
        x = self._rows[row]
        values = self._rows[members]
        room = np.minimum(self._high[:, box] - x, x - self._low[:, box]) / spans
        room[self._high[:, box] == self._low[:, box]] = np.inf
        together = np.maximum((values > x).sum(axis=0), (values < x).sum(axis=0))
        cut = min(range(len(x)), key=lambda j: (room[j], -together[j]))

        equal = (values == x).all(axis=1)
        above, below = values[:, cut] > x[cut], values[:, cut] < x[cut]
        parts = [members[side].tolist() for side in (above, below)]
        for alone in members[~(above | below | equal)].tolist():
            self._place(alone, parts, row)
        parts = [part for part in [*parts, members[equal].tolist()] if part]
        self._set(box, parts[0])
        for part in parts[1:]:
            self.add(part)

    def _place(self, alone: int, parts: list[list[int]], row: int) -> None:
        """Put a row into the first part that may have it: not around `row`, nor meeting another part."""
        for i, part in enumerate(parts):
            if part:
                first, last = self._bounds([*part, alone])
                others = [self._bounds(other) for other in (*parts[:i], *parts[i + 1 :], [row]) if other]
                if not any(((first <= high) & (last >= low)).all() for low, high in others):
                    part.append(alone)
                    return
        parts.append([alone])

    def _bounds(self, members: list[int]) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        places = self._places[members]
        return places.min(axis=0), places.max(axis=0)

    def _set(self, box: int, members: list[int]) -> None:
        self.members[box] = members
        self.codes[box] = self._row_codes[members[0]]
        self._first[:, box], self._last[:, box] = self._bounds(members)
        values = self._rows[members]
        self._low[:, box], self._high[:, box] = values.min(axis=0), values.max(axis=0)

    def _meeting(self, first: NDArray[np.integer], last: NDArray[np.integer]) -> NDArray[np.intp]:
        lows, highs = self._first[:, : self.size], self._last[:, : self.size]
        return np.flatnonzero(((lows <= last[:, np.newaxis]) & (highs >= first[:, np.newaxis])).all(axis=0))

    def _make_room(self) -> None:
        more = self.codes.size
        self.codes = np.concatenate([self.codes, np.empty(more, dtype=np.intp)])
        for name in ("_low", "_high", "_first", "_last"):
            table = getattr(self, name)
            setattr(self, name, np.concatenate([table, np.empty((len(table), more), table.dtype)], axis=1))


def _places(rows: Floats) -> NDArray[np.integer]:
    """The place of each value among the values of its column."""
    places = [np.unique(column, return_inverse=True)[1].ravel() for column in rows.T]
    smallest = np.min_scalar_type(max(place.max() for place in places))
    return np.column_stack(places).astype(smallest)
