"""The state of an explorer as a short text that can be sent to someone: an experiment's name and its settings."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from shiftlab import experiments
from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import SettingsError, as_dict, from_dict


class TokenError(ValueError):
    """A text that is no state token of ours; the message is one sentence."""


def encode(experiment: Experiment[Any, Any], settings: Any) -> str:
    """Safe in an address: letters, digits, ``-`` and ``_``."""
    state = {"experiment": experiment.name, "settings": as_dict(settings)}
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode(token: str) -> tuple[Experiment[Any, Any], Any]:
    """The experiment and the settings that a token names."""
    if not isinstance(token, str):
        raise TokenError(f"A state token is a text, got {type(token).__name__}.")
    try:
        text = token.strip()
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        state = json.loads(raw.decode())
        name, values = state["experiment"], state["settings"]
        if not isinstance(name, str) or not isinstance(values, dict) or len(state) != 2:
            raise TypeError
    except (binascii.Error, ValueError, TypeError, KeyError):
        raise TokenError("This is not a whole state token: copy it again, from its first to its last letter.") from None
    try:
        experiment = experiments.get(name)
        return experiment, from_dict(experiment.Settings, values)
    except (experiments.UnknownExperimentError, SettingsError) as error:
        raise TokenError(f"This state token does not fit here: {error}") from None
