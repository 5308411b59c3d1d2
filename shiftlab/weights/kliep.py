"""KLIEP: the density ratio that makes the re-weighted source most like the target in Kullback-Leibler divergence."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg.lapack import dposv
from sklearn.exceptions import ConvergenceWarning

from .. import _check
from .._check import Floats
from ..support import caller
from ._kernel_model import KernelModel, folds

_TINY = 1e-200  # a mean kernel value below it cannot be divided by
_MAX_ITER = 200


class KLIEP(KernelModel):
    """The Kullback-Leibler importance estimation procedure::

        maximise over a >= 0   mean of log r(x) over the target rows,   r(x) = sum_l a_l k(x, c_l)
        such that              mean of r(x) over the source rows is 1

    with a Gaussian kernel around target rows c_l (Sugiyama, Nakajima, Kashima, von Buenau and Kawanabe, 2008).
    The columns should have similar scales, as for any kernel of distances: ``Transformed(StandardScaler(), KLIEP())``.

    Parameters
    ----------
    gamma : "cv", "median" or float, default="cv"
        Of the kernel exp(-gamma ||x - x'||^2). "cv" takes the width with the highest likelihood of rows left out;
        "median" is 1/(2 s^2), s the median distance of the pooled rows.
    n_centers : int, default=100
        The largest number of target rows that kernels are put around.
    tol : float, default=1e-6
        The objective is that near to the maximum, at least.
    random_state : int, RandomState instance or None, default=None
        Draws the centers and the folds.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        r at the source rows; their mean is 1.
    gamma_ : float
        The gamma used.
    centers_ : ndarray of shape (n_centers, n_features)
        The c_l.
    coef_ : ndarray of shape (n_centers,)
        The a_l.
    objective_, gap_ : float
        The mean of log r over the target rows, and by how much it falls short of the maximum at most.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import KLIEP
    >>> rng = np.random.default_rng(0)
    >>> weigher = KLIEP(random_state=0).fit(rng.normal(0, 1, size=(500, 1)), rng.normal(1, 1, size=(500, 1)))
    >>> round(float(weigher.weights_.mean()), 9), bool(0.5 < weigher.ratio([[0.5]])[0] < 2)  # 1 in truth
    (1.0, True)
    """

    def __init__(
        self, *, gamma: float | str = "cv", n_centers: int = 100, tol: float = 1e-6, random_state: Any = None
    ) -> None:
        self.gamma = gamma
        self.n_centers = n_centers
        self.tol = tol
        self.random_state = random_state

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Choose the width and maximise the likelihood."""
        source, target = self._validate(X_source, X_target)
        self._doubt_spreads(X_source, source, target)
        tol = _check.open_zero_one(self.tol, "tol", "the distance to the maximum")
        if tol.ndim:
            raise ValueError(f"tol must be one number, got {_check.short(self.tol)}.")
        rng = self._draw_centers(target)
        gammas = self._gammas(source, target)
        self.gamma_ = gammas[0]
        if len(gammas) > 1:
            parts = folds(rng, X_source=source, X_target=target)
            scores = [self._left_out(gamma, source, target, parts) for gamma in gammas]
            self.gamma_ = gammas[int(np.argmax(scores))]
        at_source, at_target = self._kernels(self.gamma_, source, target)
        means = at_source.mean(axis=0)
        if means.min() < _TINY:
            raise ValueError(
                f"gamma={self.gamma_:g} is too large: around some target row the kernel is 0 at every source row."
            )
        columns = at_target / means
        shares, self.gap_ = _mixture(columns, float(tol))
        if self.gap_ > tol:
            caller.warn(
                f"The objective may be below its maximum by {self.gap_:.1g}, more than {float(tol):.1g}: raise tol.",
                ConvergenceWarning,
            )
        self.coef_ = shares / means
        self.objective_ = float(np.log(columns @ shares).mean())
        return self._keep(self._ratio(source))

    def _left_out(self, gamma: float, source: Floats, target: Floats, parts: list[Any]) -> float:
        """The mean of log r over target rows left out, less the mean of r over source rows left out.

        Its expectation is highest for the true ratio. As published only target rows are left out; then r may be
        high in the gaps between the source rows at no cost, and the kernels come out much too narrow.
        """
        at_source, at_target = self._kernels(gamma, source, target)
        score = 0.0
        for out_source, out_target in parts:
            means = np.delete(at_source, out_source, axis=0).mean(axis=0)
            if means.min() < _TINY:
                return -np.inf
            coef = _mixture(np.delete(at_target, out_target, axis=0) / means, 1e-4)[0] / means
            with np.errstate(divide="ignore"):  # a row out of every kernel's reach is infinitely unlikely
                score += np.log(at_target[out_target] @ coef).mean() - (at_source[out_source] @ coef).mean()
        return score


def _mixture(columns: Floats, tol: float) -> tuple[Floats, float]:
    """Shares b >= 0 with sum 1 that maximise mean log(columns @ b), and a bound of what is missing.

    Divided by its mean over the source each kernel is a density ratio of its own, and r a mixture of them. A
    primal-dual interior point method solves min -mean log(columns @ b) + sum b, b >= 0, whose minimum has sum 1.
    """
    count = columns.shape[1]
    largest = columns.max(axis=1, keepdims=True)
    # a factor per row moves the objective by a constant; rows that no kernel reaches cannot be explained at all
    columns = (columns / np.where(largest > 0, largest, 1))[largest[:, 0] > 0]
    b, z = np.full(count, 1 / count), np.ones(count)
    best, best_gap = b, np.inf
    for _ in range(_MAX_ITER):
        scaled = columns / (columns @ b)[:, np.newaxis]
        gradient = scaled.mean(axis=0)
        # concave: mean log at any b' exceeds that at b / sum(b) by at most gradient @ (b' - b), which is largest
        # where b' is one kernel alone
        gap = float(b.sum() * gradient.max() - 1)
        if gap < best_gap:
            best, best_gap = b / b.sum(), gap
        if best_gap <= tol:
            break
        barrier = 0.1 * (b @ z) / count
        newton = scaled.T @ scaled / len(columns)
        newton[np.diag_indices(count)] += z / b
        _, db, failed = dposv(newton.T, gradient - 1 + barrier / b, lower=True, overwrite_a=True)
        if failed:  # to rounding: what has been found stays, and its gap is told
            break
        dz = (barrier - z * db) / b - z
        b, z = b + _longest(b, db) * db, z + _longest(z, dz) * dz
    return best, max(best_gap, 0.0)


def _longest(value: Floats, step: Floats) -> float:
    """The longest step, at most 1, that stays clear of 0."""
    return float(min(1.0, 0.99 / max(np.max(-step / value), 1e-300)))
