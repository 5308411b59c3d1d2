"""What is chosen amongst: learners, or values of a parameter of one."""

from __future__ import annotations

from typing import Any

from shiftlab.experiments.streams import state

from ..learners import C_VALUES, LEARNERS, NEIGHBORS, learner_by_name
from .settings import Settings


def candidates(s: Settings) -> dict[str, Any]:
    """By name, in the order of the tables."""
    if s.task == "C of the SVM":
        return {f"C {value:g}": learner_by_name("SVM", C=value, degree=s.degree) for value in C_VALUES}
    if s.task == "neighbours of LatentMap":
        return {f"k {value}": learner_by_name("LM", n_neighbors=value) for value in NEIGHBORS}
    names = LEARNERS if s.every else (s.a, s.b, s.c)
    options: dict[str, Any] = {"rounds": s.rounds, "degree": s.degree, "n_neighbors": s.neighbors}
    return {name: learner_by_name(name, seed=state(s.seed), **options) for name in names}
