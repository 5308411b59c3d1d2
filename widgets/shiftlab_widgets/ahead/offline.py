"""Nothing is fetched that nobody has asked for: what is drawn ahead must not download a data set."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

EVENTS = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname")

_offline = ContextVar("offline", default=False)


@contextmanager
def offline() -> Iterator[None]:
    """Whoever asks for another machine in this block, in whatever library, is told that there is no network."""
    _watch()
    before = _offline.set(True)
    try:
        yield
    finally:
        _offline.reset(before)


@cache
def _watch() -> None:
    """Once: Python does not let go of such a hook."""
    sys.addaudithook(_refuse)


def _refuse(event: str, _about: tuple[Any, ...]) -> None:
    if event in EVENTS and _offline.get():
        raise OSError("nothing is fetched ahead")
