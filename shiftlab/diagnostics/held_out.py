"""Scores of rows by a classifier that has not seen them, and what chance would make of such scores.

The rows are divided into parts, in random order. A classifier trained on all parts before scores the next one. Given
what it was trained on, every arrangement of the labels in the next part is equally likely if nothing has shifted;
so permuting them part by part, with the scores as they are, is an exact test without training again. In ordinary
cross-validation it is not: there each part also trains the models of the others, and their areas vary together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import rankdata
from sklearn.ensemble import HistGradientBoostingClassifier

from .._check import Floats
from ..support.threads import one_thread
from .table import Table

PARTS = 6
PERMUTATIONS = 999
LEVEL = 0.95

_BLOCK = 2**22  # numbers of a matrix held at a time


class Part(NamedTuple):
    """Rows that a classifier judges, trained on all that came before."""

    rows: NDArray[np.intp]
    is_target: NDArray[np.bool_]
    scores: Floats
    model: Any


class HeldOut(NamedTuple):
    """What classifiers say of rows they have not seen."""

    codes: Floats
    parts: list[Part]
    scores: Floats
    """Of every row, the log-odds of being a target row, as if both samples were as large."""

    @property
    def shares(self) -> Floats:
        """How much each part counts."""
        sizes = np.array([len(part.rows) for part in self.parts], dtype=np.float64)
        return sizes / sizes.sum()

    def auc(self) -> float:
        """The mean area under the ROC curves of the parts."""
        areas = [area(part.scores, part.is_target) for part in self.parts]
        return float(self.shares @ areas)

    def interval(self, auc: float) -> tuple[float, float]:
        """The areas from which the one found is no further than chance takes it, in 95 of 100 samples."""
        sizes = [(int((~part.is_target).sum()), int(part.is_target.sum())) for part in self.parts]
        z = float(ndtri((1 + LEVEL) / 2))

        def far(truth: float) -> float:
            variance = sum(share**2 * _variance(truth, m, n) for share, (m, n) in zip(self.shares, sizes, strict=True))
            return float((truth - auc) ** 2 - z**2 * variance)

        low = brentq(far, 0, min(auc, 1 - 1e-9)) if auc > 1e-9 else 0.0
        high = brentq(far, max(auc, 1e-9), 1) if auc < 1 - 1e-9 else 1.0
        return float(low), float(high)

    def p_value(self, rng: np.random.Generator) -> float:
        """The share of arrangements of the labels, the one found among them, with an area as large."""
        found, by_chance = 0.0, np.zeros(PERMUTATIONS)
        for share, part in zip(self.shares, self.parts, strict=True):
            # equal scores in random order: without ties the areas of all parts are independent
            ranks = np.empty(len(part.rows))
            ranks[np.lexsort((rng.random(len(ranks)), part.scores))] = np.arange(len(ranks))
            n = int(part.is_target.sum())
            factor = share / (n * (len(ranks) - n))
            found += factor * float(ranks[part.is_target].sum())
            step = max(1, _BLOCK // len(ranks))
            for start in range(0, PERMUTATIONS, step):
                rows = np.tile(ranks, (min(step, PERMUTATIONS - start), 1))
                by_chance[start : start + step] += factor * rng.permuted(rows, axis=1)[:, :n].sum(axis=1)
        return float((1 + np.count_nonzero(by_chance >= found - 1e-12)) / (1 + PERMUTATIONS))

    @one_thread()  # the trees are small: threads would wait for each other
    def importances(self, rng: np.random.Generator) -> Floats:
        """By how much the area falls when a column is shuffled among the rows of a part."""
        width = self.codes.shape[1]
        falls = np.zeros(width)
        for share, part in zip(self.shares, self.parts, strict=True):
            rows, whole = self.codes[part.rows], area(part.scores, part.is_target)
            step = max(1, _BLOCK // rows.size)
            for start in range(0, width, step):
                chosen = range(start, min(start + step, width))
                shuffled = np.tile(rows, (len(chosen), 1, 1))
                for at, j in enumerate(chosen):
                    shuffled[at, :, j] = rng.permutation(rows[:, j])
                scores = part.model.decision_function(shuffled.reshape(-1, width)).reshape(len(chosen), -1)
                falls[start : start + step] += [share * (whole - area(each, part.is_target)) for each in scores]
        return falls


@one_thread()
def hold_out(table: Table, rng: np.random.Generator) -> HeldOut:
    """Score every row of both samples by classifiers that have not seen it."""
    is_target = table.is_target
    fewest = min(table.n_source, table.n_target)
    count = min(PARTS, fewest)
    first = max(1, count // 3)  # parts that only train: a classifier of few rows is none
    number = np.empty(len(is_target), dtype=np.intp)
    for members in (np.flatnonzero(~is_target), np.flatnonzero(is_target)):
        number[rng.permutation(members)] = np.arange(len(members)) % count
    codes = np.column_stack([column.codes() for column in table.columns])
    categorical = [column.categorical for column in table.columns]
    scores = np.empty(len(is_target))

    def part(trains: NDArray[np.bool_], judged: NDArray[np.bool_]) -> Part:
        # scikit-learn cannot cut a column without a value; constant, it is never split
        seen = np.where(np.isnan(codes[trains]).all(axis=0), 0, codes[trains])
        model = _classifier(categorical, int(trains.sum())).fit(seen, is_target[trains])
        rows = np.flatnonzero(judged)
        prior = np.log(is_target[trains].sum() / (~is_target[trains]).sum())
        scores[rows] = model.decision_function(codes[rows]) - prior
        return Part(rows, is_target[rows], scores[rows], model)

    parts = [part(number < k, number == k) for k in range(first, count)]
    part(number >= first, number < first)  # so that these rows have a score too; it is no part of the test
    return HeldOut(codes, parts, scores)


def area(scores: Floats, is_target: NDArray[np.bool_]) -> float:
    """The area under the ROC curve: how often a target row has the higher score, ties counted half."""
    n = np.count_nonzero(is_target)
    above = rankdata(scores)[is_target].sum() - n * (n + 1) / 2
    return float(above / (n * (len(scores) - n)))


def _classifier(categorical: list[bool], n: int) -> Any:
    # It reads categories and missing values, sees spreads and interactions as well as means, and no units. Small
    # leaves would learn single rows by heart; in small samples there are no large ones.
    return HistGradientBoostingClassifier(
        max_iter=40,
        learning_rate=0.1,
        max_leaf_nodes=6,
        l2_regularization=10.0,
        min_samples_leaf=int(np.clip(n // 20, 2, 20)),
        max_bins=255 if any(categorical) else 64,
        categorical_features=categorical if any(categorical) else None,
        early_stopping=False,
        random_state=0,
    )


def _variance(auc: float, m: int, n: int) -> float:
    """Of an area found on m and n rows: Newcombe's, after Hanley and McNeil; at 1/2 it is that of the rank sum."""
    rest = (m + n) / 2 - 1
    return auc * (1 - auc) * (1 + rest * (1 - auc) / (2 - auc) + rest * auc / (1 + auc)) / (m * n)
