"""Texts that are drawn again and again, remembered as pixels: letters cost a third of a picture."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, hypot
from typing import Any, NamedTuple

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties
from numpy.typing import NDArray

from .regions import region

#: Texts that are remembered: those of a picture are some forty, and each takes a kilobyte or two.
MOST = 256
AROUND = 2  # pixels: what letters reach beyond the box that is stated


class Letters(NamedTuple):
    """How much of each pixel they cover (of 255), and where the first of these is, from where the text begins."""

    covered: NDArray[np.uint8]
    left: int
    top: int


class Renderer(RendererAgg):
    """Puts each text on whole pixels, and so needs to draw it once: what moves shows the same letters elsewhere."""

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: Any = False,
        mtext: Any = None,
    ) -> None:
        x, y = round(x), round(y)
        if not ismath and _is_plain(gc, mtext):
            letters = _letters(s, prop.copy(), angle, self.dpi, gc.get_antialiased())
            ground = self._ground(letters, x, y)
            if ground is not None:
                _blend(ground, letters.covered, gc)
                return
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)

    def _ground(self, letters: Letters, x: int, y: int) -> NDArray[np.uint8] | None:
        """The pixels below these letters; None if some are outside of the picture, or if it is transparent there."""
        top, left = y + letters.top, x + letters.left
        if min(top, left) < 0:
            return None
        height, width = letters.covered.shape
        ground = np.asarray(self.buffer_rgba())[top : top + height, left : left + width]
        is_whole = ground.shape[:2] == (height, width) and (ground[..., 3] == 255).all()
        return ground if is_whole else None


def _is_plain(gc: GraphicsContextBase, text: Any) -> bool:
    """Whether a text looks the same wherever it is: it is not cut off, and has no features or language of its own."""
    special = (getattr(text, name, None) for name in ("get_fontfeatures", "get_language"))
    is_cut = gc.get_clip_rectangle() is not None or gc.get_clip_path()[0] is not None
    return not is_cut and not any(of() for of in special if of is not None)


def _blend(ground: NDArray[np.uint8], covered: NDArray[np.uint8], gc: GraphicsContextBase) -> None:
    red, green, blue, *own = gc.get_rgb()
    alpha = gc.get_alpha() if gc.get_forced_alpha() or not own else own[0]
    below = ground[..., :3].astype(np.float32)
    share = covered[..., None] * np.float32(alpha / 255)
    colour = 255 * np.array([red, green, blue], np.float32)
    ground[..., :3] = below + share * (colour - below) + 0.5  # and the rest is cut off


@lru_cache(MOST)
def _letters(s: str, prop: FontProperties, angle: float, dpi: float, antialiased: bool) -> Letters:
    width, height, _ = RendererAgg(1, 1, dpi).get_text_width_height_descent(s, prop, False)
    middle = ceil(hypot(width, height)) + AROUND
    sheet = RendererAgg(2 * middle, 2 * middle, dpi)
    gc = sheet.new_gc()
    gc.set_antialiased(antialiased)
    sheet.draw_text(gc, middle, middle, s, prop, angle)
    covered = np.asarray(sheet.buffer_rgba())[..., 3]
    rows, columns = region(covered > 0)
    return Letters(covered[rows, columns].copy(), columns.start - middle, rows.start - middle)
