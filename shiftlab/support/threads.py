"""One thread for arrays: those of the experiments are small, and threads that wait for each other cost more."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import ThreadpoolController

from .interrupts import interrupts_wait

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
        with interrupts_wait():
            _known = loaded, ThreadpoolController()
    return _known[1]
