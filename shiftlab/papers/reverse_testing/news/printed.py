"""What Fan and Davidson (2006) print about newsgroups: Tables 1 to 6 and 13."""

from __future__ import annotations

from itertools import pairwise

from ..learners import LEARNERS

Accuracies = dict[str, dict[str, float]]
Orders = dict[str, tuple[str, ...]]


def _accuracies(rows: dict[str, tuple[float, ...]]) -> Accuracies:
    return {pair: dict(zip(LEARNERS, values, strict=True)) for pair, values in rows.items()}


#: Accuracy on the test set.
TABLE_1 = _accuracies(
    {
        "Christ-Sales": (92.1, 87.7, 92.0, 91.6),
        "Mac-Hardware": (81.6, 78.9, 89.3, 76.4),
        "Baseball-Hoc": (84.3, 75.4, 88.6, 73.9),
        "MidEast-Elec": (85.6, 82.8, 92.2, 78.3),
        "MidEast-Guns": (79.7, 89.3, 89.7, 78.6),
        "Auto-Space": (85.7, 83.2, 89.4, 79.6),
    }
)
#: Its order.
TABLE_2: Orders = {
    "Christ-Sales": ("DT", "LR", "SVM", "NB"),
    "Mac-Hardware": ("LR", "DT", "NB", "SVM"),
    "Baseball-Hoc": ("LR", "DT", "NB", "SVM"),
    "MidEast-Elec": ("LR", "DT", "NB", "SVM"),
    "MidEast-Guns": ("LR", "NB", "DT", "SVM"),
    "Auto-Space": ("LR", "DT", "NB", "SVM"),
}
#: Ten-fold cross-validation.
TABLE_3 = _accuracies(
    {
        "Christ-Sales": (91.5, 88.1, 91.7, 91.5),
        "Mac-Hardware": (85.0, 80.0, 89.2, 75.8),
        "Baseball-Hoc": (85.7, 76.8, 87.7, 73.5),
        "MidEast-Elec": (91.5, 80.8, 92.2, 75.4),
        "MidEast-Guns": (87.2, 89.3, 90.2, 78.7),
        "Auto-Space": (89.5, 84.2, 91.5, 79.7),
    }
)
TABLE_4: Orders = {**TABLE_2, "Christ-Sales": ("LR", "SVM", "DT", "NB")}
#: Leave-one-out.
TABLE_5 = _accuracies(
    {
        "Christ-Sales": (92.1, 87.8, 91.9, 91.5),
        "Mac-Hardware": (85.3, 80.6, 89.3, 75.7),
        "Baseball-Hoc": (86.4, 76.3, 87.5, 87.3),
        "MidEast-Elec": (92.0, 80.5, 92.0, 92.4),
        "MidEast-Guns": (87.8, 89.3, 90.2, 90.2),
        "Auto-Space": (89.6, 84.1, 91.5, 91.7),
    }
)
TABLE_6: Orders = {
    "Christ-Sales": ("DT", "LR", "SVM", "NB"),
    "Mac-Hardware": ("LR", "DT", "NB", "SVM"),
    "Baseball-Hoc": ("LR", "SVM", "DT", "NB"),
    "MidEast-Elec": ("SVM", "LR", "DT", "NB"),
    "MidEast-Guns": ("SVM", "LR", "NB", "DT"),
    "Auto-Space": ("SVM", "LR", "DT", "NB"),
}
#: ReverseTesting.
TABLE_13: Orders = {**TABLE_2, "Christ-Sales": ("LR", "SVM", "DT", "NB")}

#: Section 3.3: the mean, smallest and largest difference between the actual and the estimated error.
GAPS = {"ten-fold": (1.6, 0.0, 7.5), "leave-one-out": (3.6, 0.0, 14.1)}
#: Section 3.3: data sets on which the order is not found.
WRONG_SETS = {"ten-fold": 1, "leave-one-out": 5}


def wrong_ranks(orders: Orders) -> int:
    """Ranks at which an order is not that of Table 2: the asterisks."""
    return sum(a != b for pair, order in orders.items() for a, b in zip(order, TABLE_2[pair], strict=True))


def wrong_sets(orders: Orders) -> int:
    return sum(order != TABLE_2[pair] for pair, order in orders.items())


def agrees(order: tuple[str, ...], accuracies: dict[str, float]) -> bool:
    """Whether an order follows from accuracies; equal ones may be in any order."""
    return all(accuracies[a] >= accuracies[b] for a, b in pairwise(order))


def gaps(table: Accuracies) -> list[float]:
    """Absolute differences from the accuracies of Table 1."""
    return [abs(table[pair][name] - TABLE_1[pair][name]) for pair in TABLE_1 for name in LEARNERS]
