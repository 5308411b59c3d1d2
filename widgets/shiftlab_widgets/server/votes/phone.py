"""What every request of a phone goes through before its body is read.

What is refused is refused in one sentence of plain text.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tornado.log import app_log
from tornado.web import HTTPError, RequestHandler, stream_request_body

from ..refused import Refused

MOST_BODY = 2048  # bytes; a vote has 30
COOKIE = "shiftlab-vote"
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
SENTENCES = {
    400: "This request cannot be read.",
    404: "There is nothing at this address.",
    405: "This address is not for such a request.",
}


@stream_request_body
class Phone(RequestHandler):
    """Asks how often, by which host, with which token, from which page, and how much."""

    METHODS: Collection[str] = ("GET",)

    def prepare(self) -> None:
        self.body = b""
        self.there = self.settings["listener"]
        self.voter = self.there.ballots.read(self.get_cookie(COOKIE))
        for refuse, sentence, status in (
            (self._too_often, "Too many requests: wait a moment.", 429),
            (self._other_host, "Votes are taken under their own address only.", 421),
            (self._wrong_token, "This is not the address of the vote: scan the code again.", 403),
            (self._other_method, SENTENCES[405], 405),
            (self._other_origin, "A vote comes from the page of the vote only.", 403),
            (self._unmeasured, "A request says how long it is.", 411),
            (self._too_long, "This is too long for a vote.", 413),
        ):
            if refuse():
                raise Refused(sentence, status)

    def data_received(self, chunk: bytes) -> None:
        self.body += chunk

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def compute_etag(self) -> None:
        return None

    def write_error(self, status_code: int, **named: Any) -> None:
        error = named.get("exc_info", (None, None))[1]
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        if isinstance(error, Refused):
            self.set_status(error.status)
        if self.get_status() == 405:
            self.set_header("Allow", ", ".join(self.METHODS))
        if self.get_status() == 429:
            self.set_header("Retry-After", "2")
        said = str(error) if isinstance(error, Refused) else SENTENCES.get(status_code, "Something went wrong here.")
        self.finish(said)

    def log_exception(self, kind: Any, error: Any, trace: Any) -> None:
        """What we did wrong, and not who had asked for it."""
        if not isinstance(error, Refused | HTTPError):
            app_log.error("shiftlab: a vote's %s failed", type(self).__name__, exc_info=(kind, error, trace))

    def _too_often(self) -> bool:
        allowed = self.there.peers.allows(self.request.remote_ip)
        return not allowed or (self.voter is not None and not self.there.browsers.allows(self.voter))

    def _other_host(self) -> bool:
        return bool(self.request.headers.get("Host", "").lower() != self.there.host)

    def _wrong_token(self) -> bool:
        return not self.there.knows(self.request.path.split("/")[1] if "/" in self.request.path else "")

    def _other_method(self) -> bool:
        return self.request.method not in self.METHODS

    def _other_origin(self) -> bool:
        wanted = f"http://{self.there.host}"
        return self.request.method != "GET" and self.request.headers.get("Origin", "").lower() != wanted

    def _unmeasured(self) -> bool:
        headers = self.request.headers
        return "Transfer-Encoding" in headers or (self.request.method != "GET" and "Content-Length" not in headers)

    def _too_long(self) -> bool:
        length = self.request.headers.get("Content-Length", "0")
        return length.isdecimal() and int(length) > MOST_BODY
