"""How often somebody may ask: a bucket of permissions that fills again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 5000  # buckets; the one that was longest unused goes, and is full when it comes back


class Limiter:
    """`burst` requests at once, then `rate` in a second, for each name. It forgets all when it goes."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, name: str) -> bool:
        now = self._clock()
        left, since = self._left.pop(name, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        allowed = left >= 1
        self._left[name] = (left - allowed, now)
        if len(self._left) > MOST:
            self._left.popitem(last=False)
        return allowed
