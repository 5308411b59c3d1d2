"""A kernel matrix of low rank as F'F, by Cholesky steps that evaluate only the columns they pivot on."""

from __future__ import annotations

import numpy as np

from ..._check import Floats
from ..kernels import Kernel

_FIRST_LOOK = 32
_LENIENCE = 1.5  # the extrapolated rank was up to half too large on Gaussian data in 1 to 20 dimensions


def pivoted_cholesky(kernel: Kernel, residual: float, largest_rank: int) -> Floats | None:
    """F of shape (rank, m) with trace(K - F'F) <= residual * m, or None when the rank would pass `largest_rank`.

    Each step takes the row that the factor represents worst. After 32, 64, 128, ... steps the rank is
    extrapolated from the last two looks, so that a hopeless matrix is given up early.
    """
    size = kernel.size
    factor = np.empty((_FIRST_LOOK, size))
    left = np.ones(size)  # the diagonal of K - F'F; that of K is 1
    earlier = 1.0
    for rank in range(min(largest_rank, size) + 1):
        share = float(left.sum()) / size
        if share <= residual:
            return factor[:rank]
        if rank >= _FIRST_LOOK and rank & (rank - 1) == 0:
            if _extrapolate(rank, earlier, share, residual) > _LENIENCE * largest_rank:
                return None
            factor = np.concatenate([factor, np.empty_like(factor)])
        if rank & (rank - 1) == 0:
            earlier = share
        pivot = int(left.argmax())
        row = kernel.column(pivot)
        row -= factor[:rank, pivot] @ factor[:rank]
        row /= np.sqrt(left[pivot])
        factor[rank] = row
        left -= row * row
        np.maximum(left, 0.0, out=left)
        left[pivot] = 0.0
    return None


def _extrapolate(rank: int, earlier: float, share: float, residual: float) -> float:
    # The residual falls like exp(-a rank^p), with p from the last doubling of the rank: less than 1 in many
    # dimensions, where a plain geometric extrapolation would hope for too long.
    power = np.log2(np.log(share) / np.log(earlier)) if share < earlier < 1 else 0.0
    return rank * (np.log(residual) / np.log(share)) ** (1 / power) if power > 0.05 else np.inf
