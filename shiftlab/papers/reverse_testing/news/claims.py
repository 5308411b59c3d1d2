"""Claims of Fan and Davidson (2006) about newsgroups: Tables 1 to 6 and 13, sections 3.1, 3.3 and 5."""

from __future__ import annotations

from functools import partial

from shiftlab.claims.parts import PartsOf, of, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove, MeasuredAtMost, Part, Relation
from shiftlab.claims.statement import Statement, Summaries

from ..printed import NEWS_ENTRIES, NEWS_ERRORS
from . import printed
from .cells import FIRST

NAME = "reverse-testing-news"

OPEN = (
    "Not printed: which groups the names stand for (Christ is soc.religion.christian, Sales misc.forsale, Hardware "
    "comp.sys.ibm.pc.hardware, Hoc rec.sport.hockey, Elec sci.electronics), the learners' settings, the list of stop "
    "words. Examined: an entropy tree or C4.5, naive Bayes of normal curves or of word frequencies, a linear or an RBF "
    "kernel, without common words or with them. Leave-one-out is not done with C4.5, which is slow."
)
DRAWS = (
    "Draws of four fifths of the training and of the test articles, 10 in the first reading and 5 in the others. They "
    "share articles: the intervals tell how much hangs on a fifth of them, not on all of them."
)
REPEATS = "Cross-validation is repeated 5 times in the first reading and once in the others, the paper's 100 times."
RANKS = (
    "A rank is wrong if another learner belongs there, as the paper's asterisks count; learners that are equally "
    "accurate on the test articles may change places."
)
#: One of the six pairs, as "correct on 5 of 6" counts.
HALF = 0.5
N_SETS = 6

rows = partial(rows_of, NAME)


def _all_six(quantity: str, label: str = "{reading}") -> PartsOf:
    """Over all six pairs, in every reading."""
    return rows(quantity, label, pair="all six", articles="draws")


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
    first = {"reading": FIRST, "articles": "by date"}
    return [
        Part(row["pair"], abs(row["mean"] - target["mean"]))
        for row in of(summaries, NAME, "share_source", **first)
        for target in of(summaries, NAME, "share_target", pair=row["pair"], **first)
    ]


def _waco(summaries: Summaries) -> list[Part]:
    """The share of test articles with the word, by that of training articles with it."""
    first = {"pair": "MidEast-Guns", "reading": FIRST, "articles": "by date"}
    return [
        Part(f"test articles for one of the training articles, of {row['mean']:.3f}", target["mean"] / row["mean"])
        for row in of(summaries, NAME, "waco source", **first)
        for target in of(summaries, NAME, "waco target", **first)
    ]


def _measured(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    assumed = (*assumptions, DRAWS, REPEATS, OPEN)
    return Statement(name, place, statement, "measured", rule, parts, NAME, {}, assumed)


def _exact(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Statement(name, place, statement, "exact", rule, parts, NAME, {}, assumptions)


STATEMENTS: list[Statement] = [
    _exact(
        "rt-news-orders-printed",
        "Tables 1 to 6",
        "The printed orders follow from the printed accuracies.",
        AsPrinted(),
        _numbers(
            *_follow(2, printed.TABLE_2, printed.TABLE_1),
            *_follow(4, printed.TABLE_4, printed.TABLE_3),
            *_follow(6, printed.TABLE_6, printed.TABLE_5),
        ),
        "Learners whose printed accuracies are equal may be in any order.",
    ),
    _exact(
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
    ),
    _exact(
        "rt-news-gaps-printed",
        "3.3, Tables 1, 3 and 5",
        "The error estimated by ten-fold (leave-one-out) differs by 1.6 (3.6), at least 0 (0) and at most 7.5 (14.1).",
        AsPrinted(0.05),
        _numbers(*_gaps("ten-fold", printed.TABLE_3), *_gaps("leave-one-out", printed.TABLE_5)),
        "Percentage points, from the printed accuracies.",
    ),
    _exact(
        "rt-news-losses-printed",
        "5, Tables 4, 6 and 13",
        "Cross-validation, leave-one-out and ReverseTesting lose 3, 15 and 3 times: the asterisks of the tables.",
        AsPrinted(),
        _numbers(
            ("ten-fold", printed.wrong_ranks(printed.TABLE_4), NEWS_ERRORS["cv"]),
            ("leave-one-out", printed.wrong_ranks(printed.TABLE_6), NEWS_ERRORS["loo"]),
            ("ReverseTesting", printed.wrong_ranks(printed.TABLE_13), NEWS_ERRORS["strict"]),
        ),
    ),
    _exact(
        "rt-news-entries-printed",
        "5",
        "The newsgroups have 20 entries.",
        AsPrinted(),
        _numbers(("ranks of Table 2", sum(map(len, printed.TABLE_2.values())), NEWS_ENTRIES)),
    ),
    _exact(
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
    ),
    _exact(
        "rt-news-no-class-bias",
        "3.1",
        "The proportion of each class is the same in the training and in the test articles.",
        AtMost(0.01),
        _class_shares,
        "The same is read as at most one percentage point apart.",
    ),
    _exact(
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
        MeasuredAbove(5 - HALF),
        together(
            _all_six("first LR", "LR first, {reading}"),
            _all_six("last SVM", "SVM last, {reading}"),
        ),
        "Counted if no other learner is better (worse).",
    ),
    _measured(
        "rt-news-cv-finds-orders",
        "3.3, Table 4",
        "Ten-fold cross-validation finds the order of the learners on all but 1 of the 6 data sets.",
        MeasuredAtMost(1 + HALF),
        _all_six("misordered cv"),
        RANKS,
    ),
    _measured(
        "rt-news-loo-misses-orders",
        "3.3, Table 6",
        "Leave-one-out predicts a wrong order on most of the 6 data sets: 4 in the printed table.",
        MeasuredAbove(4 - HALF),
        _all_six("misordered loo"),
        RANKS,
        "The text says 5.",
    ),
    _measured(
        "rt-news-cv-better-than-loo",
        "3.3, Tables 4 and 6",
        "Leave-one-out has more wrong ranks than ten-fold cross-validation: 15 and 3 of the 24 are printed.",
        MeasuredAbove(),
        _all_six("ranks: loo - cv"),
        RANKS,
    ),
    _measured(
        "rt-news-gap-loo",
        "3.3",
        "Leave-one-out estimates the accuracies worse than ten-fold: 3.6 and 1.6 points off on average are printed.",
        MeasuredAbove(),
        _all_six("gap: loo - cv"),
    ),
    _measured(
        "rt-news-training-like-loo",
        "3.3",
        "The accuracy on the training set is almost identical to that of leave-one-out.",
        MeasuredAtMost(0.01),
        _all_six("gap train loo"),
        "Almost identical is read as at most one percentage point apart, on average over learners and data sets.",
    ),
    _measured(
        "rt-news-reverse-losses",
        "5, Table 13",
        "ReverseTesting has 3 wrong ranks of the 24, or fewer.",
        MeasuredAtMost(3 + HALF),
        _all_six("ranks strict"),
        RANKS,
        "Its order is by wins minus losses; pairs that it leaves undecided stay in the order DT, NB, LR, SVM.",
    ),
    _measured(
        "rt-news-reverse-like-cv",
        "5, Tables 4 and 13",
        "ReverseTesting performs as well as ten-fold cross-validation: it has no more wrong ranks.",
        MeasuredAtMost(HALF),
        _all_six("ranks: strict - cv"),
        RANKS,
        "No more is read as less than half a rank of the 24 more.",
    ),
    _measured(
        "rt-news-reverse-better-than-loo",
        "5, Tables 6 and 13",
        "ReverseTesting performs significantly better than leave-one-out: it has fewer wrong ranks.",
        MeasuredAbove(),
        _all_six("ranks: loo - strict"),
        RANKS,
    ),
    _measured(
        "rt-news-reverse-decides",
        "5, Table 13",
        "ReverseTesting gives a whole order: it leaves no pair of learners undecided.",
        MeasuredAtMost(HALF),
        _all_six("undecided strict"),
        "Of the 36 pairs; those that are equally accurate on the test articles are not counted.",
    ),
]
