"""Names of experiments, and what is said to a name that is none of them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence


class UnknownExperimentError(ValueError):
    """No experiment has that name; the message names those that exist."""


def check_name(name: str, known: Sequence[str]) -> None:
    if name in known:
        return
    near = difflib.get_close_matches(str(name), known, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise UnknownExperimentError(f"There is no experiment {name!r}{hint}; there are {', '.join(known)}.")
