"""NNge, nearest neighbours with boxes for exemplars: one of the transfer cross-validation paper's learners."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab.support.seeds import generator
from shiftlab.support.tables.learning import check_sizes, validated

from .._labels import several_classes
from .._most_probable import MostProbable
from .._weighted_rows import new_rows
from .exemplars import Exemplars
from .information import FeatureInformation

WEIGHTS = ("incremental", "batch", "equal")

_AT_ONCE = 2**16  # distances that are in work at the same time: so many stay in the cache
_PAIRS = 2**18  # values that are compared at the same time to tell who is inside


class Boxes(NamedTuple):
    """Exemplars, in the order of their age: each holds the rows with ``low <= x <= high``, all of one class."""

    low: Floats  # (n_exemplars, n_features)
    high: Floats
    codes: NDArray[np.intp]  # (n_exemplars,): the places of their classes in `classes_`
    n_rows: NDArray[np.intp]  # (n_exemplars,): how many training rows each stands for


class NNge(MostProbable):
    r"""Nearest neighbours with generalised exemplars: boxes around training rows of one class that do not meet.

    The rows are taken one after the other. If a box of another class holds the row, that box is divided so that no
    part holds it. Then the row joins the nearest box of its own class that can be widened to hold it without meeting
    another box; if there is none, it becomes a box of its own. A new row has the class of the nearest box: the
    distance is

    .. math:: D(x, E) = \sqrt{\sum_i \left(w_i \frac{d_i(x, E)}{\text{range}_i}\right)^2}

    where d_i is how far feature i of x is beyond the borders of the box, 0 between them, and w_i is the mutual
    information of the feature and the class, in bits.

    Parameters
    ----------
    n_attempts : int, default=5
        How many of the nearest boxes of its class a row tries to join, Weka's ``-G``.
    n_bins : int, default=5
        The number of bins of equal width into which a feature is cut for the mutual information, Weka's ``-I``.
    feature_weights : {"incremental", "batch", "equal"}, default="incremental"
        What w_i and the ranges are during the pass: those of the rows taken so far, as published, or those of all
        rows from the beginning. The distances to new rows are by all rows in both cases. "equal": every w_i is 1,
        and the ranges are those of all rows.
    shuffle : bool, default=False
        Whether the rows are taken in random order. In the given order, what is learned depends on that order.
    random_state : int, RandomState instance or None, default=None
        Draws the order, if `shuffle`.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    exemplars_ : Boxes
        The boxes, as arrays.
    feature_weights_ : ndarray of shape (n_features,)
        The w_i.
    ranges_ : ndarray of shape (n_features,)
        The ranges of the features; 1 for a constant one.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    Numeric features only; a symbol needs one column for each of its values. Where this and Weka's NNge differ, for
    what the description leaves open:

    - Equal rows of different classes stay side by side as points, and the class with the most of them wins. In Weka
      the last of them in the file takes the place of the others.
    - Of boxes at the same distance a row tries the oldest first, in Weka the newest. A new row inside a box is never
      given to another one, even if features of weight 0 put more boxes at distance 0; boxes at the same distance
      otherwise vote with the rows that they stand for. `predict_proba` has their shares: mostly 1 for one class.
    - A value on the border of two bins is counted in the upper one, in Weka in both.
    - When a box is divided, its rows on the cut join a part only if the parts still do not meet.

    Martin also weighs each exemplar by its record of right answers; Weka keeps that record but does not use it in
    the distance, and neither does this.

    References
    ----------
    Martin, B. (1995). Instance-based learning: nearest neighbour with generalisation. Master's thesis, University of
    Waikato, Hamilton, New Zealand.

    Roy, S. (2002). Nearest neighbor with generalization. Christchurch, New Zealand: the implementation in Weka.

    Examples
    --------
    >>> from shiftlab.learners import NNge
    >>> learner = NNge().fit([[1.0], [2.0], [5.0], [6.0], [3.0]], ["a", "a", "b", "b", "a"])
    >>> learner.exemplars_.low.ravel().tolist(), learner.exemplars_.high.ravel().tolist()
    ([1.0, 5.0], [3.0, 6.0])
    >>> learner.predict([[2.5], [3.9], [4.1]]).tolist()
    ['a', 'a', 'b']
    """

    def __init__(
        self,
        n_attempts: int = 5,
        n_bins: int = 5,
        *,
        feature_weights: str = "incremental",
        shuffle: bool = False,
        random_state: Any = None,
    ) -> None:
        self.n_attempts = n_attempts
        self.n_bins = n_bins
        self.feature_weights = feature_weights
        self.shuffle = shuffle
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> NNge:
        """Take the rows of `X` one after the other, and keep the boxes."""
        n_attempts = _check.count(self.n_attempts, "n_attempts")
        n_bins = _check.count(self.n_bins, "n_bins", least=2)
        if self.feature_weights not in WEIGHTS:
            known = ", ".join(map(repr, WEIGHTS))
            raise ValueError(f"feature_weights must be one of {known}, got {_check.short(self.feature_weights)}.")
        rows, labels = validated(self, X, y, dtype=np.float64)
        check_sizes(rows)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        if self.shuffle:
            order = generator(self.random_state).permutation(len(rows))
            rows, codes = rows[order], codes[order]
        information = FeatureInformation(rows, codes, n_bins)
        exemplars = self._pass(rows, codes, information, n_attempts)
        self.feature_weights_ = self._weights(information)
        self.ranges_ = information.spans()
        self.exemplars_ = Boxes(
            np.ascontiguousarray(exemplars.low.T),
            np.ascontiguousarray(exemplars.high.T),
            exemplars.codes[: exemplars.size].copy(),
            np.array([len(members) for members in exemplars.members]),
        )
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes among the training rows in the nearest box, or in all that are as near."""
        rows = new_rows(self, X)
        check_sizes(rows, new=True)
        codes = self.exemplars_.codes
        votes = np.zeros((len(codes), len(self.classes_)))
        votes[np.arange(len(codes)), codes] = self.exemplars_.n_rows
        p = np.empty((len(rows), len(self.classes_)))
        step = max(1, _AT_ONCE // len(codes))
        for start in range(0, len(rows), step):
            here = slice(start, start + step)
            distances = self._distances(rows[here])
            p[here] = (distances == distances.min(axis=1, keepdims=True)) @ votes
        return p / p.sum(axis=1, keepdims=True)

    def _pass(
        self, rows: Floats, codes: NDArray[np.intp], information: FeatureInformation, n_attempts: int
    ) -> Exemplars:
        exemplars = Exemplars(rows, codes)
        if self.feature_weights != "incremental":
            information.see(len(rows))
        for row, code in enumerate(codes):
            if self.feature_weights == "incremental":
                information.see(row + 1)
            around = exemplars.holding(row)
            own = around[exemplars.codes[around] == code]
            if own.size:
                exemplars.join(own[0], row)
                continue
            for box in around:
                if not exemplars.is_point(box):  # a point is equal to the row, and cannot be divided
                    exemplars.split(box, row, information.spans())
            boxes, distances = exemplars.distances(row, code, self._weights(information), information.spans())
            nearest = boxes[np.argsort(distances, kind="stable")[:n_attempts]]
            if not any(exemplars.grow(box, row) for box in nearest):
                exemplars.add([row])
        return exemplars

    def _weights(self, information: FeatureInformation) -> Floats:
        return np.ones(len(information.low)) if self.feature_weights == "equal" else information.bits()

    def _distances(self, rows: Floats) -> Floats:
        """Squared distances of the rows to the boxes; -1 to a box that the row is in."""
        low, high = self.exemplars_.low, self.exemplars_.high
        total = np.zeros((len(rows), len(low)))
        above, below = np.empty_like(total), np.empty_like(total)
        for j in np.flatnonzero(self.feature_weights_):
            x = rows[:, j, np.newaxis]
            np.subtract(low[:, j], x, out=below)
            np.subtract(x, high[:, j], out=above)
            np.maximum(below, above, out=below)
            np.maximum(below, 0, out=below)
            below /= self.ranges_[j]
            below *= self.feature_weights_[j]
            below *= below
            total += below
        row, box = np.nonzero(total == 0)
        step = max(1, _PAIRS // rows.shape[1])
        for start in range(0, len(row), step):
            r, b = row[start : start + step], box[start : start + step]
            inside = ((low[b] <= rows[r]) & (rows[r] <= high[b])).all(axis=1)
            total[r[inside], b[inside]] = -1
        return total
