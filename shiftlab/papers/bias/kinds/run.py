"""Select rows of a known population, and compute what that does to its distributions."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.bias import FeatureAndLabel, FeatureStep, Independent, LabelStep
from shiftlab.bias.mechanism import Mechanism
from shiftlab.experiments.streams import stream

from . import exact
from .settings import Settings
from .world import Population, draw_sample, three_regions, two_classes


@dataclasses.dataclass(frozen=True)
class Result:
    """A sample and what is selected of it, and what selection does to the population."""

    settings: Settings
    population: Population
    mechanism: Mechanism
    X: Floats
    y: NDArray[np.int64]
    selected: NDArray[np.bool_]
    cut: float  # its place, in the feature
    line: exact.Line  # exact, along the feature
    plane: exact.Plane  # exact, on a lattice


def run(settings: Settings) -> Result:
    """Draw a sample and select from it; compute what selection does to the population."""
    s, column = settings, settings.feature - 1
    population = three_regions(s.prior) if s.world == "three regions" else two_classes(s.prior, s.overlap)
    cut = population.quantile(s.cut, column)
    mechanism = _mechanism(s, population, cut)
    X, y = draw_sample(population, s.n, s.seed)
    return Result(
        settings=s,
        population=population,
        mechanism=mechanism,
        X=X,
        y=y,
        selected=mechanism.select(X, y, stream(s.seed, 1)),  # of its own: moving the strength leaves the sample alone
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
        shares = (left.before * left.chance).sum(axis=1) / left.before.sum(axis=1) if left else np.ones(2)
        negative, positive = shares.min() / shares
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
    other = result.plane.decided_otherwise
    turned = f" For {other:.3f} of the target the likelier class becomes another." if other >= 0.0005 else ""
    lost = f" {line.lost:.3f} of the target is never selected." if line.lost > 0 else ""
    return (
        f"{how}{strength} keeps {result.selected.sum():,} of {s.n:,} rows, a share of "
        f"{result.selected.mean():.3f} where {line.selected:.3f} is expected. P(x{s.feature}) {_moves(x)}, "
        f"the share of positives goes from {before:.3f} to {after:.3f}, "
        f"P(y|x) {_moves(y_given_x, 'at most ')}, and P(x|y) {_moves(x_given_y)}.{turned}{lost}"
    )


def _moves(distance: float, most: str = "") -> str:
    return "stays as it is" if distance < 1e-12 else f"moves by {most}{distance:.3f}"
