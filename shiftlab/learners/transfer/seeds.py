"""Fresh copies of the models that an ensemble trains."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone

from ..undersampled import _seeded


def fresh(model: Any, rng: np.random.RandomState | None) -> Any:
    """A clone of `model`, with every ``random_state`` it has drawn from `rng`; without `rng` they stay as they are."""
    return clone(model) if rng is None else _seeded(clone(model), rng)
