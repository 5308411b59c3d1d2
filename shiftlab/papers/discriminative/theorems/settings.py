"""What can be set where the theorems are tried: how much is tried, and how wide the priors are."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    problems: Annotated[int, Interval(ge=1, le=50), Control(log=True)] = 10
    """random problems

    Of 6 to 29 source and target rows with 1 to 4 features.
    """
    points: Annotated[int, Interval(ge=10, le=1000), Control(log=True)] = 60
    """points of each

    Where the criterion's curvature is looked at. Half of them have a w that separates the source rows, where there
    is one.
    """
    prior: Annotated[float, Interval(ge=0.1, le=10), Control(log=True)] = 1.0
    """priors, times those drawn

    A problem draws its σ_w and σ_v between 0.3 and 5; this makes both wider or narrower.
    """
    searched: Annotated[int, Interval(ge=1, le=20), Control(log=True)] = 4
    """searched problems of each kind

    Of separable, noisy and contested problems, which have priors of their own.
    """
    starts: Annotated[int, Interval(ge=1, le=50), Control(log=True)] = 8
    """random starts of a search

    Beside the iid fit.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""
