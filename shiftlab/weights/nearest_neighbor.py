"""The density ratio by counting: how many target rows have a source row among their nearest.

Loog, "Nearest neighbor-based importance weighting" (2012); Lin, Ding and Han, "Estimation based on nearest neighbor
matching: from density ratio to average treatment effect" (2023).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from .. import _check
from .._check import Floats
from .base import Weigher
from .standard import Standard

_LOOKED_AT = 1000  # rows of each sample, for the choice of the number; of more, a seeded choice of them
_BLOCK = 2**18  # distances at a time
_SAME = 1e-9  # of a distance: on a grid, rows are at equal distances but for rounding


class NearestNeighborRatio(Weigher):
    """The share of the target rows that have x among their k nearest source rows, over that of a source row::

        r(x) = m/(n k) #{ j : x is among the k nearest source rows of the target row z_j }

    for m source and n target rows, in units of the columns' spreads (Lin, Ding and Han, 2023). With k = 1 it counts
    the target rows in a source row's Voronoi cell (Loog, 2012, without his smoothing). No density is estimated: the
    weights have mean 1 in any number of columns, and with k = m all of them are 1.

    Parameters
    ----------
    n_neighbors : "cv" or int, default="cv"
        k. "cv" takes that of 1, 4, 16, ..., and m with the least squared error of the ratio on rows left out, up to
        a constant; without a shift that is m, as a rule. Finer steps cost time, and learners are no better for them.
        Of samples of more than 1,000 rows so many are looked at, and what is best for them grows like m^(2/(d + 2))
        in d columns, as a nearest neighbour estimate asks for.
    scale : bool, default=True
        Measure distances in units of the columns' standard deviations in both samples; False: as the columns are.

    Attributes
    ----------
    weights_ : ndarray of shape (n_source,)
        r at the source rows. A row that no target row is near has weight 0.
    n_neighbors_ : int
        k, as it was chosen; at most m.

    Notes
    -----
    A source row needs no leaving out: it is among the k nearest of a target row of all m if and only if it would
    come among them, were the others alone there first. Source rows at the same distance share what is left of the k
    places. Where there are target rows and no source rows, and the ratio is infinite, r is at most m/k. It fails in
    many columns, where a few rows are among the nearest of nearly all others, whatever the ratio.

    Examples
    --------
    >>> import numpy as np
    >>> from shiftlab.weights import NearestNeighborRatio
    >>> rng = np.random.default_rng(0)
    >>> weigher = NearestNeighborRatio().fit(rng.normal(0, 1, size=(1000, 1)), rng.normal(1, 1, size=(1000, 1)))
    >>> bool(0.5 < weigher.ratio([[0.5]])[0] < 2)  # 1 in truth
    True
    """

    def __init__(self, n_neighbors: int | str = "cv", *, scale: bool = True) -> None:
        self.n_neighbors = n_neighbors
        self.scale = scale

    def fit(self, X_source: ArrayLike, X_target: ArrayLike) -> Self:
        """Find how far the nearest source rows of each target row are, and count."""
        source, target = self._validate(X_source, X_target)
        scale = _check.flag(self.scale, "scale")
        if not scale:
            self._doubt_spreads(X_source, source, target)
        self._units = Standard(source, target, each=scale)
        source, self._target = self._units(source), self._units(target)
        self.n_neighbors_ = self._number(source, self._target)
        self._places = _Places(np.empty(len(target)), np.empty(len(target)))
        counts = np.zeros(len(source))
        for some in _blocks(len(target), len(source)):
            distances = _distances(self._target[some], source)
            places = _places(distances, self.n_neighbors_)
            self._places.radii[some], self._places.shares[some] = places
            counts += places.taken(distances)
        self._factor = len(source) / (len(target) * self.n_neighbors_)
        return self._keep(self._factor * counts)

    def _ratio(self, X: Floats) -> Floats:
        rows, counts = self._units(X), np.zeros(len(X))
        for some in _blocks(len(self._target), len(X)):
            places = _Places(self._places.radii[some], self._places.shares[some])
            counts += places.taken(_distances(self._target[some], rows))
        return self._factor * counts

    def _number(self, source: Floats, target: Floats) -> int:
        m, n = len(source), len(target)
        if not (isinstance(self.n_neighbors, str) and self.n_neighbors == "cv"):
            if not _check.is_count(self.n_neighbors):
                raise ValueError(
                    f'n_neighbors must be "cv" or a whole number of at least 1, got {_check.short(self.n_neighbors)}.'
                )
            return min(int(self.n_neighbors), m)
        if n < 2:
            raise ValueError('n_neighbors="cv" needs at least 2 rows in X_target, which has one: give a number.')
        rng = np.random.default_rng(0)
        source, target = (
            rows if len(rows) <= _LOOKED_AT else rows[rng.choice(len(rows), _LOOKED_AT, replace=False)]
            for rows in (source, target)
        )
        best = _best_number(source, target)
        if best == len(source):
            return m
        return min(m, round(best * (m / len(source)) ** (2 / (source.shape[1] + 2))))


class _Places(NamedTuple):
    """How far the k nearest source rows of some target rows reach, and what a row at that very distance counts."""

    radii: Floats
    shares: Floats

    def taken(self, distances: Floats) -> Floats:
        """The places that each column of `distances`, from these target rows, has among the nearest."""
        reach = self.radii * (1 + _SAME)
        if (self.shares == 1).all():  # no ties
            return _within(distances, reach[np.newaxis])[0]
        counts: Floats = self.shares @ (distances <= reach[:, np.newaxis])
        counts += (1 - self.shares) @ (distances < self.radii[:, np.newaxis] * (1 - _SAME))
        return counts


def _places(distances: Floats, k: int) -> _Places:
    """Of the target rows whose distances from the source rows are given, a row each."""
    radii = np.partition(distances, k - 1, axis=1)[:, k - 1]
    nearer = np.count_nonzero(distances < (radii * (1 - _SAME))[:, np.newaxis], axis=1)
    reached = np.count_nonzero(distances <= (radii * (1 + _SAME))[:, np.newaxis], axis=1)
    return _Places(radii, (k - nearer) / (reached - nearer))


def _best_number(source: Floats, target: Floats) -> int:
    """The k with the least mean of r^2/2 over the source less that of r over the target, each row left out."""
    m, n = len(source), len(target)
    numbers = np.array([*(4**i for i in range(((m - 1).bit_length() + 1) // 2)), m])
    at_source, at_target = np.zeros((len(numbers), m)), np.zeros((len(numbers), n))
    for some in _blocks(n, max(m, n)):
        distances, among_target = _distances(target[some], source), _distances(target[some], target)
        among_target[np.arange(len(among_target)), np.arange(n)[some]] = np.inf  # a target row is not its own
        radii = np.sort(distances, axis=1)[:, numbers - 1].T * (1 + _SAME)  # sooner than a partition at so many
        at_source += _within(distances, radii)
        at_target += _within(among_target, radii)
    places = at_source.mean(axis=1)  # n k/m, but for rows at the same distance
    r_source, r_target = at_source.T / places, at_target.T / places * ((m + 1) / m * n / (n - 1))
    return int(numbers[np.argmin((r_source**2).mean(axis=0) / 2 - r_target.mean(axis=0))])


def _within(distances: Floats, radii: Floats) -> Floats:
    """For each row of `radii` and each column of `distances`: how many are within their radius."""
    within = np.empty((len(radii), distances.shape[1]))
    for count, these in zip(within, radii, strict=True):
        inside = (distances <= these[:, np.newaxis]).view(np.uint8)  # bytes are summed sooner than truth values
        count[:] = np.add.reduce(inside, axis=0, dtype=np.uint32)
    return within


def _distances(target: Floats, X: Floats) -> Floats:
    """Subtracted, not expanded: the same two rows have the same distance in every block."""
    if not X.shape[1]:  # all rows are the same
        return np.zeros((len(target), len(X)))
    distances: Floats = cdist(target, X)
    return distances


def _blocks(height: int, width: int) -> Iterator[slice]:
    step = max(1, _BLOCK // width)
    for start in range(0, height, step):
        yield slice(start, min(start + step, height))
