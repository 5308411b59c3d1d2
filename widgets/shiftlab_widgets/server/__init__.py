"""The Jupyter server extension: kernel messages without delay, the routes of the course, and votes.

Installing the wheel enables it. Nothing that goes wrong in one part keeps the server, or another part, from starting.
"""

from __future__ import annotations

from typing import Any

from . import no_delay, routes, votes
from .no_delay import NoDelayConnection as NoDelayConnection

PARTS = (no_delay.enable, routes.enable, votes.enable)


def _load_jupyter_server_extension(app: Any) -> None:
    for enable in PARTS:
        try:
            enable(app)
        except Exception as error:  # a server must start, whatever has changed in it
            app.log.debug("shiftlab: %s is off: %r", enable.__module__, error)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "shiftlab_widgets.server"}]
