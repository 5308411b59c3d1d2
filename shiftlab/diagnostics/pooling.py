"""Two samples of numbers as one matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._check import Floats
from .._target import rows_of
from ..support.tables.names import check_same_columns
from ..weights import base


def pooled(X: ArrayLike, Y: ArrayLike, *names: str) -> tuple[Floats, int]:
    """The rows of both samples in one matrix, and how many are of the first."""
    first_name, second_name = names or ("X", "Y")
    X, Y = rows_of(X), rows_of(Y)
    first, second = base.samples(X, first_name), base.samples(Y, second_name)
    check_same_columns(X, Y, first.shape[1], second.shape[1], names=(first_name, second_name))
    return np.concatenate([first, second]), len(first)
