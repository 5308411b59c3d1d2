"""The tree with curtailment of the ReverseTesting paper's section 6, cDT."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _check
from .._check import Floats
from ._weighted_rows import new_rows
from .unpruned_tree import UnprunedTree

_EXPECTED = 10  # rows of the rarest class on average, in a node as small as "auto" lets answer


class CurtailedTree(UnprunedTree):
    """An `UnprunedTree` whose small nodes do not answer: the nearest ancestor with enough rows does.

    The structure stays as it was grown, and so the cuts are those of the whole tree. Only where the descent of a row
    ends is different: before the first node with fewer than `min_samples_answer` rows.

    Parameters
    ----------
    min_samples_answer : "auto" or float, default="auto"
        The least weight of the rows in a node that answers; the root always does. "auto" is 10 divided by the share
        of the rarest class, so that ten of its rows are expected in such a node: 200 rows where its share is 5 %.
        The ReverseTesting paper gives no number.
    min_samples_leaf : int or float, default=2
        As in `UnprunedTree`.
    random_state : int, RandomState instance or None, default=None
        Chooses among equally good cuts.

    Attributes
    ----------
    classes_, tree_, n_features_in_
        As in `UnprunedTree`.
    min_samples_answer_ : float
        What `min_samples_answer` came to.
    answers_ : ndarray of int
        For each node of the tree, the node that answers in its place.

    References
    ----------
    Zadrozny, B. and Elkan, C. (2001). Obtaining calibrated probability estimates from decision trees and naive
    Bayesian classifiers. ICML.

    Examples
    --------
    >>> from shiftlab.learners import CurtailedTree, UnprunedTree
    >>> X, y = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], [0, 0, 1, 0, 1, 1]
    >>> UnprunedTree().fit(X, y).predict_proba([[4.0]]).round(2).tolist()
    [[0.5, 0.5]]
    >>> CurtailedTree(min_samples_answer=4).fit(X, y).predict_proba([[4.0]]).round(2).tolist()
    [[0.25, 0.75]]
    """

    def __init__(
        self, min_samples_answer: float | str = "auto", *, min_samples_leaf: float = 2, random_state: Any = None
    ) -> None:
        super().__init__(min_samples_leaf, random_state=random_state)
        self.min_samples_answer = min_samples_answer

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the tree, and find the node that answers for each of its nodes."""
        if isinstance(self.min_samples_answer, str):
            if self.min_samples_answer != "auto":
                raise ValueError(
                    f'min_samples_answer must be "auto" or one number greater than 0, got {self.min_samples_answer!r}.'
                )
        else:
            _check.positive(self.min_samples_answer, "min_samples_answer")
        super().fit(X, y, sample_weight)
        tree = self.tree_.tree_
        self.min_samples_answer_ = float(
            _EXPECTED / tree.value[0, 0].min() if self.min_samples_answer == "auto" else self.min_samples_answer
        )
        self.answers_ = _answering(tree, self.min_samples_answer_)
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes in the node that answers for each row, one column for each of ``classes_``."""
        rows = new_rows(self, X)
        leaves = self.tree_.apply(rows)
        return np.asarray(self.tree_.tree_.value[self.answers_[leaves], 0])


def _answering(tree: Any, enough: float) -> NDArray[np.intp]:
    answers = np.zeros(tree.node_count, dtype=np.intp)
    enough *= 1 - 1e-9  # sums of weights
    for node in range(tree.node_count):  # parents come before their children
        for child in (tree.children_left[node], tree.children_right[node]):
            if child >= 0:
                answers[child] = child if tree.weighted_n_node_samples[child] >= enough else answers[node]
    return answers
