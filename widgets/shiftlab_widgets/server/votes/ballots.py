"""A ballot for each browser: a random name that only we can have given out, and that says nothing about anybody."""

from __future__ import annotations

import hashlib
import hmac
import secrets


class Ballots:
    """Signed with a key of its own, so that nothing about a ballot has to be remembered."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def issue(self) -> str:
        name = secrets.token_urlsafe(12)
        return f"{name}.{self.sign(name)}"

    def read(self, ballot: str | None) -> str | None:
        """Its name if it is one of ours."""
        name, _, sign = (ballot or "").partition(".")
        return name if hmac.compare_digest(sign.encode(), self.sign(name).encode()) else None

    def sign(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()[:32]
