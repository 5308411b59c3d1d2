"""Selection along the first principal component: by all features at once, through one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from ._scale import scaled
from .mechanism import Kind, Mechanism, check_positive, check_share, numbers


@dataclass(frozen=True)
class FeatureNormal(Mechanism):
    """Keep rows by a normal curve over their projection t on the first principal component of the rows given.

    With m the smallest and m̄ the mean projection, P(s=1|x) ∝ N(t; mean m + (m̄ - m)/a, variance (m̄ - m)/b):
    Huang et al. (2007), 4.2.2. So a > 1 puts the peak between the lowest row and the middle, and a large b
    makes it narrow. The paper does not print its `a` and `b`. What else it leaves open:

    flip : the sign of a component is arbitrary. Here the loading largest in size is positive; True is the other.
    spread : "variance" takes (m̄ - m)/b as printed, although it has the unit of t and not of t²; "deviation"
        takes it as the standard deviation.
    standardize : False centres the features only, True scales each to standard deviation 1 first.
    share : None gives the peak probability 1; a number sets the expected share of the given rows.

    >>> import numpy as np
    >>> X = np.column_stack([np.arange(5.0), np.zeros(5)])
    >>> FeatureNormal(a=2, b=2, share=0.4).probability(X, None).round(3).tolist()
    [0.514, 0.848, 0.514, 0.115, 0.009]
    """

    a: float = 2.0
    b: float = 2.0
    flip: bool = False
    spread: Literal["variance", "deviation"] = "variance"
    standardize: bool = False
    share: float | None = None
    kind: ClassVar[Kind] = "feature"

    def __post_init__(self) -> None:
        check_positive(self.a, "a")
        check_positive(self.b, "b")
        if self.spread not in ("variance", "deviation"):
            raise ValueError(f"spread must be 'variance' or 'deviation', got {_check.short(self.spread)}.")
        for name in ("flip", "standardize"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise ValueError(f"{name} must be True or False, got {_check.short(getattr(self, name))}.")
        if self.share is not None:
            check_share(self.share, "share", "the expected share of rows kept")

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row among these. `y` is not looked at."""
        t = self._projections(numbers(X))
        lowest, mean = t.min(), t.mean()
        reach = mean - lowest
        variance = reach / self.b if self.spread == "variance" else (reach / self.b) ** 2
        if not variance > 0:
            raise ValueError("X has no spread: all of its rows are the same, so that no principal component exists.")
        with np.errstate(over="ignore"):
            return scaled(-((t - lowest - reach / self.a) ** 2) / (2 * variance), self.share)

    def _projections(self, table: Floats) -> Floats:
        centred = table - table.mean(axis=0)
        if self.standardize:
            deviations = centred.std(axis=0)
            centred = centred / np.where(deviations > 0, deviations, 1.0)
        first = np.linalg.svd(centred, full_matrices=False)[2][0]
        if (first[np.argmax(np.abs(first))] < 0) != self.flip:
            first = -first
        return centred @ first
