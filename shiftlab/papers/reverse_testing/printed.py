"""What Fan and Davidson (2006) print about the five biased UCI sets: Tables 7 to 12 and 14, and the summary of 5."""

from __future__ import annotations

from itertools import combinations

NAMES = ("DT", "NB", "LR", "SVM")
#: The order in which the tables have their six pairs.
PAIRS = tuple(combinations(NAMES, 2))

Accuracies = dict[str, tuple[float, ...]]

#: Table 7: on the test set.
TABLE_7: Accuracies = {
    "breast": (98.9, 98.5, 98.0, 99.0),
    "iris": (92.0, 88.0, 84.0, 66.0),
    "pima": (73.5, 72.4, 75.0, 72.0),
    "vote": (97.0, 91.8, 97.8, 99.3),
    "wine": (55.6, 55.6, 72.2, 66.7),
}
#: Table 8: ten-fold cross-validation.
TABLE_8: Accuracies = {
    "breast": (94.4, 95.7, 96.6, 96.7),
    "iris": (92.9, 94.0, 93.9, 86.9),
    "pima": (72.6, 76.9, 77.7, 77.3),
    "vote": (95.3, 91.2, 92.0, 94.4),
    "wine": (72.2, 75.3, 71.6, 77.7),
}
#: Table 9: leave-one-out.
TABLE_9: Accuracies = {
    "breast": (94.8, 95.8, 96.8, 96.8),
    "iris": (92.4, 93.9, 94.5, 86.4),
    "pima": (69.2, 76.8, 77.8, 77.0),
    "vote": (95.1, 90.8, 93.2, 94.5),
    "wine": (74.6, 76.8, 71.1, 77.5),
}

#: The better one of each of `PAIRS`, with the stars of wrong entries; "??" where no decision could be made.
TABLE_10 = {
    "breast": "DT DT SVM NB SVM SVM",
    "iris": "DT DT DT NB NB LR",
    "pima": "DT LR DT LR NB LR",
    "vote": "DT LR SVM LR SVM SVM",
    "wine": "DT LR SVM LR SVM LR",
}
TABLE_11 = {
    "breast": "*NB *LR SVM NB SVM SVM",
    "iris": "*NB *LR DT NB NB LR",
    "pima": "*NB LR *SVM LR *SVM LR",
    "vote": "DT *DT *DT LR SVM SVM",
    "wine": "*NB *DT SVM *NB SVM *SVM",
}
TABLE_12 = {
    "breast": "*NB *LR SVM *LR SVM SVM",
    "iris": "*NB *LR DT *LR NB LR",
    "pima": "*NB LR *SVM LR *SVM LR",
    "vote": "DT *DT *DT LR SVM SVM",
    "wine": "*NB *DT SVM *NB SVM *SVM",
}
TABLE_14 = {
    "breast": "DT DT SVM NB *?? *??",
    "iris": "DT DT DT NB NB LR",
    "pima": "DT *?? DT LR NB LR",
    "vote": "DT *DT SVM LR SVM SVM",
    "wine": "DT *DT SVM LR SVM LR",
}

N_PAIRS = 30
#: Section 5: errors among the 30 pairs, and how many of those of ReverseTesting are undecided.
ERRORS = {"cv": 13, "loo": 15, "strict": 5}
UNDECIDED = 3
RIGHT = {name: N_PAIRS - errors for name, errors in ERRORS.items()}
#: The summary of 5: entries and errors of newsgroups, and the share that is right of both, in percent.
NEWS_ENTRIES, NEWS_ERRORS = 20, {"cv": 3, "loo": 15, "strict": 3}
SHARES = {"cv": 68, "loo": 40, "strict": 84}
#: Section 3.3: mean, least and largest difference from Table 7 of Tables 8 and 9.
DIFFERENCES = {"cv": (6.2, 0.6, 20.9), "loo": (6.4, 0.4, 21.2)}
#: The mean of cross-validation on newsgroups, where there is little bias or none.
NEWS_DIFFERENCE = 1.6


def entries(table: dict[str, str]) -> dict[tuple[str, tuple[str, str]], str]:
    """By set and pair, as printed."""
    return {(name, pair): entry for name, row in table.items() for pair, entry in zip(PAIRS, row.split(), strict=True)}


def winners(table: Accuracies) -> dict[tuple[str, tuple[str, str]], str]:
    """By set and pair, the learner with the higher printed accuracy; "=" where they are equal."""
    better = {}
    for name, accuracies in table.items():
        values = dict(zip(NAMES, accuracies, strict=True))
        for a, b in PAIRS:
            better[name, (a, b)] = "=" if values[a] == values[b] else a if values[a] > values[b] else b
    return better
