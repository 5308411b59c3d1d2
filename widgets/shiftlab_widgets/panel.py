"""The part of an explorer that lives in the page: names for what ipywidgets leaves nameless, copying, saving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

STATIC = Path(__file__).parent / "static"


class Panel(anywidget.AnyWidget):
    """Code, state token and picture files of an explorer, and the accessible names of all its controls."""

    _esm = STATIC / "panel.js"
    _css = STATIC / "panel.css"

    names = t.Dict().tag(sync=True)  # field -> label and help
    code = t.Unicode("").tag(sync=True)
    token = t.Unicode("").tag(sync=True)
    reduced_motion = t.Bool(False).tag(sync=True)  # what the person has asked the system for

    def __init__(self, names: dict[str, dict[str, str]], file: Callable[[str], bytes], stem: str) -> None:
        super().__init__(names=names)
        self._file, self._stem = file, stem
        self.on_msg(self._asked)

    def __repr__(self) -> str:
        return f"Panel({self._stem!r})"

    def _asked(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """The page wants a picture as a file: its bytes go back in a message."""
        kind = content.get("save") if isinstance(content, dict) else None
        if kind in ("png", "svg"):
            self.send({"saved": kind, "name": f"{self._stem}.{kind}"}, [self._file(kind)])
