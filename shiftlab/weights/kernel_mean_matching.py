"""Kernel mean matching: weights for which the source has the mean of the target in feature space.

Huang, Smola, Gretton, Borgwardt and Schölkopf, "Correcting Sample Selection Bias by Unlabeled Data" (2007),
section 3.3; numbers in brackets are its equations.
"""

from __future__ import annotations

from typing import NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

from .. import _check
from .._check import Floats
from ..support import caller
from ..support.tables.learning import check_sizes
from .base import ShiftWarning, Weigher
from .kernels import Kernel, LinearKernel, row_means
from .kmm_qp.constraints import Allowed, Sides
from .kmm_qp.landmarks import LinearFactor, minimise_by_landmarks
from .kmm_qp.qp import minimise
from .median import kernel_gamma

MANY_ROWS = 10_000
"""Of the source: for more, ``n_landmarks="auto"`` takes landmarks, for the matrix K would need 0.8 GB and more."""

LANDMARKS = 400
"""As many then."""

_OUT_OF_REACH = 1e-6  # of a mean kernel; that of a row with its own copies is 1


class KernelMeanMatching(Weigher):
    """Weights b of the m source rows that solve the quadratic programme (12)::

        minimise    1/2 b'(K + ridge I)b - kappa'b
        subject to  0 <= b_i <= B,  |sum_i b_i - m| <= m eps

    with K_ij = k(x_i, x_j) over the source, kappa_i = m/m' sum_j k(x_i, x'_j) over the m' target rows, and the
    Gaussian kernel k(x, x') = exp(-gamma ||x - x'||^2), or the linear one.

    As printed (ridge=0) the problem is ill-posed: K is singular to machine precision for wide kernels, and weights
    with the same objective to seven digits can differ by 40 in a single row. The ridge makes the solution unique.

    The kernel measures distances: columns should have similar scales, as after
    ``Transformed(StandardScaler(), KernelMeanMatching())``.

    Parameters
    ----------
    gamma : "median" or float, default="median"
        The kernel's width. "median" is 1/(2 s^2), s the median distance of the pooled rows (of a seeded sample of
        2,000 when there are more).
    B : float, default=1000.0
        The largest weight allowed. A small B limits how much a single row counts.
    eps : float, default=None
        How far the mean weight may be from 1; 0 makes it 1. None is (sqrt(m) - 1)/sqrt(m), as in the paper.
    ridge : "auto" or float, default="auto"
        Added to the diagonal of K, 0 for the problem as printed. It is relative: the diagonal of K is 1. "auto" is
        1 + m/m': see the notes.
    tol : float, default=1e-6
        The gap to reach.
    warm_start : bool, default=False
        Start where the last fit ended, if it had as many source rows. The solution stays the same; after small
        changes it is found sooner.
    kernel : "rbf" or "linear", default="rbf"
        "linear" is x'x' over its mean at the source rows, as if the diagonal of K were 1: it matches the means of the
        columns alone.
    n_landmarks : "auto", None or int, default="auto"
        With a number, K is never formed: the solver works with what it says of that many source rows, drawn with a
        fixed seed, and corrects the result by a few products with the exact kernel. The gap is certified as ever, but
        may stay above `tol`, above all with a small ridge: then a warning says what was reached. More landmarks
        bring it down, and cost memory (16 bytes for each of them and each source row) and time (their square).
        "auto" is 400 for more than 10,000 source rows and None, the exact solver, for fewer. `warm_start` has no
        effect on a fit with landmarks.

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
    ridge_ : float
        The ridge used.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    Both samples are drawn, and a small ridge matches what they differ in by chance: where nothing has shifted it
    gives most of the sample away. "auto" is what is best, of all that is linear in kappa, under two assumptions.
    Chance acts on kappa as if each weight had an independent error of variance 1 + m/m' (a row counts once or not at
    all in the source, m/m' times in the target), so that kappa - K 1 has the covariance (1 + m/m') K K. And the right
    weights are 1 plus a smooth function with the covariance s^2 K. Then the best estimate of that function is
    (K + ridge I)^-1 (kappa - K 1) with the ridge (1 + m/m')/s^2. "auto" takes s = 1: weights that vary as much as
    their mean, worth half of the rows. A stronger shift bears a smaller ridge.

    The ridge pulls the weights to 0, which matters where m' is small or the kernel so narrow that few rows are near
    each other; a mean below 1/2 is warned about. ``eps=0`` keeps it at 1, as it should be for the kernel "linear".

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import KernelMeanMatching
    >>> rng = np.random.default_rng(0)
    >>> X_source, X_target = rng.normal(0.5, 0.5, (200, 1)), rng.normal(0.0, 0.3, (200, 1))
    >>> matching = KernelMeanMatching().fit(X_source, X_target)
    >>> matched = np.average(X_source[:, 0], weights=matching.weights_)
    >>> bool(abs(matched - X_target.mean()) < 0.02 < abs(X_source.mean() - X_target.mean()))
    True
    >>> bool(matching.gap_ <= 1e-6)
    True
    """

    objective_: float
    gap_: float
    n_iter_: int
    gamma_: float
    ridge_: float

    def __init__(
        self,
        gamma: float | str = "median",
        B: float = 1000.0,
        eps: float | None = None,
        ridge: float | str = "auto",
        tol: float = 1e-6,
        warm_start: bool = False,
        kernel: str = "rbf",
        n_landmarks: int | str | None = "auto",
    ) -> None:
        self.gamma = gamma
        self.B = B
        self.eps = eps
        self.ridge = ridge
        self.tol = tol
        self.warm_start = warm_start
        self.kernel = kernel
        self.n_landmarks = n_landmarks

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Find the weights of the rows of `X_source` that match the mean of `X_target`."""
        source, target = self._validate(X_source, X_target)
        self._doubt_spreads(X_source, source, target)
        m = len(source)
        allowed = self._allowed(m)
        self.ridge_, tol = self._ridge(m / len(target)), _check.positive(self.tol, "tol")
        landmarks = self._landmarks(m)
        kernel, means = self._kernel_and_means(source, target, landmarks)
        kappa = m * means  # kappa of (12)
        if landmarks is None:
            solution = minimise(kernel, kappa, allowed, self.ridge_, tol, self._start(m))
        else:
            solution = minimise_by_landmarks(kernel, kappa, allowed, self.ridge_, tol, landmarks)
        self.objective_, self.gap_, self.n_iter_ = solution.objective, solution.gap, solution.n_iter
        self._sides = solution.sides
        if not solution.gap <= tol:  # or it is no number
            caller.warn(
                f"The weights are optimal only to a gap of {solution.gap:.1g}, not {tol:.1g}: raise tol, or the ridge"
                + ("." if landmarks is None else ", or n_landmarks."),
                ConvergenceWarning,
            )
        if kappa.max() < _OUT_OF_REACH * m:
            caller.warn(
                "Every source row is out of the target's reach: the kernel between them is next to 0, so that the "
                "constraints alone set the weights; take a smaller gamma, if the samples overlap at all.",
                ShiftWarning,
            )
        return self._keep(solution.weights)

    def ratio(self, X: ArrayLike) -> NoReturn:
        """Refused: kernel mean matching weighs the source rows and estimates no function of x."""
        raise NotImplementedError(
            "KernelMeanMatching has no ratio(X) for new rows, only weights_ of the source rows: K b estimates a "
            "density, not a ratio."
        )

    def _landmarks(self, m: int) -> int | None:
        if self.n_landmarks is None:
            return None
        if isinstance(self.n_landmarks, str) and self.n_landmarks == "auto":
            return LANDMARKS if m > MANY_ROWS else None
        if not _check.is_count(self.n_landmarks):
            raise ValueError(
                'n_landmarks must be "auto", None or a whole number of at least 1, '
                f"got {_check.short(self.n_landmarks)}."
            )
        return min(int(self.n_landmarks), m)

    def _kernel_and_means(self, source: Floats, target: Floats, landmarks: int | None) -> tuple[Kernel, Floats]:
        if self.kernel == "linear":
            check_sizes(np.concatenate([source, target]))
            kernel = LinearKernel(source) if landmarks is None else LinearFactor(source)
            return kernel, source @ target.mean(axis=0) / kernel.scale
        if self.kernel != "rbf":
            raise ValueError(f'kernel must be "rbf" or "linear", got {_check.short(self.kernel)}.')
        self.gamma_ = kernel_gamma(self.gamma, source, target)
        return Kernel(source, self.gamma_), row_means(source, target, self.gamma_)

    def _ridge(self, rows_per_target_row: float) -> float:
        if isinstance(self.ridge, str):
            if self.ridge == "auto":
                return 1 + rows_per_target_row
            raise ValueError(f'ridge must be "auto" or one number of at least 0, got {_check.short(self.ridge)}.')
        return _check.not_negative(self.ridge, "ridge")

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
