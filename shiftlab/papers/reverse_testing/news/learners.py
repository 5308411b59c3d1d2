"""The four learners of Tables 1 to 6, and leaving out one row at a time where many rows are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import SVC

from shiftlab._check import Floats

from ..learners import LEARNERS, learner_by_name
from .settings import Settings


def learners(settings: Settings) -> dict[str, Any]:
    """By name, in the order of the tables; those of the UCI sets, and naive Bayes of word frequencies if wanted."""
    s = settings
    four = {name: learner_by_name(name, tree=s.tree, svm=s.svm, seed=s.seed) for name in LEARNERS}
    return four | ({"NB": MultinomialNB()} if s.bayes == "multinomial" else {})


def left_out(learner: Any, X: Floats, y: NDArray[np.int64]) -> float:
    """Leave-one-out accuracy: articles with the same words and group share a training.

    Without a row that is no support vector, the machine is the same.
    """
    _, first, times = np.unique(np.column_stack([X, y]), axis=0, return_index=True, return_counts=True)
    model = clone(learner).fit(X, y)
    correct = np.asarray(model.predict(X[first]) == y[first])
    matters = np.isin(first, model.support_ if isinstance(learner, SVC) else first)
    correct[matters] = [_is_right_without(learner, X, y, i) for i in first[matters]]
    return float(np.average(correct, weights=times))


def _is_right_without(learner: Any, X: Floats, y: NDArray[np.int64], i: int) -> bool:
    others = np.delete(np.arange(y.size), i)
    return bool(clone(learner).fit(X[others], y[others]).predict(X[[i]])[0] == y[i])
