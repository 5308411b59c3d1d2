"""Votes in a lecture: a prediction of a lesson is put to the room, and phones in the same network answer.

`enable` adds the presenter's side to the Jupyter server. Phones talk to a listener of their own, which is there from
the moment the presenter opens the room until the room or the server is ended.
"""

from __future__ import annotations

import atexit
from typing import Any

from .hall import Hall, ShiftlabVotes
from .presenter import PATH, Presenter

KEY = "shiftlab_votes"


def enable(app: Any) -> None:
    settings = app.web_app.settings
    app.web_app.add_handlers(".*$", handlers(settings))
    atexit.register(stop, settings)  # a server tells extensions of this kind nothing when it stops


def handlers(settings: dict[str, Any]) -> list[tuple[str, type[Presenter], dict[str, Any]]]:
    """What a Jupyter server with these settings of its web application must add."""
    hall = settings.setdefault(KEY, Hall(ShiftlabVotes(config=settings.get("config"))))
    base = settings.get("base_url", "/").rstrip("/")
    return [(f"{base}/{PATH}", Presenter, {"hall": hall})]


def stop(settings: dict[str, Any]) -> None:
    """The server ends: no listener, and nothing is known any more."""
    if KEY in settings:
        settings[KEY].end()
