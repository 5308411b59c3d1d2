"""Claims of Fan and Davidson (2006) about newsgroups: Tables 1 to 6 and 13, sections 3.1, 3.3 and 5."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, beside, of, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove, MeasuredAtMost, Predicted, Relation
from shiftlab.claims.statement import Measured, Printed, Statement, Summaries

from ..printed import NEWS_ERRORS
from . import printed
from .cells import FIRST
from .summary import ALL_SIX, BY_DATE

NAME = "reverse-testing-news"

DATED = (
    "All articles, divided by date: the paper's own split, which is one. The interval is that of another run on nearly "
    "the same articles: draws of four fifths of the training and of the test articles (10 in the first reading, 5 in "
    "the others) tell how far the number moves. Distances are taken from the number of the split. The draws do not lie "
    "around it, since with fewer articles learners are harder to tell apart."
)
OPEN = (
    "Not printed: which groups the names stand for (Christ is soc.religion.christian, Sales misc.forsale, Hardware "
    "comp.sys.ibm.pc.hardware, Hoc rec.sport.hockey, Elec sci.electronics), the learners' settings, the list of stop "
    "words. What decides is an entropy tree, naive Bayes of normal curves, a linear kernel and no common words. C4.5, "
    "naive Bayes of word frequencies, an RBF kernel and common words are shown beside it, one after the other. "
    "Leave-one-out is not done with C4.5, which is slow."
)
REPEATS = "Cross-validation is repeated 20 times in the first reading and 5 times in the others, the paper's 100 times."
RANKS = (
    "A rank is wrong if another learner belongs there, as the paper's asterisks count; learners that are equally "
    "accurate on the test articles may change places."
)
PAIRS = (
    "ReverseTesting says which of two learners is better, so pairs are counted: 36, without those that are equally "
    "accurate on the test articles. An undecided pair is not right, as the paper counts it. Beside it: fewer wrong "
    "pairs, and fewer wrong ranks, for which the pairs that are undecided stay in the order DT, NB, LR, SVM."
)
#: Half of what is counted: "at most 1" is at most 1.5 of numbers whose mean need not be whole.
HALF = 0.5
N_SETS = 6
#: The interval of the split is already that of another run: the printed number adds no error of its own.
NO_ERROR = 10**9


def _first(row: Any) -> bool:
    """The reading that decides."""
    return bool(row["reading"] == FIRST)


#: Over all six pairs of newsgroups, divided by date, in every reading.
all_six = partial(rows_of, NAME, label="{reading}", pair=ALL_SIX, articles=BY_DATE, primary=_first)


def _differ(better: str, worse: str) -> PartsOf:
    """How many pairs more the first puts right; beside it how many fewer wrong, and how many fewer wrong ranks."""
    ranks, sign = (f"ranks: {worse} - {better}", 1) if worse == "loo" else (f"ranks: {better} - {worse}", -1)
    return together(
        all_six(f"right: {better} - {worse}", label="right pairs more, {reading}"),
        beside(all_six(f"wrong: {worse} - {better}", label="wrong pairs fewer, {reading}")),
        beside(all_six(ranks, label="wrong ranks fewer, {reading}", sign=sign)),
    )


def _numbers(*several: tuple[str, float, float]) -> PartsOf:
    """Parts that need no run: label, number, printed number."""
    return lambda summaries: [Part(label, round(value, 6), expected=expected) for label, value, expected in several]


def _gaps(name: str, table: printed.Accuracies) -> list[tuple[str, float, float]]:
    gaps = printed.gaps(table)
    numbers = (sum(gaps) / len(gaps), min(gaps), max(gaps))
    return [
        (f"{name}, {what}", value, expected)
        for what, value, expected in zip(("mean", "smallest", "largest"), numbers, printed.GAPS[name], strict=True)
    ]


def _follow(number: int, orders: printed.Orders, table: printed.Accuracies) -> list[tuple[str, float, float]]:
    agree = sum(printed.agrees(orders[pair], table[pair]) for pair in orders)
    return [(f"Table {number}, data sets whose order follows from the accuracies", agree, N_SETS)]


def _class_shares(summaries: Summaries) -> list[Part]:
    """How far apart the shares of the first group are in the training and in the test articles."""
    first = {"reading": FIRST, "articles": BY_DATE}
    return [
        Part(row["pair"], abs(row["mean"] - target["mean"]), row=row, experiment=NAME)
        for row in of(summaries, NAME, "share_source", **first)
        for target in of(summaries, NAME, "share_target", pair=row["pair"], **first)
    ]


def _waco(summaries: Summaries) -> list[Part]:
    """The share of test articles with the word, by that of training articles with it."""
    first = {"pair": "MidEast-Guns", "reading": FIRST, "articles": BY_DATE}
    return [
        Part(
            f"test articles for one of the training articles, of {row['mean']:.3f}",
            target["mean"] / row["mean"],
            row=row,
            experiment=NAME,
        )
        for row in of(summaries, NAME, "waco source", **first)
        for target in of(summaries, NAME, "waco target", **first)
    ]


def _data(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Measured(name, place, statement, rule, parts, NAME, assumptions, category="data")


def _measured(
    name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str, **about: Any
) -> Statement:
    return Measured(
        name,
        place,
        statement,
        rule,
        parts,
        NAME,
        (*assumptions, DATED, REPEATS, OPEN),
        unit="draw of four fifths of the articles",
        printed_settings=False,
        **about,
    )


#: What is no claim of its own, and why.
DROPPED: Mapping[str, str] = {
    "rt-news-entries-printed": "rt-summary-printed says it: 20 entries are printed, and there are 6 sets of 4 places.",
    "rt-news-reverse-losses": (
        "ReverseTesting's 3 wrong ranks are those of cross-validation, so rt-news-reverse-like-cv says it; and how "
        "many ranks are wrong depends on the order in which undecided pairs are left."
    ),
}

STATEMENTS: list[Statement] = [
    Printed(
        "rt-news-orders-printed",
        "Tables 1 to 6",
        "The printed orders follow from the printed accuracies.",
        AsPrinted(),
        _numbers(
            *_follow(2, printed.TABLE_2, printed.TABLE_1),
            *_follow(4, printed.TABLE_4, printed.TABLE_3),
            *_follow(6, printed.TABLE_6, printed.TABLE_5),
        ),
        NAME,
        ["Learners whose printed accuracies are equal may be in any order."],
    ),
    Printed(
        "rt-news-sets-printed",
        "3.3, Tables 4 and 6",
        "Cross-validation finds the order on all but 1 of the 6 sets, leave-one-out misses it on 5: printed orders.",
        AsPrinted(),
        _numbers(
            (
                "ten-fold, data sets in another order",
                printed.wrong_sets(printed.TABLE_4),
                printed.WRONG_SETS["ten-fold"],
            ),
            (
                "leave-one-out, data sets in another order",
                printed.wrong_sets(printed.TABLE_6),
                printed.WRONG_SETS["leave-one-out"],
            ),
        ),
        NAME,
    ),
    Printed(
        "rt-news-gaps-printed",
        "3.3, Tables 1, 3 and 5",
        "The error estimated by ten-fold (leave-one-out) differs by 1.6 (3.6), at least 0 (0) and at most 7.5 (14.1).",
        AsPrinted(0.05),
        _numbers(*_gaps("ten-fold", printed.TABLE_3), *_gaps("leave-one-out", printed.TABLE_5)),
        NAME,
        ["Percentage points, from the printed accuracies."],
    ),
    Printed(
        "rt-news-losses-printed",
        "5, Tables 4, 6 and 13",
        "Cross-validation, leave-one-out and ReverseTesting lose 3, 15 and 3 times: the asterisks of the tables.",
        AsPrinted(),
        _numbers(
            ("ten-fold", printed.wrong_ranks(printed.TABLE_4), NEWS_ERRORS["cv"]),
            ("leave-one-out", printed.wrong_ranks(printed.TABLE_6), NEWS_ERRORS["loo"]),
            ("ReverseTesting", printed.wrong_ranks(printed.TABLE_13), NEWS_ERRORS["strict"]),
        ),
        NAME,
    ),
    Printed(
        "rt-news-same-as-cv-printed",
        "5, Tables 4 and 13",
        "ReverseTesting performs exactly the same as cross-validation: the printed orders.",
        AsPrinted(),
        _numbers(
            (
                "data sets with the same order",
                sum(printed.TABLE_13[pair] == order for pair, order in printed.TABLE_4.items()),
                N_SETS,
            )
        ),
        NAME,
    ),
    _data(
        "rt-news-no-class-bias",
        "3.1",
        "The proportion of each class is the same in the training and in the test articles.",
        AtMost(0.01),
        _class_shares,
        "The same is read as at most one percentage point apart.",
    ),
    _data(
        "rt-news-waco",
        "3.1",
        "In MidEast-Guns the word Waco occurs extensively in training articles but not in test articles.",
        AtMost(0.1),
        _waco,
        "Not is read as in a tenth of the share of articles, or less.",
    ),
    _measured(
        "rt-news-best-and-worst",
        "Tables 1 and 2",
        "Logistic regression is the most accurate learner, and the SVM the least accurate, on 5 of the 6 data sets.",
        Predicted(against=N_SETS / 4),
        together(
            all_six("first LR", label="LR first, {reading}", expected=5, runs=NO_ERROR),
            all_six("last SVM", label="SVM last, {reading}", expected=5, runs=NO_ERROR),
        ),
        "Counted if no other learner is better (worse). One of four learners would be that on 1.5 of 6 by chance, "
        "which speaks against it.",
    ),
    _measured(
        "rt-news-cv-finds-orders",
        "3.3, Table 4",
        "Ten-fold cross-validation finds the order of the learners on all but 1 of the 6 data sets.",
        Predicted(against=printed.wrong_sets(printed.TABLE_6)),
        all_six("misordered cv", expected=printed.wrong_sets(printed.TABLE_4), runs=NO_ERROR),
        "Data sets in a wrong order; the 4 of leave-one-out in Table 6 would speak against it.",
        RANKS,
    ),
    _measured(
        "rt-news-loo-misses-orders",
        "3.3, Table 6",
        "Leave-one-out predicts a wrong order on most of the 6 data sets: 4 in the printed table.",
        Predicted(against=printed.wrong_sets(printed.TABLE_4)),
        all_six("misordered loo", expected=printed.wrong_sets(printed.TABLE_6), runs=NO_ERROR),
        "The text says 5. The 1 of cross-validation in Table 4 would speak against it.",
        RANKS,
    ),
    _measured(
        "rt-news-cv-better-than-loo",
        "3.3, 5, Tables 4 and 6",
        "Cross-validation performs well, and leave-one-out does not: it has more wrong ranks, 15 to 3 of the 24.",
        MeasuredAbove(),
        all_six("ranks: loo - cv"),
        RANKS,
    ),
    _measured(
        "rt-news-gap-loo",
        "3.3",
        "Leave-one-out estimates the accuracies worse than ten-fold: 3.6 and 1.6 points off on average.",
        Predicted(against=0),
        all_six(
            "gap: loo - cv",
            expected=(printed.GAPS["leave-one-out"][0] - printed.GAPS["ten-fold"][0]) / 100,
            runs=NO_ERROR,
        ),
        "The difference of the two. In the printed tables it is the SVM's alone, whose leave-one-out accuracy is 12 to "
        "14 points above that on the test articles on four data sets.",
    ),
    _measured(
        "rt-news-training-like-loo",
        "3.3",
        "The accuracy on the training set is almost identical to that of leave-one-out.",
        MeasuredAtMost(0.01),
        all_six("gap train loo"),
        "Almost identical is read as at most one percentage point apart, on average over learners and data sets.",
    ),
    _measured(
        "rt-news-reverse-like-cv",
        "5, 9, Tables 4 and 13",
        "With little or no bias ReverseTesting is as good as ten-fold cross-validation.",
        MeasuredAbove(-1 - HALF),
        _differ("strict", "cv"),
        PAIRS,
        "As good is read as at most one of the pairs less right.",
        headline=True,
        says="with little or no bias as good as cross-validation: 3 wrong ranks each",
        why="it leaves many pairs undecided, and few of those that it decides are wrong",
    ),
    _measured(
        "rt-news-reverse-better-than-loo",
        "5, 9, Tables 6 and 13",
        "ReverseTesting performs significantly better than leave-one-out.",
        MeasuredAbove(),
        _differ("strict", "loo"),
        PAIRS,
    ),
    _measured(
        "rt-news-reverse-decides",
        "5, Table 13",
        "ReverseTesting gives a whole order: it leaves no pair of learners undecided.",
        MeasuredAtMost(HALF),
        all_six("undecided strict"),
        "Of the 36 pairs; those that are equally accurate on the test articles are not counted.",
    ),
]
