"""A room with its door: what the presenter can do, and what the presenter sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traitlets import Int, Unicode
from traitlets.config import LoggingConfigurable

from shiftlab.course import registry

from ..refused import Refused
from . import qr
from .listener import Listener
from .room import Room


class ShiftlabVotes(LoggingConfigurable):
    """The settings."""

    ip = Unicode(
        "", config=True, help="The address to listen on for votes. Empty: the one that phones in this network reach."
    )
    port = Int(0, min=0, max=65535, config=True, help="The port to listen on for votes. 0: any that is free.")
    name = Unicode(
        "",
        config=True,
        help="The host, or host:port, by which phones reach the votes, where it is not the address itself.",
    )


class Hall:
    def __init__(self, settings: ShiftlabVotes) -> None:
        self._settings = settings
        self.room = Room()
        self.listener: Listener | None = None
        self._qr = ""

    def state(self) -> dict[str, Any]:
        there = self.listener
        return {
            "open": there is not None,
            "address": there.address if there else None,
            "qr": self._qr if there else None,
            **self.room.state(),
        }

    def do(self, said: object) -> None:
        """What the presenter's window sends: what to do, and with what."""
        known = {
            "open": lambda _: self.open(),
            "ask": lambda said: self.ask(said.get("id")),
            "close-round": lambda _: self.room.close_round(),
            "again": lambda _: self.room.again(),
            "reveal": lambda _: self.room.reveal(),
            "hands": lambda said: self.room.count_hands(said.get("choice"), said.get("by")),
            "end": lambda _: self.end(),
        }
        wanted = said.get("do") if isinstance(said, Mapping) else None
        if not isinstance(wanted, str) or wanted not in known:
            raise Refused(f"There is nothing to do like {wanted!r:.60}: there are {', '.join(known)}.", 400)
        known[wanted](said)

    def open(self) -> None:
        """Let phones in. Hands can be counted without that."""
        if self.listener is None:
            wanted = self._settings
            there = Listener(self.room, wanted.ip, wanted.port, wanted.name)
            try:
                self._qr = qr.svg(there.address)
            except BaseException:
                there.close()  # or nobody could
                raise
            self.listener = there

    def ask(self, id: Any) -> None:
        try:
            prediction = registry.prediction(id)
        except ValueError as unknown:
            raise Refused(str(unknown), 404) from None
        self.room.ask(prediction)

    def end(self) -> None:
        """Nobody listens, and nothing is known of what was asked and voted."""
        if self.listener is not None:
            self.listener.close()
        self.listener, self.room, self._qr = None, Room(), ""
