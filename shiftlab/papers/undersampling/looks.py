"""How p, p_s and p̃ are drawn, and both classes: in all pictures of this paper a colour has one meaning.

The kept half of a problem is green wherever there is a source, and the classes are blue and vermillion.
"""

from __future__ import annotations

from typing import Any

from shiftlab import style
from shiftlab.style import Role

#: p, p_s and p̃, as pictures write them.
NAMES = ("p", "pₛ", "p̃")
NEGATIVE, POSITIVE = style.ROLES[:2]


def estimates(figure: Any) -> dict[str, Role]:
    """By name; p̃ is in the ink of the figure's theme."""
    _, dashed, dash_dotted, _ = style.ROLES
    return dict(
        zip(
            NAMES,
            (
                Role(style.PINK, "-", "o"),
                Role(style.GREEN, dashed.dash, dashed.marker),
                Role(style.color_of(figure).ink, dash_dotted.dash, dash_dotted.marker),
            ),
            strict=True,
        )
    )
