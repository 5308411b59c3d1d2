"""Claims of Fan and Davidson (2006) about decisions that bring money: section 6, Tables 15 to 18."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove, Predicted, Relation
from shiftlab.claims.statement import Computed, Measured, Printed, Statement, Summaries

from .printed import (
    CCF_TEST,
    CCF_TOTAL,
    CCF_TRAIN,
    CV_RIGHT,
    CV_SHARE,
    N_ENTRIES,
    PAIRS,
    TABLE_15,
    TABLE_16,
    TABLE_17,
    TABLE_18,
)
from .run import NAMES
from .summary import STEPS

NAME = "reverse-testing-costs"

#: The share of pairs that "exactly" is read as.
EXACTLY = 0.95
#: The data sets that the printed share is the mean of, six pairs each.
N_SETS = len(TABLE_15)

MISSING = (
    "The paper's card transactions of a year are not public, and the donations of KDD Cup 1998 are not among our data."
)
OTHER_DATA = (
    "In their place, and deciding nothing: 284,807 card transactions of two days in 2013, of which 164 are frauds "
    "above $90."
)
BLOCKS = (
    "Ten blocks of time with as many rows; each is judged after learning from the one before it: nine repetitions, "
    "which share rows, with 7 to 27 frauds above $90 in the target. Seeds draw the folds and the random trees, and are "
    "averaged."
)
ONCE = "The last block after all others, as in the paper, is one repetition, and only in the table."
OPEN = (
    "Not printed: the software of the learners, the rows in a node of the curtailed tree that answers (10 divided by "
    "the share of frauds, or 200), what the target is labelled by (decisions, or classes) and how a model that "
    "learnt from decisions decides (by the benefit that its probabilities promise, or as taught: five blocks only). "
    "One cross-validation instead of ten."
)
TIES = "Pairs that earn the same on the target, as learners that investigate nothing do, are in no share."

rows = partial(rows_of, NAME)


def _first(row: Any) -> bool:
    """The reading that comes first of those that the paper leaves open."""
    return bool(row["enough"] == 0 and row["retrained"] == "benefit")


def _card(quantity: str, label: str = "{reading}", **options: Any) -> PartsOf:
    return rows(quantity, label, where=lambda row: row["n"] > 1, primary=_first, problem="creditcard", **options)


def _learners(quantity: str, label: str = "{reading}", **options: Any) -> PartsOf:
    """What does not depend on the way back, once."""
    return _card(quantity, label, retrained="benefit", **options)


def _entries(values: Mapping[str, Sequence[int]], printed: Mapping[str, Sequence[str]]) -> PartsOf:
    """How many entries of a table of pairs name the learner with the larger printed number."""

    def parts(summaries: Summaries) -> list[Part]:
        agree = sum(
            max(pair, key=lambda one: values[data][NAMES.index(one)]) == entry.lstrip("*")
            for data in values
            for pair, entry in zip(PAIRS, printed[data], strict=True)
        )
        return [Part("entries that name the learner with the larger number", agree, expected=N_ENTRIES)]

    return parts


def _cv_entries() -> list[tuple[str, bool]]:
    """Each entry of Table 18 with whether it agrees with Table 17."""
    return [
        (entry, entry.lstrip("*") == actual)
        for data in TABLE_18
        for entry, actual in zip(TABLE_18[data], TABLE_17[data], strict=True)
    ]


def _right_by_cv(summaries: Summaries) -> list[Part]:
    right = sum(agrees for _, agrees in _cv_entries())
    starred = sum(entry.startswith("*") != agrees for entry, agrees in _cv_entries())
    return [
        Part("entries of Table 18 that agree with Table 17", right, expected=CV_RIGHT),
        Part("entries of Table 18 with a star if and only if they differ", starred, expected=N_ENTRIES),
        Part(
            "their share, in percent, as section 1 has it",
            round(100 * right / N_ENTRIES),
            expected=round(100 * CV_SHARE),
        ),
    ]


def _decisions(summaries: Summaries) -> list[Part]:
    """How often the decision of greatest expected benefit is another one than the text's rule."""
    from shiftlab.validation import ExpectedBenefit

    rng = np.random.default_rng(0)
    p = rng.random(10_000)
    parts = []
    for data, cost, amount in (
        ("Donate", 0.68, rng.uniform(0, 50, p.size)),
        ("CCF", 90.0, rng.exponential(100, p.size)),
    ):
        benefits = np.zeros((p.size, 2, 2))
        benefits[:, 0, 1], benefits[:, 1, 1] = -cost, amount - cost
        decided = ExpectedBenefit.decide(np.column_stack([1 - p, p]), benefits) == 1
        parts.append(Part(f"{data}: other decisions, of 10,000", float((decided != (p * amount > cost)).sum())))
    return parts


def _size(summaries: Summaries) -> list[Part]:
    return [Part("training and test examples of CCF", CCF_TRAIN + CCF_TEST, expected=CCF_TOTAL)]


def _without_data(
    name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str, **about: Any
) -> Statement:
    """What is said of data that are not to be had: the result on others is shown, and decides nothing."""
    return Measured(
        name,
        place,
        statement,
        rule,
        parts,
        NAME,
        (*assumptions, OTHER_DATA, BLOCKS, ONCE, OPEN, TIES),
        missing=MISSING,
        unit="block of time",
        data="stand-in",
        printed_settings=False,
        paper_unit=False,
        **about,
    )


#: What is no claim of its own, and why.
DROPPED: Mapping[str, str] = {
    "costs-cv-share-printed": "7 of 12 and 58 % are one number: costs-cv-printed has both.",
    "costs-donate": "One sentence is about both data sets: costs-exact-order.",
    "costs-ccf": "One sentence is about both data sets: costs-exact-order.",
    "costs-rdt-best": "Random decision trees are the last step of the order: costs-order-of-learners.",
    "costs-time-bias": (
        "It could not fail: the transactions of any two days can be told apart a little better than by chance."
    ),
}

STATEMENTS: list[Statement] = [
    Printed(
        "costs-table-17-printed",
        "6, Tables 15 and 17",
        "The actual pairwise orders of Table 17 are those of the benefits in Table 15.",
        AsPrinted(),
        _entries(TABLE_15, TABLE_17),
        NAME,
    ),
    Printed(
        "costs-table-18-printed",
        "6, Tables 16 and 18",
        "The pairwise orders by cross-validation in Table 18 are those of the benefits in Table 16.",
        AsPrinted(),
        _entries(TABLE_16, TABLE_18),
        NAME,
    ),
    Printed(
        "costs-cv-printed",
        "1, 6, Tables 17 and 18",
        "For pairwise order, 10-fold cross-validation was correct in 7 out of 12 times, which is 58 %.",
        AsPrinted(),
        _right_by_cv,
        NAME,
    ),
    Printed(
        "costs-ccf-size-printed",
        "6",
        "The credit card data contain a total of .5M transaction records.",
        AsPrinted(50_000),
        _size,
        NAME,
        ["The two numbers that follow it in the text are added; to one digit they make .4M."],
    ),
    Computed(
        "costs-optimal-decision",
        "6",
        "Under the benefit matrices, to solicit or to investigate is optimal if and only if p·amount > cost.",
        AtMost(0),
        _decisions,
        NAME,
        ("Random probabilities and amounts.",),
    ),
    _without_data(
        "costs-exact-order",
        "1, 6, 9, Tables 15 to 17",
        "On donations and on credit card transactions ReverseTesting predicts exactly the actual pairwise order.",
        MeasuredAbove(EXACTLY),
        _card("right strict"),
        "Exactly is read as more than 95 % of the pairs; an undecided pair is not right.",
        headline=True,
        says="all 12 pairs of learners right where decisions bring money; cross-validation 7",
    ),
    _without_data(
        "costs-better-than-cv",
        "1, 6, 9, Tables 17 and 18",
        "ReverseTesting puts more pairs of learners right than 10-fold cross-validation does.",
        MeasuredAbove(),
        _card("right strict - cv"),
    ),
    _without_data(
        "costs-cv-share",
        "1, 6, Table 18",
        "Cross-validation is right about 58 % of the pairs.",
        Predicted(against=1),
        _learners("right cv", expected=CV_SHARE, runs=N_SETS),
        "One printed number, of two data sets with six pairs each. That it is always right would speak against it.",
    ),
    _without_data(
        "costs-order-of-learners",
        "6, Table 15",
        "Naive Bayes with binning earns least, the unpruned tree more, the curtailed tree still more, random decision "
        "trees most.",
        MeasuredAbove(),
        together(
            *(_learners(f"{more} - {less}", f"{more} - {less}, $ per 1,000, {{reading}}") for less, more in STEPS)
        ),
    ),
]
