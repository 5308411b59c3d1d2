"""What a closed form of leave-one-out gives: predictions, and the rows for which it does not hold."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class LeftOut(NamedTuple):
    """The prediction for each row by the model of all other rows."""

    predictions: NDArray[Any]
    doubtful: NDArray[np.bool_]  # rows where rounding or a tie may decide: the model must be trained without them
