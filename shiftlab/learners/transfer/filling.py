"""Features that one of two domains lacks, predicted from the features that both have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import Ridge

from shiftlab._check import Floats

Mask = NDArray[np.bool_]


class Filling:
    """Fills the rows of two domains, so that all of them have values for the union of the features.

    A feature is missing in a domain where no row of the domain has a value for it. It is predicted from the features
    that are missing in neither domain, by a ridge regression on the rows of the other domain; where there are no such
    features, by its mean. A single missing value is filled by the mean of its column.

    Parameters
    ----------
    source, target : ndarray
        The rows of both domains, NaN where a value is missing; `target` may be None.
    alpha : float
        The penalty of the regressions, for predictors of standard deviation 1.
    zero_is_missing : bool
        Whether a feature that is 0 in all rows of a domain is missing there: a word that none of the texts has.
    """

    def __init__(self, source: Floats, target: Floats | None, alpha: float, zero_is_missing: bool) -> None:
        self._zero_is_missing = zero_is_missing
        self._means = _means(source if target is None else np.concatenate([source, target]))
        in_source = self._any_value(source, axis=0)
        in_target = in_source if target is None else self._any_value(target, axis=0)
        self.source_only: Mask = in_source & ~in_target
        self.target_only: Mask = in_target & ~in_source
        both = ~(self.source_only | self.target_only)
        self._from_source = _Regression(self._complete(source), both, self.source_only, alpha)
        self._from_target = _Regression(
            self._complete(source if target is None else target), both, self.target_only, alpha
        )

    def source(self, rows: Floats) -> Floats:
        """Rows of the source, with predictions of what only the target has."""
        return self._from_target.fill(self._complete(rows), np.ones(len(rows), dtype=bool))

    def target(self, rows: Floats) -> Floats:
        """Rows of the target, with predictions of what only the source has."""
        return self._from_source.fill(self._complete(rows), np.ones(len(rows), dtype=bool))

    def either(self, rows: Floats) -> Floats:
        """Rows of unknown domain: of the source, if they have a value of a feature that only the source has."""
        of_source = self._any_value(rows[:, self.source_only], axis=1)
        of_target = self._any_value(rows[:, self.target_only], axis=1)
        # not even a zero: whatever row it is, nothing is known of these
        unknown = np.isnan(rows[:, self.target_only]).all(axis=1)
        filled = self._from_source.fill(self._complete(rows), ~of_source)
        return self._from_target.fill(filled, unknown | (of_source & ~of_target))

    def _any_value(self, rows: Floats, axis: int) -> Mask:
        valued = ~np.isnan(rows)
        if self._zero_is_missing:
            valued &= rows != 0
        any_value: Mask = np.logical_or.reduce(valued, axis=axis)
        return any_value

    def _complete(self, rows: Floats) -> Floats:
        return np.where(np.isnan(rows), self._means, rows)


class _Regression:
    """What the features `wanted` are, given the features `known`."""

    def __init__(self, rows: Floats, known: Mask, wanted: Mask, alpha: float) -> None:
        self._known, self._wanted = known, wanted
        self._mean = rows[:, wanted].mean(axis=0)
        self._ridge: Ridge | None = None
        if known.any() and wanted.any():
            spread = rows[:, known].std(axis=0)
            self._scale = np.where(spread > 0, spread, 1.0)
            self._ridge = Ridge(alpha=alpha).fit(rows[:, known] / self._scale, rows[:, wanted])

    def fill(self, rows: Floats, which: Mask) -> Floats:
        """`rows`, with predictions for those of them that the mask tells."""
        if not (self._wanted.any() and which.any()):
            return rows
        filled = rows.copy()
        predicted = self._mean
        if self._ridge is not None:
            predicted = self._ridge.predict(rows[which][:, self._known] / self._scale).reshape(which.sum(), -1)
        filled[np.ix_(which, self._wanted)] = predicted
        return filled


def _means(rows: Floats) -> Floats:
    """The mean of each column's values; 0 where it has none."""
    valued = ~np.isnan(rows)
    return np.where(valued, rows, 0.0).sum(axis=0) / np.maximum(valued.sum(axis=0), 1)
