"""Draw worlds of Boolean variables, disturb two estimates, and count where being closer carries over."""

from __future__ import annotations

import dataclasses
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import rel_entr

from shiftlab._check import Floats
from shiftlab.experiments.intervals import wilson

from .learners import Rows, learned, verdicts
from .settings import Settings
from .world import World, disturbed, draw_world

#: The strengths of the curve.
RATIOS = tuple(float(ratio) for ratio in 10 ** np.linspace(0, 4, 9))


@dataclasses.dataclass(frozen=True)
class Implication:
    """By how much b is ahead of a in each draw: where it is looked at, and where it matters."""

    under_p: Floats
    under_q: Floats
    hopeless: NDArray[np.bool_]  # draws in which both sides of the "then" are infinite

    @property
    def decided(self) -> int:
        """Draws in which the "if" holds for one of the two estimates."""
        return int(np.count_nonzero(self.under_p))

    @property
    def holds(self) -> NDArray[np.bool_]:
        """The draws in which the "if" holds for one of the two, and the "then" for the same."""
        return (np.sign(self.under_p) * np.sign(self.under_q) > 0) & ~self.hopeless

    @property
    def held(self) -> int:
        return int(np.count_nonzero(self.holds))


@dataclasses.dataclass(frozen=True)
class Result:
    """Worlds, two estimates of P(y|x) in each, and where being closer carries over."""

    settings: Settings
    world: World
    estimates: tuple[Floats, Floats]
    rows: Rows | None  # what they are learned from
    by_x: Floats  # by how much b is ahead at each x
    implication: Implication

    @cached_property
    def verdicts(self) -> Floats | None:
        """What ReverseTesting makes of learned estimates, of each draw: 1 for b, -1 for a, 0 for neither."""
        return None if self.rows is None else verdicts(self.settings, self.world, self.rows, self.estimates)

    @cached_property
    def curve(self) -> list[Implication]:
        """The same worlds under a bias of each of RATIOS: only a picture asks for it."""
        return [self._at(ratio) for ratio in RATIOS]

    def _at(self, ratio: float) -> Implication:
        by_x = self.by_x
        if self.rows is not None:  # another bias, other rows to learn from
            by_x = ahead(self.settings, self.world, learned(self.settings, self.world, ratio)[1])
        return implication(self.settings, self.world, by_x, ratio)


def run(settings: Settings) -> Result:
    """Draw the worlds and the estimates, and compare these under P and under Q."""
    s, world = settings, draw_world(settings)
    rows, estimates = learned(s, world, s.ratio) if s.errors == "learned" else (None, disturbed(s, world))
    by_x = ahead(s, world, estimates)
    return Result(s, world, estimates, rows, by_x, implication(s, world, by_x, s.ratio))


def ahead(settings: Settings, world: World, estimates: tuple[Floats, Floats]) -> Floats:
    """By how much b is ahead of a at each x: in accuracy, or in divergence from Q(y|x)."""
    if settings.compared == "accuracy":
        return accuracy_ahead(world, estimates)
    a, b = estimates
    return divergence(world.truth, a) - divergence(world.truth, b)


def accuracy_ahead(world: World, estimates: tuple[Floats, Floats]) -> Floats:
    a, b = (estimate > 0.5 for estimate in estimates)
    return (b.astype(float) - a) * (2 * world.truth - 1)


def divergence(truth: Floats, estimate: Floats) -> Floats:
    """KL(Q(y|x), Q_a(y|x)) at each x."""
    return np.asarray(rel_entr(truth, estimate) + rel_entr(1 - truth, 1 - estimate))


def implication(settings: Settings, world: World, by_x: Floats, ratio: float) -> Implication:
    """The "if" and the "then" of (3), or of the same with accuracies."""
    s, selected = settings, world.population * world.chance(ratio)
    if s.compared == "KL" and s.antecedent == "simplified":
        under_p = by_x.mean(axis=1)
    else:
        under_p = (selected * by_x).sum(axis=1) / selected.sum(axis=1)
    # KL(Q(x)Q(y|x), P(x)Q_b(y|x)) is KL(Q(x), P(x)) plus the mean over Q(x) of the divergence at x
    under_q = (world.population * by_x).sum(axis=1)
    lost = ((world.population > 0) & (selected == 0)).any(axis=1)
    hopeless = lost if s.compared == "KL" and s.infinite == "as printed" else np.zeros_like(lost)
    return Implication(under_p, under_q, hopeless)


#: Numbers in one array while a control moves.
COARSE_CELLS = 2**15


def coarse(settings: Settings) -> Settings:
    """While a slider is dragged, fewer draws have to do where there are many x, or rows to draw."""
    cells = COARSE_CELLS // (6 if settings.errors == "learned" else 1)
    return dataclasses.replace(settings, draws=min(settings.draws, max(100, cells >> settings.k)))


def describe(result: Result) -> str:
    s, outcome = result.settings, result.implication
    what = "the higher accuracy" if s.compared == "accuracy" else "the smaller divergence"
    bias = "Without bias" if s.ratio == 1 and not s.never else f"With a bias of strength {s.ratio:g} ({s.bias})"
    lost = f", {s.never:.2f} of all x never selected" if s.never else ""
    how = f"with errors {s.error_a:g} and {s.error_b:g}, {s.errors}"
    if s.errors == "learned":
        how = f"learned from {s.rows:,} rows"
    share = outcome.held / outcome.decided if outcome.decided else 0.0
    low, high = (float(end) for end in wilson(outcome.held, outcome.decided))
    return (
        f"{bias}{lost} and estimates {how}, the estimate with {what} under P has it under Q in {share:.4f} of "
        f"{outcome.decided:,} draws of {s.k} Boolean variables ({low:.4f} to {high:.4f}, "
        f"{outcome.decided - outcome.held:,} failures); the paper: around 0.999.{_by_reverse_testing(result)}"
    )


def _by_reverse_testing(result: Result) -> str:
    """What ReverseTesting itself makes of learned estimates."""
    if result.verdicts is None:
        return ""
    correct = (result.world.population * accuracy_ahead(result.world, result.estimates)).sum(axis=1)
    decided = result.verdicts != 0
    right = np.count_nonzero(decided & (np.sign(correct) == result.verdicts))
    return (
        f" ReverseTesting decides {np.count_nonzero(decided):,} of {result.settings.draws:,} draws, "
        f"and {right:,} of them for the more accurate estimate."
    )
