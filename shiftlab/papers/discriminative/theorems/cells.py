"""The named settings, and those that the claims need: the same for many seeds."""

from __future__ import annotations

from .settings import Settings

SEEDS, QUICK_SEEDS = 50, 4

PRESETS = {
    "Ten random problems": Settings(),
    "Ten others, one with a better start than the iid fit": Settings(seed=8),
    "More target rows, and (40) holds for fewer rows": Settings(seed=7),
    "Wide priors": Settings(prior=10.0),
    "Narrow priors": Settings(prior=0.1),
    "One problem, many points": Settings(problems=1, points=1000),
}


def cells(mode: str) -> list[Settings]:
    return [Settings(seed=seed) for seed in range(SEEDS if mode == "full" else QUICK_SEEDS)]
