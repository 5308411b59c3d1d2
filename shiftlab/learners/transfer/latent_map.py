"""LatentMap, a transfer learner that maps both domains to one latent space and asks the neighbours there."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import svd
from scipy.sparse import issparse
from scipy.sparse.linalg import svds
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted

from shiftlab import _check
from shiftlab._check import Floats
from shiftlab.support.tables.learning import check_sizes, validated

from .._most_probable import MostProbable
from .domains import SeesTarget, domains
from .filling import Filling

METRICS = ("euclidean", "cosine")
VOTES = ("similarity", "uniform")
MISSING = ("zero", "nan")

_WHOLE = 500  # columns, or rows, up to which a whole decomposition takes a second or so
_AT_ONCE = 2**20  # distances that are in memory at the same time
_ROUNDING = 1e-12  # distances this close, relatively to the size of the space, are equal


class LatentMap(SeesTarget, MostProbable):
    r"""Nearest neighbours in a latent space into which the rows of both domains are mapped together.

    1. The domains may have different features. Those that one of them lacks are predicted from the features that both
       have, by ridge regression on the rows of the other domain.
    2. The filled rows of both domains, one below the other, are the matrix Z. Its singular value decomposition
       :math:`Z \approx U_k \Sigma_k V_k'` maps a row z to :math:`z V_k`.
    3. A row asks the labelled rows nearest to it in that space, of the source and of the target, and takes their
       weighted vote.

    Parameters
    ----------
    n_components : int, default=10
        The rank k; at most the rank of Z.
    n_neighbors : int, default=25
        The number of neighbours that are asked, or all labelled rows if they are fewer; rows as near as the last of
        them are asked too. The transfer cross-validation paper tries five numbers from 5 to 45.
    metric : {"euclidean", "cosine"}, default="euclidean"
        What is near in the latent space: a small distance, or a small angle, as is usual for texts.
    weights : {"similarity", "uniform"}, default="similarity"
        The weight of a neighbour's vote: the inverse of its distance, or the cosine if that is the metric (0 for a
        negative one, and if all are negative, they are equal); or the same for all. Rows at distance 0 leave no vote
        to others.
    standardize : bool, default=True
        Whether the columns of Z are first centred and scaled to standard deviation 1, as is right for columns with
        units. False is the decomposition of Z as it is: for texts.
    missing : {"zero", "nan"}, default="zero"
        Which features a domain lacks: those that are 0 or NaN in all of its rows, or NaN only.
    alpha : float, default=1.0
        The penalty of the ridge regressions, whose predictors have standard deviation 1.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    components_ : ndarray of shape (k, n_features)
        The transpose of V_k.
    singular_values_ : ndarray of shape (k,)
        The diagonal of Sigma_k.
    source_only_, target_only_ : ndarray of shape (n_features,)
        Which features the target lacks, and which the source.
    latent_ : ndarray of shape (n_source + n_labeled, k)
        The labelled rows in the latent space, those of the source first.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    The regression, its penalty, the metric and the weights are not given in the papers at hand; nor are scales of
    columns, which do not matter for texts. A row to predict is one of the target, unless it has a value of a feature
    that only the source has. A single missing value is the mean of its column. Sparse rows are taken, but filled
    rows are dense: memory is needed for both domains as dense arrays.

    Without target rows nothing is filled, and the latent space is that of the source.

    References
    ----------
    Xie, S., Fan, W., Peng, J., Verscheure, O. and Ren, J. (2009). Latent space domain transfer between high
    dimensional overlapping distributions. WWW.

    Examples
    --------
    The second feature tells the classes apart, and the target does not have it; but it goes with the first:

    >>> from shiftlab.learners import LatentMap
    >>> X, y = [[1.0, 9.0], [2.0, 8.0], [3.0, 1.0], [4.0, 2.0]], ["a", "a", "b", "b"]
    >>> learner = LatentMap(n_neighbors=1).fit(X, y, X_target=[[1.5, 0.0], [3.5, 0.0]])
    >>> learner.source_only_.tolist()
    [False, True]
    >>> learner.predict([[1.5, 0.0], [3.5, 0.0]]).tolist()
    ['a', 'b']
    """

    def __init__(
        self,
        n_components: int = 10,
        n_neighbors: int = 25,
        *,
        metric: str = "euclidean",
        weights: str = "similarity",
        standardize: bool = True,
        missing: str = "zero",
        alpha: float = 1.0,
    ) -> None:
        self.n_components = n_components
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.standardize = standardize
        self.missing = missing
        self.alpha = alpha

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        X_target: Any = None,
        X_labeled: Any = None,
        y_labeled: ArrayLike | None = None,
    ) -> Self:
        """Map the rows of `X` and of the target, `X_target` and `X_labeled`, and keep those with labels.

        Without a target the rows of `X` are mapped alone.
        """
        rank = _check.count(self.n_components, "n_components")
        _check.count(self.n_neighbors, "n_neighbors")
        alpha = _check.positive(self.alpha, "alpha")
        _check.flag(self.standardize, "standardize")
        for name, known in (("metric", METRICS), ("weights", VOTES), ("missing", MISSING)):
            if getattr(self, name) not in known:
                got = _check.short(getattr(self, name))
                raise ValueError(f"{name} must be {' or '.join(map(repr, known))}, got {got}.")
        given = domains(self, X, y, X_target, X_labeled, y_labeled, squared=True)
        self.classes_ = given.classes
        source = _dense(given.X)
        labeled = source[:0] if given.X_labeled is None else _dense(given.X_labeled)
        unlabeled = source[:0] if given.X_target is None else _dense(given.X_target)
        target = np.concatenate([labeled, unlabeled])

        self._filling = Filling(source, target if len(target) else None, alpha, self.missing == "zero")
        self.source_only_, self.target_only_ = self._filling.source_only, self._filling.target_only
        filled = np.concatenate([self._filling.source(source), self._filling.target(target)])  # Z
        self._mean, self._scale = np.zeros(filled.shape[1]), np.ones(filled.shape[1])
        if self.standardize:
            self._mean, spread = filled.mean(axis=0), filled.std(axis=0)
            self._scale[spread > 0] = spread[spread > 0]
        filled = (filled - self._mean) / self._scale
        self.singular_values_, self.components_ = _leading(filled, rank)
        self.latent_ = filled[: len(source) + len(labeled)] @ self.components_.T
        few = [] if given.labeled_codes is None else [given.labeled_codes]
        self._codes = np.concatenate([given.codes, *few])
        return self

    def latent(self, X: ArrayLike) -> Floats:
        """The rows in the latent space, after what their domain lacks was filled in."""
        check_is_fitted(self)
        rows = validated(self, X, dtype=np.float64, accept_sparse="csr", ensure_all_finite="allow-nan", reset=False)
        check_sizes(rows, new=True)
        filled = self._filling.either(_dense(rows))
        latent: Floats = ((filled - self._mean) / self._scale) @ self.components_.T
        return latent

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes in the vote of the nearest labelled rows, one column for each of ``classes_``."""
        latent = self.latent(X)
        votes = np.eye(len(self.classes_))[self._codes]
        p = np.empty((len(latent), len(self.classes_)))
        step = max(1, _AT_ONCE // len(votes))
        for start in range(0, len(latent), step):
            p[start : start + step] = self._weights(latent[start : start + step]) @ votes
        return p / p.sum(axis=1, keepdims=True)

    def _weights(self, latent: Floats) -> Floats:
        """The weights of the votes of all labelled rows: 0 but for the nearest of each row."""
        size = np.sqrt(np.square(self.latent_).sum(axis=1).max())
        if self.metric == "cosine":
            cosines = _directions(latent, size) @ _directions(self.latent_, size).T
            asked = self._nearest(-cosines)
            similarity = np.maximum(cosines, 0) * (cosines > _ROUNDING)
        else:
            distances = cdist(latent, self.latent_)
            distances[distances <= _ROUNDING * size] = 0
            asked = self._nearest(distances)
            # a row at distance 0 has all the weight: infinitely more than the others
            with np.errstate(divide="ignore"):
                similarity = np.where(distances.min(axis=1, keepdims=True) > 0, 1 / distances, distances == 0)
        if self.weights == "uniform":
            return asked.astype(float)
        weights = asked * similarity
        return np.where(weights.any(axis=1, keepdims=True), weights, asked)

    def _nearest(self, distances: Floats) -> NDArray[np.bool_]:
        last = min(self.n_neighbors, distances.shape[1]) - 1
        limit = np.partition(distances, last, axis=1)[:, last, np.newaxis]
        nearest: NDArray[np.bool_] = distances <= limit + _ROUNDING * np.abs(limit)
        return nearest

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.allow_nan = True
        return tags


def _leading(rows: Floats, rank: int) -> tuple[Floats, Floats]:
    """The largest singular values, and their right singular vectors as rows; none of value 0 but the first."""
    smaller = min(rows.shape)
    if smaller > _WHOLE and rank < smaller // 4 and rows.any():
        start = np.random.default_rng(0).normal(size=smaller)  # always the same, and at a right angle to nothing
        _, values, vectors = svds(rows, k=rank, v0=start)
        values, vectors = values[::-1], vectors[::-1]
    else:
        _, values, vectors = svd(rows, full_matrices=False)
    kept = values[:rank] > values[0] * max(rows.shape) * np.finfo(np.float64).eps
    kept[0] = True  # rows that are all alike: a space of one point
    return values[:rank][kept], vectors[:rank][kept]


def _directions(rows: Floats, size: float) -> Floats:
    """Rows of length 1; a row of length 0 stays: it is at a right angle to all others."""
    lengths = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
    return np.where(lengths > _ROUNDING * size, rows / np.where(lengths > 0, lengths, 1), 0.0)


def _dense(rows: Any) -> Floats:
    return rows.toarray() if issparse(rows) else rows
