"""The five UCI sets of section 3.1 of the reverse testing paper.

Iris and Wine are those that come with scikit-learn, so that all five can be used anywhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab import datasets
from shiftlab._check import Floats

Problem = Literal["world 49", "noisy square", "breast", "iris", "pima", "vote", "wine"]


class Task(NamedTuple):
    title: str  # as in Tables 7 to 14
    n_rows: int
    n_attributes: int
    n_classes: int = 2
    dataset: str | None = None  # of `shiftlab.datasets`


TASKS: dict[str, Task] = {
    "breast": Task("Breast", 699, 9, dataset="breast_cancer_wisconsin_original"),
    "iris": Task("Iris", 150, 4, 3),
    "pima": Task("Pima", 768, 8, dataset="pima"),
    "vote": Task("Vote", 435, 16, dataset="house_votes_84"),
    "wine": Task("Wine", 178, 13, 3),
}

#: Votes as numbers: no, missing, yes. The three symbols have no other order in which a missing vote takes no side.
VOTES = {"n": -1.0, "?": 0.0, "y": 1.0}


@lru_cache(maxsize=len(TASKS))
def rows_of(name: str) -> tuple[Floats, NDArray[np.int64]]:
    """All rows as numbers, and classes 0, 1, ...; bare nuclei missing from the breast set get the median level."""
    X, labels = _loaded(name)
    y = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    X = np.where(np.isnan(X), np.nanmedian(X, axis=0), X)
    X.flags.writeable = y.flags.writeable = False  # shared between cells
    return X, y


def _loaded(name: str) -> tuple[Floats, NDArray[Any]]:
    source = TASKS[name].dataset
    if source is None:
        from sklearn.datasets import load_iris, load_wine

        X, labels = {"iris": load_iris, "wine": load_wine}[name](return_X_y=True)
        return X, labels
    data = datasets.load(source)
    if not data.symbols:
        return data.X, data.y
    columns = [
        np.array([VOTES[level] for level in data.symbols[name]])[column.astype(int)]
        for name, column in zip(data.columns, data.X.T, strict=True)
    ]
    return np.column_stack(columns), data.y
