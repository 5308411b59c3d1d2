"""LogitBoost with stumps, one of the three learners of the undersampling paper's Section VI.

Friedman, Hastie and Tibshirani, "Additive logistic regression: a statistical view of boosting" (2000),
Algorithm 3, for two classes. ``F(x)`` is half the log odds of the second class: p = 1 / (1 + exp(-2 F)).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin

from .. import _check
from .._check import Floats
from ._labels import two_classes
from ._weighted_rows import new_rows, weighted_rows

STUMP = np.dtype([("feature", np.intp), ("cut", np.float64), ("left", np.float64), ("right", np.float64)])

_FLOOR = 2 * np.finfo(np.float64).eps  # of p(1-p): the authors' "2 times machine-zero"
_TIE = 1e-10  # gains this close, relatively, differ by rounding only: the first one is taken
_LIGHTEST = 1e-12  # a side with a smaller share of the weight is not told from rounding in the running sums


class LogitBoost(ClassifierMixin, BaseEstimator):
    """Additive logistic regression: each step fits a stump to the working response by weighted least squares.

    Rows with ``x[feature] <= cut`` go left. Among equally good cuts the first feature's lowest
    is taken, so that neither the order of the rows nor the way weights are written changes the stumps.

    Parameters
    ----------
    n_estimators : int, default=50
        The largest number of stumps. Fewer are kept when no stump changes anything any more.
    learning_rate : float, default=1.0
        Factor of every step; 1 is the algorithm as published.
    z_max : float, default=4.0
        The working response is clipped to ``[-z_max, z_max]``; the authors recommend 2 to 4. Clipping holds
        outliers down, but it also pushes probabilities below ``1 / z_max`` further towards 0 (and those above
        ``1 - 1 / z_max`` towards 1): where a rare class needs calibrated probabilities, take a larger one.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The labels; probabilities and `decision_function` speak of the second.
    stumps_ : structured ndarray with the fields ``feature``, ``cut``, ``left`` and ``right``
        The fitted functions f_m. Where no feature could be cut, the feature is -1 and the cut infinite:
        every row goes left.
    n_features_in_ : int
        Number of features seen in `fit`.

    Examples
    --------
    >>> from shiftlab.learners import LogitBoost
    >>> learner = LogitBoost(n_estimators=1).fit([[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> learner.stumps_[0].item()
    (0, 2.5, -2.0, 2.0)
    >>> learner.predict([[0.0], [2.6]]).tolist()
    [0, 1]
    """

    def __init__(self, n_estimators: int = 50, *, learning_rate: float = 1.0, z_max: float = 4.0) -> None:
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.z_max = z_max

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> LogitBoost:
        """Boost on the rows of `X`; a row of weight 2 counts as two rows, one of weight 0 as none."""
        self._check_parameters()
        rows, labels, weights = weighted_rows(self, X, y, sample_weight)
        self.classes_, codes = two_classes(labels, type(self).__name__)
        sign = np.where(codes == 1, 1.0, -1.0)
        self.stumps_ = np.array(list(self._boost(rows, sign, weights / weights.max())), dtype=STUMP)
        return self

    def decision_function(self, X: ArrayLike) -> Floats:
        """F(x), half the log odds of ``classes_[1]``."""
        X = new_rows(self, X)
        F = np.zeros(X.shape[0])
        for stump in self.stumps_:
            F += self._step(stump, X)
        return F

    def predict_proba(self, X: ArrayLike) -> Floats:
        """Probabilities of ``classes_[0]`` and ``classes_[1]``, one column each."""
        return _probabilities(self.decision_function(X))

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The more probable class of each row."""
        positive = self.decision_function(X) > 0
        return self.classes_[positive.astype(np.intp)]

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[Floats]:
        """What `predict_proba` gives after 1, 2, ... stumps."""
        X = new_rows(self, X)
        F = np.zeros(X.shape[0])
        for stump in self.stumps_:
            F += self._step(stump, X)
            yield _probabilities(F)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _boost(self, X: Floats, sign: Floats, weights: Floats) -> Iterator[tuple[int, float, float, float]]:
        columns = [_sorted_column(X[:, j]) for j in range(X.shape[1])]
        F = np.zeros(X.shape[0])
        for _ in range(self.n_estimators):
            own = expit(2 * sign * F)  # the probability of the class that the row has
            variance = own * (1 - own)  # p(1 - p)
            if (variance <= _FLOOR).all():
                return  # every row is certain: the weights say nothing any more
            w = weights * np.maximum(variance, _FLOOR)
            # z = (y* - p) / (p(1 - p)) is 1/p for y* = 1, -1/(1 - p) for y* = 0: a form that cannot overflow
            z = sign / np.maximum(own, 1 / self.z_max)
            stump = _best_stump(X, columns, w, z)
            if max(abs(stump[2]), abs(stump[3])) < 1e-12:
                return  # the best step changes nothing, so that all later ones would be the same
            yield stump
            F += self._step(np.array(stump, dtype=STUMP), X)

    def _step(self, stump: Any, X: Floats) -> Floats:
        f = np.where(X[:, stump["feature"]] <= stump["cut"], stump["left"], stump["right"])
        return self.learning_rate * 0.5 * f  # Algorithm 3, step 2(c): F <- F + f/2

    def _check_parameters(self) -> None:
        _check.count(self.n_estimators, "n_estimators")
        for name in ("learning_rate", "z_max"):
            value = _check.finite(getattr(self, name), name)
            if value.ndim or value <= 0:
                raise ValueError(f"{name} must be one number greater than 0, got {getattr(self, name)!r}.")


class _SortedColumn(NamedTuple):
    order: NDArray[np.intp]
    cuttable: NDArray[np.intp] | slice  # places in that order after which the value changes


def _sorted_column(x: Floats) -> _SortedColumn:
    order = np.argsort(x, kind="stable")  # stable: the same running sums on every processor
    values = x[order]
    changes = values[1:] > values[:-1]
    return _SortedColumn(order, slice(0, changes.size) if changes.all() else np.flatnonzero(changes))


def _best_stump(X: Floats, columns: list[_SortedColumn], w: Floats, z: Floats) -> tuple[int, float, float, float]:
    mean = float(np.average(z, weights=w))
    constant = -1, np.inf, mean, mean
    # Both running sums of a feature in one pass, as the parts of a complex number: a third of the time,
    # because the reordering, which waits for memory, is done once.
    both = w + 1j * (w * (z - mean))
    room = np.empty_like(both)  # one buffer for all features: fresh memory for each would cost more than the sums
    best = [_gains(both, column, room).max(initial=0.0) for column in columns]
    enough = max(best) * (1 - _TIE)
    if enough <= 0:
        return constant
    feature = next(j for j, gain in enumerate(best) if gain >= enough)
    order, cuttable = columns[feature]
    place = int(np.argmax(_gains(both, columns[feature], room) >= enough))
    place = place if isinstance(cuttable, slice) else int(cuttable[place])
    x = X[:, feature]
    cut = _between(float(x[order[place]]), float(x[order[place + 1]]))
    goes_left = x <= cut
    sides = goes_left, ~goes_left
    if min(w[side].sum() for side in sides) <= _LIGHTEST * w.sum():
        return constant  # only rounding, or rows of next to no weight, speaks for this cut
    # The means of the two sides from their own rows: differences of running sums would lose digits.
    left, right = (float(np.average(z[side], weights=w[side])) for side in sides)
    return feature, cut, left, right


def _gains(both: NDArray[np.complex128], column: _SortedColumn, room: NDArray[np.complex128]) -> Floats:
    """By how much each cut lowers the weighted sum of squares, z being centred: S_L^2 W / (W_L W_R)."""
    np.take(both, column.order, out=room, mode="clip")  # the default mode would make a copy of `out`
    np.cumsum(room, out=room)
    total = room[-1].real
    sums = room[column.cuttable]
    spread = sums.real * (total - sums.real)
    np.maximum(spread, _LIGHTEST * total * total, out=spread)
    gains = np.square(sums.imag)
    gains /= spread
    gains *= total
    return gains


def _between(low: float, high: float) -> float:
    """The middle of two values, or `low` where it would round to `high`; halves first, against overflow."""
    middle = low / 2 + high / 2
    return middle if middle < high else low


def _probabilities(F: Floats) -> Floats:
    return np.column_stack([expit(-2 * F), expit(2 * F)])
