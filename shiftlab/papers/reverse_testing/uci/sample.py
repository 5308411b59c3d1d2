"""Labelled source rows with those that the bias has dropped, and a target that is as it was."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.bias import DropLowest
from shiftlab.experiments.streams import stream

from .settings import Settings
from .tasks import rows_of
from .world import WORLDS, Labels


class Sample(NamedTuple):
    X: Floats  # of the source, before rows were dropped
    y: Labels
    kept: NDArray[np.bool_]
    X_target: Floats
    y_target: Labels

    @property
    def source(self) -> tuple[Floats, Labels]:
        return self.X[self.kept], self.y[self.kept]

    def scaled(self) -> Sample:
        """With the mean and the deviation of each attribute in the source taken away, which needs no label."""
        mean, deviation = self.X[self.kept].mean(axis=0), self.X[self.kept].std(axis=0)
        deviation = np.where(deviation > 0, deviation, 1.0)
        return self._replace(X=(self.X - mean) / deviation, X_target=(self.X_target - mean) / deviation)


def draw_sample(settings: Settings, trial: int) -> Sample:
    """Draw or split, and drop the lowest of the source."""
    s = settings
    # streams of their own: moving the bias leaves the rows where they are
    drawing, flipping, dropping = (stream(s.seed, trial, which) for which in range(3))
    if s.problem in WORLDS:
        X, y = WORLDS[s.problem].sample(2 * s.size, drawing)
        y = np.where(flipping.random_sample(y.size) < s.noise, 1 - y, y)
        n_source = s.size
    else:
        X, y = rows_of(s.problem)
        order = drawing.permutation(y.size)
        X, y = X[order], y[order]
        n_source = y.size - round(s.target * y.size)
    source, target = slice(n_source), slice(n_source, None)
    kept = DropLowest(s.attribute - 1, s.drop).select(X[source], y[source], dropping)  # 3.1
    if np.unique(y[source][kept]).size < 2:
        raise ValueError(
            f"Only {kept.sum()} rows of one class are left: drop fewer rows than drop={s.drop:g}, or take another seed."
        )
    return Sample(X[source], y[source], kept, X[target], y[target])
