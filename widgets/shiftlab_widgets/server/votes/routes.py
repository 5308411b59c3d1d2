"""What a phone can ask for: the page with its style and script, how things stand, and a vote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tornado.web import RequestHandler

from ..refused import Refused
from .phone import COOKIE, Phone
from .wording import shown

PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


class File(Phone):
    """One of the page's three files."""

    def initialize(self, file: str) -> None:
        self.file = PAGE / file

    def get(self) -> None:
        if self.request.path.count("/") == 1:  # typed without its last stroke: the page's own addresses need it
            self.redirect(f"/{self.there.token}/")
            return
        self.set_header("Content-Type", f"{KINDS[self.file.suffix]}; charset=utf-8")
        self.finish(self.file.read_bytes())


class State(Phone):
    """How things stand for this browser; one that is new gets its ballot."""

    def get(self) -> None:
        if self.voter is None:
            if not self.there.newcomers.allows(self.request.remote_ip):
                raise Refused("Too many browsers come from one network: wait a moment.", 429)
            path = f"/{self.there.token}/"
            self.set_cookie(COOKIE, self.there.ballots.issue(), path=path, httponly=True, samesite="Strict")
        room = self.there.room
        news: dict[str, Any] = {"step": room.step(self.voter), "pace": self.there.pace}
        if room.asked is not None:
            choices = [shown(choice) for choice in room.asked.choices]
            news |= {"question": shown(room.asked.question), "choices": choices}
            news |= {"round": room.rounds[-1].number, "nth": len(room.rounds)}
        self.finish(news)


class Vote(Phone):
    METHODS = ("POST",)

    def post(self) -> None:
        if self.request.headers.get("Content-Type", "").partition(";")[0].strip() != "application/json":
            raise Refused("A vote is sent as JSON.", 415)
        number, place = self._said()
        if self.voter is None:
            raise Refused("One vote a browser is kept by a cookie: allow cookies for this page.", 403)
        self.there.room.vote(self.voter, number, place)
        self.finish({"step": self.there.room.step(self.voter)})

    def _said(self) -> tuple[int, int]:
        try:
            said = json.loads(self.body)
            number, place = said["round"], said["choice"]
        except (ValueError, TypeError, KeyError, RecursionError):
            number = place = None
        if type(number) is not int or type(place) is not int:
            raise Refused("A vote has the number of the round and that of the choice.", 400)
        return number, place


class Nothing(Phone):
    """Every other address."""

    METHODS = RequestHandler.SUPPORTED_METHODS

    def prepare(self) -> None:
        super().prepare()
        raise Refused("There is nothing at this address.", 404)


ROUTES: list[Any] = [
    (r"/[^/]*/?", File, {"file": "phone.html"}),
    (r"/[^/]*/phone\.css", File, {"file": "phone.css"}),
    (r"/[^/]*/phone\.js", File, {"file": "phone.js"}),
    (r"/[^/]*/state", State),
    (r"/[^/]*/vote", Vote),
]
