"""Selection that looks at nothing: the sample is smaller, and not biased."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from .mechanism import Kind, Mechanism, check_share


@dataclass(frozen=True)
class Independent(Mechanism):
    """Keep every row with the same probability `keep`: P(s=1 | x, y) = P(s=1).

    Neither `X` nor `y` is looked at beyond the number of rows; one of them may be None.

    >>> Independent(0.25).probability(None, [0, 1, 1]).tolist()
    [0.25, 0.25, 0.25]
    """

    keep: float = 0.5
    kind: ClassVar[Kind] = "independent"

    def __post_init__(self) -> None:
        check_share(self.keep, "keep", "the share of rows kept")

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row: `keep`."""
        given = X if y is None else y
        n_rows = len(given) if isinstance(given, Sized) and np.ndim(given) else 0
        if n_rows == 0:
            raise ValueError(f"Give at least one row in X or one label in y, got {_check.short(given)}.")
        return np.full(n_rows, float(self.keep))
