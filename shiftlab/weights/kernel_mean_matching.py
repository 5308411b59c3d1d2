"""Kernel mean matching: weights for which the source has the mean of the target in feature space.

Huang, Smola, Gretton, Borgwardt and Schölkopf, "Correcting Sample Selection Bias by Unlabeled Data" (2007),
section 3.3; numbers in brackets are its equations.
"""

from __future__ import annotations

import warnings
from typing import NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

from .. import _check
from .._check import Floats
from .base import Weigher
from .kernels import Kernel, LinearKernel, row_means
from .kmm_qp.constraints import Allowed, Sides
from .kmm_qp.qp import minimise
from .median import kernel_gamma

_OUT_OF_REACH = 1e-6  # of a mean kernel; that of a row with its own copies is 1


class KernelMeanMatching(Weigher):
    """Weights b of the m source rows that solve the quadratic programme (12)::

        minimise    1/2 b'(K + ridge I)b - kappa'b
        subject to  0 <= b_i <= B,  |sum_i b_i - m| <= m eps

    with K_ij = k(x_i, x_j) over the source, kappa_i = m/m' sum_j k(x_i, x'_j) over the m' target rows, and the
    Gaussian kernel k(x, x') = exp(-gamma ||x - x'||^2), or the linear one.

    As printed (ridge=0) the problem is ill-posed: K is singular to machine precision for wide kernels, and weights
    with the same objective to seven digits can differ by 40 in a single row. The ridge makes the solution unique.

    Parameters
    ----------
    gamma : "median" or float, default="median"
        The kernel's width. "median" is 1/(2 s^2), s the median distance of the pooled rows (of a seeded sample of
        2,000 when there are more).
    B : float, default=1000.0
        The largest weight allowed. A small B limits how much a single row counts.
    eps : float, default=None
        How far the mean weight may be from 1; 0 makes it 1. None is (sqrt(m) - 1)/sqrt(m), as in the paper.
    ridge : float, default=1e-3
        Added to the diagonal of K, 0 for the problem as printed. It is relative: the diagonal of K is 1.
    tol : float, default=1e-6
        The gap to reach.
    warm_start : bool, default=False
        Start where the last fit ended, if it had as many source rows. The solution stays the same; after small
        changes it is found sooner.
    kernel : "rbf" or "linear", default="rbf"
        "linear" is x'x' over its mean at the source rows, as if the diagonal of K were 1: it matches the means of the
        columns alone.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        b. The bounds hold exactly, the one on the sum to 1e-9 m.
    objective_ : float
        1/2 b'Kb - kappa'b, without the ridge.
    gap_ : float
        How far b is from optimal at most: the Frank-Wolfe gap of the problem solved, ridge included, over the
        larger of its objective's modulus and max(kappa)/2.
    n_iter_ : int
        Steps taken, by all methods tried.
    gamma_ : float
        Of the kernel "rbf": its width as a number.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import KernelMeanMatching
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(0.5, 0.5, (200, 1)), rng.normal(0.0, 0.3, (200, 1))
    >>> matching = KernelMeanMatching().fit(X_source, X_target)
    >>> matched = np.average(X_source[:, 0], weights=matching.weights_)
    >>> bool(abs(matched - X_target.mean()) < 0.01 < abs(X_source.mean() - X_target.mean()))
    True
    >>> bool(matching.gap_ <= 1e-6)
    True
    """

    objective_: float
    gap_: float
    n_iter_: int
    gamma_: float

    def __init__(
        self,
        gamma: float | str = "median",
        B: float = 1000.0,
        eps: float | None = None,
        ridge: float = 1e-3,
        tol: float = 1e-6,
        warm_start: bool = False,
        kernel: str = "rbf",
    ) -> None:
        self.gamma = gamma
        self.B = B
        self.eps = eps
        self.ridge = ridge
        self.tol = tol
        self.warm_start = warm_start
        self.kernel = kernel

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Find the weights of the rows of `X_source` that match the mean of `X_target`."""
        source, target = self._validate(X_source, X_target)
        m = len(source)
        allowed = self._allowed(m)
        ridge, tol = _check.not_negative(self.ridge, "ridge"), _check.positive(self.tol, "tol")
        kernel, means = self._kernel_and_means(source, target)
        kappa = m * means  # kappa of (12)
        solution = minimise(kernel, kappa, allowed, ridge, tol, self._start(m))
        self.objective_, self.gap_, self.n_iter_ = solution.objective, solution.gap, solution.n_iter
        self._sides = solution.sides
        if not solution.gap <= tol:  # or it is no number
            warnings.warn(
                f"The weights are optimal only to a gap of {solution.gap:.1g}, not {tol:.1g}: raise tol, or the ridge.",
                ConvergenceWarning,
                stacklevel=2,
            )
        # Where even the nearest row is far from the target, kappa is nothing and only the constraints set weights.
        out_of_reach = kappa.max() < _OUT_OF_REACH * m
        return self._keep(solution.weights, worth=0.0 if out_of_reach else np.inf)

    def ratio(self, X: ArrayLike) -> NoReturn:
        """Refused: kernel mean matching weighs the source rows and estimates no function of x."""
        raise NotImplementedError(
            "KernelMeanMatching has no ratio(X) for new rows, only weights_ of the source rows: K b estimates a "
            "density, not a ratio."
        )

    def _kernel_and_means(self, source: Floats, target: Floats) -> tuple[Kernel, Floats]:
        if self.kernel == "linear":
            kernel = LinearKernel(source)
            return kernel, source @ target.mean(axis=0) / kernel.scale
        if self.kernel != "rbf":
            raise ValueError(f'kernel must be "rbf" or "linear", got {_check.short(self.kernel)}.')
        self.gamma_ = kernel_gamma(self.gamma, source, target)
        return Kernel(source, self.gamma_), row_means(source, target, self.gamma_)

    def _allowed(self, m: int) -> Allowed:
        # The constraints of (12)
        upper = _check.positive(self.B, "B")
        eps = (np.sqrt(m) - 1) / np.sqrt(m) if self.eps is None else _check.not_negative(self.eps, "eps")
        if upper < 1 - eps:
            raise ValueError(
                f"B must be at least 1 - eps = {1 - eps:g}, or no weights have a mean within eps of 1, got {upper:g}."
            )
        most = m * (1 + eps)
        # no weight is larger than the sum, and a B that is, however large, changes nothing
        return Allowed(min(upper, most), m * max(0.0, 1 - eps), most)

    def _start(self, m: int) -> Sides | None:
        last = getattr(self, "_sides", None) if self.warm_start else None
        return last if last is not None and last.free.size == m else None
