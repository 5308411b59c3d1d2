"""Names of experiments, and what is said to a name that is none of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..support import words


class UnknownExperimentError(ValueError):
    """No experiment has that name; the message names those that exist."""


def check_name(name: str, known: Sequence[str]) -> None:
    if name in known:
        return
    hint = words.did_you_mean(name, known)
    raise UnknownExperimentError(f"There is no experiment {name!r}{hint}; there are {', '.join(known)}.")
