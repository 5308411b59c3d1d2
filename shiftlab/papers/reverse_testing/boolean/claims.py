"""Claims of Fan and Davidson (2006) about Boolean variables: section 7."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from shiftlab.claims.parts import PartsOf
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import AsPrinted, MeasuredAbove, Relation, Zero
from shiftlab.claims.statement import Statement

NAME = "reverse-testing-boolean"

OPEN = (
    "Nothing of the simulation is printed. Examined: 2 to 10 variables; strengths of the bias 1, 3, 10, 100 and 1000 "
    "(how many times as often the likeliest x is selected as the unlikeliest); bias on each x, on a tenth, half or "
    "nine tenths of all x, on one variable, on all; estimates with independent errors of standard deviation 1 and 1, "
    ".8, .5 or .1 on the log odds, with one closer everywhere, with errors on opposite halves, and learned from 20 to "
    "100,000 rows by counting and by naive Bayes; certain and uncertain classes; three kinds of Q(x)."
)
DRAWS = "2,000 draws with each of 5 seeds; intervals are Wilson's."
AROUND = "Around 99.9 % of the time is read as more than 99.5 % of the draws."
NAMED = (
    "A draw counts in which one of the two estimates is the better one under P: it is called b. Read as a statement "
    "about a and b as they are, which is true wherever its condition is false, half as many draws fail."
)
CONSTANT = "KL(Q(x), P(x)), the same on both sides of the consequence, is left out: it is infinite if some x is lost."
LEARNED = (
    "Counting learns each x by itself, naive Bayes each variable; the target has Q(x) exactly. Counting remembers the "
    "training rows, and its labels of the target are what these rows say."
)

rows = partial(rows_of, NAME)


def _shares(name: str, where: Callable[[Any], bool] = lambda row: True) -> PartsOf:
    return rows(f"{name}: share", "{setting}", where=where)


def _biased(row: Any) -> bool:
    return bool(row["ratio"] > 1 or row["never"] > 0)


def _clear(row: Any) -> bool:
    return bool(row["errors"] == "independent" and row["error_b"] <= 0.5 * row["error_a"] and _biased(row))


def _close(row: Any) -> bool:
    return bool(row["errors"] == "independent" and row["error_b"] > 0.5 * row["error_a"] and _biased(row))


def _learned(row: Any) -> bool:
    return bool(row["errors"] == "learned" and _biased(row))


def _elsewhere(row: Any) -> bool:
    return bool(row["errors"] == "on opposite halves")


def _measured(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Statement(name, place, statement, "measured", rule, parts, NAME, {}, (*assumptions, DRAWS, OPEN))


def _exact(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, *assumptions: str) -> Statement:
    return Statement(name, place, statement, "exact", rule, parts, NAME, {}, assumptions)


HOLDS = MeasuredAbove(0.995)
MOSTLY = MeasuredAbove(0.5)
UNUSUAL = MeasuredAbove(0.9)

STATEMENTS = [
    _measured(
        "rt-boolean-holds-clear",
        "7, (3)",
        "(3) holds around 99.9 % of the time: one estimate has at most half the error of the other.",
        HOLDS,
        _shares("kl", _clear),
        AROUND,
        NAMED,
        CONSTANT,
    ),
    _measured(
        "rt-boolean-holds-close",
        "7, (3)",
        "(3) holds around 99.9 % of the time: both estimates are about equally good.",
        HOLDS,
        _shares("kl", _close),
        AROUND,
        NAMED,
        CONSTANT,
    ),
    _measured(
        "rt-boolean-holds-learned",
        "7, (3)",
        "(3) holds around 99.9 % of the time: estimates learned from biased rows by counting and by naive Bayes.",
        HOLDS,
        _shares("kl", _learned),
        AROUND,
        NAMED,
        CONSTANT,
    ),
    _measured(
        "rt-boolean-holds-halves",
        "7, (3)",
        "(3) holds around 99.9 % of the time: the estimates err on opposite halves of the instance space.",
        HOLDS,
        _shares("kl", _elsewhere),
        AROUND,
        NAMED,
        CONSTANT,
    ),
    _measured(
        "rt-boolean-holds-accuracy",
        "4.2, 7, (1)",
        "(1) holds around 99.9 % of the time with accuracies for divergences, which Observation 7.2 equates.",
        HOLDS,
        _shares("accuracy", _biased),
        AROUND,
        "Draws in which both estimates are equally accurate under P are not counted.",
    ),
    _measured(
        "rt-boolean-holds-lost",
        "7, (3)",
        "(3) holds around 99.9 % of the time, also where P(s=1|x) is 0 for some x: as printed.",
        HOLDS,
        _shares("as printed", lambda row: row["never"] > 0),
        AROUND,
        "Both divergences of the consequence are infinite there, and neither is smaller.",
    ),
    _exact(
        "rt-boolean-no-bias",
        "7, (1)",
        "Without bias, P = Q, (1) is trivially correct.",
        Zero(),
        rows("kl: failures", "failures, {setting}", where=lambda row: not _biased(row)),
    ),
    _exact(
        "rt-boolean-better-everywhere",
        "7",
        "When Q_b(y|x) is a better estimate of the posterior probability, the consequent of (3) is true.",
        Zero(),
        rows("kl: failures", "failures, {setting}", where=lambda row: row["errors"] == "one closer everywhere"),
        "Better is read as closer at every x.",
    ),
    _measured(
        "rt-boolean-better-on-average",
        "7",
        "When Q_b(y|x) is a better estimate of the posterior, the consequent of (3) is expected to be true.",
        MOSTLY,
        _shares("simplified"),
        "Better is read as a smaller divergence on average over all x alike, the simplified antecedent; expected is "
        "read as more often than not. With a uniform Q(x) this is the consequent itself.",
        CONSTANT,
    ),
    _measured(
        "rt-boolean-skewed",
        "7",
        "(3) fails when the bias P(s=1|x) is so skewed: at strength 1000 it holds less often than at strength 3.",
        MeasuredAbove(),
        rows("kl: gained at strength 3", "{setting}", where=lambda row: row["ratio"] == 1000),
        "Shares of draws are compared by seed. Estimates closer everywhere cannot fail.",
    ),
    _measured(
        "rt-boolean-portion",
        "7",
        "(3) fails when the bias is on a very large portion of the instance space: on nine tenths more than on one.",
        MeasuredAbove(),
        rows("kl: gained on a tenth", "{setting}", where=lambda row: row["portion"] == 0.9),
        "Shares of draws are compared by seed.",
    ),
    _exact(
        "rt-boolean-simplified",
        "7, (3)",
        "The antecedent of (3) can be simplified by removing the constant P(x).",
        Zero(),
        rows("simplified as weighted: failures", "draws decided otherwise, {setting}", where=_biased),
        "P(x) is a weight inside the sum over x, and constant only without bias: the two must decide every draw alike.",
    ),
    _exact(
        "rt-boolean-selected-mass",
        "7, (2)",
        "P(x) = Q(x)P(s=1|x) is a distribution: it sums to 1.",
        AsPrinted(1e-6),
        rows(
            "sum of (2)",
            "sum over x, {setting}",
            where=lambda row: row["k"] == 5 and _clear(row),
            expected=1.0,
        ),
        "The factor 1/P(s=1) is missing; it changes neither side of (3).",
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
        _shares("7.2"),
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
