"""A second listener in the loop of the Jupyter server, for phones: the routes of the vote, and nothing else.

It is no part of the Jupyter server: it shares no route, no login and no cookie with it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application

from ..refused import Refused
from .address import EVERYWHERE, authority, reachable
from .ballots import Ballots
from .limiter import Limiter
from .phone import MOST_BODY
from .room import Room
from .routes import ROUTES, Nothing

MOST_HEADERS = 8192  # bytes
MOST_CONNECTIONS = 1200  # 300 phones have up to three each; a Jupyter server has 4,096 files for all that it does
IDLE, SLOW = 30.0, 5.0  # seconds until an idle connection is closed, and one that does not send what it began

# A lecture hall may be one address for us: a peer may do what 300 phones need when all of them come at once, and has
# ballots for twice as many, so that no program fills the room.
PEER_BURST, PEER_RATE = 2400.0, 300.0
BALLOTS_BURST, BALLOTS_RATE = 600.0, 1.0
BROWSER_BURST, BROWSER_RATE = 20.0, 4.0
POLLS = 100.0  # questions for news in a second, from all phones together
OFTEN, SELDOM = 1.0, 10.0  # seconds between two of one phone


class Listener:
    """Listens from the moment it is made until it is closed. `address` is for phones, and has the token in it."""

    def __init__(self, room: Room, ip: str = "", port: int = 0, name: str = "") -> None:
        self.room, self.ballots, self.token = room, Ballots(), secrets.token_urlsafe(9)
        self.peers, self.browsers = Limiter(PEER_BURST, PEER_RATE), Limiter(BROWSER_BURST, BROWSER_RATE)
        self.newcomers = Limiter(BALLOTS_BURST, BALLOTS_RATE)
        own = ip or reachable()
        called = name or (reachable() if own in EVERYWHERE else own)
        sockets = _bound(own, port)
        self.host = authority(called, sockets[0].getsockname()[1])
        self.address = f"http://{self.host}/{self.token}/"
        self._server = _server(self)
        self._server.add_sockets(sockets)

    def close(self) -> None:
        """At once: whoever is connected is so no longer."""
        self._server.stop()
        for stream in [*self._server.streams]:
            stream.close()

    @property
    def pace(self) -> float:
        """Seconds after which a phone asks again: the more there are, the later."""
        return min(SELDOM, max(OFTEN, self._server.connections / POLLS))

    def knows(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.token.encode())


class _Server(HTTPServer):
    """From here on a peer has no address, but a name that means nothing elsewhere or tomorrow."""

    named: Callable[[str], str]
    streams: WeakSet[IOStream]
    connections = 0

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        if self.connections >= MOST_CONNECTIONS:
            stream.close()
            return
        self.streams.add(stream)
        self.connections += 1
        super().handle_stream(stream, (f"peer-{self.named(str(address[0]))}", 0))

    def on_close(self, server_conn: object) -> None:
        super().on_close(server_conn)
        self.connections -= 1


def _server(listener: Listener) -> _Server:
    application = Application(
        ROUTES,
        default_handler_class=Nothing,
        log_function=lambda _: None,  # a log of requests is a list of who was there
        listener=listener,
    )
    limits = {"max_body_size": MOST_BODY, "max_header_size": MOST_HEADERS}
    server = _Server(application, idle_connection_timeout=IDLE, body_timeout=SLOW, **limits)
    server.named, server.streams = listener.ballots.sign, WeakSet()
    return server


def _bound(ip: str, port: int) -> list[Any]:
    try:
        return bind_sockets(port, ip, backlog=512)
    except OSError as error:
        where = f"port {port} of {ip}" if port else ip
        raise Refused(f"Votes cannot be taken at {where}: {error.strerror or error}.") from None
