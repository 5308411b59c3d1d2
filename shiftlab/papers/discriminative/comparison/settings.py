"""What can be set in the comparison of six ways to learn for another distribution."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

Problem = Literal["curved", "linear", "mixed", "text-like", "disjoint", "landmine", "spam", "text"]
Weighted = Literal["two-stage", "integrated", "SSB", "KMM", "KDE"]
#: Problems with data of their own, which a shift cannot be set for.
REAL = ("landmine", "spam", "text")
#: What is said to the problem that checked the theorems.
MOVED = "is an experiment of its own now: discriminative-theorems"
#: Mine fields, which are each a source and a target.
FIELDS = 29


def is_synthetic(s: Any) -> bool:
    return s.problem not in REAL


def is_real(s: Any) -> bool:
    return s.problem in REAL


def is_landmine(s: Any) -> bool:
    return bool(s.problem == "landmine")


def is_matched(s: Any) -> bool:
    return bool(s.protocol == "matched")


def has_width(s: Any) -> bool:
    return bool(s.kernel == "rbf" and is_matched(s))


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    REPEATS = ("trials", "seed")
    VIEW = ("left", "right")

    problem: Annotated[Problem, Control(moved={"exact": MOVED})] = "curved"
    """problem

    Two features with a boundary that is curved or linear, or between two clumps of the target (mixed); counts of
    words (text-like); a target apart from the source (disjoint). Landmine, spam and text are real data.
    """
    shift: Annotated[float, Interval(ge=0, le=4), Control(step=0.1, when=is_synthetic)] = 2.0
    """shift

    The distance between the means of source and target, in standard deviations; of the clumps if mixed, and the
    gap between the samples if disjoint.
    """
    n_source: Annotated[int, Interval(ge=16, le=2048), Control(log=True)] = 100
    """source rows, m"""
    n_target: Annotated[int, Interval(ge=16, le=2048), Control(log=True)] = 100
    """target rows, n

    Unlabelled; the weights are learned from them.
    """
    kernel: Literal["linear", "rbf"] = "linear"
    """kernel

    Of the classifier, of the weights, and of kernel mean matching.
    """
    width: Annotated[float, Interval(ge=0.05, le=20), Control(log=True, when=has_width)] = 1.0
    """kernel width

    In median distances s of the pooled rows: gamma = 1/(2 (width s)²), and 1 is the median rule.
    """
    protocol: Literal["matched", "tuned"] = "matched"
    """protocol

    Matched: all methods have the same parameters, those set here. Tuned: each has those that are best for it on
    data that are used for nothing else, as in the paper.
    """
    sigma_w: Annotated[float, Interval(ge=1e-3, le=1e3), Control(log=True, when=is_matched)] = 1.0
    """prior of the classifier, σ_w

    The standard deviation of its coefficients: a small one shrinks them.
    """
    sigma_v: Annotated[float, Interval(ge=1e-3, le=1e3), Control(log=True, when=is_matched)] = 1.0
    """prior of the weights, σ_v

    The standard deviation of the coefficients that tell source from target: a small one evens the weights out.
    """
    B: Annotated[float, Interval(ge=1, le=1000), Control(log=True, when=is_matched)] = 1000.0
    """largest weight of KMM, B"""
    left: Weighted = "two-stage"
    """weights on the left"""
    right: Weighted = "integrated"
    """weights on the right"""
    source: Annotated[int, Interval(ge=1, le=FIELDS), Control(when=is_landmine)] = 1
    """source field"""
    target: Annotated[int, Interval(ge=1, le=FIELDS), Control(when=is_real)] = 2
    """target

    A mine field, an inbox or a topic; numbers above the last one start again.
    """
    trials: Annotated[int, Interval(ge=1, le=100), Control(log=True)] = 1
    """trials

    Samples drawn, or targets taken of real data from the one set on; areas are averaged over them, the points are
    those of the first.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""

    def check(self) -> str | None:
        if self.problem == "landmine" and self.source == self.target:
            return f"source={self.source} is the target too: take two mine fields"
        if self.protocol == "tuned":
            from .tuning import tuned_kernels

            if self.kernel not in (kernels := tuned_kernels(self.problem)):
                kernel = " or ".join(kernels)
                return (
                    f"protocol=tuned has nothing for problem={self.problem}, kernel={self.kernel}: take kernel={kernel}"
                )
        return None
