"""Undersampling: every positive row stays, and an exact share of the negative ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .._check import Floats
from ..posterior import undersampling_counts
from ..support.seeds import generator
from .mechanism import Kind, Mask, Mechanism, check_label, check_share, positives


@dataclass(frozen=True)
class Undersampling(Mechanism):
    """Keep every positive row and a share `beta` of the negative rows.

    Selection depends on the class alone, p(s|x,y) = p(s|y), so that the distribution inside each class is
    unchanged. `select` keeps the exact number of negatives that Table I counts, drawn without replacement:
    every negative row has the same probability `beta`, up to rounding to whole rows.

    >>> import numpy as np
    >>> y = np.repeat([0, 1], [9000, 1000])
    >>> int(Undersampling(1 / 9).select(None, y, random_state=0).sum())
    2000
    """

    beta: float
    positive: Any = 1
    kind: ClassVar[Kind] = "class"

    def __post_init__(self) -> None:
        check_share(self.beta, "beta", "the share of negatives kept")
        check_label(self.positive)

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row: 1 for positives, `beta` for negatives. `X` is not looked at."""
        return np.where(positives(y, self.positive), 1.0, float(self.beta))

    def select(self, X: ArrayLike | None, y: ArrayLike | None, random_state: Any = None) -> Mask:
        """A mask of the rows that stay. `X` is not looked at."""
        selected = positives(y, self.positive).copy()
        negatives = np.flatnonzero(~selected)
        counts = undersampling_counts(int(selected.sum()), negatives.size, self.beta)
        rng = generator(random_state)
        selected[rng.permutation(negatives)[: counts.n_negative]] = True
        return selected
