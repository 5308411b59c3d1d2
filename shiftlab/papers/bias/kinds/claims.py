"""Claims about the kinds of sample selection bias: Fan and Davidson (2006), section 2; Huang et al. (2007).

The papers state what follows from their definitions; the experiment computes it for populations whose probabilities
are all known. What is true by the very choice of such a population is no claim.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import Above, AsPrinted, AtMost, MeasuredAbove, Relation, Zero
from shiftlab.claims.statement import Computed, Measured, Statement, Summaries

NAME = "bias-kinds"
SHOWN = "{kind}, {rarer}, strength {strength:g}, {world}"
#: Below this a number is zero up to rounding, and so no change.
CHANGED = Above(1e-9)

rows = partial(rows_of, NAME, label=SHOWN)
some_left_everywhere = partial(rows, where=lambda row: row["strength"] < 1)
figure_1a: dict[str, Any] = {"world": "three regions", "kind": "feature"}
figure_1b: dict[str, Any] = {"world": "three regions", "kind": "class"}


def _exact(
    name: str, place: str, statement: str, rule: Relation, parts: PartsOf, assumptions: tuple[str, ...] = ()
) -> Statement:
    """Of numbers of a population that the experiment computes: they are the same for every seed."""
    return Measured(
        name, place, statement, rule, parts, NAME, assumptions, category="mathematics", unit="seed, the same in each"
    )


REVERSE_TESTING: list[Statement] = [
    _exact(
        "independent-leaves-all",
        "2",
        "In the complete independent case selection changes nothing about the distribution of x and y.",
        Zero(),
        rows("joint_moved", kind="independent"),
    ),
    _exact(
        "feature-leaves-y-given-x",
        "1, 2, 2.1",
        "Feature bias cannot change P(y|x).",
        Zero(),
        rows("y_given_x_moved", kind="feature"),
        ("Where P(x) became zero there is no P(y|x) to compare.",),
    ),
    _exact(
        "feature-product-is-distribution",
        "2, figure 2",
        "Under feature bias the training distribution of x is P(x) = Q(x)P(s=1|x): it sums to 1.",
        AsPrinted(),
        rows_of(NAME, "selected", SHOWN, expected=1.0, kind="feature"),
        ("The product sums to P(s=1), by which it must be divided to be a distribution.",),
    ),
    _exact(
        "class-moves-y-given-x",
        "2, 2.1",
        "Class bias changes the class given x, P(y|x).",
        CHANGED,
        rows("y_given_x_moved", kind="class"),
    ),
    _exact(
        "class-leaves-x-given-y",
        "2",
        "In the class dependent case selection does not depend on x once y is given: P(x|y) stays as it is.",
        Zero(),
        rows("x_given_y_moved", kind="class"),
    ),
    Measured(
        "class-gap-seen",
        "2",
        "Under class bias, a row left out differs in its chance to be positive from a row kept with the same x.",
        MeasuredAbove(),
        rows("sample_gap", kind="class"),
        NAME,
        ["The same x is read as the same of twenty bins of equal count. Positives are kept less often."],
        unit="seed",
    ),
    _exact(
        "complete-restricts-nothing",
        "2",
        "In the complete dependent case nothing is left in place: P(x), P(y|x) and P(x|y) change.",
        CHANGED,
        together(
            *(
                rows(f"{name}_moved", label=f"{title}, {SHOWN}", kind="complete")
                for name, title in (("x", "P(x)"), ("y_given_x", "P(y|x)"), ("x_given_y", "P(x|y)"))
            )
        ),
    ),
    _exact(
        "figure-1a-posterior",
        "2.1, figure 1 a",
        "Under feature bias the true P(y|x) is under-estimated in region 1 and over-estimated in region 2.",
        CHANGED,
        together(
            rows_of(NAME, "region_1_posterior_moved", "region 1, how much smaller P(+) is", sign=-1, **figure_1a),
            rows_of(NAME, "region_2_posterior_moved", "region 2, how much larger P(+) is", **figure_1a),
        ),
        (
            "P(y|x) is the share of positives among the rows of a region. The sentence before it in the paper says "
            "that feature bias cannot change it; what changes is how frequent the region is.",
        ),
    ),
    _exact(
        "figure-1a-frequency",
        "2.1, figure 1 a",
        "Under feature bias positives are too rare in region 1 and too frequent in region 2.",
        CHANGED,
        together(
            rows_of(NAME, "region_1_gained", "region 1, share of its positives lost", sign=-1, **figure_1a),
            rows_of(NAME, "region_2_gained", "region 2, share of its positives gained", **figure_1a),
        ),
        (
            "The reading under which the sentence of figure-1a-posterior is right: figure 1 shows frequencies of "
            "positives, and this is how its caption reads.",
        ),
    ),
    _exact(
        "figure-1b-regions-shrink",
        "2.1, figure 1 b",
        "Under class bias P(y=+) is under-estimated in training, and hence the positive regions shrink in size.",
        CHANGED,
        rows("area_before - area_after", **figure_1b),
        ("The area in which positive is the likelier class.",),
    ),
    _exact(
        "equal-priors-only-feature-bias",
        "2.1, derivation",
        "When P(y|s=1) = P(y), the only possible bias is feature bias: P(y|x) is unchanged.",
        Zero(),
        rows("y_given_x_moved", kind="complete", rarer="balancing"),
        (
            "The shares of the classes stay as they are (their change is 0) and selection still depends on the class. "
            "The derivation replaces P(y|x,s=1) by P(y|x) for want of class bias, which equal shares do not imply.",
        ),
    ),
]


def _breast_cancer(_: Summaries) -> list[Part]:
    from shiftlab.datasets import load

    classes = load("breast_cancer_wisconsin_original").classes
    return [Part("benign by malignant", classes["benign"] / classes["malignant"], expected=2.0)]


def _large_values(_: Summaries) -> list[Part]:
    from shiftlab.datasets import load

    data = load("breast_cancer_wisconsin_original")
    shares = [np.mean(values[~np.isnan(values)] > 5) for values in data.X.T]
    return [Part(f"share above 5, {name}", float(share)) for name, share in zip(data.columns, shares, strict=True)]


KMM: list[Statement] = [
    _exact(
        "covariate-shift-weights",
        "2.1",
        "When only P(x) differs, the weight P'(x,y)/P(x,y) is a function of x alone.",
        Zero(),
        rows("weights_apart", kind="feature"),
    ),
    _exact(
        "risk-is-reweighted",
        "2.1, eqs 3 and 4",
        "The risk on the target is the weighted risk on the training distribution, for any kind of bias.",
        Zero(),
        some_left_everywhere("weighted_error"),
    ),
    _exact(
        "support-is-needed",
        "2.1, after eq 4",
        "That needs the support of the target to be contained in the support of the training distribution.",
        CHANGED,
        rows_of(NAME, "weighted_error", "by how much the weighted risk is too small", sign=-1, strength=1.0),
        ("Half of the population is never selected here, and its part of the risk is missed.",),
    ),
    _exact(
        "label-weights-need-labels",
        "4.2",
        "Under selection by the label, weights that depend on x alone cannot be the ratio P'(x,y)/P(x,y).",
        CHANGED,
        rows("weights_apart", kind="class"),
    ),
    Computed(
        "breast-cancer-twice",
        "4.2.1",
        "The breast cancer data have about twice as many positive (benign) as negative examples.",
        AsPrinted(0.5),
        _breast_cancer,
        NAME,
        ["About twice is read as nearer to two than to one or three."],
        category="data",
    ),
    Computed(
        "breast-cancer-small-values",
        "4.2.1",
        "Smaller feature values, up to 5, predominate in the unbiased breast cancer data.",
        AtMost(0.5),
        _large_values,
        NAME,
        ["The levels of the file are 1 to 10, where the text has 0 to 9; the cut at 5 is as printed."],
        category="data",
    ),
]

STATEMENTS: list[Statement] = [
    *(dataclasses.replace(statement, paper="reverse-testing") for statement in REVERSE_TESTING),
    *(dataclasses.replace(statement, paper="kmm") for statement in KMM),
]

_BY_CONSTRUCTION = "True by the choice of the population and of what is kept: nothing in it could come out otherwise."

DROPPED: Mapping[str, str] = {
    "reverse-testing/feature-moves-x": "A part of the definition of feature bias: rows are kept more often at some x.",
    "reverse-testing/feature-leaves-boundaries": (
        "It follows from feature-leaves-y-given-x: the boundary is where P(y=1|x) is 1/2."
    ),
    "reverse-testing/feature-can-lose-support": _BY_CONSTRUCTION,
    "reverse-testing/figure-1a-region-3": _BY_CONSTRUCTION,
    "reverse-testing/figure-1b-share": f"{_BY_CONSTRUCTION} It is the premise of figure-1b-regions-shrink.",
    "reverse-testing/figure-1b-intensity": (
        "It follows from class-leaves-x-given-y: where P(x|y) stays, the frequency of positives falls everywhere by "
        "the same factor."
    ),
    "kmm/feature-keeps-assumption-1": "The same as reverse-testing/feature-leaves-y-given-x, by the same rows.",
    "kmm/label-breaks-assumption-1": "The same as reverse-testing/class-moves-y-given-x, by the same rows.",
}
