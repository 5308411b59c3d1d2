"""Which settings a page has: two controls in every combination, each other one alone from the start and each preset.

A grid is made finer step by step, and what a coarser one has a finer one has too: so it can be made until time or room
is used up, and be taken back by dropping values evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import Field, SettingsError, as_dict
from shiftlab.support import words

from ...controls import rungs

#: Values of the first control, of the second, and of every other, from the coarsest grid to the finest.
LEVELS = (
    (3, 2, 2),
    (4, 3, 2),
    (5, 4, 3),
    (7, 5, 3),
    (9, 7, 4),
    (13, 9, 5),
    (17, 11, 5),
    (21, 13, 7),
    (25, 17, 7),
    (31, 21, 9),
)
#: Values of a number that has no bounds, such as a seed: so many, from the start on.
UNBOUND = 5

Values = dict[str, Any]


class Grid:
    """The settings that a page can have. `pair` are the two controls in every combination.

    The origins are the start, called "", and the presets; `most` is the number of values of a control at most.
    """

    def __init__(
        self, experiment: Experiment[Any, Any], start: Any, pair: Sequence[str] = (), most: int | None = None
    ) -> None:
        self.experiment, self.start = experiment, start
        self.origins = {"": start, **experiment.presets}
        self.fields = {field.name: field for field in experiment.fields}
        self.pair = tuple(pair[:2]) or self._first_two()
        for name in self.pair:
            if name not in self.fields:
                raise ValueError(f"There is no setting {name!r}{words.did_you_mean(name, self.fields)} to move.")
        self.left_out: dict[str, list[Any]] = {}  # choices that cannot be computed here
        self._ladders = {name: self._ladder(field, most) for name, field in self.fields.items()}

    def values(self, name: str, level: int) -> list[Any]:
        """Of one field, at one level; without what was left out."""
        gone = self.left_out.get(name, [])
        return [value for value in self._ladders[name][level] if value not in gone]

    def product(self, level: int) -> Iterator[Values]:
        """The first two controls in every combination, from the start."""
        first, second = (self.pair + self.pair)[:2] if len(self.pair) == 1 else self.pair
        for one in self.values(first, level):
            for other in self.values(second, level) if second != first else [one]:
                yield {**as_dict(self.start), first: one, second: other}

    def alone(self, origin: str, level: int) -> Iterator[Values]:
        """One control after the other, each alone, from the start or a preset."""
        settings = self.origins[origin]
        base = as_dict(settings)
        for name, field in self.fields.items():
            if field.applies(settings):
                for value in self.values(name, level):
                    if value != base[name]:
                        yield {**base, name: value}

    def _first_two(self) -> tuple[str, ...]:
        """The sliders that the presets move most: what the experiment's story is about."""

        def moved(field: Field) -> int:
            return len({getattr(settings, field.name) for settings in self.origins.values()})

        sliders = [
            field
            for field in self.fields.values()
            if field.low is not None
            and field.high is not None
            and field.applies(self.start)
            and field.name not in (*self.experiment.Settings.REPEATS, *self.experiment.Settings.VIEW)
        ]
        chosen = sorted(sliders, key=moved, reverse=True)[:2]  # of those that are moved as much, the first
        return tuple(field.name for field in sliders if field in chosen)

    def _ladder(self, field: Field, most: int | None) -> list[list[Any]]:
        """The values of a field at every level, each among those of the next."""
        needed = {getattr(settings, field.name) for settings in self.origins.values()}
        if field.choices or field.type in (bool, str):
            known = list(field.choices or ([False, True] if field.type is bool else sorted(needed)))
            return [known] * len(LEVELS)
        if field.low is None or field.high is None:
            start = getattr(self.start, field.name)
            known = sorted({*needed, *(start + i for i in range(UNBOUND))})
        else:
            known = sorted({*needed, *rungs(field)})
        column = self.pair.index(field.name) if field.name in self.pair else 2
        ladder: list[list[Any]] = []
        for counts in reversed(LEVELS):
            known = evenly(known, min(counts[column], most or counts[column]), needed)
            ladder.insert(0, known)
        return ladder


def evenly(values: Sequence[Any], count: int, needed: Iterable[Any]) -> list[Any]:
    """So many of the values, from the first to the last in even steps, and those that are needed."""
    if len(values) <= count:
        return list(values)
    places = np.unique(np.rint(np.linspace(0, len(values) - 1, max(count, 2))).astype(int))
    keep = {*(values[place] for place in places), *needed}
    return [value for value in values if value in keep]


def settings_of(experiment: Experiment[Any, Any], values: Mapping[str, Any]) -> Any:
    """Settings, or the sentence that refuses them."""
    try:
        return experiment.settings(**values)
    except SettingsError as refusal:
        return str(refusal)
