"""C4.5, the decision tree of the ReverseTesting and the transfer cross-validation paper."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shiftlab import _check
from shiftlab._check import Floats

from .._labels import several_classes
from .._most_probable import MostProbable
from .._weighted_rows import new_rows, weighted_rows
from .prune import Node, Pruning, collapse
from .split import Chooser


class C45Tree(MostProbable):
    r"""C4.5: splits by gain ratio, pruned by a pessimistic estimate of the errors.

    .. math:: \text{gain ratio} = \frac{H(y) - \sum_i \frac{W_i}{W} H(y \mid i)}{-\sum_i \frac{W_i}{W}
              \log_2 \frac{W_i}{W}}

    over the branches i of a split, among the splits whose gain is at least the average one. The defaults are those of
    Weka's J48, which the papers used.

    Parameters
    ----------
    min_samples_leaf : int or float, default=2
        The least weight of the rows in at least two branches of a split. Both branches of a numeric split must also
        hold a tenth of the node's rows per class, or 25 rows if that is less.
    confidence : float or None, default=0.25
        The confidence of the pruning, in (0, 0.5]: the smaller, the more is pruned. None: only subtrees that
        change no training error are taken away.
    categorical_features : sequence of int, or None, default=None
        The columns whose numbers are codes of symbols. They split into one branch for each symbol.
    mdl_correction : bool, default=True
        Whether the gain of a numeric feature is lowered by log2(cuts)/rows, the price of naming the cut.
    average_gain : bool, default=True
        Whether the gain of a split must be average at least: splits off a few rows would have a high gain ratio.
    subtree_raising : bool, default=True
        Whether pruning may put the largest branch of a node in its place.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    root_ : Node
        The tree: nodes with ``split`` (of a ``feature``, at a ``cut`` or by ``levels``), ``counts`` and ``children``.
    n_leaves_ : int
        The number of leaves.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    A row with a symbol unknown to a node, or on the way to a branch that no training row took, is answered by the
    node where it stands. Missing values, which C4.5 sends down all branches in parts, are refused.

    References
    ----------
    Quinlan, J. R. (1993). C4.5: Programs for Machine Learning. Morgan Kaufmann.

    Quinlan, J. R. (1996). Improved use of continuous attributes in C4.5. Journal of Artificial Intelligence Research.

    Examples
    --------
    >>> from shiftlab.learners import C45Tree
    >>> learner = C45Tree().fit([[1.0], [2.0], [3.0], [5.0], [6.0], [7.0]], [0, 0, 0, 1, 1, 1])
    >>> learner.root_.split.cut, learner.n_leaves_
    (3.0, 2)
    >>> learner.predict([[3.0], [3.1]]).tolist()
    [0, 1]
    """

    def __init__(
        self,
        min_samples_leaf: float = 2,
        confidence: float | None = 0.25,
        *,
        categorical_features: Any = None,
        mdl_correction: bool = True,
        average_gain: bool = True,
        subtree_raising: bool = True,
    ) -> None:
        self.min_samples_leaf = min_samples_leaf
        self.confidence = confidence
        self.categorical_features = categorical_features
        self.mdl_correction = mdl_correction
        self.average_gain = average_gain
        self.subtree_raising = subtree_raising

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> C45Tree:
        """Grow and prune the tree; a row of weight 2 counts as two rows, one of weight 0 as none."""
        least = _check.positive(self.min_samples_leaf, "min_samples_leaf")
        for name in ("mdl_correction", "average_gain", "subtree_raising"):
            _check.flag(getattr(self, name), name)
        confidence = None if self.confidence is None else _check.positive(self.confidence, "confidence")
        if confidence is not None and confidence > 0.5:
            raise ValueError(f"confidence must be in (0, 0.5] or None, got {self.confidence!r}.")
        rows, labels, weights = weighted_rows(self, X, y, sample_weight)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        symbolic = _symbolic(self.categorical_features, rows.shape[1])
        counts = np.zeros((len(rows), self.classes_.size))
        counts[np.arange(len(rows)), codes] = weights
        self.root_ = _grown(Chooser(rows, counts, symbolic, least, self.mdl_correction, self.average_gain))
        collapse(self.root_)
        if confidence is not None:
            Pruning(rows, counts, confidence, self.subtree_raising).prune(self.root_)
        self.n_leaves_ = self.root_.n_leaves
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes in the leaf of each row, one column for each of ``classes_``."""
        rows = new_rows(self, X)
        p = np.empty((len(rows), self.classes_.size))
        going = [(self.root_, np.arange(len(rows)))]
        while going:
            node, here = going.pop()
            p[here] = node.counts / node.counts.sum()
            if node.split is not None:
                branches = node.split.branches(rows[here])
                for i, child in enumerate(node.children):
                    if child.counts.any():
                        going.append((child, here[branches == i]))
        return p


def _grown(chooser: Chooser) -> Node:
    def node_of(rows: NDArray[np.intp]) -> Node:
        return Node(rows, chooser.counts[rows].sum(axis=0))

    root = node_of(np.arange(len(chooser.X)))
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.split = chooser.best(node.rows)
        if node.split is not None:
            branches = node.split.branches(chooser.X[node.rows])
            node.children = [node_of(node.rows[branches == i]) for i in range(branches.max() + 1)]
            waiting += node.children
    return root


def _symbolic(columns: Any, n_features: int) -> NDArray[np.bool_]:
    mask = np.zeros(n_features, dtype=bool)
    for column in () if columns is None else np.ravel(np.asarray(columns, dtype=object)):
        if not _check.is_count(column, least=0) or column >= n_features:
            raise ValueError(
                f"categorical_features must be numbers of columns from 0 to {n_features - 1}, got {column!r}."
            )
        mask[column] = True
    return mask
