"""What lesson 02 compares: what undersampling does to a logistic regression, and what the correction gives back."""

from __future__ import annotations

from math import inf
from typing import Any

from shiftlab.course.reference.comparison import Comparison, Line


def _run(seed: int) -> dict[str, Any]:
    """A logistic regression on overlapping classes, and the same on separated ones."""
    from shiftlab import experiments, posterior

    undersampling = experiments.get("undersampling")
    near, apart = (
        undersampling.record(undersampling.run(undersampling.Settings(learner="logistic", mu=mu, seed=seed)))
        for mu in (3.0, 15.0)
    )
    peak = posterior.peak_delta(1.0, near["prior"], near["beta"])
    return {**near, "less_drift": near["drift_mean"] - apart["drift_mean"], "peak": peak}


COMPARISON = Comparison(
    run=_run,
    lines=(
        Line(
            "undersampling/calibration-lost",
            "Undersampling makes probabilities worse",
            "Brier score of p_s less that of p",
            holds=(0, inf),
            word="The one open setting has separated classes and nine in ten negatives kept: next to nothing to lose.",
            part="logistic, μ = 3, β = 0.11",
            you=lambda found: found["brier_ps"] - found["brier_p"],
        ),
        Line(
            "undersampling/calibration-regained",
            "The correction makes them better again",
            "Brier score of p_s less that of the corrected p",
            holds=(0, inf),
            word="The one open setting has separated classes and nine in ten negatives kept: next to nothing to gain.",
            part="logistic, μ = 3, β = 0.11",
            you=lambda found: found["brier_ps"] - found["brier_c"],
        ),
        Line(
            "undersampling/auc-unchanged",
            "The correction leaves the ranking as it is",
            "AUC of p_s less that of the corrected p",
            holds=(0, 0),
            word="To the last digit. Training on fewer rows is another matter: it can move AUC up or down.",
            part="logistic, μ = 3, β = 0.11",
            you=lambda found: round(found["auc_ps"] - found["auc_c"], 12),
        ),
        Line(
            "undersampling/overlap",
            "The drift is larger where classes overlap",
            "mean of p_s - p for μ = 3, less that for μ = 15",
            holds=(0, inf),
            word="On average over the rows, yes. The largest gap on the curve is the same for every μ.",
            part="mean drift, logistic, β = 0.11",
            you=lambda found: found["less_drift"],
        ),
        Line(
            "undersampling/figure-1-peak",
            "The drift is largest where both classes are equally dense",
            "by what share positives are denser there",
            holds=(-0.1, 0.1),
            word="It is largest where positives are three times as dense: there the true p is 1/4.",
            part="δ of the largest bias over ω⁺, for ω⁺ = 0.1",
            you=lambda found: found["peak"],
        ),
    ),
)
