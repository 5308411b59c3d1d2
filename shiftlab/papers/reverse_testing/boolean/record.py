"""The numbers of one run of the simulation with Boolean variables that are kept: counts of draws."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from shiftlab._check import Floats

from .run import Result, ahead, divergence, implication

#: Every reading of (3), whichever of them is shown.
READINGS: dict[str, dict[str, Any]] = {
    "kl": {"compared": "KL", "antecedent": "weighted by P(x)", "infinite": "left out"},
    "simplified": {"compared": "KL", "antecedent": "simplified", "infinite": "left out"},
    "as printed": {"compared": "KL", "antecedent": "weighted by P(x)", "infinite": "as printed"},
    "accuracy": {"compared": "accuracy"},
}


def record(result: Result) -> dict[str, Any]:
    """Of each reading the draws that are decided and those that hold, and how accuracies and divergences agree."""
    s, world = result.settings, result.world
    numbers: dict[str, Any] = {}
    implications = {}
    for name, held in READINGS.items():
        reading = dataclasses.replace(s, **held)
        implications[name] = implication(reading, world, ahead(reading, world, result.estimates), s.ratio)
        numbers |= {f"{name} decided": implications[name].decided, f"{name} held": implications[name].held}
    kl, accuracy = implications["kl"], implications["accuracy"]
    # the "if" with a and b as they are, and not with the better one called b: where it is false nothing is asked
    broken = (kl.under_p > 0) & ~kl.holds
    numbers["kl not contradicted"] = int(np.count_nonzero(~broken))
    numbers |= _agree("simplified as weighted", kl.under_p, implications["simplified"].under_p)
    numbers |= _agree("7.2", accuracy.under_q, kl.under_q)
    for name, estimate in zip("ab", result.estimates, strict=True):
        by_x = divergence(world.truth, estimate)
        numbers[f"divergence {name}"] = float((world.population * by_x).sum(axis=1).mean())
    numbers |= {"ahead under P": float(kl.under_p.mean()), "ahead under Q": float(kl.under_q.mean())}
    masses = (world.population * world.chance(s.ratio)).sum(axis=1)  # of P(x) as (2) writes it
    numbers["sum of (2)"] = float(masses.mean())
    if (decided := result.verdicts) is not None:
        numbers |= _agree("7.1", decided, kl.under_p)
        numbers |= _agree("4.1", decided, accuracy.under_q)
        numbers |= _agree("4.1 to (1)", decided, kl.under_q)
    return numbers


def _agree(name: str, first: Floats, second: Floats) -> dict[str, int]:
    """In how many draws the first is ahead of 0 on either side, and the second on the same one."""
    agree = np.count_nonzero(np.sign(first) * np.sign(second) > 0)
    return {f"{name} decided": int(np.count_nonzero(first)), f"{name} held": int(agree)}
