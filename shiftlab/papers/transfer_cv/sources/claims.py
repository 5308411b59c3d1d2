"""Claims of Zhong et al. (2010) about the choice of a source: Table 5 and section 5.2."""

from __future__ import annotations

from typing import Any

from shiftlab.claims.parts import PartsOf, together
from shiftlab.claims.rules import Above, AsPrinted, AtMost, MeasuredAbove, Predicted, Relation
from shiftlab.claims.statement import Measured, Printed, Statement

from .. import printed
from ..cases import COLUMNS, counted, leads, table
from ..cases import SOURCES as NAME
from ..printed import LEARNERS, PAIRS_OF_BOTH
from . import computed

OF_LEARNERS = [("sources", name) for name in LEARNERS]

OPEN = (
    "Not printed: whose labels choose the 500 words (the source's), whether a word counts once, the options of the "
    "matching, the transfer learners' settings. A draw has 200 articles of each domain, 20 of the target's labelled, "
    "where the paper has all of them once; draws of one seed of both tasks are counted together, as Table 5 does."
)
TIES = (
    "corr as printed, comparisons that are not in the wrong order, ties among them; ties as halves and the accuracy "
    "that the choice gains stand beside it."
)


def _measured(
    name: str, statement: str, relation: Relation, parts: PartsOf, *assumptions: str, **about: Any
) -> Statement:
    return Measured(
        f"tcv-{name}",
        "5.2, Table 5",
        statement,
        relation,
        parts,
        NAME,
        (*assumptions, TIES, OPEN),
        data="subset",
        printed_settings=False,
        **about,
    )


STATEMENTS: list[Statement] = [
    Printed(
        "tcv-sources-best-printed",
        "5.2, Table 5",
        "TrCV has the best corr for all 8 learners: the printed table.",
        AtMost(0),
        computed.best_over_all_learners,
        NAME,
        ["As good as the best counts as best: alone the best it is for 2."],
    ),
    Printed(
        "tcv-sources-times-printed",
        "5.2, Table 5",
        "TrCV beats SCV 5 times and WCV 7 times: the printed table.",
        AsPrinted(),
        computed.times_better,
        NAME,
        ["Of the 8 learners. WCV is beaten for 5, and as good for 3; with the column of all pairs it is 6."],
    ),
    Printed(
        "tcv-sources-pairs-printed",
        "5.2, Table 5",
        "Of all pairs of a source and a learner TrCV has a higher corr than SCV, STV, TCV and WCV: the printed table.",
        Above(),
        computed.all_pairs,
        NAME,
    ),
    _measured(
        "sources-best",
        "TrCV is the best criterion, or as good as the best, for all 8 learners.",
        Predicted(sum(case in printed.best("WCV") for case in OF_LEARNERS)),
        together(
            counted("corr best TrCV", "learners of 8", len(LEARNERS), OF_LEARNERS),
            counted("half best TrCV", "learners of 8, ties half", len(LEARNERS), OF_LEARNERS, primary=False),
        ),
        "The 3 learners for which WCV is best or as good in the printed table would speak against it.",
        "One draw in the paper: beside it the interval for one more of ours. The learners share draws, and how they go "
        "together is not known: their deviations are added, the most they can be.",
    ),
    _measured(
        "sources-over-source",
        "For a given learner TrCV chooses a better source than what looks at the source, SCV and WCV.",
        MeasuredAbove(),
        leads("sources", LEARNERS, ["SCV", "WCV"]),
        "Of six comparisons, three of each task.",
    ),
    _measured(
        "sources-over-few-labels",
        "For a given learner TrCV chooses a better source than the few labelled target rows, TCV and STV.",
        MeasuredAbove(),
        leads("sources", LEARNERS, ["TCV", "STV"]),
        "Of six comparisons, three of each task. For classical learners TCV sees of a source only which words it has "
        "chosen.",
    ),
    _measured(
        "sources-pairs",
        "Of all 24 pairs of a source and a learner TrCV chooses better than SCV, STV, WCV and TCV.",
        MeasuredAbove(),
        leads("sources", [PAIRS_OF_BOTH]),
        "Of 552 comparisons.",
        headline=True,
        says="TrCV chooses the best pair of a source and a learner: 512 of 552 comparisons, WCV 442",
    ),
    _measured(
        "table-5",
        "corr has the values of Table 5.",
        Predicted(),
        table([("sources", name) for name in COLUMNS], primary="TrCV"),
        "Each printed number is one draw. TrCV decides, the other criteria stand beside it.",
    ),
]
