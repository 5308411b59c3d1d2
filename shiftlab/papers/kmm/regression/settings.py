"""What can be set in the toy regression of kernel mean matching."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control


def shows_matching(settings: Any) -> bool:
    return bool(settings.shown == "KMM")


def shows_criterion(settings: Any) -> bool:
    return bool(settings.shown == "min IC")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    REPEATS = ("trials", "seed")
    VIEW = ("shown",)

    shown: Literal["KMM", "ratio", "min IC", "unweighted"] = "KMM"
    """weights shown

    All lines are fitted in any case; this says by which weights the points are drawn.
    """
    width: Annotated[float, Interval(ge=0.05, le=20), Control(log=True, when=shows_matching)] = 1.0
    """kernel width

    In median distances s of the pooled rows: gamma = 1/(2 (width s)²), and 1 is the median rule.
    """
    ridge: Annotated[float, Interval(ge=0, le=10), Control(log=True, when=shows_matching)] = 1e-3
    """ridge

    Added to the diagonal of K, which is 1; 0 is the quadratic programme as printed.
    """
    B: Annotated[float, Interval(ge=1, le=1000), Control(log=True, when=shows_matching)] = 1000.0
    """largest weight, B"""
    eps: Annotated[float, Interval(ge=0, le=0.99), Control(step=0.01, when=shows_matching)] = 0.9
    """slack of the mean weight, ε

    How far the mean weight may be from 1. The default is the paper's (√m - 1)/√m at 100 rows.
    """
    density: Annotated[Literal["known", "normal", "kernel"], Control(when=shows_criterion)] = "known"
    """source density in min IC

    Known, normal with its mean and spread from the rows, or a kernel density estimate.
    """
    variance: Annotated[Literal["fitted", "plug-in", "known"], Control(when=shows_criterion)] = "fitted"
    """noise in min IC

    A parameter with its share of the penalty, an estimate without one, or known.
    """
    m: Annotated[int, Interval(ge=20, le=1000), Control(log=True)] = 100
    """source rows, m"""
    m_target: Annotated[int, Interval(ge=20, le=1000), Control(log=True)] = 100
    """target rows, n"""
    target_mean: Annotated[float, Interval(ge=-1, le=1.5), Control(step=0.05)] = 0.0
    """mean of the target

    That of the source is 0.5.
    """
    target_spread: Annotated[float, Interval(ge=0.1, le=1), Control(step=0.05)] = 0.3
    """spread of the target

    A standard deviation; that of the source is 0.5, and from there on the ratio has no bound.
    """
    noise: Annotated[float, Interval(ge=0.05, le=1), Control(step=0.05)] = 0.3
    """noise of y

    A standard deviation.
    """
    trials: Annotated[int, Interval(ge=1, le=1000), Control(log=True)] = 1
    """trials

    Samples drawn; the errors are averaged over them, the points and lines are those of the first.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""
