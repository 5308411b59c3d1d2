"""Selection by the label: P(s=1 | x, y) = P(s=1 | y)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from .. import _check
from .._check import Floats
from .mechanism import Kind, Mechanism, check_chance, check_label, check_number, labels, positives


@dataclass(frozen=True)
class LabelStep(Mechanism):
    """Keep rows of the positive class with one probability and all others with another.

    Two classes, or one against the rest: every label but `positive` is negative. (To keep exact numbers instead
    of drawing every row, see `Undersampling`.)

    >>> LabelStep.kmm().probability(None, [1, -1, 1]).tolist()
    [0.1, 0.9, 0.1]
    """

    keep_positive: float = 0.1
    keep_negative: float = 0.9
    positive: Any = 1
    kind: ClassVar[Kind] = "class"

    def __post_init__(self) -> None:
        check_chance(self.keep_positive, "keep_positive")
        check_chance(self.keep_negative, "keep_negative")
        check_label(self.positive)

    @classmethod
    def kmm(cls, positive: Any = 1) -> LabelStep:
        """Huang et al. (2007), 4.2.1, breast cancer: P(s=1|y=1) = 0.1, P(s=1|y=-1) = 0.9; benign is positive."""
        return cls(0.1, 0.9, positive)

    @classmethod
    def kmm_microarray(cls, positive: Any = 1) -> LabelStep:
        """Huang et al. (2007), 4.2.3, prostate: P(s=1|y=1) = 0.85, P(s=1|y=-1) = 0.15; normal is positive."""
        return cls(0.85, 0.15, positive)

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row. `X` is not looked at."""
        return np.where(positives(y, self.positive), float(self.keep_positive), float(self.keep_negative))


@dataclass(frozen=True)
class LabelLogistic(Mechanism):
    """Keep rows with probability exp(a + b y) / (1 + exp(a + b y)): Huang et al. (2007), 4.2.2, sets 1 to 5.

    `y` enters as the number it is: -1 and 1 for classes as the paper writes them, or the values of a regression
    target. The paper does not print its `a` and `b`; the defaults keep every second row of label 0.

    >>> LabelLogistic(a=0.0, b=1.0).probability(None, [-1, 0, 1]).round(3).tolist()
    [0.269, 0.5, 0.731]
    """

    a: float = 0.0
    b: float = 1.0
    kind: ClassVar[Kind] = "class"

    def __post_init__(self) -> None:
        check_number(self.a, "a")
        check_number(self.b, "b")

    def probability(self, X: ArrayLike | None, y: ArrayLike | None) -> Floats:
        """P(s=1 | x, y) of each row. `X` is not looked at."""
        values = _check.finite(labels(y), "y")
        with np.errstate(over="ignore"):
            return np.asarray(expit(self.a + self.b * values))
