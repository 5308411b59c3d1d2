"""Selection by the features, without the label: P(s=1 | x, y) = P(s=1 | x), known as covariate shift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from ..support import caller
from ._scale import scaled
from .mechanism import (
    Kind,
    Mask,
    Mechanism,
    check_chance,
    check_feature,
    check_number,
    check_positive,
    check_share,
    column,
    numbers,
)

_NEXT_TO_NONE = 0.05  # rows kept on average: that one stays would be luck


@dataclass(frozen=True)
class FeatureStep(Mechanism):
    """Keep rows with one probability up to a `cut` in one feature, and with another above it.

    Only that column of `X` is looked at.

    >>> FeatureStep.kmm(feature=1).probability([[9, 5], [0, 6]], None).tolist()
    [0.2, 0.8]
    """

    feature: int = 0
    cut: float = 5.0
    keep_below: float = 0.2
    keep_above: float = 0.8
    kind: ClassVar[Kind] = "feature"

    def __post_init__(self) -> None:
        check_feature(self.feature)
        check_number(self.cut, "cut")
        check_chance(self.keep_below, "keep_below")
        check_chance(self.keep_above, "keep_above")

    @classmethod
    def kmm(cls, feature: int = 0, *, lowest: float = 0.0) -> FeatureStep:
        """Huang et al. (2007), 4.2.1: P(s=1 | x <= 5) = 0.2 and P(s=1 | x > 5) = 0.8, for each feature in turn.

        The text has values from 0 to 9, the breast cancer file from 1 to 10. With ``lowest=1`` the cut is
        between the same two levels of the file as in the text; with 0, the default, it is 5 as printed.
        """
        check_number(lowest, "lowest")
        return cls(feature, 5.0 + lowest, 0.2, 0.8)

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row. `y` is not looked at."""
        below = column(X, self.feature) <= self.cut
        return np.where(below, float(self.keep_below), float(self.keep_above))


@dataclass(frozen=True)
class FeatureDistance(Mechanism):
    """Keep rows the less often the further they are from a centre: P(s=1|x) ∝ exp(-sigma ||x - centre||²).

    `center` is a point, or None for the mean of the rows given: then a row's probability depends on the rows it
    comes with. "∝" leaves the scale free. With ``share=None`` it is 1, the largest for which the formula is a
    probability everywhere: a row at the centre always stays. A `share` sets the expected share of the given
    rows instead; where the formula passes 1 the row always stays.

    >>> FeatureDistance(sigma=0.5, center=(0.0, 0.0)).probability([[0, 0], [1, 1]], None).round(3).tolist()
    [1.0, 0.368]
    """

    sigma: float = 1 / 20
    center: Sequence[float] | None = None
    share: float | None = None
    kind: ClassVar[Kind] = "feature"

    def __post_init__(self) -> None:
        check_positive(self.sigma, "sigma")
        if self.center is not None:
            point = _check.finite(self.center, "center")
            if point.ndim != 1:
                raise ValueError(f"center must be one point, got {_check.short(self.center)}.")
            object.__setattr__(self, "center", tuple(point.tolist()))
        if self.share is not None:
            check_share(self.share, "share", "the expected share of rows kept")

    @classmethod
    def kmm(cls, *, share: float | None = None) -> FeatureDistance:
        """Huang et al. (2007), 4.2.1, "jointly across multiple features": sigma = 1/20, from the sample mean."""
        return cls(1 / 20, None, share)

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row. `y` is not looked at."""
        table = numbers(X)
        center = table.mean(axis=0) if self.center is None else np.array(self.center)
        if center.size != table.shape[1]:
            raise ValueError(f"X has {table.shape[1]} columns, but center has {center.size} numbers.")
        with np.errstate(over="ignore"):  # far away is infinitely far: probability 0
            away = table - center
            if self.center is None:  # the mean of equal numbers is rounded, which matters where they are large
                away[:, (table == table[0]).all(axis=0)] = 0
            squares = (away**2).sum(axis=1)
            return scaled(-self.sigma * squares, self.share)

    def select(self, X: ArrayLike | None, y: ArrayLike | None, random_state: Any = None) -> Mask:
        """A mask of the rows that stay; a warning where none does because all are too far away."""
        kept = super().select(X, y, random_state)
        if not kept.any() and self.probability(X, y).sum() < _NEXT_TO_NONE:
            caller.warn(
                f"FeatureDistance keeps none of the {len(kept)} rows: with sigma={self.sigma:.3g} all are too far from "
                "the centre; standardise the columns, or give the share of the rows to keep.",
                UserWarning,
            )
        return kept
