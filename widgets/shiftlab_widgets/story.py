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

    @property
    def question(self) -> str:
        return self.steps[self.at][1] if self.at >= 0 else ""

    @property
    def left(self) -> int:
        """How many steps come after the one that is shown."""
        return len(self.steps) - 1 - self.at

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

    def go_to(self, settings: Any) -> str:
        """The label of the step with these settings, "" if they are a person's own. There one is then."""
        here = [i for i, (name, _) in enumerate(self.steps) if self.presets[name] == settings]
        if here and self.at not in here:
            self.at = here[0]
        return self.labels[self.at] if here else ""
