"""Decisions that bring money: a benefit matrix for each row, as in section 6 of the ReverseTesting paper."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _check
from .._check import Floats
from ._scoring import Sample, Scoring


class ExpectedBenefit(Scoring):
    r"""Decide for the greatest expected benefit, and count what the decisions bring.

    With b_i[actual, decision] the benefit matrix of row i, a model decides

    .. math:: \hat d(x_i) = \arg\max_d \sum_c p(c \mid x_i) \, b_i[c, d]

    (of several best decisions, the first in sorted order) and its worth is the total of b_i[y_i, d(x_i)]. For
    b = [[0, -cost], [0, amount - cost]] this is the rule of section 6: solicit iff p·amount > cost.

    Parameters
    ----------
    source : array-like of shape (n_source, k, k) or (k, k)
        What each decision on a source row brings; rows are the actual class, columns the decision, both in sorted
        order of the classes. One matrix serves for all rows.
    target : array-like of shape (n_target, k, k) or (k, k), optional
        What each decision on a target row is expected to bring. By default the matrix that serves for all source rows.
    expected : array-like, shaped like `source`, optional
        What the decisions on source rows are based on, if the true amounts are only known afterwards: with estimated
        amounts, as the paper estimates donations. By default `source`.
    retrained : {"benefit", "labels"}, default="benefit"
        How a model that learnt from decisions decides in turn, on which the paper is silent: by its own probabilities
        and the expected benefit, like any model, or simply by repeating what it was taught (its `predict`). Only
        ReverseTesting trains on decisions.

    Examples
    --------
    A letter costs 0.68; the first of these people gives 20, the second nothing, the third 1.

    >>> import numpy as np
    >>> from shiftlab.validation import ExpectedBenefit
    >>> amounts = np.array([20.0, 0.0, 1.0])
    >>> benefit = ExpectedBenefit([[[0, -0.68], [0, amount - 0.68]] for amount in amounts])
    >>> benefit.decide(np.array([[0.9, 0.1], [0.1, 0.9], [0.5, 0.5]]), benefit.source).tolist()
    [1, 0, 0]
    """

    def __init__(
        self,
        source: ArrayLike,
        target: ArrayLike | None = None,
        expected: ArrayLike | None = None,
        *,
        retrained: str = "benefit",
    ) -> None:
        self.source = _matrices(source, "source")
        if target is None and self.source.ndim == 2:
            target = self.source
        self.target = None if target is None else _matrices(target, "target")
        self.expected = self.source if expected is None else _matrices(expected, "expected")
        if self.expected.shape != self.source.shape:
            raise ValueError(f"expected must have the shape of source, {self.source.shape}, got {self.expected.shape}.")
        if retrained not in ("benefit", "labels"):
            raise ValueError(f'retrained must be "benefit" or "labels", got {_check.short(retrained)}.')
        self.retrained = retrained

    def check(self, y: NDArray[Any], n_target: int | None) -> None:
        k = len(np.unique(y))
        if self.target is None and n_target is not None:
            raise ValueError("ExpectedBenefit needs its target, the expected benefits of the rows to be labelled.")
        sizes = [("source", self.source, len(y))]
        if self.target is not None and n_target is not None:
            sizes.append(("target", self.target, n_target))
        for name, matrices, n in sizes:
            if matrices.shape not in ((k, k), (n, k, k)):
                raise ValueError(
                    f"For {n} rows and {k} classes, the {name} of ExpectedBenefit must have the shape "
                    f"{(n, k, k)} or {(k, k)}, got {matrices.shape}."
                )

    def label(self, model: Any, X: Any, classes: NDArray[Any]) -> NDArray[Any]:
        """The best decision for each target row, as the label it stands for."""
        assert self.target is not None  # check has refused that
        return classes[self.decide(_probabilities(model, X, classes), self.target)]

    def score(self, model: Any, sample: Sample) -> float:
        """What the model's decisions on the source rows bring in all."""
        probabilities = _probabilities(model, sample.X, sample.classes)
        return self._total(self.decide(probabilities, _of(self.expected, sample.rows)), sample)

    def score_retrained(self, model: Any, sample: Sample) -> float:
        """The same for a model that learnt from decisions, which it may simply repeat."""
        if self.retrained == "benefit":
            return self.score(model, sample)
        return self._total(np.searchsorted(sample.classes, model.predict(sample.X)), sample)

    @staticmethod
    def decide(probabilities: Floats, matrices: Floats) -> NDArray[np.intp]:
        """The column of the decision with the greatest expected benefit, for each row of `probabilities`."""
        return np.einsum("ic,icd->id", probabilities, _one_each(matrices, len(probabilities))).argmax(axis=1)

    def _total(self, decisions: NDArray[np.intp], sample: Sample) -> float:
        n = len(sample.y)
        actual = np.searchsorted(sample.classes, sample.y)
        # fsum: equal decisions bring the same to the last bit, whatever the order of the rows
        return math.fsum(_one_each(_of(self.source, sample.rows), n)[np.arange(n), actual, decisions])


def _one_each(matrices: Floats, n: int) -> Floats:
    return np.broadcast_to(matrices, (n, *matrices.shape[-2:]))


def _of(matrices: Floats, rows: NDArray[np.intp]) -> Floats:
    return matrices if matrices.ndim == 2 else matrices[rows]


def _probabilities(model: Any, X: Any, classes: NDArray[Any]) -> Floats:
    if not hasattr(model, "predict_proba"):
        raise ValueError(f"{type(model).__name__} has no predict_proba, which an expected benefit needs")
    p = np.zeros((X.shape[0], len(classes)))
    p[:, np.searchsorted(classes, model.classes_)] = model.predict_proba(X)  # a class never seen has probability 0
    return p


def _matrices(values: ArrayLike, name: str) -> Floats:
    matrices = _check.finite(values, name)
    if matrices.ndim not in (2, 3) or matrices.shape[-1] != matrices.shape[-2]:
        raise ValueError(
            f"{name} must be square matrices (actual class, decision), one or one for each row, "
            f"got the shape {matrices.shape}."
        )
    return matrices
