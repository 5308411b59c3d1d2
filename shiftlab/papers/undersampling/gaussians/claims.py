"""Claims of Dal Pozzolo et al. (2015) about formulas and the two Gaussian data sets: sections III to V."""

from __future__ import annotations

from functools import partial
from typing import Any

from shiftlab import posterior
from shiftlab.claims import parts
from shiftlab.claims.parts import together
from shiftlab.claims.rules import AsPrinted, AtMost, MeasuredAbove, MeasuredAtMost, Zero
from shiftlab.claims.statement import Computed, Measured, Printed, Statement

from . import computed as exact

NAME = "undersampling"
SETTING = "{learner}, μ = {mu:g}, β = {beta:.2f}"
NEXT = "from β = {beta:.2f} to the next smaller, {learner}, μ = {mu:g}"
BALANCED = exact.BALANCED

rows = partial(parts.rows, NAME, label=SETTING)

#: What is true of every claim that was simulated; where a model is fitted, the paper does not say which.
simulated: dict[str, Any] = {"unit": "seed"}
fitted_model: dict[str, Any] = {"unit": "seed", "printed_settings": False}
IDENTITY: dict[str, Any] = {"category": "mathematics", "unit": "seed"}


def undersampled(row: Any) -> bool:
    return bool(row["beta"] < 1)


def single(row: Any) -> bool:
    """Undersampled, and only once."""
    return bool(row["beta"] < 1 and row["bags"] == 1)


def fitted(row: Any) -> bool:
    return bool(row["learner"] != "exact")


def well_specified(row: Any) -> bool:
    """Fitted without bias: what it misses of the true posterior is variance."""
    return bool(row["learner"] == "logistic")


STATEMENTS: list[Statement] = [
    Printed(
        "table-1",
        "Table I",
        "Undersampling 1,000 positives and 9,000 negatives leaves the counts and percentages that are printed.",
        AsPrinted(),
        exact.table_i,
        NAME,
        ["The first row needs β = 1/9; with the printed 0.11 there would be 990 negatives."],
    ),
    Measured(
        "inverse",
        "III-A, eqs 3 and 4",
        "Equation (4) recovers p from p_s.",
        Zero(),
        together(
            exact.inverse,
            rows("inverse_error", label="true posteriors of " + SETTING, learner="exact", where=undersampled),
        ),
        NAME,
        ["(4) is computed as βp_s/(βp_s + (1 - p_s)): the printed denominator is not exact at p_s = 1."],
        **IDENTITY,
    ),
    Computed(
        "slopes",
        "III-A",
        "At β = N⁺/N⁻ a small change of a high p_s is a large change of p; of a small p_s it is the opposite.",
        AtMost(1),
        exact.slopes,
        NAME,
        ["High and small are read as .95 and .05, large and the opposite as a slope above and below 1."],
    ),
    Computed(
        "bias-bounds",
        "III-B",
        "The bias p_s - p is never negative and never above 1.",
        AtMost(0),
        exact.bounds,
        NAME,
    ),
    Computed(
        "figure-1-peak",
        "III-B, figure 1",
        "For small class conditional densities the bias is highest where δ is close to zero, "
        "that is, where the classes are alike.",
        AtMost(0.1),
        exact.peak,
        NAME,
        [
            "Close to zero is read on the scale of δ itself, whose largest value is ω⁺: at most a tenth of it.",
            "The bias depends on δ only through δ/ω⁺; its maximum (1-√β)/(1+√β) is at p = √β/(1+√β), "
            "which is δ = ⅔ω⁺ here.",
        ],
    ),
    Measured(
        "overlap",
        "III-B, III-D, figure 3",
        "The drift of p_s from p is larger where the classes overlap (μ = 3) than where they are separated (μ = 15).",
        MeasuredAbove(),
        rows("drift_mean: mu 3 - 15", label="mean drift, {learner}, β = {beta:.2f}", where=single),
        NAME,
        [
            "Drift is averaged over the rows. At the x where it is largest it is (1-√β)/(1+√β) for every μ > 0, "
            "and says nothing about overlap."
        ],
        headline=True,
        says="the drift is larger where the classes overlap",
        **simulated,
    ),
    Measured(
        "stronger-drift",
        "III-D, figure 3",
        "The stronger the undersampling, the larger the drift of p_s from p.",
        MeasuredAbove(),
        rows(
            "drift_mean: next beta",
            label=NEXT,
            where=lambda r: r["bags"] == 1,
        ),
        NAME,
        headline=True,
        says="the drift grows with stronger undersampling",
        **simulated,
    ),
    Measured(
        "figure-4",
        "III-D, figure 4",
        "At β = N⁺/N⁻ and μ = 3 the corrected p̃ closely approximates p.",
        MeasuredAtMost(0.1),
        rows("off_mean / drift_mean", learner="logistic", mu=3.0, beta=BALANCED, bags=1),
        NAME,
        [
            "Closely is read as: the mean of |p̃ - p| is at most a tenth of the mean of p_s - p. The paper does "
            "not name the learner of figure 4; a well specified logistic regression is ours."
        ],
        **fitted_model,
    ),
    Measured(
        "figure-4-right",
        "III-D, figure 4",
        "The correction is less precise on the right, where the positives are, than on the left.",
        MeasuredAbove(),
        rows(
            "off_right - off_left",
            where=lambda r: fitted(r) and single(r),
            primary=well_specified,
            mu=3.0,
            beta=BALANCED,
        ),
        NAME,
        [
            "Left and right of μ/2; precision is the mean of |p̃ - p|. The learner is that of figure-4, forests beside it."
        ],
        **fitted_model,
    ),
    Measured(
        "variance",
        "III-C",
        "Estimates from fewer rows have a higher variance: p̃ is further from the true posterior than p.",
        MeasuredAbove(),
        rows("error_c - error_p", where=lambda r: fitted(r) and single(r), primary=well_specified),
        NAME,
        [
            "Mean squared distance from the true posterior; for logistic regression, which is well specified, that "
            "is variance, and it decides. For a forest, shown beside it, it includes the bias of large leaves."
        ],
        **fitted_model,
    ),
    Measured(
        "underbagging",
        "III-C",
        "Averaging over several undersamples (UnderBagging) is the cure for the variance.",
        MeasuredAbove(),
        rows("error_c: bags 1 - 10", where=lambda r: fitted(r) and undersampled(r), primary=well_specified),
        NAME,
        [
            "Ten undersamples; their p_s are averaged before the correction. Squared distance of p̃ from the true "
            "posterior with one undersample minus that with ten. As in variance, logistic regression decides."
        ],
        **fitted_model,
    ),
    Measured(
        "auc-unchanged",
        "III-C, eq 9; VI, Table V, figure 5",
        "The correction does not change the ranking: p̃ and p_s have the same AUC.",
        Zero(),
        rows("auc_c - auc_ps"),
        NAME,
        **IDENTITY,
    ),
    Measured(
        "g-mean-unchanged",
        "IV-B, eq 12; VI, Table V; VII",
        "p̃ with τ̃ decides as p_s with τ_s does: the same G-mean.",
        Zero(),
        rows("g_mean_c - g_mean_ps"),
        NAME,
        **IDENTITY,
    ),
    Measured(
        "threshold",
        "IV-B, eq 12",
        "τ̃ is π, whatever β: the threshold for p̃ is the one for p.",
        Zero(),
        together(exact.thresholds, rows("tau_c - tau_p")),
        NAME,
        **IDENTITY,
    ),
    Computed(
        "threshold-odds",
        "IV-B, eq 11",
        "The odds of τ̃ are β times the odds of τ_s.",
        Zero(),
        exact.odds_of_thresholds,
        NAME,
    ),
    Computed(
        "least-risk",
        "IV-A, eq 10",
        "Deciding positive where p > τ has the least risk, and with the priors as costs τ is π.",
        AtMost(1e-12),
        exact.least_risk,
        NAME,
    ),
    Computed(
        "saerens",
        "III-C, appendix, eq 14",
        "Saerens' adjustment to new priors is (4) when training and test priors agree.",
        Zero(),
        exact.equivalent(lambda *a, **k: posterior.adjust_priors(*a, **k)),
        NAME,
    ),
    Computed(
        "elkan",
        "III-C, appendix, eq 17",
        "Elkan's adjustment is (4) when training and test priors agree.",
        Zero(),
        exact.equivalent(lambda *a, **k: posterior.elkan_adjust(*a, **k)),
        NAME,
    ),
    Printed(
        "appendix-last-line",
        "appendix, last display",
        "The last display of the appendix, as printed, equals (4).",
        Zero(),
        exact.appendix_as_printed,
        NAME,
        [
            "N⁺ = 1000, N⁻ = 9000, β = 1/9, p_s = .5, where (4) gives .1. The printed coefficient "
            "(N⁺+βN⁻)/(N⁺+βN⁻) is 1; with (N⁺+N⁻)/(N⁺+βN⁻) the display equals (4)."
        ],
    ),
    Measured(
        "calibration-lost",
        "V, VII",
        "Undersampling costs calibration: p_s has a higher Brier score than p.",
        MeasuredAbove(),
        rows("brier_ps - brier_p", where=single),
        NAME,
        **simulated,
    ),
    Measured(
        "calibration-regained",
        "VII",
        "The corrected p̃ is better calibrated than p_s on the synthetic data: a lower Brier score.",
        MeasuredAbove(),
        rows("brier_ps - brier_c", where=undersampled),
        NAME,
        headline=True,
        says="p̃ has a lower Brier score than p_s",
        **simulated,
    ),
    Measured(
        "stronger-calibration",
        "VII",
        "The loss of calibration of p_s grows with stronger undersampling.",
        MeasuredAbove(),
        rows(
            "brier_ps: next beta",
            label=NEXT,
            where=lambda r: r["bags"] == 1,
        ),
        NAME,
        **simulated,
    ),
]
