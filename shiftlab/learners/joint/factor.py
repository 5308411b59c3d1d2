"""A kernel matrix as coordinates: its Cholesky factor, in which the kernel problem is a primal one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf

from shiftlab._check import Floats

_NOTHING = 1e-11  # of the largest diagonal entry: what is left of a kernel matrix when only rounding is


class CholeskyFactor:
    """Rows of a triangular R with R R' = K: the kernel problem of section 5.2, in as many columns as K has rank.

    With w = Phi' omega the criterion depends on omega through R'omega only, and the prior is the squared length of
    that: in these coordinates the kernel problem is a primal one. The source comes first, so that its rows need
    only the first columns; each sample is pivoted, which leaves out rows that others span.
    """

    def __init__(self, K: Floats, m: int) -> None:
        smallest = _NOTHING * float(K.diagonal().max())
        source, self._pivots = _pivoted(K[:m, :m], smallest)
        first = len(self._pivots)
        self._source = source[self._pivots]
        self.A = self.B = source
        if len(K) > m:
            across = _solve(self._source, K[self._pivots, m:]).T
            target, pivots = _pivoted(K[m:, m:] - across @ across.T, smallest)
            self._across, self._target, self._target_pivots = across[pivots], target[pivots], m + pivots
            self.B = np.zeros((len(K), first + len(pivots)))
            self.B[:m, :first], self.B[m:, :first], self.B[m:, first:] = source, across, target
            # What is left of a source row is small, not nothing, and its root counts in products with the target.
            left = K[self._target_pivots, :m] - self._across @ source.T
            self.B[:m, first:] = _solve(self._target, left).T

    def label_dual(self, w: Floats) -> Floats:
        """omega with R'omega = w, of shape (m, columns), for w of shape (rank of the source, columns)."""
        omega = np.zeros((len(self.A), w.shape[1]))
        omega[self._pivots] = _solve(self._source, w, transposed=True)
        return omega

    def bias_dual(self, v: Floats) -> Floats:
        """nu with R'nu = v, for all rows."""
        if len(self.B) == len(self.A):
            return self.label_dual(v[:, np.newaxis])[:, 0]
        nu = np.zeros(len(self.B))
        first = len(self._pivots)
        late = _solve(self._target, v[first:], transposed=True)
        nu[self._target_pivots] = late
        nu[: len(self.A)] = self.label_dual((v[:first] - self._across.T @ late)[:, np.newaxis])[:, 0]
        return nu


def _pivoted(K: Floats, smallest: float) -> tuple[Floats, NDArray[np.intp]]:
    """R of shape (len(K), rank) with R R' = K, and the rows, in order, in which it is triangular."""
    factor, order, rank, _ = dpstrf(K, lower=True, tol=smallest)
    order = order - 1
    if K.diagonal().max() <= smallest:  # LAPACK takes the first row whatever is left of it
        rank = 0
    R = np.empty((len(K), rank))
    R[order] = np.tril(factor[:, :rank])
    return R, order[:rank]


def _solve(triangle: Floats, values: Floats, transposed: bool = False) -> Floats:
    if not triangle.size:  # nothing to solve, which older versions of scipy refuse
        return values
    solution: Floats = solve_triangular(triangle, values, lower=True, trans=int(transposed), check_finite=False)
    return solution
