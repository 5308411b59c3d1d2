"""How a front end gives controls to what the course shows.

What the course shows is text and HTML, and knows no front end. A package that knows one names a module of its own
here when it is imported; that module is loaded when something is first shown, and asked for controls.
"""

from __future__ import annotations

import builtins
import importlib
from typing import Any

_module = ""


def controls_from(module: str) -> None:
    """From now on ``controls(shown)`` of this module is asked."""
    global _module
    _module = module


def controls(shown: Any) -> Any:
    """A widget in place of what is shown, or None."""
    return importlib.import_module(_module).controls(shown) if _module else None


def show(thing: Any) -> None:
    """Show something that is not the value of a cell: IPython lends its ``display``, elsewhere it is printed."""
    getattr(builtins, "display", print)(thing)
