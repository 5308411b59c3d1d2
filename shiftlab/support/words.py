"""The name that was probably meant by one that nothing has."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The known name that is closest to `name`; nothing if none is close."""
    near = difflib.get_close_matches(str(name), known, n=1)
    return near[0] if near else None


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """The same as a remark, to be put behind the unknown name; empty if none is close."""
    near = nearest(name, known)
    return f" (did you mean {near!r}?)" if near else ""
