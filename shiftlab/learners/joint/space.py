"""The feature space of a kernel: coordinates of the rows to learn from, and scores of any rows.

Bickel, Brückner and Scheffer, "Discriminative Learning for Differing Training and Test Distributions" (2007),
sections 5.1 and 5.2. Whoever learns in a space needs not know its kernel: coordinates go in, coefficients come out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from shiftlab._check import Floats
from shiftlab.weights.kernels import Pairs
from shiftlab.weights.median import kernel_gamma

from .coordinates import gaussian, linear


class Linear(NamedTuple):
    """Scores that are linear in the columns."""

    coef: Floats  # a row for each column of scores, or one row for one
    intercept: Any

    def __call__(self, rows: Any) -> Floats:
        return self.of(rows)

    def of(self, rows: Any) -> Floats:
        """The scores of rows as they are."""
        scores: Floats = rows @ self.coef.T + self.intercept
        return scores


class Expansion(NamedTuple):
    """Scores that are sums of kernels with known rows."""

    dual: Floats  # a row for each column of scores, or one row for one
    intercept: Any
    rows: Floats
    gamma: float

    def __call__(self, rows: Floats) -> Floats:
        # by blocks, so that many rows need no matrix
        pairs = Pairs(rows, self.rows, self.gamma)
        return np.concatenate([pairs.kernel(block) @ self.dual.T for block in pairs.row_blocks()]) + self.intercept

    def of(self, kernel: Floats) -> Floats:
        """The scores of rows whose kernel with the known ones is at hand."""
        scores: Floats = kernel @ self.dual.T + self.intercept
        return scores


class Space(ABC):
    """Coordinates `A` of the m source rows and `B` of all rows, the source first, for coefficients w and v in them.

    `names` are the attributes by which an estimator publishes coefficients of w and of v.
    """

    A: Floats
    B: Floats
    names: tuple[str, ...]

    def __init__(self, rows: Any, m: int) -> None:
        self.rows, self.m = rows, m

    @abstractmethod
    def scores(self, w: Floats) -> Any:
        """Of w, a column for each of the labels' scores, the function from rows to scores."""

    @abstractmethod
    def bias_scores(self, v: Floats) -> Any:
        """The same of v."""

    @abstractmethod
    def seen(self, rows: Any) -> Any:
        """What the scores of all w at these rows are made ``of``, for several w at the same rows."""

    @abstractmethod
    def named(self, label: Any, bias: Any) -> dict[str, Any]:
        """What these functions are, by `names`."""


class LinearSpace(Space):
    """The columns, and a constant where one is wanted."""

    names = ("coef_", "bias_coef_")

    def __init__(self, rows: Any, m: int, constant: bool) -> None:
        super().__init__(rows, m)
        self._basis = linear(rows, m, constant)
        self.A, self.B = self._basis.A, self._basis.B

    def scores(self, w: Floats) -> Linear:
        return self._function(self._basis.label_coefficients(w))

    def bias_scores(self, v: Floats) -> Linear:
        return self._function(self._basis.bias_coefficients(v))

    def _function(self, coefficients: Floats) -> Linear:
        d = self.rows.shape[1]
        # the last is the constant's, where there is one
        return Linear(coefficients[:d].T, coefficients[d:].sum(axis=0))

    def seen(self, rows: Any) -> Any:
        return rows

    def named(self, label: Linear, bias: Linear) -> dict[str, Any]:
        return {"coef_": label.coef, "bias_coef_": bias.coef}


class GaussianSpace(Space):
    """The feature space of the Gaussian kernel, and a constant there."""

    names = ("dual_coef_", "bias_dual_coef_", "X_fit_", "gamma_")

    def __init__(self, rows: Floats, m: int, constant: bool, gamma: float) -> None:
        super().__init__(rows, m)
        self.gamma, self._constant = gamma, constant
        self._factor = gaussian(rows, m, constant, gamma)
        self.A, self.B = self._factor.A, self._factor.B

    def scores(self, w: Floats) -> Expansion:
        # the expansion of w has the source rows only, which come first
        return self._function(self._factor.label_dual(w).T, self.rows[: self.m])

    def bias_scores(self, v: Floats) -> Expansion:
        return self._function(self._factor.bias_dual(v), self.rows)

    def _function(self, dual: Floats, rows: Floats) -> Expansion:
        # the constant is 1 at every row
        return Expansion(dual, dual.sum(axis=-1) * self._constant, rows, self.gamma)

    def seen(self, rows: Floats) -> Floats:
        return Pairs(rows, self.rows[: self.m], self.gamma).kernel()

    def named(self, label: Expansion, bias: Expansion) -> dict[str, Any]:
        return {"dual_coef_": label.dual, "bias_dual_coef_": bias.dual, "X_fit_": self.rows, "gamma_": self.gamma}


SPACES: dict[str, type[Space]] = {"linear": LinearSpace, "rbf": GaussianSpace}
#: Every name that a space gives, for whoever learns again in another one.
NAMES = tuple(name for kind in SPACES.values() for name in kind.names)


def space(kernel: str, rows: Any, m: int, constant: bool = True, gamma: float | str = "median") -> Space:
    """The space of `kernel`, "linear" or "rbf", for rows of which the first `m` are the source."""
    if kernel == "linear":
        return LinearSpace(rows, m, constant)
    return GaussianSpace(rows, m, constant, kernel_gamma(gamma, rows))
