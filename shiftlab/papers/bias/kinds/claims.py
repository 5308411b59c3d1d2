"""Claims about the kinds of sample selection bias: Fan and Davidson (2006), section 2; Huang et al. (2006)."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

import numpy as np

from shiftlab.claims.parts import PartsOf, together
from shiftlab.claims.parts import rows as rows_of
from shiftlab.claims.rules import Above, AsPrinted, AtMost, MeasuredAbove, Part, Relation, Zero
from shiftlab.claims.statement import Statement, Summaries

NAME = "bias-kinds"
SHOWN = "{kind}, {rarer}, strength {strength:g}, {world}"
#: Below this a number is zero up to rounding, and so no change.
CHANGED = Above(1e-9)

rows = partial(rows_of, NAME, label=SHOWN)
some_left_everywhere = partial(rows, where=lambda row: row["strength"] < 1)
figure_1a: dict[str, Any] = {"world": "three regions", "kind": "feature"}
figure_1b: dict[str, Any] = {"world": "three regions", "kind": "class"}


def _exact(name: str, place: str, statement: str, rule: Relation, parts: PartsOf, **more: object) -> Statement:
    assumptions = more.pop("assumptions", ())
    return Statement(name, place, statement, "exact", rule, parts, NAME, more, assumptions)  # type: ignore[arg-type]


REVERSE_TESTING = [
    _exact(
        "independent-leaves-all",
        "2",
        "In the complete independent case selection changes nothing about the distribution of x and y.",
        Zero(),
        rows("joint_moved", kind="independent"),
        kind="independent",
    ),
    _exact(
        "feature-moves-x",
        "2",
        "Feature bias changes P(x).",
        CHANGED,
        rows("x_moved", kind="feature"),
        kind="feature",
    ),
    _exact(
        "feature-leaves-y-given-x",
        "1, 2, 2.1",
        "Feature bias cannot change P(y|x).",
        Zero(),
        rows("y_given_x_moved", kind="feature"),
        kind="feature",
        assumptions=["Where P(x) became zero there is no P(y|x) to compare."],
    ),
    _exact(
        "feature-product-is-distribution",
        "2, figure 2",
        "Under feature bias the training distribution of x is P(x) = Q(x)P(s=1|x): it sums to 1.",
        AsPrinted(),
        rows_of(NAME, "selected", SHOWN, expected=1.0, kind="feature"),
        kind="feature",
        assumptions=["The product sums to P(s=1), by which it must be divided to be a distribution."],
    ),
    _exact(
        "class-moves-y-given-x",
        "2, 2.1",
        "Class bias changes the class given x, P(y|x).",
        CHANGED,
        rows("y_given_x_moved", kind="class"),
        kind="class",
    ),
    _exact(
        "class-leaves-x-given-y",
        "2",
        "In the class dependent case selection does not depend on x once y is given: P(x|y) stays as it is.",
        Zero(),
        rows("x_given_y_moved", kind="class"),
        kind="class",
    ),
    Statement(
        "class-gap-seen",
        "2",
        "Under class bias, a row left out differs in its chance to be positive from a row kept with the same x.",
        "measured",
        MeasuredAbove(),
        rows("sample_gap", kind="class"),
        NAME,
        {"kind": "class"},
        ["The same x is read as the same of twenty bins of equal count. Positives are kept less often."],
    ),
    _exact(
        "complete-restricts-nothing",
        "2",
        "In the complete dependent case nothing is left in place: P(x), P(y|x) and P(x|y) change.",
        CHANGED,
        together(*(rows(f"{name}_moved", kind="complete") for name in ("x", "y_given_x", "x_given_y"))),
        kind="complete",
    ),
    _exact(
        "feature-leaves-boundaries",
        "2.1",
        "Under feature bias the class boundaries do not change unless P(x) becomes zero somewhere.",
        Zero(),
        some_left_everywhere("decided_otherwise", kind="feature"),
        kind="feature",
        assumptions=["The boundary is where P(y=1|x) = 1/2; the share of the population on another side of it."],
    ),
    _exact(
        "feature-can-lose-support",
        "2.1",
        "P(x) can become zero for some areas of the instance space.",
        CHANGED,
        rows("lost", kind="feature", strength=1.0),
        kind="feature",
        strength=1.0,
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
        assumptions=[
            "P(y|x) is the share of positives among the rows of a region. The sentence before it in the paper says "
            "that feature bias cannot change it; what changes is how frequent the region is."
        ],
        **figure_1a,
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
        assumptions=["Figure 1 shows frequencies of positives, and this is how its caption reads."],
        **figure_1a,
    ),
    _exact(
        "figure-1a-region-3",
        "2.1, figure 1 a",
        "Feature bias can leave the frequency of positives in a region (3) as it is.",
        Zero(),
        rows_of(NAME, "region_3_gained", "region 3, share of its positives gained", **figure_1a),
        assumptions=["Our region 3 lies across the cut: as much is lost on one side as is gained on the other."],
        **figure_1a,
    ),
    _exact(
        "figure-1b-share",
        "2.1, figure 1 b",
        "Under the class bias of figure 1 b P(y=+) is under-estimated in the training set.",
        CHANGED,
        rows("share_before - share_after", **figure_1b),
        **figure_1b,
    ),
    _exact(
        "figure-1b-regions-shrink",
        "2.1, figure 1 b",
        "Under class bias the positive regions shrink in size.",
        CHANGED,
        rows("area_before - area_after", **figure_1b),
        assumptions=["The area in which positive is the likelier class."],
        **figure_1b,
    ),
    _exact(
        "figure-1b-intensity",
        "2.1, figure 1 b",
        "Under class bias the positive regions lose intensity.",
        CHANGED,
        together(
            *(
                rows_of(NAME, f"region_{k}_gained", f"region {k}, share of its positives lost", sign=-1, **figure_1b)
                for k in (1, 2, 3)
            )
        ),
        assumptions=["The frequency of positives in each of the regions."],
        **figure_1b,
    ),
    _exact(
        "equal-priors-only-feature-bias",
        "2.1, derivation",
        "When P(y|s=1) = P(y), the only possible bias is feature bias: P(y|x) is unchanged.",
        Zero(),
        rows("y_given_x_moved", kind="complete", rarer="balancing"),
        kind="complete",
        rarer="balancing",
        assumptions=[
            "The shares of the classes stay as they are (their change is 0) and selection still depends on the class. "
            "The derivation replaces P(y|x,s=1) by P(y|x) for want of class bias, which equal shares do not imply."
        ],
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


KMM = [
    _exact(
        "covariate-shift-weights",
        "2.1",
        "When only P(x) differs, the weight P'(x,y)/P(x,y) is a function of x alone.",
        Zero(),
        rows("weights_apart", kind="feature"),
        kind="feature",
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
        kind="feature",
        strength=1.0,
        assumptions=["Half of the population is never selected here, and its part of the risk is missed."],
    ),
    _exact(
        "feature-keeps-assumption-1",
        "4.2",
        "Selection by the features corresponds to key assumption 1: P(y|x) is the same in training and test.",
        Zero(),
        rows("y_given_x_moved", kind="feature"),
        kind="feature",
    ),
    _exact(
        "label-breaks-assumption-1",
        "1, 4.2",
        "Selection by the label violates key assumption 1: P(y|x) differs between training and test.",
        CHANGED,
        rows("y_given_x_moved", kind="class"),
        kind="class",
    ),
    _exact(
        "label-weights-need-labels",
        "4.2",
        "Under selection by the label, weights that depend on x alone cannot be the ratio P'(x,y)/P(x,y).",
        CHANGED,
        rows("weights_apart", kind="class"),
        kind="class",
    ),
    _exact(
        "breast-cancer-twice",
        "4.2.1",
        "The breast cancer data have about twice as many positive (benign) as negative examples.",
        AsPrinted(0.5),
        _breast_cancer,
        assumptions=["About twice is read as nearer to two than to one or three."],
    ),
    _exact(
        "breast-cancer-small-values",
        "4.2.1",
        "Smaller feature values, up to 5, predominate in the unbiased breast cancer data.",
        AtMost(0.5),
        _large_values,
        assumptions=["The levels of the file are 1 to 10, where the text has 0 to 9; the cut at 5 is as printed."],
    ),
]

STATEMENTS = [
    *(dataclasses.replace(statement, paper="reverse-testing") for statement in REVERSE_TESTING),
    *(dataclasses.replace(statement, paper="kmm") for statement in KMM),
]
