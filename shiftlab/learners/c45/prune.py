"""Pruning of C4.5: how many errors to expect in a leaf, and which subtrees are worth no more than one."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from ..._check import Floats
from .split import Split

_NEARLY = 0.1  # errors by which a smaller tree may be worse
_NEARLY_IN_TRAINING = 1e-3


@dataclass
class Node:
    """A node of the tree, a leaf where `split` is None; `children` are the branches of the split."""

    rows: NDArray[np.intp]  # the training rows that reach it
    counts: Floats  # their weights by class
    split: Split | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def n_leaves(self) -> int:
        return 1 if self.split is None else sum(child.n_leaves for child in self.children)

    def become_leaf(self) -> None:
        self.split, self.children = None, []


@dataclass(frozen=True)
class Pruning:
    """The training rows, and what a pruning is made with."""

    X: Floats
    counts: Floats  # (n, n_classes): the weight of each row in the column of its class
    confidence: float
    subtree_raising: bool

    def prune(self, node: Node) -> None:
        """Replace subtrees, from the leaves up, by a leaf or by their largest branch, where that is no worse."""
        if node.split is None:
            return
        for child in node.children:
            self.prune(child)
        as_tree, as_leaf = self._errors(node), self._leaf_errors(node.counts)
        largest = max(node.children, key=lambda child: child.counts.sum())
        as_branch = self._errors(largest, node.rows) if self.subtree_raising else math.inf
        if as_leaf <= as_tree + _NEARLY and as_leaf <= as_branch + _NEARLY:
            node.become_leaf()
        elif as_branch <= as_tree + _NEARLY:
            node.split, node.children = largest.split, largest.children
            self._refill(node, node.rows)
            self.prune(node)

    def _errors(self, node: Node, rows: NDArray[np.intp] | None = None) -> float:
        """The errors to expect of the subtree, on its own rows or on others."""
        if node.split is None:
            return self._leaf_errors(node.counts if rows is None else self.counts[rows].sum(axis=0))
        if rows is None:
            return sum(self._errors(child) for child in node.children)
        branches = node.split.branches(self.X[rows])
        errors = sum(self._errors(child, rows[branches == i]) for i, child in enumerate(node.children))
        return errors + self._leaf_errors(self.counts[rows[branches < 0]].sum(axis=0))

    def _leaf_errors(self, counts: Floats) -> float:
        n, wrong = float(counts.sum()), float(counts.sum() - counts.max())
        return wrong + more_errors(n, wrong, self.confidence) if n > 0 else 0.0

    def _refill(self, node: Node, rows: NDArray[np.intp]) -> None:
        node.rows, node.counts = rows, self.counts[rows].sum(axis=0)
        if node.split is not None:
            branches = node.split.branches(self.X[rows])
            for i, child in enumerate(node.children):
                self._refill(child, rows[branches == i])


def collapse(node: Node) -> None:
    """Make subtrees that are right no more often, on the training rows, than a leaf would be, that leaf."""
    if node.split is None:
        return
    if _training_errors(node) >= node.counts.sum() - node.counts.max() - _NEARLY_IN_TRAINING:
        node.become_leaf()
    for child in node.children:
        collapse(child)


def _training_errors(node: Node) -> float:
    if node.split is None:
        return float(node.counts.sum() - node.counts.max())
    return sum(_training_errors(child) for child in node.children)


def more_errors(n: float, wrong: float, confidence: float) -> float:
    """The errors to expect among `n` new rows beyond the `wrong` ones among `n` training rows: the upper limit of an
    error rate that is passed with the probability `confidence`.

    Without errors that limit is 1 - confidence^(1/n). With one or more it is the normal approximation with the
    continuity correction of 1/2, and in between it is interpolated.
    """
    if wrong < 1:
        none = n * -math.expm1(math.log(confidence) / n)
        return none if wrong == 0 else none + wrong * (more_errors(n, 1.0, confidence) - none)
    if wrong + 0.5 >= n:
        return max(n - wrong, 0.0)
    z = float(ndtri(1 - confidence))
    f = (wrong + 0.5) / n
    limit = (f + z * z / (2 * n) + z * math.sqrt(f / n - f * f / n + z * z / (4 * n * n))) / (1 + z * z / n)
    return limit * n - wrong
