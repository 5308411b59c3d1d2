"""What the page would like to have before it is asked for: one frame at a time, and only while nobody moves."""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Protocol

from .. import timing
from . import stale
from .offline import offline

#: Seconds of CPU. A frame that takes longer would stand in the way of a real move.
LONGEST = 0.1
#: Seconds of CPU for what is asked for at one rest.
BUDGET = 1.5
#: The pause after a frame, as a multiple of what it took: the other kernels of a machine want a turn.
PAUSE = 0.5
#: Frames on their way to a page that has not said yet that they are there: on a long way several, or it would be empty
#: most of the time. On a narrow one they would stand in the way of a real move.
UNDER_WAY = 4
#: A frame that takes longer than so many times the shortest way, and seconds, has stood in line. Then there is one at a
#: time, and each that comes in time adds less to their number than before.
IN_LINE, SLACK = 1.5, 0.05
MORE, LESS = 0.5, 8
#: Who is called later than these seconds after the time that was asked for is on a busy machine, and so is who draws,
#: for later or not, and takes so many times the CPU that it needs. Then there is a pause, each time a longer one: in a
#: class on one server nobody's moves wait for frames that somebody may want.
LATE, WAITING = 0.004, 2.0
LONG, GROWS, LONGER = 0.5, 4, 64.0
SOON = 0.02


class Expected(NamedTuple):
    """Settings that may come next, and what will be told of them beside the picture."""

    settings: Any
    told: dict[str, Any]


class View(Protocol):
    """What frames are drawn for."""

    experiment: Any
    look: int

    def expected(self, want: dict[str, Any]) -> Expected: ...
    def glimpse(self, result: Any) -> tuple[bytes, str]: ...
    def send(self, content: Any, buffers: Any = None) -> None: ...


class Ahead:
    """The wants of one explorer. `stop` is for every real message: what was not drawn by then is asked for again."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._wants: deque[dict[str, Any]] = deque()
        self._under_way: dict[str, float] = {}  # since when
        self._most, self._more = 1.0, MORE  # frames under way, and what one that comes in time adds
        self._shortest = math.inf  # seconds under way
        self._left = 0.0
        self._due = 0.0  # when the next should be called
        self._pause, self._quiet_until = LONG, 0.0  # on a busy machine
        # of the last two frames, coarse (True) or not: the first that an explorer draws also loads and lays out
        self._costs = {rough: deque[float](maxlen=2) for rough in (False, True)}
        self._next = timing.Later(0.0, self._take)

    def ask(self, wants: list[dict[str, Any]]) -> None:
        """These, in this order, in place of what was wanted before."""
        self.stop()
        self._wants.extend(wants)
        self._left = BUDGET
        self._wait()

    def arrived(self, frame: Any) -> None:
        """The page has it, by the `id` of the want."""
        since = self._under_way.pop(str(frame), None)
        if since is None:  # from before the last real message
            return
        took = time.perf_counter() - since
        self._shortest = min(self._shortest, took)
        if took > IN_LINE * self._shortest + SLACK:
            self._most, self._more = 1.0, self._more / LESS
        else:
            self._most = min(self._most + self._more, UNDER_WAY)
        self._go_on()

    def stop(self) -> None:
        self._next.cancel()
        self._wants.clear()
        self._under_way.clear()

    @contextmanager
    def measuring(self, rough: bool, counts: bool = True) -> Iterator[None]:
        """A frame is drawn in this block, for later or not; it `counts` if it is one that would be drawn ahead."""
        began, started = time.perf_counter(), time.thread_time()
        yield
        took, spent = time.perf_counter() - began, time.thread_time() - started
        if counts:
            self._costs[rough].append(spent)
        if took > WAITING * spent + LATE:
            self._step_back()
        else:
            self._pause = max(LONG, self._pause / 2)

    def _go_on(self) -> None:
        if self._wants and len(self._under_way) < int(self._most) and not self._next.waiting:
            self._due = time.perf_counter() + self._next.delay + timing.BLINK
            self._next.start()

    def _take(self) -> None:
        if not self._wants:
            return
        if time.perf_counter() > self._due + LATE:
            self._step_back()
            self._wait()
            return
        want, began, started = self._wants.popleft(), time.perf_counter(), time.thread_time()
        with suppress(Exception):  # refused, not on this machine, or a fault of ours: who goes there is told
            self._draw(want)
        self._left -= time.thread_time() - started
        if self._left < 0:
            self._wants.clear()
        self._wait(PAUSE * (time.perf_counter() - began))

    def _wait(self, pause: float = 0.0) -> None:
        """The next frame comes after this pause, and not while others need the machine."""
        self._next.delay = max(SOON, pause, self._quiet_until - time.perf_counter())
        self._go_on()

    def _step_back(self) -> None:
        """Others wait for this machine: a pause, and a longer one the next time."""
        # each another: or a whole class would try again at once
        self._quiet_until = time.perf_counter() + self._pause * random.uniform(0.5, 1.5)
        self._pause = min(GROWS * self._pause, LONGER)

    def _draw(self, want: dict[str, Any]) -> None:
        """Draw and send what is worth it: the full result where it is quick, or else the coarse one, or nothing."""
        view = self._view
        settings, told = view.expected(want)
        quick = view.experiment.coarse(settings)
        rough = quick != settings
        if len(costs := self._costs[rough]) == costs.maxlen and min(costs) > LONGEST:
            return
        stale.watch(view)
        look = view.look
        with self.measuring(rough), offline():
            frame, alt = view.glimpse(view.experiment.result(quick))
        self._under_way[str(want["id"])] = time.perf_counter()
        view.send({"ahead": want["id"], "look": look, "rough": rough, "told": {**told, "alt": alt}}, [frame])
