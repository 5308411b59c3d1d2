"""The named settings, and those that the paper needs."""

from __future__ import annotations

import dataclasses

from .settings import Settings

PRESETS = {
    "Independent of everything": Settings(kind="independent"),
    "Feature bias": Settings(),
    "Class bias": Settings(kind="class"),
    "Complete bias": Settings(kind="complete"),
    "Shares as in the target": Settings(kind="complete", rarer="balancing"),
    "Drop the lowest 25 % (reverse testing)": Settings(strength=1.0, cut=0.25),
    "Figure 1, a: feature bias": Settings(world="three regions"),
    "Figure 1, b: class bias": Settings(kind="class", world="three regions"),
}


STRENGTHS = (0.3, 0.6, 0.9)


def cells(mode: str) -> list[Settings]:
    """Every kind at three strengths, a support that is lost, and both halves of figure 1."""
    seeds = range(20 if mode == "full" else 3)
    strengths = [Settings(strength=strength) for strength in STRENGTHS]
    settings = [
        Settings(kind="independent"),
        *strengths,
        Settings(strength=1.0),
        *(dataclasses.replace(bias, kind="class") for bias in strengths),
        *(dataclasses.replace(bias, kind="complete") for bias in strengths),
        *(dataclasses.replace(bias, kind="complete", rarer="balancing") for bias in strengths),
        Settings(world="three regions"),
        Settings(kind="class", world="three regions"),
    ]
    return [dataclasses.replace(one, seed=seed) for one in settings for seed in seeds]
