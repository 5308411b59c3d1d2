"""What an experiment is: a module with a Settings class and a handful of functions, and all that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from matplotlib.figure import Figure

from .. import style
from .settings import as_dict, fields, make
from .summary import Record, Summary
from .table import Table

#: What a module must define. `coarse` alone may be left out: then the experiment is quick enough while dragging.
REQUIRED = (
    "Settings",
    "run",
    "stage",
    "update",
    "describe",
    "presets",
    "cells",
    "record",
    "summarise",
    "table",
    "draw_summary",
)
MODES = ("quick", "full")


class Experiment:
    """One experiment, by name. Its parts are those of its module (see CONTRIBUTING.md); this adds what can be
    derived from them for every experiment alike.
    """

    def __init__(self, name: str, module: ModuleType) -> None:
        missing = [part for part in REQUIRED if not hasattr(module, part)]
        if missing:
            raise TypeError(f"The experiment {name!r} does not define {', '.join(missing)}.")
        self.name = name
        self.module = module
        self.title = (module.__doc__ or name).strip().partition("\n")[0].rstrip(".")
        self.Settings: type = module.Settings
        self.presets: Mapping[str, Any] = module.presets
        self.fields = fields(self.Settings)

    def __repr__(self) -> str:
        return f"<experiment {self.name}: {self.title}>"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from . import get

        return get, (self.name,)

    # The parts that the module writes. They are looked up at call time, so that a test can break one of them.

    def run(self, settings: Any, previous: Any = None) -> Any:
        return self.module.run(settings, previous)

    def coarse(self, settings: Any) -> Any:
        """A cheap version of the settings, for the time a slider is dragged."""
        coarse = getattr(self.module, "coarse", None)
        return settings if coarse is None else coarse(settings)

    def stage(self, figure: Figure) -> Any:
        """Make axes, legend and empty artists, once."""
        artists = self.module.stage(figure)
        for legend in filter(None, (ax.get_legend() for ax in figure.axes)):
            legend.set_zorder(1)  # below what moves: it is drawn once
        return artists

    def update(self, artists: Any, result: Any) -> None:
        self.module.update(artists, result)

    def describe(self, result: Any) -> str:
        return str(self.module.describe(result))

    def cells(self, mode: str = "quick") -> list[Any]:
        """The settings that the paper's table or figure needs, without repeats."""
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, got {mode!r}.")
        return list(dict.fromkeys(self.module.cells(mode)))

    def record(self, result: Any) -> dict[str, Any]:
        """The flat numbers of one cell, after its settings."""
        return {**as_dict(result.settings), **self.module.record(result)}

    def summarise(self, records: Iterable[Record]) -> Summary:
        return list(self.module.summarise(list(records)))

    def table(self, summary: Summary) -> Table:
        return self.module.table(summary)

    def draw_summary(self, figure: Figure, summary: Summary) -> str:
        """Draw the paper's figure with our numbers and return its alt text."""
        return str(self.module.draw_summary(figure, summary))

    # What follows from them.

    def settings(self, **values: Any) -> Any:
        """Settings from keyword values, or one sentence saying what does not fit."""
        return make(self.Settings, **values)

    def figure(
        self, settings: Any = None, *, result: Any = None, theme: str = "light", size: str = "notebook"
    ) -> Figure:
        """The static picture: drawn by the same code as the live one."""
        if result is None:
            result = self.run(self.Settings() if settings is None else settings)
        figure = style.new_figure(theme, size)
        with style.using(theme, size):
            self.update(self.stage(figure), result)
        return figure

    def summary_figure(self, summary: Summary, *, theme: str = "light", size: str = "notebook") -> tuple[Figure, str]:
        """The picture of a summary, and its alt text."""
        figure = style.new_figure(theme, size)
        with style.using(theme, size):
            alt = self.draw_summary(figure, summary)
        return figure, alt
