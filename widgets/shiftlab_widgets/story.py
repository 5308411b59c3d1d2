"""The steps of an explorer: presets in the order in which they tell a story, each with a question if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shiftlab.experiments.experiment import Experiment
from shiftlab.support import words

#: The name of a preset, and what is asked about it.
Step = tuple[str, str]


class Story:
    """Knows where one is in it. Without steps of its own it goes through all presets and asks nothing.

    `labels` are what a person chooses from. Those of steps are neutral, for a preset's name may be the answer.
    """

    def __init__(self, experiment: Experiment[Any, Any], steps: Sequence[Step] = ()) -> None:
        self.presets = experiment.presets
        self.steps: list[Step] = [(name, question) for name, question in steps] or [(name, "") for name in self.presets]
        self.labels = [f"Step {i + 1} of {len(steps)}" for i in range(len(steps))] or list(self.presets)
        self.at = -1  # the step that was shown last
        for name, _ in self.steps:
            self.preset(name)

    def preset(self, name: str) -> Any:
        """The settings of a preset; an unknown name is refused with one sentence."""
        if name not in self.presets:
            hint = words.did_you_mean(name, self.presets)
            raise ValueError(f"There is no preset {name!r}{hint}; `explorer.experiment.presets` has their names.")
        return self.presets[name]

    def chosen(self, label: str) -> Any:
        """The settings behind a label; nothing else can be chosen."""
        self.at = self.labels.index(label)
        return self.presets[self.steps[self.at][0]]

    def go_on(self) -> Any:
        """The settings of the next step; after the last, of the first again."""
        self.at = (self.at + 1) % len(self.steps)
        return self.presets[self.steps[self.at][0]]

    def go_to(self, settings: Any) -> None:
        """One has these settings now."""
        self.at = self.place(settings, self.at)

    def place(self, settings: Any, at: int) -> int:
        """Where one is who was at a step and has these settings now: at the first step that has them, if any has."""
        here = [i for i, (name, _) in enumerate(self.steps) if self.presets[name] == settings]
        return here[0] if here and at not in here else at

    def label(self, settings: Any, at: int) -> str:
        """What a person chose, "" if these settings are a person's own."""
        return self.labels[at] if at >= 0 and self.presets[self.steps[at][0]] == settings else ""

    def question_at(self, at: int) -> str:
        return self.steps[at][1] if at >= 0 else ""

    def left(self, at: int) -> int:
        """How many steps come after this one."""
        return len(self.steps) - 1 - at
