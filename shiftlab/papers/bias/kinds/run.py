"""Kinds of sample selection bias: what each does to P(x), P(y) and P(y|x) (figure 1 of reverse testing).

Fan and Davidson (2006), section 2, after Zadrozny (2004): selection s may depend on nothing, on the features
x, on the class y, or on both. Huang et al. (2006), 4.2.1, bias data in the same ways. Here the population is
known, so that all but the sample itself is computed exactly.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Ge, Interval
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass

from shiftlab._check import Floats
from shiftlab.bias import FeatureAndLabel, FeatureStep, Independent, LabelStep
from shiftlab.bias.mechanism import Mechanism
from shiftlab.experiments.settings import STRICT, BaseSettings, Control

from . import exact as exact
from .picture import stage as stage
from .picture import update as update
from .record import record as record
from .summary import draw_summary as draw_summary
from .summary import summarise as summarise
from .summary import table as table
from .world import Population, drawn, three_regions, two_classes


def by_feature(settings: Any) -> bool:
    return settings.kind in ("feature", "complete")


def by_label(settings: Any) -> bool:
    return settings.kind in ("class", "complete")


def of_two_classes(settings: Any) -> bool:
    return bool(settings.world == "two classes")


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

    Of the population. The rows below the cut are the ones kept less often.
    """
    rarer: Annotated[Literal["positive", "negative", "balancing"], Control(when=by_label)] = "positive"
    """class kept less often

    "balancing" keeps the classes so that their shares stay those of the population, whatever the features do.
    """
    world: Literal["two classes", "three regions"] = "two classes"
    """population

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


@dataclasses.dataclass(frozen=True)
class Result:
    settings: Settings
    population: Population
    mechanism: Mechanism
    X: Floats
    y: NDArray[np.int64]
    selected: NDArray[np.bool_]
    cut: float  # its place, in the feature
    line: exact.Line  # exact, along the feature
    plane: exact.Plane  # exact, on a lattice


def run(settings: Settings, previous: Result | None = None) -> Result:
    """Draw a sample and select from it; compute what selection does to the population."""
    s, column = settings, settings.feature - 1
    population = three_regions(s.prior) if s.world == "three regions" else two_classes(s.prior, s.overlap)
    cut = population.quantile(s.cut, column)
    mechanism = _mechanism(s, population, cut)
    X, y = drawn(population, s.n, s.seed)
    # a stream of its own: moving the strength leaves the sample where it is
    choosing = np.random.MT19937(np.random.SeedSequence(s.seed, spawn_key=(1,)))
    return Result(
        settings=s,
        population=population,
        mechanism=mechanism,
        X=X,
        y=y,
        selected=mechanism.select(X, y, np.random.RandomState(choosing)),
        cut=cut,
        line=exact.line(population, mechanism, column, cut),
        plane=exact.plane(population, mechanism),
    )


def _mechanism(settings: Settings, population: Population, cut: float) -> Mechanism:
    s = settings
    less, more = (1 - s.strength) / 2, (1 + s.strength) / 2
    if s.kind == "independent":
        return Independent(0.5)
    step = FeatureStep(s.feature - 1, cut, less, more)
    if s.kind == "feature":
        return step
    if s.rarer == "balancing":
        # by class, what a step over the features leaves; without one, the same of both
        left = exact.line(population, step, s.feature - 1, cut) if s.kind == "complete" else None
        kept = (left.before * left.chance).sum(axis=1) / left.before.sum(axis=1) if left else np.ones(2)
        negative, positive = kept.min() / kept
        label = LabelStep(float(positive), float(negative))
    else:
        label = LabelStep(less, more) if s.rarer == "positive" else LabelStep(more, less)
    return label if s.kind == "class" else FeatureAndLabel(step, label)


def describe(result: Result) -> str:
    s, line = result.settings, result.line
    before, after = line.shares
    how = {
        "independent": "Independent selection",
        "feature": f"Feature bias on x{s.feature}",
        "class": "Class bias",
        "complete": f"Bias on x{s.feature} and the class",
    }[s.kind]
    strength = "" if s.kind == "independent" else f" of strength {s.strength:g}"
    x, y_given_x, x_given_y = line.x_moved, line.y_given_x_moved, line.x_given_y_moved
    lost = f" {line.lost:.3f} of the population is never selected." if line.lost > 0 else ""
    return (
        f"{how}{strength} keeps {result.selected.sum():,} of {s.n:,} rows (expected {line.selected:.3f} of them). "
        f"P(x{s.feature}) {_moves(x)}, the share of positives goes from {before:.3f} to {after:.3f}, "
        f"P(y|x) {_moves(y_given_x, 'at most ')}, and P(x|y) {_moves(x_given_y)}. "
        f"The likelier class is another one for {result.plane.decided_otherwise:.3f} of the population.{lost}"
    )


def _moves(distance: float, most: str = "") -> str:
    return "stays as it is" if distance < 1e-12 else f"moves by {most}{distance:.3f}"


presets = {
    "Independent of everything": Settings(kind="independent"),
    "Feature bias": Settings(),
    "Class bias": Settings(kind="class"),
    "Complete bias": Settings(kind="complete"),
    "Equal shares, and yet no feature bias": Settings(kind="complete", rarer="balancing"),
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
