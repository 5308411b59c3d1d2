"""Where a statement holds and where it does not: the settings that tell the supported parts from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..experiments.settings import shown
from ..experiments.summary import NUMBERS
from .evidence import Part

Mask = NDArray[np.bool_]

OTHERS = "in other readings "


@dataclass(frozen=True)
class Share:
    """How many parts are supported and contradicted, and where: the settings that all supported ones have."""

    supported: int
    of: int
    contradicted: int
    moderator: str

    @property
    def text(self) -> str:
        return f"supported in {self.supported} of {self.of}, contradicted in {self.contradicted}{self._where}"

    @property
    def short(self) -> str:
        """Without what did not happen."""
        return self.text if self.contradicted else f"supported in {self.supported} of {self.of}{self._where}"

    @property
    def _where(self) -> str:
        return f": all with {self.moderator}" if self.moderator else ""


def where_supported(parts: Sequence[Part], states: Sequence[str]) -> str:
    """Of the reading that decides, and of the others: "supported in 10 of 25, contradicted in 3: all with C = 1"."""
    decides, others = (share(parts, states, primary) for primary in (True, False))
    return "; ".join(said for said in (decides and decides.text, others and OTHERS + others.text) if said)


def share(parts: Sequence[Part], states: Sequence[str], primary: bool) -> Share | None:
    """Of the reading that decides, or of the others; nothing where all are supported, or none."""
    asked = [(part, state) for part, state in zip(parts, states, strict=True) if part.primary == primary]
    held = np.array([state == "supported" for _, state in asked], dtype=bool)
    if held.all() or not held.any():
        return None
    contradicted = sum(state == "contradicted" for _, state in asked)
    return Share(int(held.sum()), held.size, contradicted, _moderator([part for part, _ in asked], held))


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
