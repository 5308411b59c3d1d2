"""The row under the picture: presets in the order of the story, play and step, reset, pin, size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as w

from .controls import _toggle

#: The list's entry for settings that are no preset.
OWN = ""


class Toolbar(w.HBox):
    """Buttons by name, and a list of presets. What they do is the explorer's affair."""

    def __init__(self, presets: Sequence[str], actions: dict[str, tuple[str, str, Callable[[], Any]]]) -> None:
        numbered = [(f"{i}. {name}", name) for i, name in enumerate(presets, start=1)]
        self.presets = w.Dropdown(options=[("(own settings)", OWN), *numbered], value=OWN, description="preset")
        self.presets.add_class("shiftlab-presets")
        self.buttons = {name: button(name, *action) for name, action in actions.items()}
        super().__init__([self.presets, *self.buttons.values()])
        self.add_class("shiftlab-toolbar")

    def __repr__(self) -> str:
        return f"Toolbar({', '.join(self.buttons)})"

    def label(self, name: str, text: str) -> None:
        self.buttons[name].description = text

    def show(self, name: str, on: bool) -> None:
        _toggle(self.buttons[name], "shiftlab-hidden", not on)


def button(name: str, text: str, tooltip: str, action: Callable[[], Any]) -> w.Button:
    made = w.Button(description=text, tooltip=tooltip)
    made.add_class("shiftlab-button")
    made.add_class(f"shiftlab-{name}")
    made.on_click(lambda _: action())
    return made
