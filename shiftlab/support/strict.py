"""The switch SHIFTLAB_STRICT: on where lessons are built and tested."""

from __future__ import annotations

import os


def strict() -> bool:
    """Whether the switch is on, which it is unless it is empty or 0.

    Then failures are raised after they were shown, and nothing depends on earlier sessions: outputs are compared.
    """
    return os.environ.get("SHIFTLAB_STRICT", "") not in ("", "0")
