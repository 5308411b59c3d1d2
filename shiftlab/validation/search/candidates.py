"""What a search chooses among: learners with settings, and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone, is_regressor
from sklearn.model_selection import ParameterGrid
from sklearn.utils import column_or_1d

from ... import _check
from .._rows import labelled_rows
from .._training import check_learner, one_sentence


class Candidate(NamedTuple):
    """A learner and its settings, before it is trained."""

    learner: str
    params: dict[str, Any]
    estimator: Any


class Source(NamedTuple):
    """Labelled rows to learn from."""

    name: str | None
    X: Any
    y: Any


def learners(estimator: Any) -> dict[str, Any]:
    """The learners of a search by name: the one it was given, or all of a dict."""
    if not isinstance(estimator, Mapping):
        check_learner(estimator, "estimator")
        return {type(estimator).__name__: estimator}
    if not estimator or not all(isinstance(name, str) for name in estimator):
        raise ValueError("estimator must be an estimator or a dict of names and estimators, with at least one.")
    for name, learner in estimator.items():
        check_learner(learner, f"The learner {name!r}")
    regressors = [name for name, learner in estimator.items() if is_regressor(learner)]
    if regressors and len(regressors) < len(estimator):
        other = next(name for name in estimator if name not in regressors)
        raise ValueError(
            "The learners must be all classifiers or all regressors, to be compared, "
            f"but {regressors[0]!r} is a regressor and {other!r} is not."
        )
    return dict(estimator)


def candidates(estimator: Any, param_grid: Any) -> list[Candidate]:
    """Every learner with every setting of its grid, in the order of both."""
    named = learners(estimator)
    grids = dict.fromkeys(named, param_grid)
    if isinstance(estimator, Mapping):
        if param_grid is not None and not isinstance(param_grid, Mapping):
            raise ValueError(
                "Where estimator is a dict of learners, param_grid must be a dict with a grid for some of their names, "
                f"got {_check.short(param_grid)}."
            )
        grids = dict(param_grid or {})
        unknown = [name for name in grids if name not in named]
        if unknown:
            raise ValueError(
                f"param_grid has a grid for {unknown[0]!r}, which is no learner: the learners are {', '.join(named)}."
            )
    return [
        _candidate(name, learner, params) for name, learner in named.items() for params in _settings(grids.get(name))
    ]


def _settings(grid: Any) -> list[dict[str, Any]]:
    if grid is None:
        return [{}]
    with one_sentence("param_grid must be a dict of names and lists of values, or a list of such dicts"):
        settings = list(ParameterGrid(grid))
        if not settings:
            raise ValueError("there is no setting in it")
    return settings


def _candidate(name: str, learner: Any, params: dict[str, Any]) -> Candidate:
    with one_sentence(f"The learner {name!r} cannot be set as param_grid asks"):
        # values may be estimators, which must not be trained in the grid
        return Candidate(name, params, clone(learner).set_params(**clone(params, safe=False)))


def sources(X: Any, y: Any, named: Any) -> list[Source]:
    """The one source of `fit`, without a name, or those of its `sources`."""
    if named is None:
        if X is None or y is None:
            raise ValueError("fit needs labelled rows, which requires y to be passed, but the target y is None.")
        return [_source(None, X, y, ("X", "y"))]
    if X is not None or y is not None:
        raise ValueError("Give either X and y or sources, not both.")
    if not isinstance(named, Mapping) or not named or not all(isinstance(name, str) for name in named):
        raise ValueError(
            f"sources must be a dict of names and pairs (X, y), with at least one, got {_check.short(named)}."
        )
    found: list[Source] = []
    for name, pair in named.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"The source {name!r} must be a pair (X, y), got {type(pair).__name__}.")
        found.append(_source(name, pair[0], pair[1], (f"X of the source {name!r}", f"y of the source {name!r}")))
    _same_columns(found)
    return found


def _source(name: str | None, X: Any, y: Any, names: tuple[str, str]) -> Source:
    with one_sentence(f"{names[1]} cannot be read as labels"):
        y = np.asarray(y)
    if y.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {names[1]} must be classes or real numbers.")
    if y.ndim == 2 and y.shape[1] == 1:
        y = column_or_1d(y, warn=True)
    X, y = labelled_rows(X, y, names)
    if len(y) == 1:
        raise ValueError(f"{names[0]} has only 1 sample, but a search needs rows to learn from and others to score.")
    return Source(name, X.tocsr() if issparse(X) else X, y)  # not every sparse matrix can be divided into folds


def _same_columns(found: list[Source]) -> None:
    first, *others = (_columns(source.X) for source in found)
    for source, columns in zip(found[1:], others, strict=True):
        if len(columns) != len(first) or (isinstance(columns, list) and isinstance(first, list) and columns != first):
            raise ValueError(
                f"All sources must have the same columns in the same order, but {source.name!r} has not those of "
                f"{found[0].name!r} ({len(columns)} columns against {len(first)})."
            )


def _columns(X: Any) -> list[Any] | range:
    """The names of the columns, or where they have none as many numbers; a list of texts is one column."""
    return list(X.columns) if hasattr(X, "columns") else range(int(np.prod(X.shape[1:])))
