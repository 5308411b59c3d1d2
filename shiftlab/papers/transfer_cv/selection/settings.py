"""Settings of the choice amongst models: sections 3 and 5 of the paper, and what they leave open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from ..learners import N_NEIGHBORS, Name
from ..scaling import Scaling

Problem = Literal["world", "Red-White", "White-Red"]
Task = Literal["learners", "C of the SVM", "neighbours of LatentMap"]
WeigherName = Literal["KMM", "known", "discriminative", "ones"]


def of_world(s: Any) -> bool:
    return bool(s.problem == "world")


def of_wine(s: Any) -> bool:
    return bool(s.problem != "world")


def by_matching(s: Any) -> bool:
    return bool(s.weigher == "KMM")


def by_discriminating(s: Any) -> bool:
    return bool(s.weigher == "discriminative")


def of_learners(s: Any) -> bool:
    return bool(s.task == "learners")


def of_machines(s: Any) -> bool:
    return bool(s.task != "neighbours of LatentMap")


def of_three(s: Any) -> bool:
    return bool(s.task == "learners" and not s.every)


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    problem: Problem = "world"
    """problem

    A world in the plane of which everything is known, or wine: graded red wines as the source of white ones, or the
    other way round.
    """
    angle: Annotated[float, Interval(ge=0, le=180), Control(step=5, when=of_world)] = 45.0
    """angle between the labelling rules, °

    By how much the rule of the target is turned against that of the source: the shift of P(y|x).
    """
    shift: Annotated[float, Interval(ge=0, le=3), Control(step=0.25, when=of_world)] = 1.0
    """shift of P(x)

    How far the target's rows lie from the source's, in standard deviations.
    """
    bend: Annotated[float, Interval(ge=0, le=2), Control(step=0.1, when=of_world)] = 0.4
    """bend of the rules

    0 makes them lines, which the support vector machine finds and others do not.
    """
    noise: Annotated[float, Interval(ge=0, lt=0.5), Control(step=0.05, when=of_world)] = 0.1
    """label noise

    The share of labels that are turned over, in both domains.
    """
    good: Annotated[int, Interval(ge=5, le=7), Control(when=of_wine)] = 6
    """good from grade

    The paper does not say how the grades of wines, 3 to 9, become classes. From 6 on, the classes are most equal.
    """
    n_source: Annotated[int, Interval(ge=40, le=5000), Control(log=True)] = 200
    """rows of the source

    Of wines as many as there are, at most.
    """
    n_target: Annotated[int, Interval(ge=40, le=5000), Control(log=True)] = 200
    """rows of the target

    Labelled ones among them.
    """
    labeled: Annotated[float, Interval(ge=0, le=0.9), Control(step=0.1)] = 0.1
    """share of labelled target rows"""
    least: Annotated[int, Interval(ge=4, le=500), Control(log=True)] = 20
    """labelled rows at least

    20 in the paper.
    """
    task: Task = "learners"
    """chosen amongst

    Learners, or five values of a parameter of one of them.
    """
    a: Annotated[Name, Control(when=of_three)] = "NB"
    """first learner"""
    b: Annotated[Name, Control(when=of_three)] = "SVM"
    """second learner"""
    c: Annotated[Name, Control(when=of_three)] = "KNN"
    """third learner"""
    every: Annotated[bool, Control(when=of_learners)] = False
    """all eight learners

    As in Table 4; these three are computed while a control moves.
    """
    folds: Annotated[int, Interval(ge=2, le=30)] = 5
    """folds

    10 in Table 4. While a control moves there are five at most.
    """
    weigher: WeigherName = "KMM"
    """weights

    Kernel mean matching, as in the paper; the true ratio, which only the world has; a classifier that tells target
    from source; or ones: then WCV is SCV.
    """
    gamma: Annotated[float, Interval(ge=0, le=100), Control(step=0.5, when=by_matching)] = 0.0
    """width of the kernel, γ

    Of exp(-γ ||x - x'||²) in the matching; 0 is 1/(2 s²) with s the median distance. The paper does not say.
    """
    B: Annotated[float, Interval(ge=1, le=1e4), Control(log=True, when=by_matching)] = 1000.0
    """largest weight, B

    Not printed in the paper; 1000 is that of the matching's own.
    """
    total: Annotated[Literal["loose", "exact"], Control(when=by_matching)] = "loose"
    """mean weight

    Within ε = (√n - 1)/√n of 1, as the matching's own paper has it, or 1: ε = 0. O(B/√n) is above 1 for B = 1000.
    """
    ridge: Annotated[float, Interval(ge=0, le=10), Control(log=True, when=by_matching)] = 1e-3
    """ridge

    Added to the diagonal of K in the matching; 0 is the problem as printed.
    """
    penalty: Annotated[float, Interval(ge=1e-3, le=1e3), Control(log=True, when=by_discriminating)] = 1.0
    """C of the discriminator

    Of the logistic regression that tells target from source: the smaller, the more equal are the weights.
    """
    normalize: bool = True
    """weights with mean 1

    As printed (off), weights whose mean exceeds 1 can let the loss pass 1.
    """
    reverse: Literal["swapped", "alone"] = "swapped"
    """way back of a transfer learner

    To the rows of the fold, without labels, as its target, or without any. The paper does not say.
    """
    pool_labeled: bool = False
    """classical learners also see the labelled target rows

    The paper does not say; figure 1 trains on the source.
    """
    scaling: Scaling = "unit"
    """scale of the columns

    To [0, 1], as Weka's SMO and IBk do, or to mean 0 and deviation 1: over source and target together.
    """
    rounds: Annotated[int, Interval(ge=1, le=100), Control(when=of_learners)] = 10
    """rounds of TrAdaBoost"""
    neighbors: Annotated[int, Interval(ge=1, le=100), Control(when=of_learners)] = N_NEIGHBORS
    """neighbours of LatentMap

    Where it is one of the learners; the paper does not say.
    """
    degree: Annotated[int, Interval(ge=1, le=3), Control(when=of_machines)] = 1
    """degree of the polynomial kernel

    Of the support vector machine, also inside of TrAdaBoost; 1 is Weka's default, and linear.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed

    Draws the rows, which of them are labelled, and the folds.
    """

    def check(self) -> str | None:
        if self.weigher == "known" and self.problem != "world":
            return f"weigher=known does not fit: nobody knows the true ratio of {self.problem}, take problem=world"
        if self.task == "learners" and not self.every and len({self.a, self.b, self.c}) < 3:
            return f"a={self.a}, b={self.b}, c={self.c} are not three learners: let them differ"
        if self.n_labeled > self.n_target - 10:
            return (
                f"least={self.least} and labeled={self.labeled:g} do not fit: they leave "
                f"{max(0, self.n_target - self.n_labeled)} of {self.n_target} target rows without labels, and there "
                "must be ten"
            )
        return None

    @property
    def n_labeled(self) -> int:
        """The larger one of the share and the least number (section 5.1)."""
        return max(round(self.labeled * self.n_target), self.least)
