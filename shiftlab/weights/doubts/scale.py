"""Columns in units so different that a method sees only some of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.sparsefuncs import mean_variance_axis

from ..._check import Floats
from ...support import caller
from .categories import ScaleWarning

LARGEST_FACTOR = 30
"""Between the spreads of two columns: beyond it a Gaussian kernel as wide as the rows are apart sees one of them.

A shift of a whole spread in the narrow column changes such a kernel by less than one in a thousand.
"""


LARGEST_OFFSET = 10
"""Of a column's mean, in units of its spread: beyond it a penalised intercept is short of what it must make up for."""

_FEWEST_ROWS = 10  # of fewer the spread is not known


def warn_of_offset(rows: Any, cure: str, names: Any = None) -> None:
    """One sentence where the mean of a column, dense or sparse, is more than `LARGEST_OFFSET` of its spreads from 0."""
    if rows.shape[0] < _FEWEST_ROWS:
        return
    if issparse(rows):
        means, variances = mean_variance_axis(rows, axis=0)
        spreads = np.sqrt(variances)
    else:
        means, spreads = rows[0] / 2 + (rows / 2 - rows[0] / 2).mean(axis=0), _deviation(rows) / 2
    # a constant column is an intercept of its own
    varies = np.flatnonzero(spreads > np.finfo(np.float64).eps * np.abs(means))
    if not varies.size:
        return
    with np.errstate(over="ignore"):
        offsets = np.abs(means[varies]) / spreads[varies]
    if offsets.max() > LARGEST_OFFSET:
        column = int(varies[np.argmax(offsets)])
        caller.warn(
            f"The mean of column {_label(column, names)} is {offsets.max():.2g} times its spread from 0, which only a "
            f"large intercept makes up for, and that is penalised: {cure}.",
            ScaleWarning,
        )


def warn_of_spreads(source: Floats, target: Floats, cure: str, names: Any = None) -> None:
    """One sentence where columns' spreads within the samples differ by more than `LARGEST_FACTOR`.

    `cure` ends the sentence: what the caller can do. `names` are those of the columns, where they have some.
    """
    spreads = _spreads(source, target)
    varies = np.flatnonzero(spreads > 0)
    if varies.size < 2:
        return
    narrow, wide = varies[np.argmin(spreads[varies])], varies[np.argmax(spreads[varies])]
    with np.errstate(over="ignore"):
        factor = spreads[wide] / spreads[narrow]
    if factor > LARGEST_FACTOR:
        first, second = _label(wide, names), _label(narrow, names)
        caller.warn(
            f"The spreads of the columns differ by a factor of {factor:.2g} (column {first} and column {second}), and "
            f"distances between rows see the widest alone: {cure}.",
            ScaleWarning,
        )


def _label(column: int, names: Any) -> str:
    return str(column) if names is None else repr(names[column])


def _spreads(source: Floats, target: Floats) -> Floats:
    """The larger of the columns' standard deviations in the two samples: a shift between them is no spread."""
    return np.maximum(_deviation(source), _deviation(target))


def _deviation(rows: Floats) -> Floats:
    centred = rows / 2 - rows[0] / 2  # halves, for a difference of the largest numbers overflows
    largest = np.abs(centred).max(axis=0)
    scaled = centred / np.where(largest > 0, largest, 1)  # so that no square overflows or vanishes
    with np.errstate(over="ignore"):
        return 2 * largest * scaled.std(axis=0)
