"""One thread for arrays: those of the experiments are small, and threads that wait for each other cost more."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import ThreadpoolController

_known: tuple[int, ThreadpoolController] | None = None


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread for BLAS and OpenMP, also in libraries loaded since the last time; after it as many as before."""
    with _controller().limit(limits=1):
        yield


def _controller() -> ThreadpoolController:
    """The libraries with threads. Looking for them takes as long as a small experiment: only when there may be more."""
    global _known
    loaded = len(sys.modules)
    if _known is None or _known[0] != loaded:
        with _interrupts_wait():
            _known = loaded, ThreadpoolController()
    return _known[1]


@contextmanager
def _interrupts_wait() -> Iterator[None]:
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
