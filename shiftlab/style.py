"""One palette and one matplotlib style, as data: light and dark, for a notebook and for a lecture hall.

The four colours reach a contrast of 3:1 on white and on black. Colour is never the only cue: every role has a
dash pattern and a marker of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, VERMILLION, GREEN, PINK = "#0072b2", "#d55e00", "#009e73", "#cc79a7"


class Role(NamedTuple):
    """How one quantity is drawn, wherever it is drawn."""

    color: str
    dash: Any
    marker: str


#: First, second, ... quantity of a picture that has no assignment of its own.
ROLES = (
    Role(BLUE, "-", "o"),
    Role(VERMILLION, (0, (5, 2)), "s"),
    Role(GREEN, (0, (4, 1.5, 1, 1.5)), "^"),
    Role(PINK, (0, (1, 1.5)), "D"),
)


class Theme(NamedTuple):
    background: str
    ink: str
    quiet: str  # grid, reference lines; still 3:1 where it carries meaning


THEMES = MappingProxyType(
    {"light": Theme("#ffffff", "#1a1a1a", "#767676"), "dark": Theme("#111111", "#f0f0f0", "#9a9a9a")}
)


class Size(NamedTuple):
    width: float  # inches at 100 dots per inch
    height: float
    font: float
    line: float
    pad: float  # inches around all that belongs to one panel


SIZES = MappingProxyType({"notebook": Size(7.0, 4.0, 10, 1.8, 0.04167), "slide": Size(12.8, 7.2, 20, 3.0, 0.12)})


def rc(theme: str = "light", size: str = "notebook") -> dict[str, Any]:
    """matplotlib's rcParams for a theme ("light", "dark") and a size ("notebook", "slide")."""
    for name, value, known in (("theme", theme, THEMES), ("size", size, SIZES)):
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"There is no {name} {value!r:.60}: take one of {', '.join(known)}.")
    look, scale = THEMES[theme], SIZES[size]
    return {
        "figure.figsize": (scale.width, scale.height),
        "figure.dpi": 100,
        "figure.constrained_layout.w_pad": scale.pad,
        "figure.constrained_layout.h_pad": scale.pad,
        "figure.facecolor": look.background,
        "savefig.facecolor": look.background,
        "axes.facecolor": look.background,
        "axes.edgecolor": look.quiet,
        "axes.labelcolor": look.ink,
        "axes.titlecolor": look.ink,
        "axes.titlesize": scale.font,
        "axes.titlelocation": "left",
        "axes.labelsize": scale.font,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "text.color": look.ink,
        "xtick.color": look.ink,
        "ytick.color": look.ink,
        "xtick.labelsize": 0.9 * scale.font,
        "ytick.labelsize": 0.9 * scale.font,
        "grid.color": look.quiet,
        "grid.alpha": 0.3,
        "legend.fontsize": 0.9 * scale.font,
        "legend.frameon": False,
        "lines.linewidth": scale.line,
        "lines.markersize": 3 * scale.line,
        "font.size": scale.font,
        "font.family": "DejaVu Sans",  # comes with matplotlib: the same picture on every machine
        "svg.hashsalt": "shiftlab",  # the same SVG for the same picture
        "svg.fonttype": "path",
    }


@contextmanager
def using(theme: str = "light", size: str = "notebook") -> Iterator[None]:
    """Draw with the project's style inside this block; what was set outside is restored after it."""
    import matplotlib

    with matplotlib.rc_context(rc(theme, size)):  # type: ignore[arg-type]  # its keys are literals
        yield


def new_figure(theme: str = "light", size: str = "notebook") -> Figure:
    """An empty figure in this style, on a canvas of its own (no pyplot, nothing to close)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with using(theme, size):
        figure = Figure(layout="constrained")
        FigureCanvasAgg(figure)
    return figure


def size_of(figure: Any) -> str:
    """The name of the size a figure was made in, for a picture that has a layout for each."""
    for name, size in SIZES.items():
        if tuple(figure.get_size_inches()) == (size.width, size.height):
            return name
    raise ValueError("No size is that of this figure: make it with style.new_figure.")


def point(figure: Any) -> float:
    """What marks and lines of one point in a notebook measure in this figure: they grow as letters do."""
    return SIZES[size_of(figure)].font / SIZES["notebook"].font


def color_of(figure: Any) -> Theme:
    """The theme a figure was made in, for what has to be drawn in ink or in the background's colour."""
    from matplotlib.colors import to_hex

    face = to_hex(figure.get_facecolor())
    for theme in THEMES.values():
        if theme.background == face:
            return theme
    raise ValueError(f"No theme has the background {face}: make the figure with style.new_figure.")
