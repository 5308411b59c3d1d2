"""What an experiment is: settings -> result -> picture -> sentence, and all that can be derived from its parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args

from matplotlib.figure import Figure

from .. import style
from ..support.threads import one_thread
from .code import Code, reached
from .moving import lower_what_stays
from .settings import BaseSettings, Field, as_dict, fields, make
from .summary import Record, Summary
from .table import Table

#: What is drawn, by names of the picture's own choosing.
Artists = dict[str, Any]
Mode = Literal["quick", "full"]
MODES: tuple[Mode, ...] = get_args(Mode)

#: What an explorer is asked for beside settings: no setting can be called so.
RESERVED = ("steps", "controls", "after", "prefetch")


class Ran(Protocol):
    """A result knows the settings it came from; the rest is its own."""

    @property
    def settings(self) -> Any: ...


S = TypeVar("S", bound=BaseSettings)
R = TypeVar("R", bound=Ran)


@dataclass(frozen=True)
class Picture(Generic[R]):
    """`stage` makes axes, legends and empty artists, once: everything that stays while settings change. `update` puts
    a result into them: only data change, and limits where they must.
    """

    stage: Callable[[Figure], Artists]
    update: Callable[[Artists, R], None]


@dataclass(frozen=True, kw_only=True)
class Report(Generic[S, R]):
    """The paper's side. `cells` are the settings that its table or figure needs; `record` gives the flat numbers of one
    of them, `summarise` the lines that the claims' rules read, `table` and `draw` the paper's table and figure with
    our numbers; `draw` returns the alt text.

    `close` is how nearly a record is the same with other versions of numpy and scikit-learn: one number, or one for
    each record. `keys` are the settings by which `summarise` tells records apart, or a function that gives what it
    tells them apart by; without it, all that are no repetitions.
    """

    cells: Callable[[Mode], Iterable[S]]
    record: Callable[[R], dict[str, Any]]
    summarise: Callable[[list[Record]], Summary]
    table: Callable[[Summary], Table]
    draw: Callable[[Figure, Summary], str]
    close: float | Callable[[Record], float] = 1e-9
    keys: Sequence[str] | Callable[[Record], Hashable] | None = None


def unchanged(settings: S) -> S:
    """The coarse version of settings that are quick as they are."""
    return settings


@dataclass(frozen=True, kw_only=True, repr=False)
class Experiment(Generic[S, R]):
    """One experiment, from its parts. `run` is a pure function of the settings, every random number from the seed.

    `about` is the docstring of its room, whose first line is the title. `coarse` gives cheaper settings for the time a
    slider is dragged. `small` holds settings at values with which all quick cells take seconds, and `elsewhere` is a
    problem unlike those of the presets, with other limits and other numbers of marks: the common tests need both.
    """

    name: str
    about: str | None
    Settings: type[S]
    presets: Mapping[str, S]
    run: Callable[[S], R]
    describe: Callable[[R], str]
    picture: Picture[R]
    report: Report[S, R]
    small: Mapping[str, Any]
    elsewhere: Mapping[str, Any]
    coarse: Callable[[S], S] = unchanged

    def __post_init__(self) -> None:
        for name in (field.name for field in self.fields if field.name in RESERVED):
            raise ValueError(
                f"A setting of {self.name} cannot be called {name!r}: explorers have an option of that name."
            )

    def __repr__(self) -> str:
        return f"<experiment {self.name}: {self.title}>"

    @property
    def title(self) -> str:
        return (self.about or self.name).strip().partition("\n")[0].rstrip(".")

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return fields(self.Settings)

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields that are no repetitions, in order."""
        return self.Settings.keys()

    @cached_property
    def code(self) -> Code:
        """What its numbers are computed with: all that `run` and `record` reach."""
        return reached(self.run, self.report.record, self.Settings)

    def settings(self, **values: Any) -> S:
        """Settings from keyword values, or one sentence saying what does not fit."""
        return make(self.Settings, **values)

    def result(self, settings: S) -> R:
        """What `run` gives, at the speed that a person waits for: with one thread for arrays."""
        with one_thread():
            return self.run(settings)

    def stage(self, figure: Figure) -> Artists:
        artists = self.picture.stage(figure)
        lower_what_stays(figure, artists)
        return artists

    def update(self, artists: Artists, result: R) -> None:
        self.picture.update(artists, result)

    def figure(
        self, settings: S | None = None, *, result: R | None = None, theme: str = "light", size: str = "notebook"
    ) -> Figure:
        """The static picture: drawn by the same code as the live one."""
        if result is None:
            result = self.result(self.Settings() if settings is None else settings)
        figure = style.new_figure(theme, size)
        with style.using(theme, size):
            self.update(self.stage(figure), result)
        return figure

    def cells(self, mode: Mode = "quick") -> list[S]:
        """The settings that the paper's table or figure needs, without repeats."""
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, got {mode!r}.")
        return list(dict.fromkeys(self.report.cells(mode)))

    def mixed_up(self, cells: Iterable[S]) -> list[str]:
        """Fields that are no repetitions, and of which a summary of these cells would take several values for some.

        There are none where every field that varies is a repetition or among the summary's keys.
        """
        told_apart: dict[Hashable, list[S]] = {}
        for cell in cells:
            told_apart.setdefault(self._setting(as_dict(cell)), []).append(cell)
        names = [field.name for field in self.fields if field.name not in self.Settings.REPEATS]
        return [
            name
            for name in names
            if any(len({getattr(cell, name) for cell in together}) > 1 for together in told_apart.values())
        ]

    def _setting(self, record: Record) -> Hashable:
        keys = self.keys if self.report.keys is None else self.report.keys
        return keys(record) if callable(keys) else tuple(record[key] for key in keys)

    def record(self, result: R) -> dict[str, Any]:
        """The flat numbers of one cell, after its settings."""
        return {**as_dict(result.settings), **self.report.record(result)}

    def summarise(self, records: Iterable[Record]) -> Summary:
        return self.report.summarise(list(records))

    def table(self, summary: Summary) -> Table:
        return self.report.table(summary)

    def summary_figure(self, summary: Summary, *, theme: str = "light", size: str = "notebook") -> tuple[Figure, str]:
        """The picture of a summary, and its alt text."""
        figure = style.new_figure(theme, size)
        with style.using(theme, size):
            alt = self.report.draw(figure, summary)
        return figure, alt
