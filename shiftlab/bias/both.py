"""Selection by the features and the label together: nothing need be left unchanged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from .feature import FeatureStep
from .label import LabelStep
from .mechanism import Kind, Mechanism


@dataclass(frozen=True)
class FeatureAndLabel(Mechanism):
    """Keep a row with the product of two probabilities, one by its features and one by its label.

    The row has to pass both mechanisms, which do not look at each other:
    P(s=1|x,y) = P(s₁=1|x) P(s₂=1|y). Rows are drawn one by one, also where a part would draw exact numbers.

    >>> FeatureAndLabel(FeatureStep(cut=0), LabelStep(1.0, 0.5)).probability([[1], [1], [-1]], [1, 0, 0]).tolist()
    [0.8, 0.4, 0.1]
    """

    feature: Mechanism = field(default_factory=FeatureStep)
    label: Mechanism = field(default_factory=LabelStep)
    kind: ClassVar[Kind] = "complete"

    def __post_init__(self) -> None:
        for name, kind in (("feature", "feature"), ("label", "class")):
            part = getattr(self, name)
            if not isinstance(part, Mechanism) or part.kind != kind:
                raise ValueError(f"{name} must be a mechanism of kind {kind!r}, got {_check.short(part)}.")

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row."""
        by_feature, by_label = self.feature.probability(X, y), self.label.probability(X, y)
        if by_feature.size != by_label.size:
            raise ValueError(f"X and y must have one entry per row, got {by_feature.size} and {by_label.size}.")
        return np.asarray(by_feature * by_label)
