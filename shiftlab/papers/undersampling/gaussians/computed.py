"""Parts of claims that follow from the formulas alone: computed, not measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from shiftlab import posterior
from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import PartsOf
from shiftlab.claims.statement import Summaries

from ..printed import OMEGAS, TABLE_I

BALANCED = 1 / 9
N_POSITIVE, N_NEGATIVE = 1000, 9000


def table_i(summaries: Summaries) -> list[Part]:
    parts = []
    for n_s, n_negative, beta, percent in TABLE_I:
        counts = posterior.undersampling_counts(N_POSITIVE, N_NEGATIVE, beta)
        parts += [
            Part(f"β = {beta:.2f}: N_s", counts.n, expected=n_s),
            Part(f"β = {beta:.2f}: N_s⁻", counts.n_negative, expected=n_negative),
            Part(f"β = {beta:.2f}: % negative", round(counts.percent_negative, 2), expected=percent),
        ]
    return parts


def slopes(summaries: Summaries) -> list[Part]:
    h = 1e-7

    def slope(p_s: float) -> float:
        return float(
            posterior.corrected_posterior(p_s + h, BALANCED) - posterior.corrected_posterior(p_s - h, BALANCED)
        ) / (2 * h)

    # below 1 a change of p_s shrinks, above 1 it grows; both parts are written as "at most 1"
    return [
        Part("slope of p at p_s = .05", slope(0.05)),
        Part("1 / slope of p at p_s = .95", 1 / slope(0.95)),
    ]


def peak(summaries: Summaries) -> list[Part]:
    parts = []
    for omega in OMEGAS:
        delta = np.linspace(-omega, omega, 200_001)
        best = delta[np.argmax(posterior.bias_by_delta(omega, delta, 0.1, BALANCED))]
        parts.append(Part(f"δ of the largest bias over ω⁺, for ω⁺ = {omega:g}", abs(best) / omega))
    return parts


def bounds(summaries: Summaries) -> list[Part]:
    # 0 <= p_s - p <= 1 as two numbers that must be at most 0
    return [
        Part("largest of p - p_s over p and β", max(-d.min() for d in _grid_of_bias())),
        Part("largest of p_s - p - 1 over p and β", max(d.max() - 1 for d in _grid_of_bias())),
    ]


def _grid_of_bias() -> list[Any]:
    p = np.linspace(0, 1, 1001)
    return [posterior.undersampled_posterior(p, beta) - p for beta in (0.001, 0.01, BALANCED, 0.5, 0.9, 1)]


def inverse(summaries: Summaries) -> list[Part]:
    p = np.linspace(0, 1, 10_001)
    return [
        Part(
            f"β = {beta:.3g}: largest |(4) of (3) - p|",
            np.abs(posterior.corrected_posterior(posterior.undersampled_posterior(p, beta), beta) - p).max(),
        )
        for beta in (0.001, BALANCED, 0.5, 1)
    ]


def _after_undersampling(beta: float) -> tuple[float, float]:
    """pi+ and pi_s+ for the paper's 1,000 and 9,000 rows."""
    return N_POSITIVE / (N_POSITIVE + N_NEGATIVE), N_POSITIVE / (N_POSITIVE + beta * N_NEGATIVE)


def equivalent(adjust: Callable[..., Any]) -> PartsOf:
    def parts(summaries: Summaries) -> list[Part]:
        p_s = np.linspace(0, 1, 10_001)
        differences = []
        for beta in (BALANCED, 0.2, 0.5, 0.9, 1.0):
            prior, prior_s = _after_undersampling(beta)
            gap = adjust(p_s, prior_train=prior_s, prior_target=prior) - posterior.corrected_posterior(p_s, beta)
            differences.append(Part(f"β = {beta:.2f}: largest difference from (4)", np.abs(gap).max()))
        return differences

    return parts


def appendix_as_printed(summaries: Summaries) -> list[Part]:
    p_s, beta = 0.5, BALANCED
    total = N_POSITIVE + beta * N_NEGATIVE
    coefficient = total / total  # as printed; (N+ + N-) / (N+ + beta N-) would be right
    printed = (beta * N_NEGATIVE / total * p_s) / (coefficient * (1 - p_s) + p_s - N_POSITIVE / total)
    right = posterior.corrected_posterior(p_s, beta)
    return [Part("last display at p_s = .5, minus (4) there", printed - right)]


def thresholds(summaries: Summaries) -> list[Part]:
    parts = []
    for beta in (BALANCED, 0.2, 0.5, 0.9, 1.0):
        prior, prior_s = _after_undersampling(beta)
        parts.append(Part(f"β = {beta:.2f}: τ̃ - π", posterior.corrected_threshold(prior_s, beta) - prior))
    return parts


def odds_of_thresholds(summaries: Summaries) -> list[Part]:
    parts = []
    for beta in (BALANCED, 0.5):
        for tau_s in (0.1, 0.5, 0.9):
            tau = posterior.corrected_threshold(tau_s, beta)
            left = tau / (1 - tau) * (1 - tau_s) / tau_s
            parts.append(Part(f"β = {beta:.2f}, τ_s = {tau_s}: left side of (11) - β", left - beta))
    return parts


def least_risk(summaries: Summaries) -> list[Part]:
    """How much risk the decision p > tau gives away against the better of the two decisions."""
    p = np.linspace(0, 1, 1001)
    parts = []
    for l10, l01 in ((0.1, 0.9), (1.0, 1.0), (2.0, 7.0)):
        risk_positive, risk_negative = (1 - p) * l10, p * l01
        taken = np.where(p > posterior.bayes_threshold(l10, l01), risk_positive, risk_negative)
        excess = (taken - np.minimum(risk_positive, risk_negative)).max()
        parts.append(Part(f"l10 = {l10:g}, l01 = {l01:g}: largest excess risk", excess))
    parts.append(Part("l10 = π, l01 = 1 - π: τ - π", posterior.bayes_threshold(0.1, 0.9) - 0.1))
    return parts
