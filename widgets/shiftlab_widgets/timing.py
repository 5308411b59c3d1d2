"""Doing something a little later, or step by step, on the loop of the kernel.

Outside a running loop (a script, a test) nothing is put off: `Later` does nothing, and steps are taken at once.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import ParamSpec, TypeVar

#: Seconds after the last change. The full result of a dragged slider comes first, then the sharp picture.
FULL, SHARP = 0.18, 0.35

#: Seconds in which the kernel takes the messages that have come while it was busy.
BLINK = 0.01

P = ParamSpec("P")
R = TypeVar("R")
_turn = threading.RLock()


def in_turn(action: Callable[P, R]) -> Callable[P, R]:
    """Whatever draws, or changes what will be drawn, waits until nothing else does.

    JupyterLab sends the messages of widgets to a subshell, another thread of the kernel, but the first of each widget
    to the main one. All explorers share one turn, because matplotlib's settings are shared.
    """

    @functools.wraps(action)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> R:
        with _turn:
            return action(*args, **kwargs)

    return waiting


def loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Later:
    """Calls `action` once, `delay` seconds after the last `start`.

    What is put off for some time is not urgent: messages that have come meanwhile go first, and may put it off again.
    """

    def __init__(self, delay: float, action: Callable[[], None]) -> None:
        self.delay, self.action = delay, action
        self._handle: asyncio.Handle | None = None

    @property
    def waiting(self) -> bool:
        return self._handle is not None

    def start(self) -> bool:
        """False if there is no loop to wait on."""
        self.cancel()
        running = loop()
        if running is not None:
            self._handle = (
                running.call_later(self.delay, self._due, running) if self.delay else running.call_soon(self._act)
            )
        return running is not None

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    @in_turn
    def _due(self, running: asyncio.AbstractEventLoop) -> None:
        if self.waiting:  # not cancelled while this waited for its turn
            self._handle = running.call_later(BLINK, self._act)

    @in_turn
    def _act(self) -> None:
        if self.waiting:
            self._handle = None
            self.action()


class Steps:
    """Takes the steps of an iterator one after the other; each yields the pause that follows it, in seconds."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        self._on_end = on_end
        self._steps: Iterator[float] | None = None
        self._next = Later(0, self._take)

    @property
    def running(self) -> bool:
        return self._steps is not None

    def start(self, steps: Iterator[float]) -> None:
        self.stop()
        self._steps = steps
        if loop() is None:
            while self.running:
                self._take()
        else:
            self._take()

    def stop(self) -> None:
        self._next.cancel()
        steps, self._steps = self._steps, None
        if steps is not None:
            self._on_end()
            if isinstance(steps, GeneratorType) and not steps.gi_running:
                steps.close()  # what it has begun, it tidies up

    @in_turn
    def _take(self) -> None:
        steps = self._steps
        if steps is None:
            return
        try:
            self._next.delay = next(steps)
        except StopIteration:
            self.stop()
        except BaseException:
            self.stop()
            raise
        else:
            if self._steps is steps:  # a step may have stopped the rest
                self._next.start()
