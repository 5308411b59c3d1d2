"""What a search has found, as columns: a row for each candidate and source."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from ..._check import Floats
from .cells import Cell, Task


def columns(tasks: Sequence[Task], cells: Sequence[Cell], names: Sequence[str], decides: str) -> dict[str, Any]:
    """`cv_results_`: its columns are named as scikit-learn's searches name them."""
    table: dict[str, Any] = {
        "learner": _objects([task.candidate.learner for task in tasks]),
        "source": _objects([task.source.name for task in tasks]),
        "params": [task.candidate.params for task in tasks],
    }
    settings = table["params"]
    for name in dict.fromkeys(name for params in settings for name in params):
        table[f"param_{name}"] = _setting(name, settings)
    for name in names:
        values = np.array([cell.values[name] for cell in cells])
        table[f"mean_test_{name}"], table[f"rank_test_{name}"] = values, ranks(values)
    for what in ("mean_test", "rank_test"):
        table[f"{what}_score"] = table[f"{what}_{decides}"]
    table["n_fits"] = np.array([cell.fits for cell in cells])
    table["fit_time"] = np.array([cell.seconds for cell in cells])
    return table


def ranks(values: Floats) -> NDArray[np.int32]:
    """1 for the greatest; equal values share the better rank, and what is no number comes last."""
    known = np.where(np.isnan(values), -np.inf, values)
    place = rankdata(-known, method="min")
    place[np.isnan(values)] = (~np.isnan(values)).sum() + 1
    return place.astype(np.int32)


def _setting(name: str, settings: Sequence[dict[str, Any]]) -> np.ma.MaskedArray[Any, Any]:
    column = np.ma.masked_all(len(settings), dtype=_kind([params[name] for params in settings if name in params]))
    for i, params in enumerate(settings):
        if name in params:
            column[i] = params[name]
    return column


def _kind(values: Sequence[Any]) -> type:
    """Of a column that holds these: numbers are numbers there, anything else is what it is."""
    for kind, group in ((bool, bool | np.bool_), (int, Integral), (float, Real)):
        # a bool counts as an integer, but True is no setting of a number
        if all(isinstance(one, group) and (kind is bool or not isinstance(one, bool)) for one in values):
            return kind
    return object


def _objects(values: Sequence[Any]) -> NDArray[np.object_]:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
