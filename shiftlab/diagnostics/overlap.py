"""How much of the target the source reaches, and how many source rows are left when weights make it alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from .._check import Floats
from ..support.tables.points import points_of_columns
from ..weights.base import effective_sample_size
from ..weights.doubts.overlap import overlap
from .table import Table

_RARE = 0.01  # of source rows: as few may stand out from the others


def without_counterpart(table: Table) -> float:
    """The share of the target rows without a counterpart among the source rows, as weighers count them."""
    columns = ((column.values, column.categorical) for column in table.columns)
    return overlap(*points_of_columns(columns, table.n_source, table.n_target)).share


def reached_size(scores: Floats, is_target: NDArray[np.bool_]) -> float:
    """The effective sample size of the source rows, weighted by the odds of being a target row.

    The scores order the rows; how large the odds are is read off the rows themselves, by isotonic regression. Odds of
    a classifier's own would be too small where it is sure, and equal small odds look like a perfect overlap.
    """
    p = IsotonicRegression(y_min=0, y_max=1).fit_transform(scores, is_target.astype(np.float64))
    source = p[~is_target]  # less than 1: the row itself is among those that p is a mean of
    return effective_sample_size(source / (1 - source))


def scores_above_all(scores: Floats, is_target: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Target rows that score higher than every source row."""
    found: NDArray[np.bool_] = scores[is_target] > scores[~is_target].max()
    return found


def stand_out(table: Table) -> NDArray[np.bool_]:
    """Target rows that stand out from the source in a column, each by itself: a row without others like it too.

    By a number beyond the range of the source, by more than a standard deviation and by more than one in a hundred
    source rows are beyond the range of the others; or by a category that the source does not have.
    """
    among_source, of_target = np.zeros(table.n_source), np.zeros(table.n_target)
    for column in table.columns:
        source, target = column.values[: table.n_source], column.values[table.n_source :]
        for excess in (_new_levels(source, target, column.categorical), _beyond(source, target, column.categorical)):
            among_source, of_target = np.maximum(among_source, excess[0]), np.maximum(of_target, excess[1])
    outlying = int(_RARE * table.n_source)
    chance = np.partition(among_source, -1 - outlying)[-1 - outlying]
    found: NDArray[np.bool_] = of_target > max(1.0, chance)
    return found


def _beyond(source: Floats, target: Floats, categorical: bool) -> tuple[Floats, Floats]:
    """How far rows are beyond the range of the source, or of the rest of it, in standard deviations."""
    places = np.flatnonzero(~np.isnan(source))
    far = np.zeros(len(source)), np.zeros(len(target))
    if categorical or not places.size:
        return far
    scale = np.abs(source[places]).max() or 1.0  # so that no square overflows
    with np.errstate(over="ignore"):
        present, there = source[places] / scale, target / scale
    far[1][:] = np.where(np.isnan(there), 0, _excess(there, present))
    for end in {int(present.argmin()), int(present.argmax())}:  # all others are in the range of the rest
        far[0][places[end]] = _excess(present[end], np.delete(present, end)) if len(present) > 1 else np.inf
    return far


def _excess(rows: Any, reference: Floats) -> Any:
    beyond = np.maximum(np.maximum(reference.min() - rows, rows - reference.max()), 0)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        return np.where(beyond > 0, beyond / reference.std(), 0.0)


def _new_levels(source: Floats, target: Floats, categorical: bool) -> tuple[Floats, Floats]:
    """Infinite for rows whose category the source, or the rest of it, does not have; of numbers, that one is missing.

    Columns in which more than one in a hundred rows would have a new category by chance, such as names, are left out
    (Good and Turing: as many as have a category of their own).
    """
    if categorical:
        levels = [np.where(np.isnan(values), -1, values) for values in (source, target)]
    else:
        levels = [np.isnan(values).astype(np.float64) for values in (source, target)]
    known, counts = np.unique(levels[0], return_counts=True)
    single = known[counts == 1]
    if len(single) > _RARE * len(source):
        return np.zeros(len(source)), np.zeros(len(target))
    new = np.isin(levels[0], single), ~np.isin(levels[1], known)
    return np.where(new[0], np.inf, 0.0), np.where(new[1], np.inf, 0.0)
