"""From the accuracies of the new classifiers to a verdict on each pair, and from those to an order.

Notation of Fan and Davidson, "ReverseTesting: An Efficient Framework to Select Amongst Classifiers under Sample
Selection Bias" (2006): AccTrain_a^b is ``accuracy[a, b]``, that of learner a trained on the target labelled by b
(sections 2 and 4.2; figure 3 writes the two letters the other way round, and means the same).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from shiftlab._check import Floats

Verdicts = dict[tuple[int, int], int | None]

RULES = ("strict", "weak", "sum")


def verdict(accuracy: Floats, a: int, b: int, rule: str) -> int | None:
    """Which of `a` and `b` is expected to be better on the target, or None."""
    # what labels by a are worth more than labels by b, to learner a and to learner b
    gains = np.array([accuracy[a, a] - accuracy[a, b], accuracy[b, a] - accuracy[b, b]])
    if rule == "strict":
        for_a, for_b = (gains > 0).all(), (gains < 0).all()  # Condition 4.2, Condition 4.1
    elif rule == "weak":  # >= in the conditions; where both hold, all is equal and neither decides
        for_a, for_b = ((sign * gains >= 0).all() and gains.any() for sign in (1, -1))
    else:
        # Sums that are equal on paper may differ in the last digits of their four terms.
        rounding = 4 * np.finfo(np.float64).eps * np.abs(accuracy[np.ix_([a, b], [a, b])]).max()
        for_a, for_b = gains.sum() > rounding, gains.sum() < -rounding
    return a if for_a else b if for_b else None  # None: Condition 4.3


def all_verdicts(accuracy: Floats, rule: str) -> Verdicts:
    """The verdict on every pair."""
    return {(a, b): verdict(accuracy, a, b, rule) for a, b in combinations(range(len(accuracy)), 2)}


def standings(verdicts: Verdicts, n: int) -> list[int]:
    """Wins minus losses of each of `n` learners."""
    beats = _beats(verdicts, n)
    return [int(balance) for balance in beats.sum(axis=1) - beats.sum(axis=0)]


def circles(verdicts: Verdicts, n: int) -> list[list[int]]:
    """The groups that win against one another in a circle, so that the verdicts give no order among them."""
    _, group = connected_components(_beats(verdicts, n), directed=True, connection="strong")
    members = [np.flatnonzero(group == label).tolist() for label in np.unique(group)]
    return sorted(circle for circle in members if len(circle) > 1)


def _beats(verdicts: Verdicts, n: int) -> NDArray[np.intp]:
    beats = np.zeros((n, n), dtype=np.intp)
    for (a, b), better in verdicts.items():
        if better is not None:
            beats[better, a + b - better] = 1
    return beats
