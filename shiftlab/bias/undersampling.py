"""How a sample becomes biased: the probability P(s=1 | x, y) that a row of the population is selected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from . import _check
from .posterior import undersampling_counts


@dataclass(frozen=True)
class Undersampling:
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
    kind: ClassVar[str] = "class"

    def __post_init__(self) -> None:
        if _check.within_zero_one(self.beta, "beta", "the share of negatives kept").ndim:
            raise ValueError(f"beta must be one number, got {_check.short(self.beta)}.")
        if not np.isscalar(self.positive) or _is_missing(self.positive):
            raise ValueError(f"positive must be one label, got {_check.short(self.positive)}.")

    def probability(self, X: ArrayLike | None, y: ArrayLike) -> NDArray[np.float64]:
        """P(s=1 | x, y) of each row: 1 for positives, `beta` for negatives. `X` is not looked at."""
        return np.where(self._positives(y), 1.0, float(self.beta))

    def select(self, X: ArrayLike | None, y: ArrayLike, random_state: Any = None) -> NDArray[np.bool_]:
        """A mask of the rows that stay. `X` is not looked at."""
        selected = self._positives(y).copy()
        negatives = np.flatnonzero(~selected)
        counts = undersampling_counts(int(selected.sum()), negatives.size, self.beta)
        rng = _generator(random_state)
        selected[rng.permutation(negatives)[: counts.n_negative]] = True
        return selected

    def _positives(self, y: ArrayLike) -> NDArray[np.bool_]:
        try:
            labels = np.asarray(y)
        except ValueError:
            raise ValueError(f"y must be a vector of labels, got {_check.short(y)}.") from None
        if labels.ndim != 1 or labels.size == 0:
            raise ValueError(f"y must be a vector with at least one label, got shape {labels.shape}.")
        if labels.dtype.kind == "f" and not np.isfinite(labels).all():
            raise ValueError("y must not contain NaN or infinity.")
        if labels.dtype.kind == "O" and any(map(_is_missing, labels)):
            raise ValueError("y must not contain missing labels.")
        first = labels[:1].tolist()[0]
        if isinstance(first, str) != isinstance(self.positive, str):
            raise ValueError(
                f"y holds labels like {_check.short(first)}, among which positive={_check.short(self.positive)} "
                "cannot be: name the label of the positive class."
            )
        return np.asarray(labels == self.positive)


def _is_missing(label: Any) -> bool:
    same = label == label  # False for NaN, and for pandas' NA neither True nor False
    return label is None or not (isinstance(same, bool | np.bool_) and same)


def _generator(random_state: Any) -> np.random.RandomState:
    try:
        return check_random_state(random_state)
    except ValueError:
        raise ValueError(
            "random_state must be None, a whole number from 0 to 2**32 - 1 or a RandomState, "
            f"got {_check.short(random_state)}."
        ) from None
