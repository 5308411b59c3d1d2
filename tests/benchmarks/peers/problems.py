"""Five problems in which only the rows shift, each drawn by a seed, and the same five without any shift.

Two are worlds that we made, one is skada's own, two are real tables from which a selection takes the source. All are
small, as practice is, and misspecified or not: a line for a cubic and for a wave, where weights decide; a ridge
regression and three weak columns, where they can only do harm.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from skada.datasets import make_shifted_datasets
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.preprocessing import StandardScaler

N_ROWS = 300  # of either sample, in the worlds
N_NEW = 2000  # target rows that are only predicted: the score is then of the weights, less of the rows drawn

Rows = NDArray[np.float64]


class Task(NamedTuple):
    """One draw of a problem. Its score is R^2 or accuracy on `X_new`; of a real table those are the target's rows."""

    estimator: Any
    X: Rows
    y: NDArray[Any]
    X_target: Rows
    X_new: Rows
    y_new: NDArray[Any]
    seed: int


def cubic2d(seed: int, *, shifted: bool) -> Task:
    """A line for a cubic: the source lies to the side of the target, and is wider."""
    rng = np.random.default_rng(seed)

    def rows(n: int, *, target: bool) -> tuple[Rows, Rows]:
        X = rng.normal(0, 0.3, (n, 2)) if target else rng.normal(0.5, 0.5, (n, 2))
        return X, X[:, 0] ** 3 - X[:, 0] + 0.5 * X[:, 1] + rng.normal(0, 0.3, n)

    return _world(LinearRegression(), rows, seed, shifted=shifted)


def wave(seed: int, *, shifted: bool) -> Task:
    """A line for a border that is a wave, of which the target sees one part."""
    rng = np.random.default_rng(seed)

    def rows(n: int, *, target: bool) -> tuple[Rows, NDArray[Any]]:
        X = rng.normal((1.0, 0.5), 0.6, (n, 2)) if target else rng.normal(0, 1, (n, 2))
        return X, (X[:, 1] + rng.normal(0, 0.3, n) > np.sin(2.5 * X[:, 0])).astype(int)

    return _world(LogisticRegression(), rows, seed, shifted=shifted)


def skada_shift(seed: int, *, shifted: bool) -> Task:
    """skada's covariate shift, with noise: a disc between four clusters, of which the target sees one side."""
    n = N_ROWS // 8  # for each of its eight clusters
    X, y, domain = make_shifted_datasets(n, n + N_NEW // 8, shift="covariate_shift", noise=0.5, random_state=seed)
    rng = np.random.default_rng(seed)
    target = rng.permutation(np.flatnonzero(domain < 0))  # it comes in the order of the clusters
    source = np.flatnonzero(domain > 0)
    if not shifted:
        source, target = target[: source.size], target[source.size :]
    seen, new = np.split(target, [8 * n])
    return Task(LogisticRegression(), X[source], y[source], X[seen], X[new], y[new], seed)


def diabetes(seed: int, *, shifted: bool) -> Task:
    """scikit-learn's table of ten columns: the source has people of lower body mass index."""
    table = load_diabetes()
    X = _standardised("diabetes")
    chosen = 1 / (1 + np.exp(2 * X[:, table.feature_names.index("bmi")]))
    return _selected(Ridge(), X, table.target, chosen, seed, shifted=shifted)


def cancer3(seed: int, *, shifted: bool) -> Task:
    """Three weak columns of scikit-learn's breast cancer: the source has the smoother textures."""
    X = _standardised("cancer3")
    chosen = np.where(X[:, 0] < 0, 0.8, 0.2)
    return _selected(LogisticRegression(), X, load_breast_cancer().target, chosen, seed, shifted=shifted)


PROBLEMS: dict[str, Callable[..., Task]] = {
    "cubic2d": cubic2d,
    "wave": wave,
    "diabetes": diabetes,
    "cancer3": cancer3,
    "skada-cov": skada_shift,
}


def _world(estimator: Any, rows: Callable[..., tuple[Rows, Any]], seed: int, *, shifted: bool) -> Task:
    """Without a shift both samples are the target's."""
    X, y = rows(N_ROWS, target=not shifted)
    X_target, _ = rows(N_ROWS, target=True)
    X_new, y_new = rows(N_NEW, target=True)
    return Task(estimator, X, y, X_target, X_new, y_new, seed)


def _selected(estimator: Any, X: Rows, y: NDArray[Any], chosen: Rows, seed: int, *, shifted: bool) -> Task:
    """The source is what chance takes at the rate `chosen`, the target what is left; without a shift, halves."""
    source = np.random.default_rng(seed).random(len(X)) < (chosen if shifted else 0.5)
    return Task(estimator, X[source], y[source], X[~source], X[~source], y[~source], seed)


@cache
def _standardised(name: str) -> Rows:
    """Columns in units of their spreads over the whole table: kernels and penalties need that, everybody's."""
    if name == "diabetes":
        return StandardScaler().fit_transform(load_diabetes().data)
    table = load_breast_cancer()
    columns = [list(table.feature_names).index(name) for name in ("mean texture", "mean smoothness", "mean symmetry")]
    return StandardScaler().fit_transform(table.data[:, columns])
