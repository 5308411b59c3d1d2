"""Parts of claims that follow from the formulas of sections 4 and 5.1, whatever is run."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import numpy as np
from scipy.special import ndtri

from shiftlab._check import Floats
from shiftlab.claims.evidence import Part
from shiftlab.claims.statement import Summaries
from shiftlab.validation import (
    TransferCV,
    WeightedCV,
    concordance,
    confidence_interval,
    probability_better,
    reverse_value,
    transfer_bound,
    weighted_risk_bound,
)

from ...printed import PAIRS
from . import small_world
from .small_world import BOTH, CONSTANT, MODELS, NOWHERE, ONLY_X, World

#: Rows of a sample of which every one is summed over, and rows in the limit.
FEW, MANY = 3, 100_000
#: Scores, rows and levels at which (15) and (16) are looked at.
SCORES, ROWS, LEVELS = (0.5, 0.65, 0.75, 0.9), (20, 200, 2000), (0.8, 0.95, 0.99)


# Section 4.1


def weighted_loss(summaries: Summaries) -> list[Part]:
    """(7): the mean over all samples of few rows minus the expected loss, for every model."""
    parts = []
    for what, world in (("P(x) shifts", ONLY_X), ("both shift", BOTH)):
        for labels in MODELS:
            mean = small_world.mean_over_samples(world, FEW, lambda X, y: small_world.weighted(world, labels, X))  # noqa: B023
            parts.append(Part(f"{what}, model {labels}", mean - small_world.expected_loss(world, labels)))
    return parts


def _off(world: World, criterion: type[WeightedCV], **options: Any) -> float:
    """The loss that a criterion finds on average, minus that of what is learnt."""
    found = small_world.mean_over_samples(world, FEW, partial(small_world.by_folds, criterion, world, **options))
    return found - small_world.mean_over_samples(world, FEW, partial(small_world.loss_of_trained, world))


def weighted_estimate(summaries: Summaries) -> list[Part]:
    """What WCV is off; beside it with weights of mean 1, and where both shift."""
    return [
        Part("P(x) shifts", _off(ONLY_X, WeightedCV)),
        Part("P(x) shifts, weights with mean 1", _off(ONLY_X, WeightedCV, normalize=True), primary=False),
        Part("both shift", _off(BOTH, WeightedCV), primary=False),
    ]


def transfer_estimate(summaries: Summaries) -> list[Part]:
    """What TrCV is off, with the labelled rows."""
    return [Part("P(x) shifts", _off(ONLY_X, TransferCV)), Part("both shift", _off(BOTH, TransferCV))]


def faithful_way_back(summaries: Summaries) -> list[Part]:
    """TrCV without labelled rows minus WCV; beside it where P(y|x) shifts too, which it cannot see."""
    return [
        Part(what, _off(world, TransferCV, labeled=False) - _off(world, WeightedCV), primary=world is ONLY_X)
        for what, world in (("P(x) shifts", ONLY_X), ("both shift", BOTH))
    ]


def lemma_1(summaries: Summaries) -> list[Part]:
    """ℓ_w(f̂) - ℓ*(f*) on average; beside it few rows, and a target that is where the source has no rows."""
    best = {
        world: min(small_world.expected_loss(world, labels) for labels in CONSTANT) for world in (ONLY_X, BOTH, NOWHERE)
    }
    decisive = [
        Part(f"{what}, {MANY:,} rows", abs(small_world.least_weighted_loss(world, MANY) - best[world]))
        for what, world in (("P(x) shifts", ONLY_X), ("both shift", BOTH))
    ]
    few = [
        Part(f"P(x) shifts, {n} rows", abs(small_world.least_weighted_loss(ONLY_X, n) - best[ONLY_X]), primary=False)
        for n in (10, 100)
    ]
    off = abs(small_world.least_weighted_loss(NOWHERE, MANY) - best[NOWHERE])
    return [*decisive, *few, Part("three fifths of the target where the source has no rows", off, primary=False)]


def theorem_1(summaries: Summaries) -> list[Part]:
    """How much more often than δ the bound fails, for a place that the source shows once in a million rows."""
    n, rare, delta, share = 2000, 1e-6, 0.05, 0.5
    parts = []
    for form, primary in (("printed", True), ("repaired", False)):
        # the model is wrong in the rare place alone, where half of the target is
        bound = weighted_risk_bound(0.0, n, 1, delta=delta, max_weight=share / rare, form=form)
        unseen = float((1 - rare) ** n) if bound < share else 0.0
        parts.append(Part(f"(8) {form}, {n} rows, δ = {delta:g}", unseen - delta, primary=primary))
    return parts


# Section 4.2


def _everything(seed: int = 0, n: int = 1000) -> dict[str, Floats]:
    """Probabilities, mixtures and errors at random, so small that P(f) - ε(f) is a probability too; α below 1."""
    random = np.random.RandomState(seed)
    model, target = random.uniform(0.3, 0.7, n), random.random_sample(n)
    error, reverse_error = random.uniform(-0.3, 0.3, (2, n))
    alpha = random.random_sample(n)
    return {"model": model, "target": target, "alpha": alpha, "error": error, "reverse_error": reverse_error}


def _by_definition(e: dict[str, Floats]) -> Floats:
    """(10) with (11) and (12)."""
    source = e["model"] - e["error"]
    back = e["alpha"] * e["model"] + (1 - e["alpha"]) * e["target"] + e["reverse_error"]
    return np.asarray(np.abs(source - back))


def _line_13(form: str) -> float:
    e = _everything()
    return float(np.max(np.abs(reverse_value(**e, form=form) - _by_definition(e))))


def line_2_of_13(summaries: Summaries) -> list[Part]:
    return [Part("largest difference from (10), line 2", _line_13("printed"))]


def line_3_of_13(summaries: Summaries) -> list[Part]:
    return [Part("largest difference from (10), line 3", _line_13("repaired"))]


def without_labels(summaries: Summaries) -> list[Part]:
    """r - |ε(f) + ε(f̄)| at α = 1, where P_t = P_s; beside it for any P_t."""
    e = _everything()
    e["alpha"] = np.ones_like(e["alpha"])
    both = np.abs(e["error"] + e["reverse_error"])
    parts = []
    for what, target, primary in (
        ("the same rule in both domains", e["model"] - e["error"], True),
        ("any rule in the target", e["target"], False),
    ):
        r = reverse_value(**{**e, "target": target})
        parts.append(Part(f"largest difference, {what}", float(np.max(np.abs(r - both))), primary=primary))
    return parts


def distances_of_14(summaries: Summaries) -> list[Part]:
    """The largest r/(1 - α), for the share of labelled rows that the paper has."""
    return [
        Part(f"r = 1, {share:.0%} of the target labelled", float(transfer_bound(1.0, 1 - share, form="printed").high))
        for share in (0.1, 0.4)
    ]


# Section 4.3 and the measure of 5.1


def inverted_15(summaries: Summaries) -> list[Part]:
    """How far the ends of the interval are from z standard errors off the estimate."""
    off = []
    for score, n, level in product(SCORES, ROWS, LEVELS):
        z = float(ndtri((1 + level) / 2))
        off += [abs(score - end) / np.sqrt(end * (1 - end) / n) - z for end in confidence_interval(score, n, level)]
    return [Part("largest difference", float(np.max(np.abs(off))))]


def variance_of_15(summaries: Summaries) -> list[Part]:
    """The variance of a weighted row minus ε(1 - ε), where the true ratio is known and only P(x) shifts."""
    parts = []
    for labels in MODELS:
        loss = small_world.expected_loss(ONLY_X, labels)
        parts.append(Part(f"model {labels}", small_world.spread_of_weighted_loss(ONLY_X, labels) - loss * (1 - loss)))
    return parts


def negative_16(summaries: Summaries) -> list[Part]:
    """How far below 0 what (16) prints can be; beside it the repaired one."""
    worst = {
        scale: min(probability_better(a, b, n, scale=scale) for a, b, n in product(SCORES, SCORES, ROWS))
        for scale in ("printed", "half-width")
    }
    return [
        Part("(16) as printed, below 0 by", -worst["printed"]),
        Part("the normal distribution function, below 0 by", -worst["half-width"], primary=False),
    ]


def level_in_16(summaries: Summaries) -> list[Part]:
    """By how much the chance that .75 is better than .65 moves with λ; beside it with standard errors for σ."""
    parts = []
    for scale, primary in (("half-width", True), ("standard-error", False)):
        chances = [probability_better(0.75, 0.65, 200, level, scale=scale) for level in LEVELS]
        parts.append(Part(f"σ is the {scale.replace('-', ' ')}", float(np.ptp(chances)), primary=primary))
    return parts


def silent_corr(summaries: Summaries) -> list[Part]:
    """corr of a criterion that says the same of all 8 learners, minus the 14 that a guess has; then ties as halves."""
    parts = []
    for ties, primary in (("printed", True), ("half", False)):
        found = concordance(np.arange(8.0), np.zeros(8), ties=ties)
        parts.append(Part(f"ties {ties}, of {PAIRS['learners']}", found - 14, primary=primary))
    return parts


def sums_over_folds(summaries: Summaries) -> list[Part]:
    """The loss by (6) and (14), 1/k before the sum over all rows, minus what figure 3 returns, for a loss of .25."""
    return [Part(f"{n} rows, 10 folds", 0.25 * n / 10 - 0.25) for n in (100, 1599)]
