"""Weights when both densities are known: the reference that the estimates are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .. import _check
from .._check import Floats
from .base import Weigher


class KnownRatio(Weigher):
    """The ratio of two densities that are known, "Ratio" in section 4.1 of the kernel mean matching paper.

    Nothing is learned from the target's rows; they are checked like those of any other weigher.

    Parameters
    ----------
    source_density, target_density : callable
        Called with rows, of shape (n, n_features), they return the density of each, of shape (n,) or (n, 1): the
        ``pdf`` of a frozen distribution of `scipy.stats`, for example.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        target_density / source_density at the source rows.

    Examples
    --------
    >>> from scipy.stats import norm
    >>> from shiftlab.weights import KnownRatio
    >>> weigher = KnownRatio(norm(0.5, 0.5).pdf, norm(0.0, 0.3).pdf).fit([[0.0], [0.5]], [[0.1]])
    >>> weigher.weights_.round(3).tolist()
    [2.748, 0.416]
    """

    def __init__(self, source_density: Callable[[Any], ArrayLike], target_density: Callable[[Any], ArrayLike]) -> None:
        self.source_density = source_density
        self.target_density = target_density

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Take the ratio at the rows of `X_source`."""
        source, _ = self._validate(X_source, X_target)
        return self._keep(self._ratio(source))

    def _ratio(self, X: Floats) -> Floats:
        source = _density(self.source_density, X, "source_density")
        target = _density(self.target_density, X, "target_density")
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ratio = target / source
        undefined = ~np.isfinite(ratio)
        if undefined.any():
            row = int(np.argmax(undefined))
            raise ValueError(
                f"The ratio of target_density to source_density must be finite, but at row {row} they are "
                f"{target[row]:g} and {source[row]:g}."
            )
        return ratio


def _density(density: Callable[[Any], ArrayLike], X: Floats, name: str) -> Floats:
    if not callable(density):
        raise ValueError(f"{name} must be a function of rows, got {_check.short(density)}.")
    values = _check.finite(density(X), f"What {name} returns")
    if values.size != len(X) or values.shape[:1] not in {(), (len(X),)}:
        raise ValueError(f"{name} must return one number for each of {len(X)} rows, but the shape is {values.shape}.")
    if (values < 0).any():
        raise ValueError(f"{name} must not be negative, but it is {values.min():g} at some row.")
    return values.reshape(-1)
