"""Claims of Fan and Davidson (2006) about Boolean variables: section 7."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from shiftlab.claims.parts import PartsOf, beside, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import MeasuredAbove, Relation, Zero
from shiftlab.claims.statement import Measured, Statement

NAME = "reverse-testing-boolean"

OPEN = (
    "Nothing of the simulation is printed. Examined: 2 to 10 variables; strengths of the bias 1, 3, 10, 100 and 1000 "
    "(how many times as often the likeliest x is selected as the unlikeliest); bias on each x, on a tenth, half or "
    "nine tenths of all x, on one variable, on all; estimates with independent errors of standard deviation 1 and 1, "
    ".8, .5 or .1 on the log odds, with one closer everywhere, with errors on opposite halves, and learned from 20 to "
    "100,000 rows by counting and by naive Bayes; certain and uncertain classes; three kinds of Q(x)."
)
DRAWS = "2,000 draws with each of 5 seeds; intervals are Wilson's."
NAMED = (
    "A draw counts in which one of the two estimates is the better one under P: it is called b. Read as a statement "
    "about a and b as they are, which is true wherever its condition is false, half as many draws fail."
)
CONSTANT = (
    "KL(Q(x), P(x)), the same on both sides of the consequence, is left out. Where some x is never selected it is "
    "infinite, and as printed neither side is smaller: (3) is then false in every draw."
)
LEARNED = (
    "Counting learns each x by itself, naive Bayes each variable; the target has Q(x) exactly. Counting remembers the "
    "training rows, and its labels of the target are what these rows say."
)
#: The strongest bias that is not yet "so skewed", as the text exempts it, and the one that every setting was run at.
MILD = 10

rows = partial(rows_of, NAME)


def _shares(name: str, label: str = "{setting}", **options: Any) -> PartsOf:
    return rows(f"{name}: share", label, **options)


def _biased(row: Any) -> bool:
    return bool(row["ratio"] > 1 or row["never"] > 0)


def _mild(row: Any) -> bool:
    """A bias on each x that is not so skewed, and estimates that err anywhere or are learned."""
    everywhere = row["bias"] == "each x" and row["never"] == 0 and row["errors"] in ("independent", "learned")
    return bool(everywhere and 1 < row["ratio"] <= MILD)


def _can_fail(row: Any) -> bool:
    """An estimate that is closer at every x is closer on average, however x are weighted."""
    return bool(row["errors"] != "one closer everywhere")


def _own_estimates(row: Any) -> bool:
    """Settings that do not share population and estimates with another: the bias changes what is learned only."""
    apart = row["bias"] == "each x" and row["never"] == 0 and row["ratio"] == MILD
    return bool(row["errors"] == "learned" or (apart and _can_fail(row)))


def _measured(
    name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str, **about: Any
) -> Statement:
    assumed = (*assumptions, DRAWS, OPEN)
    return Measured(name, place, statement, rule, parts, NAME, assumed, unit="draw", printed_settings=False, **about)


#: What is no claim of its own, and why.
DROPPED: Mapping[str, str] = {
    **dict.fromkeys(
        (f"rt-boolean-holds-{case}" for case in ("clear", "close", "learned", "halves", "accuracy")),
        "A case of one sentence, around 99.9 % of the time: rt-boolean-holds has them all.",
    ),
    "rt-boolean-better-on-average": (
        "Another reading of the same sentence, shown beside rt-boolean-holds. With a uniform Q(x) it could not fail."
    ),
    "rt-boolean-holds-lost": (
        "It could not hold: where an x is never selected, both sides of (3) are infinite, and neither is smaller."
    ),
    "rt-boolean-no-bias": "It could not fail: with P = Q both sides of (1) are the same formula.",
    "rt-boolean-better-everywhere": "It could not fail: a weighted mean of positive numbers is positive.",
    "rt-boolean-selected-mass": "feature-product-is-distribution says it of any bias.",
}

HOLDS = MeasuredAbove(0.995)
MOSTLY = MeasuredAbove(0.5)
UNUSUAL = MeasuredAbove(0.9)

STATEMENTS: list[Statement] = [
    _measured(
        "rt-boolean-holds",
        "7, (3)",
        "(3) holds around 99.9 % of the time: who is closer to the truth under P is closer under Q.",
        HOLDS,
        together(
            _shares("kl", where=lambda row: _biased(row) and _can_fail(row), primary=_mild),
            beside(_shares("accuracy", "by accuracies, {setting}", where=_mild)),
            beside(
                _shares(
                    "simplified",
                    "closer over all x alike, {setting}",
                    where=lambda row: _mild(row) and row["population"] != "uniform",
                )
            ),
        ),
        "Around 99.9 % of the time is read as more than 99.5 % of the draws.",
        "What decides is a bias on each x of strength 3 or 10, with any number of variables, estimates of any quality "
        "that err independently or are learned, any Q(x) and any classes. A bias that is so skewed on a very large "
        "portion of the instance space is exempt: strengths of 100 and 1000, biases on a portion, on one or on all "
        "variables and x that are lost are shown beside it, and so are errors on opposite halves.",
        "By accuracies: (1) with accuracies for divergences, which Observation 7.2 equates. Closer over all x alike: "
        "the simplified antecedent, where Q(x) is not uniform.",
        NAMED,
        CONSTANT,
        headline=True,
        says="who is closer under P is closer under Q around 99.9 % of the time",
        why="where one estimate is much better than the other or variables are many, not where both are about as good",
    ),
    _measured(
        "rt-boolean-skewed",
        "7",
        "(3) fails when the bias P(s=1|x) is so skewed: at strength 1000 it holds less often than at strength 3.",
        MeasuredAbove(),
        rows(
            "kl: gained at strength 3",
            "{setting}",
            where=lambda row: row["ratio"] == 1000 and _can_fail(row),
        ),
        "Shares of draws are compared by seed.",
        why="not where one estimate is so much better than the other that (3) holds at strength 1000 as well",
    ),
    _measured(
        "rt-boolean-portion",
        "7",
        "(3) fails when the bias is on a very large portion of the instance space: on nine tenths more than on one.",
        MeasuredAbove(),
        rows("kl: gained on a tenth", "{setting}", where=lambda row: row["portion"] == 0.9),
        "Shares of draws are compared by seed.",
    ),
    Measured(
        "rt-boolean-simplified",
        "7, (3)",
        "The antecedent of (3) can be simplified by removing the constant P(x).",
        Zero(),
        rows("simplified as weighted: failures", "draws decided otherwise, {setting}", where=_biased),
        NAME,
        (
            "P(x) is a weight inside the sum over x, and constant only if it is uniform: a draw that the two "
            "antecedents decide differently is a counter-example.",
        ),
        category="mathematics",
    ),
    _measured(
        "rt-boolean-observation-7-1",
        "7, Observation 7.1",
        "If both learners return more accurate from b's labels, KL(P, Q_b) < KL(P, Q_a), but for unusual situations.",
        UNUSUAL,
        _shares("7.1"),
        "Unusual is read as less than one draw in ten of those that are decided.",
        LEARNED,
    ),
    _measured(
        "rt-boolean-observation-7-2",
        "7, Observation 7.2",
        "If b is more accurate than a, it is expected that KL(Q, Q_b) < KL(Q, Q_a).",
        MOSTLY,
        _shares("7.2", where=_own_estimates),
        "Expected is read as more often than not.",
        CONSTANT,
    ),
    _measured(
        "rt-boolean-condition-4-1",
        "4.2, Condition 4.1",
        "If both learners return more accurate from b's labels, b is expected to be more accurate on the target.",
        MOSTLY,
        _shares("4.1"),
        "Expected is read as more often than not, of the draws that are decided.",
        LEARNED,
    ),
]
