"""Target rows without a counterpart among the source rows, which no weighting of the source can stand for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from ..._check import Floats
from ..kernels import BLOCK, Pairs

LARGEST_SHARE = 0.05
"""Of the target rows: with a larger share that has no counterpart a weigher warns."""

_GROUP = 0.05  # of the target rows: as many must be nearer to a row than any source row is
_CHANCE = 1e-6  # of a row to have so many by chance: so small that a ratio of 4 hardly makes a group either
_CHANCE_OF_ALL = 5e-4  # of few rows all others; one false alarm in a hundred at most
_COMMON = 0.95  # of the source rows: so many are as near to another one as a counterpart must be
_EQUAL = 1e-12  # a squared distance, in units of spreads
_MOST_CATEGORIES = 50  # of a column, the most frequent; the others count as one
_LOOKED_AT = 1000  # rows of a sample; of more, a seeded choice. Those they are compared with are all


class Overlap(NamedTuple):
    """How many target rows have no counterpart among the source rows."""

    alone: int
    """Target rows without one."""
    n: int
    """Target rows looked at."""
    group: int
    """How many target rows are nearer to one of them than any source row, at least."""

    @property
    def share(self) -> float:
        """Of the target rows looked at."""
        return self.alone / self.n

    @property
    def lacks(self) -> bool:
        """Whether that is too large a share."""
        return self.share > LARGEST_SHARE


def overlap(source: Floats, target: Floats, categorical: NDArray[np.bool_] | None = None) -> Overlap:
    """Count the target rows that are on their own: near other target rows, and far from all source rows.

    To such a row a group of other target rows is nearer than any source row. The group is one in twenty of the target
    rows, or as many as are not all of the target by chance: without a shift the nearest rows are of either sample,
    whatever the number of columns and the length of tails. And its nearest source row is further away than nineteen
    in twenty source rows are from each other: a target that is merely dense has source rows in between. Distances are
    in units of the columns' spreads; in a column that is `categorical`, of numbers that stand for categories, two
    rows of different ones are as far apart as two numbers are on average. Of more than 1,000 rows a seeded choice is
    looked at, and compared with all.
    """
    if categorical is None:
        categorical = np.zeros(source.shape[1], dtype=bool)
    source, target = _without_copies(source, target)
    spread = _in_units_of_spread(source[:, ~categorical], target[:, ~categorical])
    marks = _marks(source[:, categorical], target[:, categorical])
    source, target = (np.concatenate(parts, axis=1) for parts in zip(spread, marks, strict=True))
    looked_at = _choice(len(target))
    group = _group(len(source), len(target))
    if group is None:
        return Overlap(0, len(looked_at), len(target))
    distances = _without_source_in_between(target, looked_at, source, group)
    if distances.size > LARGEST_SHARE * len(looked_at):
        distances = distances[distances > _spacing(source)]
    return Overlap(distances.size, len(looked_at), group)


def _without_source_in_between(target: Floats, some: NDArray[np.intp], source: Floats, group: int) -> Floats:
    """The squared distances to the source of those of `some` rows of the target that have a group nearer to them."""
    rows = target[some]
    to_source, to_target = Pairs(rows, source, 1.0), Pairs(rows, target, 1.0)
    step, found = max(16, BLOCK // max(len(source), len(target))), []
    for start in range(0, len(rows), step):
        block = slice(start, start + step)
        nearest = to_source.exponents(block).max(axis=1)  # exponents are squared distances, negative
        # Rows on a grid are at equal distances, but for rounding. Each row is nearest to itself.
        reach = nearest * (1 - 1e-9) + _EQUAL
        nearer = np.count_nonzero(to_target.exponents(block) > reach[:, np.newaxis], axis=1) - 1
        found.append(-nearest[nearer >= group])
    return np.concatenate(found)


def _spacing(source: Floats) -> float:
    """The squared distance within which nineteen in twenty source rows have their nearest other one."""
    if len(source) < 2:
        return 0.0
    some = _choice(len(source))
    pairs = Pairs(source[some], source, 1.0)
    nearest = np.empty(len(some))
    for block in pairs.row_blocks():
        exponents = pairs.exponents(block)
        exponents[np.arange(len(exponents)), some[block]] = -np.inf
        nearest[block] = -exponents.max(axis=1)
    return float(np.quantile(nearest, _COMMON, method="lower"))


def _choice(n: int) -> NDArray[np.intp]:
    return np.arange(n) if n <= _LOOKED_AT else np.sort(np.random.default_rng(0).choice(n, _LOOKED_AT, replace=False))


def _group(n_source: int, n_target: int) -> int | None:
    """The size of a group that chance hardly makes, if there is one in so few rows."""
    sizes = np.arange(1, n_target)
    # the nearest `size` of all other rows are of the target
    chances = _log_choices(n_target - 1, sizes) - _log_choices(n_source + n_target - 1, sizes)
    enough = np.flatnonzero((chances <= np.log(_CHANCE)) & (sizes >= _GROUP * n_target))
    if enough.size:
        return int(sizes[enough[0]])
    return n_target - 1 if sizes.size and chances[-1] <= np.log(_CHANCE_OF_ALL) else None


def _log_choices(n: int, k: NDArray[np.intp]) -> Floats:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _without_copies(source: Floats, target: Floats) -> tuple[Floats, Floats]:
    """The different rows of both, but where rows recur by themselves: half of either sample, as of codes and counts."""
    different = _different(source), _different(target)
    if all(2 * len(some) < len(rows) for some, rows in zip(different, (source, target), strict=True)):
        return source, target
    return different


def _different(rows: Floats) -> Floats:
    """The rows without copies, as of a sample drawn with replacement: a row's own copies are no group around it."""
    with np.errstate(over="ignore", invalid="ignore"):
        along = rows @ np.random.default_rng(0).uniform(1, 2, rows.shape[1])
    if len(np.unique(along)) == len(rows):  # one number for each row is sorted much sooner than the rows
        return rows
    different = np.unique(rows, axis=0)
    return different if len(different) > 1 else rows


def _in_units_of_spread(source: Floats, target: Floats) -> tuple[Floats, Floats]:
    """Both samples without their pooled mean and divided by their pooled spread; without columns that are constant."""
    first = source[0] / 2  # halves, for a difference of the largest numbers overflows
    source, target = source / 2 - first, target / 2 - first
    largest = np.maximum(np.abs(source).max(axis=0), np.abs(target).max(axis=0))
    used = largest > 0
    source, target = source[:, used] / largest[used], target[:, used] / largest[used]
    pooled = np.concatenate([source, target])
    mean, spread = pooled.mean(axis=0), pooled.std(axis=0)
    return (source - mean) / spread, (target - mean) / spread


def _marks(source: Floats, target: Floats) -> tuple[Floats, Floats]:
    """A column of 0 and 1 for each category: its square distance between two of them is 2, as between two numbers."""
    made = [np.empty((len(source) + len(target), 0))]
    for codes in np.concatenate([source, target]).T:
        _, places, counts = np.unique(codes, return_inverse=True, return_counts=True)
        order = np.empty(len(counts), dtype=np.intp)
        order[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
        made.append(np.eye(_MOST_CATEGORIES + 1)[np.minimum(order, _MOST_CATEGORIES)[places]][:, : len(counts)])
    rows = np.concatenate(made, axis=1)
    return rows[: len(source)], rows[len(source) :]
