"""Claims of Huang et al. (2006) about matching means, section 3, and the toy regression, section 4.1."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from shiftlab.claims import parts
from shiftlab.claims.parts import together
from shiftlab.claims.rules import AsPrinted, MeasuredAbove, MeasuredAtMost, Zero
from shiftlab.claims.statement import Statement

NAME = "kmm-regression"
#: 5 % of the trials may be beyond the bound of Lemma 4, the delta that is recorded.
DELTA = 0.05
#: Distances in feature space that the solver's tolerance cannot tell from 0.
RESOLUTION = 1e-4

rows = partial(parts.rows, NAME, label="{setting}")
#: What 4.1 leaves open in (12), and the values examined.
OPEN = (
    "4.1 states neither the kernel width nor B nor ε. Examined: widths of ¼ to 8 median distances with ridges of 0 (as "
    "printed), 0.001 and 1; B of 2, 4, 10 and 1000; ε of 0, 0.1, 0.36 and (√m - 1)/√m."
)
IC = (
    "min IC knows the training density, estimates it as normal or by kernels; the noise is fitted with or without a "
    "share of the penalty, or known."
)
BLOCKS = "A repetition is the mean of 100 trials."
DATA = {"m": 100, "m_target": 100, "target_mean": 0.0, "target_spread": 0.3, "noise": 0.3}


def _as_printed(row: Any, *free: str) -> bool:
    """Whether all settings are those of figure 1, except the ones named, which the text leaves open."""
    from .settings import Settings
    from .summary import paper_eps

    default = Settings()
    names = [name for name in ("width", "ridge", "B", "density", "variance", *DATA) if name not in free]
    follows = "eps" in free or row["eps"] == paper_eps(row["m"])
    return follows and all(row[name] == getattr(default, name) for name in names)


def figure_1(row: Any) -> bool:
    return _as_printed(row)


def programme(row: Any) -> bool:
    """Figure 1 with any programme (12)."""
    return _as_printed(row, "width", "ridge", "B", "eps")


def criterion(row: Any) -> bool:
    """Figure 1 with any information criterion."""
    return _as_printed(row, "density", "variance")


def either(*several: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda row: any(one(row) for one in several)


def feasible(row: Any) -> bool:
    """The true ratio, of at most 3.64 and with a mean near 1, nearly always fulfils the constraints of (12)."""
    return programme(row) and row["B"] >= 4 and row["eps"] >= 0.36


def printed_programme(row: Any) -> bool:
    """Without a ridge, for any width and number of rows."""
    return bool(row["ridge"] == 0 and _as_printed(row, "width", "ridge", "m", "m_target"))


STATEMENTS = [
    Statement(
        "training-line-is-poor",
        "4.1, figure 1 (a)",
        "The line fitted on the training rows without weights predicts the test data very poorly.",
        "measured",
        MeasuredAbove(2),
        rows("risk unweighted / target", where=figure_1),
        NAME,
        DATA,
        ["Very poorly is read as: more than twice the squared error of the line fitted on the test labels."],
    ),
    Statement(
        "target-labels-are-best",
        "4.1, figure 1",
        "The line fitted on the labelled test rows is the best case: every other line has a larger error.",
        "measured",
        MeasuredAbove(),
        together(
            *(
                parts.rows(NAME, f"{error} {fit} - target", f"{name}, {judged_on}", where=figure_1)
                for error, judged_on in (("test", "test rows"), ("risk", "test distribution"))
                for fit, name in (
                    ("unweighted", "unweighted"),
                    ("kmm", "KMM"),
                    ("ratio", "ratio"),
                    ("min_ic", "min IC"),
                )
            )
        ),
        NAME,
        DATA,
        ["On the test rows themselves the least squares line is best by construction."],
    ),
    Statement(
        "weights-improve",
        "1, 4.1, figure 1",
        "Each of the three weighted fits predicts the test data better than the one without weights.",
        "measured",
        MeasuredAbove(),
        together(
            rows("test unweighted - kmm", label="KMM, {setting}", where=programme),
            rows("test unweighted - ratio", label="ratio, {setting}", where=figure_1),
            rows("test unweighted - min_ic", label="min IC, {setting}", where=criterion),
        ),
        NAME,
        DATA,
        [OPEN, IC],
    ),
    Statement(
        "kmm-beats-ratio",
        "1, 4.1, figure 1 (b)",
        "KMM outperforms weighting with the ratio of the test to the training density.",
        "measured",
        MeasuredAbove(),
        rows("test ratio - kmm", where=programme),
        NAME,
        DATA,
        ["Mean squared error on the test rows, over all trials, where the paper has 100.", OPEN],
    ),
    Statement(
        "kmm-beats-min-ic",
        "4.1, figure 1 (b)",
        "KMM outperforms the weights of the information criterion.",
        "measured",
        MeasuredAbove(),
        rows("test min_ic - kmm", where=either(programme, criterion)),
        NAME,
        DATA,
        ["Mean squared error on the test rows, over all trials, where the paper has 100.", OPEN, IC],
    ),
    Statement(
        "figure-1b",
        "4.1, figure 1 (b)",
        "Over 100 trials KMM has a smaller mean error on the test data than each of the two other weightings.",
        "measured",
        MeasuredAbove(),
        together(
            *(
                parts.rows(
                    NAME,
                    f"figure: test {rival} - kmm",
                    name + ", ridge {ridge:g}, draw {figure} of the figure",
                    where=lambda row: _as_printed(row, "ridge") and row["ridge"] < 1,
                )
                for rival, name in (("ratio", "ratio"), ("min_ic", "min IC"))
            )
        ),
        NAME,
        {**DATA, "trials": 100, "width": 1.0, "ridge": [0.0, 1e-3]},
        ["The whole figure drawn again and again, each time with 100 trials, as printed; the width is the median's."],
    ),
    Statement(
        "solution-tends-to-ratio",
        "3.1, Lemma 2",
        "The solution of kernel mean matching is the ratio of the densities.",
        "measured",
        MeasuredAbove(),
        rows(
            "weights apart: m / 2",
            label="{setting}, against half the rows",
            where=lambda row: _as_printed(row, "ridge", "m", "m_target"),
        ),
        NAME,
        {"ridge": [0.0, 1e-3, 1.0]},
        [
            "Lemma 2 is about distributions. For samples it is read as: with twice the rows the root mean square "
            "distance of the weights to the ratio is smaller. The ridge stays, whatever the number of rows.",
            BLOCKS,
        ],
    ),
    Statement(
        "lemma-3",
        "3.2, Lemma 3",
        "The mean of the ratio over m training rows is 1 with a standard deviation of at most B/(2√m).",
        "measured",
        MeasuredAtMost(1),
        rows("mean ratio in bounds", where=lambda row: _as_printed(row, "m", "m_target", "target_mean")),
        NAME,
        {},
        ["The squared distance from 1, in units of B²/(4m); B is the supremum of the ratio, 3.64 for figure 1."],
    ),
    Statement(
        "lemma-4",
        "3.2, Lemma 4, eq 11",
        "With the true ratio the reweighted mean is within the bound (11) of the test mean, with probability 1 - δ.",
        "measured",
        MeasuredAtMost(DELTA),
        rows("beyond lemma 4", where=lambda row: _as_printed(row, "width", "m", "m_target", "target_mean")),
        NAME,
        {},
        ["The share of trials beyond the bound for δ = 0.05, R = 1; the root is read as √((-2 log δ)/2), the smaller."],
    ),
    Statement(
        "lemma-4-rate",
        "3.2, after Lemma 4",
        "The reweighted mean converges to the test mean like 1/√m: half the rows, √2 times the distance.",
        "measured",
        AsPrinted(0.05),
        rows(
            "log2 distance ratio: m / 2",
            label="m = {m}, against half the rows",
            expected=0.5,
            where=lambda r: r["ridge"] == 0,
        ),
        NAME,
        {},
        ["The binary logarithm of the factor, ½ by the text; as many test rows as training rows.", BLOCKS],
    ),
    Statement(
        "lemma-4-far",
        "1, 3.2",
        "The convergence is slower the larger the bound on the ratio: at the same m the means are further apart.",
        "measured",
        MeasuredAbove(),
        rows(
            "distance ratio: target_mean - 0.5",
            label="test mean at {target_mean:g}, and by 0.5 further from the training mean",
        ),
        NAME,
        {"target_mean": [-0.5, 0.0, 0.5]},
        ["Supremum of the ratio: 1.67 with the test mean at 0.5, 3.64 at 0 and 37.9 at -0.5.", BLOCKS],
    ),
    Statement(
        "optimum-is-closer",
        "3.2, after Lemma 4",
        "The distance with the true ratio is an upper bound on the outcome of the optimisation.",
        "measured",
        MeasuredAbove(),
        rows("distance ratio - kmm", where=feasible),
        NAME,
        DATA,
        ["The ratio must fulfil the constraints of (12): B of at least 4, ε of at least 0.36.", OPEN],
    ),
    Statement(
        "means-do-not-match",
        "3.2, after Lemma 4",
        "It is unrealistic to assume that the empirical means, reweighted or not, match exactly.",
        "measured",
        MeasuredAbove(RESOLUTION),
        together(
            rows("distance unweighted", label="unweighted, {setting}", where=figure_1),
            rows("distance ratio", label="ratio, {setting}", where=figure_1),
            rows("distance kmm", label="KMM, {setting}", where=programme),
        ),
        NAME,
        DATA,
        [
            f"The distance of the means in feature space; {RESOLUTION:g} is what the solver's tolerance leaves open.",
            OPEN,
        ],
    ),
    Statement(
        "weights-are-not-the-ratio",
        "3.2, after Lemma 4",
        "Close means are no guarantee that the coefficients are close to the ratio.",
        "measured",
        MeasuredAbove(1),
        rows("weights apart", where=printed_programme),
        NAME,
        {"ridge": 0.0},
        [
            "Not close is read as: the root mean square distance of the weights to the ratio is more than 1, which is "
            "the mean of both. The programme as printed, without a ridge, for any width and number of rows examined."
        ],
    ),
    Statement(
        "distance-as-quadratic",
        "3.3, before eq 12",
        "The squared distance of the means is (β'Kβ - 2κ'β)/m² and a constant.",
        "exact",
        Zero(1e-9),
        rows("identity"),
        NAME,
    ),
    Statement(
        "constraints-hold",
        "3.3, eq 12",
        "The solution has weights in [0, B] whose mean is within ε of 1.",
        "exact",
        Zero(1e-9),
        rows("violation"),
        NAME,
    ),
    Statement(
        "slack-is-good",
        "3.3, after eq 12",
        "A good choice of ε is of the order B/√m.",
        "measured",
        MeasuredAbove(),
        rows(
            "risk kmm: eps 0",
            label="ε = {eps:g}, against ε = 0",
            where=lambda row: row["eps"] > 0 and _as_printed(row, "eps"),
        ),
        NAME,
        {"eps": [0.1, 0.36, 0.9]},
        [
            "Good is read as: a smaller squared error than with ε = 0. With B = 1000 and m = 100 the choice would be "
            "100, which no weights violate from below; with the supremum of the ratio, 3.64, it is 0.36.",
            BLOCKS,
        ],
    ),
]
