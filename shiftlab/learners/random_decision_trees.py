"""Random decision trees, RDT in section 6 of the ReverseTesting paper."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _check
from .._check import Floats
from ..support.seeds import generator
from ._labels import several_classes
from ._most_probable import MostProbable
from ._weighted_rows import new_rows, weighted_rows

_TWO = 2 * (1 - 1e-9)  # rows in a node that is divided, as a sum of weights


class RandomTree(NamedTuple):
    """Node 0 is the root; rows with ``x[feature] <= cut`` go to the node `left`, the others to ``left + 1``."""

    feature: NDArray[np.intp]  # -1 in a leaf
    cut: Floats
    left: NDArray[np.intp]
    counts: Floats  # (n_nodes, n_classes): the weight of the training rows that end in the node


class RandomDecisionTrees(MostProbable):
    """Trees whose structure is drawn without a look at the labels; only the leaves count them.

    Every node takes a random feature that its ancestors have not taken (when they have taken all of them, it starts
    over), and a cut uniform over the range of that feature among its rows, so that neither side is empty; where they
    are all alike, the feature is passed over. A tree is as deep as half the number of features. The probability of a
    class is its share in the leaf, averaged over the trees.

    Parameters
    ----------
    n_estimators : int, default=10
        The number of trees, as in the paper.
    max_depth : int or None, default=None
        The number of features on a path at most; None is half of all features, rounded down, but at least one.
    random_state : int, RandomState instance or None, default=None
        Draws the structure.

    Attributes
    ----------
    classes_ : ndarray
        The labels, in the order of the columns of `predict_proba`.
    trees_ : list of RandomTree
        The trees, as arrays.
    n_features_in_ : int
        Number of features seen in `fit`.

    Notes
    -----
    A symbolic feature coded by numbers is cut like a numeric one. A node of fewer than two rows is not divided. The
    authors let a path take a numeric feature again, with another cut; here that comes after all others.

    References
    ----------
    Fan, W., Wang, H., Yu, P. S. and Ma, S. (2003). Is random model better? On its accuracy and efficiency. ICDM.

    Examples
    --------
    >>> from shiftlab.learners import RandomDecisionTrees
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> learner = RandomDecisionTrees(random_state=0).fit(X, y)
    >>> learner.trees_[0].counts.tolist()
    [[0.0, 0.0], [2.0, 1.0], [0.0, 1.0]]
    >>> learner.predict([[-1.0], [9.0]]).tolist()
    [0, 1]
    """

    def __init__(self, n_estimators: int = 10, *, max_depth: int | None = None, random_state: Any = None) -> None:
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> RandomDecisionTrees:
        """Draw the trees and fill their leaves; a row of weight 2 counts as two rows, one of weight 0 as none."""
        n_estimators = _check.count(self.n_estimators, "n_estimators")
        most = None if self.max_depth is None else _check.count(self.max_depth, "max_depth")
        rows, labels, weights = weighted_rows(self, X, y, sample_weight)
        self.classes_, codes = several_classes(labels, type(self).__name__)
        depth = most or max(1, rows.shape[1] // 2)
        rng = generator(self.random_state)
        k = len(self.classes_)
        self.trees_: list[RandomTree] = []
        for _ in range(n_estimators):
            feature, cut, left, leaf = _structure(rows, weights, depth, rng)
            counts = np.bincount(leaf * k + codes, weights=weights, minlength=feature.size * k)
            self.trees_.append(RandomTree(feature, cut, left, counts.reshape(-1, k).astype(float)))
        return self

    def predict_proba(self, X: ArrayLike) -> Floats:
        """The shares of the classes in the leaves of each row, averaged over the trees."""
        rows = new_rows(self, X)
        total = np.zeros((len(rows), len(self.classes_)))
        for tree in self.trees_:
            counts = tree.counts[_leaves(tree, rows)]
            total += counts / counts.sum(axis=1, keepdims=True)
        return total / len(self.trees_)


def _structure(
    X: Floats, weights: Floats, depth: int, rng: np.random.RandomState
) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp], NDArray[np.intp]]:
    """Feature, cut and left child of each node, and the leaf of each row.

    All nodes of a level are divided at the same time. What is drawn depends on ranges only: not on the order
    of the rows, nor on whether a row is written twice or has the weight 2.
    """
    feature, cut, left = np.array([-1]), np.array([np.inf]), np.array([-1])
    leaf = np.zeros(len(X), dtype=np.intp)
    rows = np.arange(len(X))  # those in nodes that may still be divided, sorted by node
    nodes, sizes = np.array([0]), np.array([len(X)])
    unused = np.ones((1, X.shape[1]), dtype=bool)
    for level in range(depth):
        alive = np.add.reduceat(weights[rows], np.cumsum(sizes) - sizes) >= _TWO
        rows, nodes, unused, sizes = rows[np.repeat(alive, sizes)], nodes[alive], unused[alive], sizes[alive]
        if nodes.size == 0:
            break
        starts = np.cumsum(sizes) - sizes
        chance = rng.random_sample((2, nodes.size))
        # the n-th of the features that the path has left, which are as many in every node of the level
        n_taken = level % X.shape[1]
        unused |= n_taken == 0
        n = 1 + (chance[0] * (X.shape[1] - n_taken)).astype(np.intp)
        taken = (np.cumsum(unused, axis=1) == n[:, np.newaxis]).argmax(axis=1)
        unused[np.arange(nodes.size), taken] = False

        x = X[rows, np.repeat(taken, sizes)]
        low, high = np.minimum.reduceat(x, starts), np.maximum.reduceat(x, starts)
        divided = low < high
        # below `high` even where the sum rounds to it: neither side is empty
        cuts = np.clip((1 - chance[1]) * low + chance[1] * high, low, np.nextafter(high, -np.inf).clip(low))
        goes_right = x > np.repeat(cuts, sizes)

        parents = nodes[divided]
        feature[parents], cut[parents] = taken[divided], cuts[divided]
        left[parents] = feature.size + 2 * np.arange(parents.size)
        feature, left = (np.append(table, np.full(2 * parents.size, -1)) for table in (feature, left))
        cut = np.append(cut, np.full(2 * parents.size, np.inf))

        place = 2 * np.repeat(np.arange(nodes.size), sizes) + goes_right  # among both sides of all nodes, in order
        rows = rows[np.argsort(place, kind="stable")]
        sizes = np.bincount(place, minlength=2 * nodes.size)
        ends = np.where(divided, left[nodes], nodes)
        nodes = np.column_stack([ends, ends + 1]).ravel()
        filled = sizes > 0  # the right side of a node that was not divided is empty
        nodes, sizes, unused = nodes[filled], sizes[filled], np.repeat(unused, 2, axis=0)[filled]
        leaf[rows] = np.repeat(nodes, sizes)
    return feature, cut, left, leaf


def _leaves(tree: RandomTree, X: Floats) -> NDArray[np.intp]:
    node = np.zeros(len(X), dtype=np.intp)
    going = np.arange(len(X))
    while going.size:
        at = node[going]
        inner = tree.feature[at] >= 0
        going, at = going[inner], at[inner]
        node[going] = tree.left[at] + (X[going, tree.feature[at]] > tree.cut[at])
    return node
