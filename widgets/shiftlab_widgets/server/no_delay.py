"""Sending what kernels say at once (TCP_NODELAY).

The server leaves Nagle's algorithm on for kernel websockets: a small message may wait up to 40 ms for the
acknowledgement of the one before it, which a live figure feels. The setting ``--ShiftlabNoDelay.enabled=False`` turns
this off. It wraps the server's class for kernel websocket connections; a class that it does not know is left alone, and
nothing that goes wrong here ever stops a kernel from connecting.

Voila runs without server extensions; there the same is asked for by name:
``voila --Voila.kernel_websocket_connection_class=shiftlab_widgets.server.NoDelayConnection lesson.ipynb``
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.base import BaseKernelWebsocketConnection
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from traitlets import Bool
from traitlets.config import LoggingConfigurable

SETTING = "kernel_websocket_connection_class"


class ShiftlabNoDelay(LoggingConfigurable):
    """The setting."""

    enabled = Bool(True, config=True, help="Send kernel messages to the browser without delay (TCP_NODELAY).")


class NoDelay:
    """Mixed into a connection class: when it connects, its websocket stops waiting."""

    shiftlab_no_delay = True

    async def connect(self) -> Any:
        try:
            self.websocket_handler.set_nodelay(True)  # type: ignore[attr-defined]
        except Exception as error:
            self.log.debug("shiftlab: TCP_NODELAY could not be set: %r", error)  # type: ignore[attr-defined]
        return await super().connect()  # type: ignore[misc]


class NoDelayConnection(NoDelay, ZMQChannelsWebsocketConnection):  # type: ignore[misc]  # its connect says less
    """The server's usual connection, without delay. For Voila's command line."""


def without_delay(cls: Any) -> Any:
    """`cls` with `NoDelay`, or None if it is not a class that this can be mixed into."""
    if not (isinstance(cls, type) and issubclass(cls, BaseKernelWebsocketConnection)):
        return None
    if not hasattr(cls, "websocket_handler") or not callable(getattr(cls, "connect", None)):
        return None
    if getattr(cls, "shiftlab_no_delay", False):
        return cls
    return type(cls.__name__, (NoDelay, cls), {"__module__": cls.__module__, "__doc__": cls.__doc__})


def enable(app: Any) -> None:
    """Mix it into the class that the server uses."""
    log = app.log
    try:
        if not ShiftlabNoDelay(parent=app).enabled:
            log.info("shiftlab: kernel websockets are left as they are (ShiftlabNoDelay.enabled is False).")
            return
        settings = app.web_app.settings
        cls = without_delay(settings.get(SETTING))
        if cls is None:
            log.debug("shiftlab: %r is not a class known here, it is left alone.", settings.get(SETTING))
            return
        settings[SETTING] = cls
        log.info(
            "shiftlab: kernel websockets send without delay (TCP_NODELAY); "
            "--ShiftlabNoDelay.enabled=False turns this off."
        )
    except Exception as error:  # a server must start, whatever has changed in it
        log.debug("shiftlab: kernel websockets are left as they are: %r", error)
