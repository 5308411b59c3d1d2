"""The presets of an experiment, in the order in which they tell its story."""

from __future__ import annotations

from typing import Any

from shiftlab.experiments.experiment import Experiment
from shiftlab.support import words


class Story:
    """Knows where one is in it."""

    def __init__(self, experiment: Experiment[Any, Any]) -> None:
        self.presets = experiment.presets
        self.last: str | None = None  # the preset that was shown last

    def __getitem__(self, name: str) -> Any:
        """The settings of a preset; an unknown name is refused with one sentence."""
        if name not in self.presets:
            hint = words.did_you_mean(name, self.presets)
            raise ValueError(f"There is no preset {name!r}{hint}; `explorer.experiment.presets` has their names.")
        self.last = name
        return self.presets[name]

    def name_of(self, settings: Any) -> str | None:
        """The preset with these settings; None if they are a person's own."""
        name = next((name for name, preset in self.presets.items() if preset == settings), None)
        self.last = name or self.last
        return name

    def to_come(self) -> list[str]:
        """The presets after the last one that was shown; after the end, all of them."""
        names = list(self.presets)
        at = names.index(self.last) + 1 if self.last in names else 0
        return names[at:] or names
