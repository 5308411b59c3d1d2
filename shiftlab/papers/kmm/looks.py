"""How the ways to weight are drawn, and both classes: in all pictures of this paper a colour has one meaning."""

from __future__ import annotations

from typing import Any

from shiftlab import style
from shiftlab.style import Role

_MATCHED, _UNWEIGHTED, _TRUE, _CRITERION = style.ROLES
#: By the name of a way to weight: of regression, and of selection, where the true weights are the ratio.
WAYS = {
    "kmm": _MATCHED,
    "unweighted": _UNWEIGHTED,
    "ratio": _TRUE,
    "importance": _TRUE,
    "min_ic": _CRITERION,
}


def classes(figure: Any) -> dict[str, Role]:
    """Negatives and positives, without a colour: all four are taken by the ways to weight."""
    ink = style.color_of(figure)
    return {"negative": Role(ink.quiet, "-", "o"), "positive": Role(ink.ink, "-", "s")}
