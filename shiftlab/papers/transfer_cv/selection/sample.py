"""One draw: labelled source rows, target rows, and the few of them whose labels are known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.experiments.streams import stream

from ..scaling import scaled
from .settings import Settings
from .wine import COLOURS, rows_of
from .world import densities, ratio, rules

Labels = NDArray[np.int64]


class Sample(NamedTuple):
    """Columns scaled as the settings say; `places` are those of all rows before that, the source's first."""

    X: Floats
    y: Labels
    X_unlabeled: Floats
    y_unlabeled: Labels  # the truth, which no criterion sees
    X_labeled: Floats
    y_labeled: Labels
    places: Floats
    true_ratio: Floats | None  # of the source rows, where it is known

    @property
    def source(self) -> tuple[Floats, Labels]:
        return self.X, self.y

    @property
    def labeled(self) -> tuple[Floats, Labels]:
        return self.X_labeled, self.y_labeled

    @property
    def X_target(self) -> Floats:
        """X_u and X_l together, as the matching takes them (section 3)."""
        return np.concatenate([self.X_unlabeled, self.X_labeled])


def draw_sample(settings: Settings) -> Sample:
    """Draw rows of both domains, and which target rows have labels."""
    s = settings
    source, target = (_world if s.problem == "world" else _wines)(s)
    # a stream of its own: moving the world leaves the choice where it is
    order = stream(s.seed, 2).permutation(len(target[1]))
    known, hidden = order[: s.n_labeled], order[s.n_labeled :]
    X, X_target = scaled(s.scaling, source[0], target[0])
    if np.unique(source[1]).size < 2:
        raise ValueError("All rows of the source are of one class: take more of them, or another seed.")
    return Sample(
        X,
        source[1],
        X_target[hidden],
        target[1][hidden],
        X_target[known],
        target[1][known],
        np.concatenate([source[0], target[0][hidden], target[0][known]]),
        ratio(s, source[0]) if s.problem == "world" else None,
    )


def _world(s: Settings) -> list[tuple[Floats, Labels]]:
    domains = []
    for which, (density, rule, n) in enumerate(zip(densities(s), rules(s), (s.n_source, s.n_target), strict=True)):
        random = stream(s.seed, which)
        X = density.draw(n, random)
        turned = random.random_sample(n) < s.noise
        domains.append((X, np.where(turned, 1 - rule.labels(X), rule.labels(X))))
    return domains


def _wines(s: Settings) -> list[tuple[Floats, Labels]]:
    domains = []
    for which, (colour, n) in enumerate(zip(COLOURS[s.problem], (s.n_source, s.n_target), strict=True)):
        X, y = rows_of(colour, s.good)
        rows = stream(s.seed, which).permutation(y.size)[:n]
        domains.append((X[rows], y[rows]))
    return domains
