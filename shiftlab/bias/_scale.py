"""The scale that "P(s) proportional to" leaves free."""

from __future__ import annotations

import numpy as np

from .._check import Floats


def scaled(log_shape: Floats, share: float | None) -> Floats:
    """min(1, c exp(log_shape)), with c = 1, or with the c for which its mean over the rows is `share`."""
    if share is None:
        return np.exp(log_shape)
    shape = np.exp(log_shape - log_shape.max())
    wanted = share * shape.size
    if np.count_nonzero(shape) < wanted:
        raise ValueError(
            f"share={share:g} cannot be reached: only {np.count_nonzero(shape):,} of {shape.size:,} rows have a "
            "probability above 0, so choose a smaller share or a wider mechanism."
        )
    falling = np.sort(shape)[::-1]
    n_certain = np.arange(shape.size)  # when so many of the likeliest rows are certain, the rest share what remains
    rest = falling[::-1].cumsum()[::-1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        scales = (wanted - n_certain) / rest
        fits = scales * falling <= 1 + 1e-12
    if not fits.any():  # every row is certain
        return np.ones_like(shape)
    with np.errstate(over="ignore"):
        return np.minimum(1.0, scales[np.argmax(fits)] * shape)
