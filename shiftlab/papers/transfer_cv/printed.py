"""What Zhong et al. (2010) print: Tables 2 to 5 and the table inside figure 5, and the arithmetic that they allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

import numpy as np

CRITERIA = ("SCV", "TCV", "STV", "WCV", "TrCV")
LEARNERS = ("NB", "SVM", "C45", "KNN", "Ng", "TA", "LM", "LWE")
TASKS = ("learners", "LatentMap", "SVM")
#: The columns of Table 4 under each task.
SETS = ("RW", "WR", "ope", "opl", "pp", "Sp", "Bl", "Gs")
#: The column of Table 5 over all pairs of a source and a learner.
PAIRS_OF_BOTH = "Pr"

#: Table 2: rows of source and target. It has 4,998 white wines; the public file has 4,898.
TABLE_2: Mapping[str, tuple[int, int]] = {
    "RW": (1599, 4998),
    "WR": (4998, 1599),
    "ope": (1016, 1046),
    "opl": (1079, 1080),
    "pp": (1239, 1210),
    "Sp": (61, 65),
    "Bl": (61, 131),
    "Gs": (61, 70),
}

#: Table 3: the rows of each source, and of the target.
TABLE_3: Mapping[str, tuple[Mapping[str, int], int]] = {
    "comp vs. rec": (
        {
            "windows vs. motorcycles": 1596,
            "pc.hardware vs. baseball": 1969,
            "mac.hardware vs. hockey": 1954,
        },
        1957,
    ),
    "sci vs. talk": ({"crypt vs. guns": 1895, "med vs. misc": 1761, "space vs. religion": 1612}, 1924),
}

_TABLE_4 = {
    "SCV": "18 17 13 17 13 19 16 17  4 5 5 5 8 4 4 6  4 7 5 4 3 7 7 8",
    "TCV": "17 18 14 17 10 15 10 11  3 3 3 5 5 4 1 2  5 4 3 4 4 4 5 5",
    "STV": "16 15 13 15 14 18 17 20  4 5 4 4 7 8 1 6  4 7 4 7 3 8 7 5",
    "WCV": "20 19 17 19 18 18 15 15  4 5 5 8 8 4 3 7  8 7 6 6 5 8 6 7",
    "TrCV": "22 23 22 20 22 20 15 18  5 7 8 8 8 5 3 7  7 8 7 8 6 8 8 8",
}
_TABLE_5 = {
    "SCV": "5 6 6 5 4 4 1 6 436",
    "STV": "2 3 4 6 2 2 3 5 371",
    "TCV": "6 5 2 4 2 5 3 4 399",
    "WCV": "5 6 6 4 3 4 3 6 442",
    "TrCV": "6 6 6 6 6 5 4 6 512",
}

Case = tuple[str, str]


def _numbers(table: Mapping[str, str], cases: list[Case]) -> dict[str, dict[Case, int]]:
    return {name: dict(zip(cases, map(int, row.split()), strict=True)) for name, row in table.items()}


#: Tables 4 and 5: corr by criterion and by case, a task and a column.
TABLE_4 = _numbers(_TABLE_4, [(task, name) for task in TASKS for name in SETS])
TABLE_5 = _numbers(_TABLE_5, [("sources", name) for name in (*LEARNERS, PAIRS_OF_BOTH)])

#: The table inside figure 5: by direction, what TrCV believes of each learner and how accurate it is.
FIGURE_5: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    direction: {name: dict(zip(LEARNERS, values, strict=True)) for name, values in rows.items()}
    for direction, rows in {
        "Red-White": {
            "TrCV": (0.550, 0.638, 0.642, 0.546, 0.603, 0.667, 0.624, 0.717),
            "Accuracy": (0.585, 0.633, 0.632, 0.618, 0.590, 0.697, 0.664, 0.675),
        },
        "White-Red": {
            "TrCV": (0.560, 0.585, 0.566, 0.547, 0.547, 0.629, 0.604, 0.667),
            "Accuracy": (0.588, 0.564, 0.567, 0.574, 0.534, 0.651, 0.631, 0.662),
        },
    }.items()
}

#: Sections 5 and 7, in words: TrCV "achieves the best in 28 out of 33 cases" and "outperforms in 23 out of 33 cases
#: than WCV"; the best in 6 of 8 choices of a learner, in 6 of 8 of LatentMap's neighbours, in 7 of 8 of the SVM's C;
#: over WCV in all but one of these 16; over all 8 learners the best source, five times before SCV, seven before WCV.
BEST, BEFORE_WCV, N_CASES = 28, 23, 33
BEST_OF_8 = {"learners": 6, "LatentMap": 6, "SVM": 7}
SOURCES_BEFORE = {"SCV": 5, "WCV": 7}
#: Comparisons of one case: pairs of 8 learners, of 5 parameters, of 3 sources twice, and of 24 pairs twice.
PAIRS = {
    "learners": comb(8, 2),
    "LatentMap": comb(5, 2),
    "SVM": comb(5, 2),
    "sources": 2 * comb(3, 2),
    PAIRS_OF_BOTH: 2 * comb(24, 2),
}


def cases() -> list[Case]:
    """All 33: the 24 columns of Table 4 and the 9 of Table 5."""
    return [*TABLE_4["TrCV"], *TABLE_5["TrCV"]]


def corr(criterion: str, case: Case) -> int:
    """The printed number of pairs that a criterion does not put in the wrong order."""
    table = TABLE_5 if case[0] == "sources" else TABLE_4
    return table[criterion][case]


def n_pairs(case: Case) -> int:
    """How many pairs there are in a case: the most that `corr` can be."""
    return PAIRS[case[1] if case[1] == PAIRS_OF_BOTH else case[0]]


def _others(criterion: str) -> list[str]:
    return [name for name in CRITERIA if name != criterion]


def best(criterion: str, *, alone: bool = False) -> list[Case]:
    """The cases in which no other criterion is better; `alone`: in which none is as good."""
    margins = ((case, margin(criterion, case)) for case in cases())
    return [case for case, ahead in margins if ahead > 0 or (ahead == 0 and not alone)]


def margin(criterion: str, case: Case) -> int:
    """How many pairs a criterion is ahead of the best of the others."""
    return corr(criterion, case) - max(corr(other, case) for other in _others(criterion))


def beats(one: str, other: str) -> dict[str, list[Case]]:
    """The cases in which one criterion is "better" than another, "equal", or "worse"."""
    found: dict[str, list[Case]] = {"better": [], "equal": [], "worse": []}
    for case in cases():
        ahead = corr(one, case) - corr(other, case)
        found["better" if ahead > 0 else "worse" if ahead < 0 else "equal"].append(case)
    return found


def within(several: list[Case], task: str) -> int:
    """How many of some cases are of one task."""
    return sum(case[0] == task for case in several)


def gaps_of_figure_5() -> Iterator[tuple[str, str, float]]:
    """By direction and learner, how much more accurate TrCV believes it than it is."""
    for direction, rows in FIGURE_5.items():
        for name in LEARNERS:
            yield direction, name, rows["TrCV"][name] - rows["Accuracy"][name]


def correlation_of_figure_5(direction: str) -> float:
    """Pearson's correlation of the printed beliefs with the printed accuracies over the eight learners."""
    rows = FIGURE_5[direction]
    believed, true = ([rows[name][learner] for learner in LEARNERS] for name in ("TrCV", "Accuracy"))
    return float(np.corrcoef(believed, true)[0, 1])


def corr_of_figure_5(direction: str) -> int:
    """What `corr` of TrCV is by the numbers of figure 5; Table 4 prints it as `corr("TrCV", ...)`."""
    rows = FIGURE_5[direction]
    wrong = sum(
        (rows["Accuracy"][a] - rows["Accuracy"][b]) * (rows["TrCV"][a] - rows["TrCV"][b]) < 0
        for a, b in combinations(LEARNERS, 2)
    )
    return PAIRS["learners"] - wrong


def transfer_learners_first(direction: str) -> bool:
    """Whether the three transfer learners are each more accurate than every ordinary one, as section 5.2 says."""
    true = FIGURE_5[direction]["Accuracy"]
    return min(true[name] for name in LEARNERS[5:]) > max(true[name] for name in LEARNERS[:5])
