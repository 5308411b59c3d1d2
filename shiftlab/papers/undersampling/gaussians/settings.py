"""What can be set in the experiment undersampling."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    mu: Annotated[float, Interval(ge=0, le=15), Control(step=0.25)] = 3.0
    """distance between the classes, μ

    The mean of the positives; the negatives have mean 0.
    """
    sigma: Annotated[float, Interval(ge=0.5, le=10), Control(step=0.5)] = 3.0
    """spread of each class, σ

    A standard deviation.
    """
    prior: Annotated[float, Interval(ge=0.01, le=0.5), Control(step=0.01)] = 0.1
    """share of positives, π"""
    n: Annotated[int, Interval(ge=200, le=100_000), Control(log=True)] = 10_000
    """rows

    In the training sample, and again in the fresh sample on which everything is measured.
    """
    beta: Annotated[float, Interval(gt=0, le=1), Control(log=True)] = 1 / 9
    """share of negatives kept, β

    At least N⁺/N⁻, where the classes are balanced.
    """
    learner: Literal["exact", "logistic", "forest"] = "exact"
    """learner

    "exact" uses the true posterior and has no noise; the others are trained.
    """
    leaf: Annotated[int, Interval(ge=1, le=500), Control(log=True, when=lambda s: s.learner == "forest")] = 1
    """rows per leaf

    The smallest leaf a tree of the forest may have; 1 is a fully grown forest.
    """
    trees: Annotated[int, Interval(ge=1, le=500), Control(log=True, when=lambda s: s.learner == "forest")] = 50
    """trees"""
    bags: Annotated[int, Interval(ge=1, le=50), Control(when=lambda s: s.learner != "exact")] = 1
    """undersamples averaged

    One model per undersample, their probabilities averaged before the correction.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""

    def check(self) -> str | None:
        balanced = self.prior / (1 - self.prior)
        if self.beta < balanced * (1 - 1e-9):
            return (
                f"beta={self.beta:.4g} would leave more positives than negatives: "
                f"with prior={self.prior:g} give at least N+/N- = {balanced:.4g}"
            )
        return None
