"""The presenter's side, in the Jupyter server: GET says how things stand, POST does something and says so, too.

    {"do": "open"}                                  phones can come; until then no port listens
    {"do": "ask", "id": "02-drift"}                 a prediction is put to the room, and its first round begins
    {"do": "close-round"}                           no more votes; now there is a hint, and the answer
    {"do": "again"}                                 the second round on the same question
    {"do": "reveal"}                                what was voted may be shown
    {"do": "hands", "choice": "up", "by": 1}        hands in the air, counted by eye; -1 takes one back
    {"do": "end"}                                   no port listens any more, and all is forgotten

What is refused is {"message": one sentence}.
"""

from __future__ import annotations

import json
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from ..refused import Refused
from .hall import Hall

PATH = "shiftlab/votes"


class Presenter(APIHandler):
    def initialize(self, hall: Hall) -> None:
        self.hall = hall

    @web.authenticated
    def get(self) -> None:
        self._say(self.hall.state())

    @web.authenticated
    def post(self) -> None:
        try:
            self.hall.do(_json(self.request.body))
        except Refused as refused:
            self.set_status(refused.status)
            self._say({"message": str(refused)})
        else:
            self._say(self.hall.state())

    def _say(self, what: dict[str, Any]) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(what))


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise Refused("What to do is said in JSON.", 400) from None
