"""When a cell runs, frames that a page holds may be by code that is no more: from then on none of them counts.

A cell can change whatever a frame is drawn with. Modules that are loaded anew are noticed before the cell runs, all
else when it has run.
"""

from __future__ import annotations

import sys
import weakref
from typing import Any

from IPython.core.getipython import get_ipython

from .. import timing

KITS = ("shiftlab", "shiftlab_widgets")

_views: weakref.WeakSet[Any] = weakref.WeakSet()  # that have given frames for later
_loaded: dict[str, Any] = {}


def watch(view: Any) -> None:
    """What is drawn from now on counts until the next cell has run, or modules of the kit are loaded anew."""
    shell = get_ipython()
    if shell is None:
        return
    if not _views:
        _loaded.clear()
        for event, action in (("pre_run_cell", _before_a_cell), ("post_run_cell", _after_a_cell)):
            if action in shell.events.callbacks[event]:
                shell.events.unregister(event, action)
            shell.events.register(event, action)  # as the last: what loads modules anew has done so
    for name, spec in _modules().items():
        _loaded.setdefault(name, spec)
    _views.add(view)


def _before_a_cell(_info: Any) -> None:
    now = _modules()
    if any(now.get(name) is not spec for name, spec in _loaded.items()):
        _forget()


def _after_a_cell(_result: Any) -> None:
    _forget()


@timing.in_turn
def _forget() -> None:
    for view in list(_views):
        view.outdate()
    _views.clear()


def _modules() -> dict[str, Any]:
    """Loading a module anew gives it another spec."""
    return {
        name: getattr(module, "__spec__", None)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in KITS
    }
