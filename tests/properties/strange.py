"""Strange values for parameters: what a kind of parameter may be, however odd, and what it may not."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Kind(NamedTuple):
    """Values of a parameter that may be answered, and those that must be refused."""

    odd: tuple[Any, ...]
    bad: tuple[Any, ...]

    def but(self, *allowed: Any) -> Kind:
        """The same, with more that is allowed."""

        def differs(value: Any) -> bool:
            return not any(type(one) is type(value) and (one is value or one == value) for one in allowed)

        return Kind((*self.odd, *allowed), tuple(value for value in self.bad if differs(value)))


_NO_NUMBER = ("nonsense", [1.0, 2.0], {}, object(), 1j, np.nan, np.inf, -np.inf, None, 10**400, "1")
POSITIVE = Kind((1, 0.5, np.float32(2), np.int64(3), 1e-12, 1e12, 1e-160, 1e160, 1e300), (*_NO_NUMBER, 0, -1, -1e-300))
NOT_NEGATIVE = Kind((*POSITIVE.odd, 0, 0.0), (*_NO_NUMBER, -1, -1e-300))
SHARE = Kind((0.5, 0.1, 1e-12, 1 - 1e-12, np.float32(0.25)), (*_NO_NUMBER, 0, 1, -0.5, 1.5, 10))
SHARE_OR_ALL = SHARE.but(1)
SHARE_OR_NONE = SHARE.but(0)
CHANCE = SHARE.but(0, 1)
COUNT = Kind((1, 2, np.int32(3), 7), ("nonsense", [2], {}, object(), 1.5, np.nan, np.inf, None, 0, -1, "2", 1j, True))
FLAG = Kind((True, False, np.bool_(True)), ("yes", None, 2, [], object(), np.nan))
SEED = Kind((0, 1, np.int64(7), np.random.RandomState(0)), (-1, 2**40, 1.5, "seed", [], object(), 10**400, np.nan))


def choice(*words: Any) -> Kind:
    """One of some words."""
    return Kind(words, ("nonsense", 3, object(), (), 1.5, b"bytes", np.nan))


OBJECT = Kind((), ("nonsense", 3, object, [], {}, np.nan, 1.5, int, len))
