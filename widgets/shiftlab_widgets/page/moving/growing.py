"""How fine a grid becomes: as fine as the time for computing and the size of the file allow."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shiftlab.experiments.settings import as_dict

from .grid import LEVELS, Grid, Values
from .taking import Shots, computed

#: The product of the first two controls, beside the origins by their names.
PRODUCT = "*"
#: The level that decides whether cells need the quicker version, and the share of the time that the product may take.
USUAL, SHARE = 5, 0.5
#: Seconds that a frame takes beside its result.
FRAME = 0.05
#: A grid so many times too large is not tried.
HOPELESS = 1.6

Levels = dict[str, int]


@dataclass(eq=False)
class Unit:
    """What of a grid is made finer together: the product, or all that begins at one origin."""

    name: str
    cells: Callable[[int], list[Values]]
    seconds: float  # that a cell takes
    quick: bool = False
    level: int = -1
    full: bool = False  # there is no time for a finer level


class Growth:
    """Makes a grid finer level by level. `levels` says how far each unit has come, -1 for the origin alone."""

    def __init__(self, grid: Grid, shots: Shots, seconds: float) -> None:
        self.grid, self.shots, self.seconds = grid, shots, seconds
        # the same page comes from a busy machine, where one process does it all
        self._clock = time.process_time if shots.jobs == 1 else time.perf_counter
        self._spent = 0.0
        shots.take([as_dict(settings) for settings in grid.origins.values()])
        self._leave_out()
        self.units = self._units()

    @property
    def levels(self) -> Levels:
        return {unit.name: unit.level for unit in self.units}

    @property
    def quick(self) -> list[str]:
        return [unit.name for unit in self.units if unit.quick and unit.level >= 0]

    def grow(self, limit: int, size: Callable[[Levels], int]) -> Levels:
        """The finest levels whose `size` is within the limit; at least the origins, whatever their size."""
        best = {unit.name: -1 for unit in self.units}
        had = len(self.cells(best))
        found = size(best)
        for level in range(len(LEVELS)):
            wanted = len(self.cells({unit.name: unit.level if unit.full else level for unit in self.units}))
            if found * wanted / max(had, 1) > HOPELESS * limit and level > 2:
                break
            if not self._finer(level):
                break
            found, had = size(self.levels), len(self.cells(self.levels))
            if found > limit:
                break
            best = self.levels
        return best

    def cells(self, levels: Levels) -> list[Values]:
        """Each cell once, neighbours beside each other."""
        found: dict[tuple[Any, ...], Values] = {}
        for settings in self.grid.origins.values():
            found.setdefault(tuple(as_dict(settings).values()), as_dict(settings))
        for unit in self.units:
            if levels[unit.name] >= 0:
                for values in unit.cells(levels[unit.name]):
                    found.setdefault(tuple(values.values()), values)
        return list(found.values())

    def _finer(self, level: int) -> bool:
        """Whether any unit has come to this level."""
        for unit in self.units:
            todo = [] if unit.full else self.shots.missing(unit.cells(level))
            left = (self.seconds - self._spent) * self._share(unit)
            if unit.full or unit.seconds * len(todo) > left:
                unit.full = True
                continue
            started = self._clock()
            self.shots.take(todo, unit.quick)
            took = self._clock() - started
            self._spent += took
            unit.level = level
            if len(todo) > 3:
                unit.seconds = took / len(todo)
        return any(unit.level == level for unit in self.units)

    def _share(self, unit: Unit) -> float:
        """Of the time that is left: the finer levels of everybody else need some, too."""
        return SHARE if unit.name == PRODUCT else 1 / (1 + sum(not other.full for other in self.units))

    def _units(self) -> list[Unit]:
        experiment, grid = self.shots.experiment, self.grid
        clocks = {name: self.shots.seconds(as_dict(settings)) for name, settings in grid.origins.items()}
        found = [Unit(PRODUCT, lambda level: list(grid.product(level)), clocks[""] + FRAME)]
        for name in grid.origins:
            cells = lambda level, name=name: list(grid.alone(name, level))  # noqa: E731
            found.append(Unit(name, cells, clocks[name] + FRAME))
        for unit in found:
            settings = grid.origins["" if unit.name == PRODUCT else unit.name]
            share = SHARE if unit.name == PRODUCT else (1 - SHARE) / len(grid.origins)
            coarse = experiment.coarse(settings)
            if coarse != settings and unit.seconds * len(unit.cells(USUAL)) > share * self.seconds:
                seconds = computed(experiment, coarse)[1] + FRAME
                unit.quick, unit.seconds = (True, seconds) if seconds < unit.seconds else (False, unit.seconds)
        return found

    def _leave_out(self) -> None:
        """Choices for which something is not on this machine are none of the page's."""
        grid = self.grid
        for name, field in grid.fields.items():
            needed = {getattr(settings, name) for settings in grid.origins.values()}
            if field.choices and field.applies(grid.start):
                cells = {value: {**as_dict(grid.start), name: value} for value in field.choices if value not in needed}
                self.shots.take(list(cells.values()))
                gone = [value for value, values in cells.items() if self.shots[values].missing]
                if gone:
                    grid.left_out[name] = gone
