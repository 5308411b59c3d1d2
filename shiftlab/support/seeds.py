"""The source of chance that a user names, refused in one sentence where it is none."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _check


def generator(random_state: Any) -> np.random.RandomState:
    """scikit-learn's `check_random_state`, which leaves it to numpy to object to numbers."""
    if isinstance(random_state, np.random.RandomState):  # as in every experiment: no need of scikit-learn
        return random_state
    from sklearn.utils import check_random_state

    try:
        return check_random_state(random_state)
    except (ValueError, TypeError):
        raise ValueError(
            "random_state must be None, a whole number from 0 to 2**32 - 1 or a RandomState, "
            f"got {_check.short(random_state)}."
        ) from None
