"""Whole numbers as bytes: small ones, of either sign, take one. `static/page/streams.js` reads them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from .drawn import Units


class Stream:
    """Seven bits a byte, the lowest first; the eighth says that more follow. Signs alternate: 0, -1, 1, -2, 2."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, *numbers: int) -> None:
        """Numbers that are not negative."""
        for number in numbers:
            rest = int(number)
            while rest > 127:
                self._bytes.append(rest & 127 | 128)
                rest >>= 7
            self._bytes.append(rest)

    def add_signed(self, numbers: Iterable[int] | Units) -> None:
        self.add(*(2 * number if number >= 0 else -2 * number - 1 for number in np.asarray(numbers).tolist()))

    def bytes(self) -> bytes:
        return bytes(self._bytes)


def steps(numbers: Units) -> Units:
    """The first, and from each to the next."""
    return np.diff(numbers, prepend=0)


def cost(numbers: Units) -> float:
    """About how many bits these take when they are packed: the information in how often each comes."""
    if not numbers.size:
        return 0.0
    _, times = np.unique(numbers, return_counts=True)
    share: NDArray[np.float64] = times / numbers.size
    return float(-(times * np.log2(share)).sum() + 8 * times.size)
