"""Where a statement holds and where it does not: the settings that tell the supported parts from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..experiments.settings import shown
from .evidence import Part

#: Columns of a summary's row that are no settings.
NUMBERS = {"quantity", "mean", "low", "high", "n", "median", "q1", "q3", "freedom"}

Mask = NDArray[np.bool_]


def where_supported(parts: Sequence[Part], states: Sequence[str]) -> str:
    """Of the reading that decides, and of the others: "supported in 10 of 25, contradicted in 3: all with C = 1"."""
    readings = {"": True, "in other readings ": False}
    several = [
        (said, [(part, state) for part, state in zip(parts, states, strict=True) if part.primary == primary])
        for said, primary in readings.items()
    ]
    return "; ".join(said + share for said, some in several if (share := _share(some)))


def _share(parts: Sequence[tuple[Part, str]]) -> str:
    """How many are supported and contradicted, and where; nothing where all are supported, or none."""
    held = np.array([state == "supported" for _, state in parts], dtype=bool)
    if held.all() or not held.any():
        return ""
    contradicted = sum(state == "contradicted" for _, state in parts)
    moderator = _moderator([part for part, _ in parts], held)
    share = f"supported in {held.sum()} of {held.size}, contradicted in {contradicted}"
    return f"{share}: all with {moderator}" if moderator else share


def _moderator(parts: Sequence[Part], held: Mask) -> str:
    """The one or two conditions on settings that are fulfilled by all supported parts and no others, or nothing."""
    conditions = list(_conditions(parts))
    for text, mask in conditions:
        if (mask == held).all():
            return text
    for (one, first), (other, second) in combinations(conditions, 2):
        if ((first & second) == held).all():
            return f"{one} and {other}"
    return ""


def _conditions(parts: Sequence[Part]) -> Iterator[tuple[str, Mask]]:
    names = dict.fromkeys(name for part in parts for name in (part.row or {}) if name not in NUMBERS)
    for name in names:
        values: list[Any] = [(part.row or {}).get(name) for part in parts]
        if any(value is None for value in values):
            continue
        taken = list(dict.fromkeys(values))
        if len(taken) == 1:
            continue
        numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in taken)
        for value in sorted(taken) if numbers else taken:
            yield f"{name} = {shown(value)}", np.array([one == value for one in values], dtype=bool)
        for value in sorted(taken)[1:-1] if numbers else ():
            yield f"{name} of {shown(value)} or more", np.array([one >= value for one in values], dtype=bool)
            yield f"{name} of {shown(value)} or less", np.array([one <= value for one in values], dtype=bool)
