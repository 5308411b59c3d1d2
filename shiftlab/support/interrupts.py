"""Ctrl-C, also where it comes while C calls Python and an exception does not come through."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_kept() -> Iterator[Callable[[], None]]:
    """What raises a Ctrl-C again that was dropped: where C calls Python (a destructor, a callback of a library) an
    exception does not come through, and a run would go on to its end.

    Whoever handles the signal otherwise keeps doing so.
    """
    came: list[int] = []

    def handler(number: int, frame: Any) -> None:
        came.append(number)
        signal.default_int_handler(number, frame)

    def interrupt() -> None:
        if came:
            raise KeyboardInterrupt

    in_charge = threading.current_thread() is threading.main_thread()
    if not in_charge or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupt
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Looking for libraries calls Python from C, where an exception is dropped: a Ctrl-C waits until that is done.

    Its handler waits, not its signal: a signal that this thread blocks is taken by another, and handled here all
    the same.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)
