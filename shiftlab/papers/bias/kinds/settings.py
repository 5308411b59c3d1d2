"""What can be set in the experiment bias-kinds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


def by_feature(settings: Any) -> bool:
    return settings.kind in ("feature", "complete")


def by_label(settings: Any) -> bool:
    return settings.kind in ("class", "complete")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    kind: Literal["independent", "feature", "class", "complete"] = "feature"
    """kind of bias

    What selection depends on: nothing, the features, the class, or both.
    """
    strength: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=lambda s: s.kind != "independent")] = 0.6
    """strength

    One side is kept with probability (1 - strength)/2, the other with (1 + strength)/2: 0.6 is 20 % against 80 %.
    """
    feature: Annotated[int, Interval(ge=1, le=2), Control(when=by_feature)] = 1
    """feature

    The feature that selection looks at, and along which the curves run.
    """
    cut: Annotated[float, Interval(ge=0.05, le=0.95), Control(step=0.05, when=by_feature)] = 0.5
    """share below the cut

    Of the target. The rows below the cut are the ones kept less often.
    """
    rarer: Annotated[Literal["positive", "negative", "balancing"], Control(when=by_label)] = "positive"
    """class kept less often

    "balancing" keeps the classes so that their shares stay those of the target, whatever the features do.
    """
    world: Literal["two classes", "three regions"] = "two classes"
    """target

    Two round classes, or positives in three regions as in figure 1.
    """
    overlap: Annotated[float, Interval(ge=0.05, le=1), Control(step=0.05, when=lambda s: s.world == "two classes")] = (
        0.3
    )
    """overlap of the classes

    The share of their densities in each feature that they have in common.
    """
    prior: Annotated[float, Interval(ge=0.1, le=0.9), Control(step=0.05)] = 0.5
    """share of positives"""
    n: Annotated[int, Interval(ge=100, le=20_000), Control(log=True)] = 1000
    """rows"""
    seed: Annotated[int, Ge(0)] = 0
    """seed"""
