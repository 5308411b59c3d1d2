"""How well the labels that a model gives to the target's rows agree with their clusters (Gao et al. 2008)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats


def agreement(labels: NDArray[np.intp], clusters: NDArray[np.intp], n_classes: int) -> Floats:
    """s of a row with a label (row of the table) in a cluster (column): |V_M and V_C| / (|V_M| + |V_C|).

    V_M are the rows with its label, V_C those in its cluster: the sizes of both and of what they share are counts of a
    table, and no graph has to be built.
    """
    n_clusters = int(clusters.max()) + 1
    shared = np.bincount(labels * n_clusters + clusters, minlength=n_classes * n_clusters).reshape(n_classes, -1)
    sizes = shared.sum(axis=1, keepdims=True) + shared.sum(axis=0)
    return np.divide(shared, sizes, out=np.zeros(shared.shape), where=sizes > 0)


def look_up(tables: Floats, labels: NDArray[np.intp], clusters: NDArray[np.intp]) -> Floats:
    """s of each model (row) at each row of data (column); 0 in a cluster in which no target row was."""
    seen = clusters < tables.shape[2]
    return tables[np.arange(len(tables))[:, np.newaxis], labels, np.where(seen, clusters, 0)] * seen


def shares(similarity: Floats) -> Floats:
    """The weights of the models at each row, with sum 1; equal where nothing agrees."""
    total = similarity.sum(axis=0)
    return np.divide(similarity, total, out=np.full(similarity.shape, 1 / len(similarity)), where=total > 0)


def averaged(probabilities: Floats, similarity: Floats) -> Floats:
    """The probabilities of the models at each row, with weights in proportion to their similarity there."""
    mean: Floats = np.einsum("mn,mnk->nk", shares(similarity), probabilities)
    return mean


def purity(clusters: NDArray[np.intp], codes: NDArray[np.intp]) -> float:
    """The share of rows that are of the most frequent class of their cluster."""
    table = np.zeros((int(clusters.max()) + 1, int(codes.max()) + 1))
    np.add.at(table, (clusters, codes), 1)
    return float(table.max(axis=1).sum() / table.sum())
