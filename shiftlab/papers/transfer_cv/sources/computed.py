"""What follows from Table 5 of Zhong et al. (2010) as it is printed."""

from __future__ import annotations

from shiftlab.claims.evidence import Part
from shiftlab.claims.statement import Summaries

from .. import printed
from ..printed import LEARNERS, PAIRS_OF_BOTH


def _lead(column: str, other: str) -> int:
    case = ("sources", column)
    return printed.corr("TrCV", case) - printed.corr(other, case)


def best_over_all_learners(summaries: Summaries) -> list[Part]:
    """For each learner how far TrCV is behind the best of the others, 0 where it is not."""
    return [Part(name, max(0, -printed.margin("TrCV", ("sources", name)))) for name in LEARNERS]


def times_better(summaries: Summaries) -> list[Part]:
    """For how many of the 8 learners TrCV is better; beside it with the column of all pairs."""
    parts = []
    for other, expected in printed.SOURCES_BEFORE.items():
        for columns, primary in ((LEARNERS, True), ((*LEARNERS, PAIRS_OF_BOTH), False)):
            times = sum(_lead(column, other) > 0 for column in columns)
            label = f"times better than {other}, of {len(columns)} columns"
            parts.append(Part(label, times, expected=expected, primary=primary))
    return parts


def all_pairs(summaries: Summaries) -> list[Part]:
    return [Part(f"TrCV - {other}", _lead(PAIRS_OF_BOTH, other)) for other in printed.CRITERIA if other != "TrCV"]
