"""Sockets without delay, or everything as it was."""

import asyncio
import logging
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.base import BaseKernelWebsocketConnection
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from traitlets.config import Config, Configurable

from shiftlab_widgets import server
from shiftlab_widgets.server import no_delay
from shiftlab_widgets.server.no_delay import SETTING


class App(Configurable):
    """As much of a server as the extension sees."""

    def __init__(self, cls, **config):
        super().__init__(config=Config(ShiftlabNoDelay=config) if config else Config())
        self.web_app = SimpleNamespace(settings={SETTING: cls})
        self.log = logging.getLogger("app")

    @property
    def connection(self):
        return self.web_app.settings[SETTING]


class Handler:
    def __init__(self):
        self.nodelay = []

    def set_nodelay(self, value):
        self.nodelay.append(value)


class Connection(BaseKernelWebsocketConnection):
    """A connection class of somebody else."""

    connected = False

    async def connect(self):
        self.connected = True
        return "connected"

    def disconnect(self):
        pass

    def handle_incoming_message(self, msg):
        pass

    def handle_outgoing_message(self, stream, msg):
        pass


def load(app, caplog):
    with caplog.at_level("DEBUG", logger="app"):
        no_delay.enable(app)
    return caplog.records[-1]


@pytest.mark.parametrize("cls", [Connection, ZMQChannelsWebsocketConnection])
def test_the_servers_class_is_wrapped_and_one_log_line_says_so(cls, caplog):
    app = App(cls)
    record = load(app, caplog)
    assert issubclass(app.connection, cls)
    assert app.connection is not cls
    assert record.levelname == "INFO"
    assert "TCP_NODELAY" in record.getMessage()
    assert len(caplog.records) == 1
    wrapped = app.connection
    no_delay.enable(app)
    assert app.connection is wrapped  # once is enough


def test_a_connection_sends_without_delay(caplog):
    app = App(Connection)
    load(app, caplog)
    handler = Handler()
    connection = app.connection.__new__(app.connection)
    connection.__dict__["websocket_handler"] = handler
    object.__setattr__(connection, "_trait_values", {"websocket_handler": handler})
    assert asyncio.run(connection.connect()) == "connected"
    assert connection.connected
    assert handler.nodelay == [True]


def test_a_socket_that_refuses_still_connects(caplog):
    app = App(Connection)
    load(app, caplog)
    connection = app.connection.__new__(app.connection)
    object.__setattr__(connection, "_trait_values", {"websocket_handler": object(), "log": app.log})
    assert asyncio.run(connection.connect()) == "connected"


def test_one_setting_turns_it_off(caplog):
    app = App(Connection, enabled=False)
    record = load(app, caplog)
    assert app.connection is Connection
    assert "left as they are" in record.getMessage()


@pytest.mark.parametrize("cls", [None, int, "a name", lambda: None, type("Other", (), {"connect": None})])
def test_a_class_it_does_not_know_is_left_alone(cls, caplog):
    app = App(cls)
    record = load(app, caplog)
    assert app.connection is cls
    assert record.levelname == "DEBUG"
    assert "left alone" in record.getMessage()


def test_a_server_that_has_changed_still_starts(caplog):
    app = App(Connection)
    del app.web_app
    assert load(app, caplog).levelname == "DEBUG"


def test_voila_takes_the_class_by_name():
    assert issubclass(server.NoDelayConnection, no_delay.NoDelay)
    assert issubclass(server.NoDelayConnection, ZMQChannelsWebsocketConnection)
