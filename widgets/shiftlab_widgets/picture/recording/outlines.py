"""The outlines of marks and letters."""

from __future__ import annotations

from typing import Any, Literal

from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.path import Path
from matplotlib.textpath import text_to_path

from .drawn import EM, Outline

assert text_to_path.FONT_SCALE == EM
CODES = {int(Path.MOVETO): "M", int(Path.LINETO): "L", int(Path.CURVE3): "Q", int(Path.CURVE4): "C"}

#: Outlines, and how far to the right of the start each is.
Line = tuple[tuple[Outline, ...], tuple[int, ...]]


def outline(path: Path, digits: int) -> Outline:
    """As a page has it: y goes down."""
    codes, numbers = [], []
    for vertices, code in path.iter_segments(simplify=False, curves=True):
        if code == Path.CLOSEPOLY:
            codes.append("Z")
        elif int(code) in CODES:
            codes.append(CODES[int(code)])
            numbers += [
                round(float(-value if i % 2 else value), digits or None) + 0 for i, value in enumerate(vertices)
            ]
    return Outline("".join(codes), tuple(numbers))


class Letterer:
    """Turns lines of text into outlines in a font of `EM` pixels; each letter of a font is looked up once."""

    def __init__(self) -> None:
        self._paths: dict[Any, Any] = {}
        self._letters: dict[Any, Outline] = {}
        self._lines: dict[Any, Line] = {}

    def line(self, text: str, font: FontProperties, ismath: bool | Literal["TeX"], width: float) -> Line:
        """A line that is to be so wide: on a screen letters stand on whole pixels, which may be farther apart."""
        key = (text, hash(font), ismath, width)
        if key not in self._lines:
            self._lines[key] = self._formula(text, font, ismath) if ismath else self._plain(text, font, width)
        return self._lines[key]

    def _plain(self, text: str, font: FontProperties, width: float) -> Line:
        face = get_font(findfont(font))
        face.set_size(text_to_path.FONT_SCALE, text_to_path.DPI)
        found, self._paths, _ = text_to_path.get_glyphs_with_font(face, text, glyph_map=self._paths)
        natural = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
        wider = width * font.get_size_in_points() / (EM * natural) if natural else 1.0
        letters = [(self._letter(name), round(wider * x)) for name, x, _, _ in found]
        seen = [(letter, x) for letter, x in letters if letter.codes]  # no blanks
        return tuple(letter for letter, _ in seen), tuple(x for _, x in seen)

    def _letter(self, name: Any) -> Outline:
        if name not in self._letters:
            vertices, codes = self._paths[name]
            self._letters[name] = outline(Path(vertices, codes), 0) if len(vertices) else Outline("", ())
        return self._letters[name]

    def _formula(self, text: str, font: FontProperties, ismath: bool | Literal["TeX"]) -> Line:
        """A formula is one outline: its letters have several sizes and heights."""
        vertices, codes = text_to_path.get_text_path(font, text, ismath=ismath)
        return (outline(Path(vertices, codes), 0),), (0,)
