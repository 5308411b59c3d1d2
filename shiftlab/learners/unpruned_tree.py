"""The unpruned tree of the ReverseTesting paper's section 6, uDT."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.tree import DecisionTreeClassifier

from .. import _check
from .._check import Floats
from ._labels import several_classes
from ._most_probable import MostProbable
from ._weighted_rows import new_rows, weighted_rows

_ROUNDING = 1e-9  # the share of the weight in a leaf may miss the least one by rounding


class UnprunedTree(MostProbable):
    """A tree grown by entropy until its leaves are pure or small; a leaf answers with its shares of the classes.

    Its leaves hold few rows, so that its probabilities are near 0 and 1 and vary much from sample to sample:
    `CurtailedTree` is the remedy.

    Parameters
    ----------
    min_samples_leaf : int or float, default=2
        The least weight of the rows in a leaf; 2 as in C4.5. The paper names no software.
    random_state : int, RandomState instance or None, default=None
        Chooses among equally good cuts.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    tree_ : DecisionTreeClassifier
        The tree, which knows the classes as 0, 1, ...
    n_features_in_ : int
        Number of features seen in `fit`.

    References
    ----------
    Zadrozny, B. and Elkan, C. (2001). Obtaining calibrated probability estimates from decision trees and naive
    Bayesian classifiers. ICML.

    Examples
    --------
    >>> from shiftlab.learners import UnprunedTree
    >>> learner = UnprunedTree().fit([[1.0], [2.0], [3.0], [4.0], [5.0]], [0, 0, 1, 0, 1])
    >>> learner.predict_proba([[1.0], [9.0]]).round(2).tolist()
    [[1.0, 0.0], [0.33, 0.67]]
    """

    def __init__(self, min_samples_leaf: float = 2, *, random_state: Any = None) -> None:
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree; a row of weight 2 counts as two rows, one of weight 0 as none."""
        least = _check.positive(self.min_samples_leaf, "min_samples_leaf")
        rows, labels, weights = weighted_rows(self, X, y, sample_weight)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        share = least * (1 - _ROUNDING) / weights.sum()
        self.tree_ = DecisionTreeClassifier(
            criterion="entropy",
            min_weight_fraction_leaf=min(share, 0.5),
            # no two leaves have enough rows: the root is all there is
            min_impurity_decrease=np.finfo(np.float64).max if share > 0.5 else 0.0,
            random_state=self.random_state,
        ).fit(rows, codes, sample_weight=weights)
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes in the leaf of each row, one column for each of ``classes_``."""
        rows = new_rows(self, X)
        return np.asarray(self.tree_.predict_proba(rows))
