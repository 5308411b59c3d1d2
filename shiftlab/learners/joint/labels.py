"""The likelihood of the labels given scores, and its first two derivatives, row by row."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats


class LabelTerms(Protocol):
    """The terms of the m rows at scores of shape (m, columns)."""

    @property
    def loss(self) -> Floats:
        """-log p(y_i | x_i), shape (m,)."""

    @property
    def residual(self) -> Floats:
        """y_i - p_i, shape (m, columns): minus the derivative of the loss."""

    @property
    def odds(self) -> Floats:
        """Of the row having another class than its own, (1 - p(y_i | x_i)) / p(y_i | x_i), shape (m,)."""

    def curvature(self, j: int, k: int) -> Floats:
        """The second derivative of the loss by the scores in columns j and k, shape (m,)."""

    def curved(self, directions: Floats) -> Floats:
        """The second derivative times `directions` of shape (m, columns)."""


class TwoClasses:
    """Logistic regression, (13): one column of scores, the log odds of the second class."""

    columns = 1

    def __init__(self, codes: NDArray[np.intp]) -> None:
        self._signs = np.where(codes == 1, 1.0, -1.0)

    def __call__(self, scores: Floats) -> LabelTerms:
        """The terms at `scores`."""
        return _Logistic(self._signs, self._signs * scores[:, 0])


class _Logistic:
    def __init__(self, signs: Floats, margins: Floats) -> None:
        self._signs, self._margins = signs, margins
        self.loss, self._wrong, self._right = log_logistic(margins)

    @property
    def residual(self) -> Floats:
        return (self._signs * self._wrong)[:, np.newaxis]

    @property
    def odds(self) -> Floats:
        return np.exp(-self._margins)

    def curvature(self, j: int, k: int) -> Floats:
        return self._wrong * self._right

    def curved(self, directions: Floats) -> Floats:
        return self.curvature(0, 0)[:, np.newaxis] * directions


class SeveralClasses:
    """Multinomial logistic regression: a column of scores for each class, p = softmax(scores)."""

    def __init__(self, codes: NDArray[np.intp], n_classes: int) -> None:
        self.columns = n_classes
        self._codes = codes

    def __call__(self, scores: Floats) -> LabelTerms:
        """The terms at `scores`."""
        return _Softmax(self._codes, scores)


class _Softmax:
    def __init__(self, codes: NDArray[np.intp], scores: Floats) -> None:
        rows = np.arange(len(codes))
        # relative to the own class: what is summed for the odds does not contain its 1
        relative = scores - scores[rows, codes][:, np.newaxis]
        largest = np.maximum(relative.max(axis=1, keepdims=True), 0.0)
        powers = np.exp(relative - largest)
        total = powers.sum(axis=1, keepdims=True)
        self._p = powers / total
        powers[rows, codes] = 0.0
        others = powers.sum(axis=1)
        self._others, self._largest = others, largest[:, 0]
        self.loss = np.where(largest[:, 0] > 0, largest[:, 0] + np.log(total[:, 0]), np.log1p(others))
        self.residual = -self._p
        self.residual[rows, codes] = others / total[:, 0]

    @property
    def odds(self) -> Floats:
        return self._others * np.exp(self._largest)

    def curvature(self, j: int, k: int) -> Floats:
        return self._p[:, j] * ((j == k) - self._p[:, k])

    def curved(self, directions: Floats) -> Floats:
        return self._p * (directions - np.einsum("ij,ij->i", self._p, directions)[:, np.newaxis])


def log_logistic(margins: Floats) -> tuple[Floats, Floats, Floats]:
    """-log p, 1 - p and p, each to full precision, for p = 1 / (1 + exp(-margins))."""
    small = np.exp(-np.abs(margins))
    less = small / (1.0 + small)
    more = 1.0 / (1.0 + small)
    agrees = margins > 0
    loss = np.log1p(small) + np.maximum(-margins, 0.0)
    return loss, np.where(agrees, less, more), np.where(agrees, more, less)
