"""Draw random problems, try every statement on them, and count how often it fails: as printed, and corrected."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from shiftlab.experiments.streams import state

from .convexity import Look, convexity, look
from .formulas import distances
from .optima import SAME, Ends, ends, optima, without_overlap
from .ratios import ratios
from .settings import Settings
from .world import problem

#: Of a relative distance between two ways to compute the same vector: less is rounding.
ROUNDING = 1e-9


class Count(NamedTuple):
    """How often a statement failed, of how many times it was tried."""

    failed: int
    tried: int

    def __str__(self) -> str:
        return f"{self.failed} of {self.tried}"

    @property
    def share(self) -> float:
        """NaN where nothing was tried."""
        return self.failed / self.tried if self.tried else float("nan")


@dataclasses.dataclass(frozen=True)
class Result:
    """The numbers that are kept, and what they were counted from."""

    settings: Settings
    numbers: dict[str, float]
    distances: dict[str, list[float]]  # of every problem
    looks: list[Look]  # at every point of every problem
    ends: Ends

    def counts(self) -> dict[str, tuple[Count, Count]]:
        """Of each statement in `EXAMINED`, as printed and corrected."""
        far, points, searches = self.distances, self.looks, self.ends.every
        outside, inside = ([one for one in points if one.inside == side] for side in (False, True))
        apart = [one for one in points if one.separates]
        return {
            "newton": (
                _of(d > ROUNDING for d in far["newton_printed"]),
                _of(d > ROUNDING for d in far["newton_corrected"]),
            ),
            "pockets": (_of(one.definite for one in outside), _of(one.indefinite for one in inside)),
            "separates": (_of(one.indefinite for one in apart), _of(one.indefinite for one in apart if one.inside)),
            "more": (_of(d < 0 for d in self.ends.more), _of(one.more < 0 for one in points)),
            "start": (
                _of(s.behind(s.end) > SAME for s in searches),
                _of(s.end > s.iid + SAME * s.scale for s in searches),
            ),
        }


def _of(failed: Iterable[bool]) -> Count:
    every = list(failed)
    return Count(sum(every), len(every))


class Statement(NamedTuple):
    """In a word, as printed, and what is true instead."""

    word: str
    printed: str
    corrected: str


EXAMINED = {
    "newton": Statement("Λ in (16)", "(16) with Λ as printed is the Newton step", "with Λ corrected"),
    "pockets": Statement("(40)", "not convex where (40) fails", "convex where (40) holds"),
    "separates": Statement("corollary 1", "convex where w separates", "and (40) holds"),
    "more": Statement("larger n", "(40) holds for more rows at the optimum", "at the same point"),
    "start": Statement("iid start", "no other start ends lower", "the end is not worse than the start"),
}


def run(settings: Settings) -> Result:
    """Draw the problems, look at their points, and search."""
    s, rng = settings, np.random.RandomState(state(settings.seed))
    problems = [problem(rng, s.prior) for _ in range(s.problems)]
    far = distances(problems, rng)
    looks = [look(p, rng, s.points) for p in problems]
    curved = convexity(problems, looks, rng)
    searched = ends(rng, s.searched, s.starts)
    numbers = {
        **{name: max(values) for name, values in far.items()},
        **curved,
        **optima(searched),
        **without_overlap(rng),
        **ratios(rng),
    }
    return Result(s, numbers, far, [one for several in looks for one in several], searched)


#: While a control moves.
COARSE = {"problems": 3, "points": 20, "searched": 1, "starts": 1}


def coarse(settings: Settings) -> Settings:
    """While a control moves: fewer of everything."""
    return dataclasses.replace(settings, **{name: min(getattr(settings, name), few) for name, few in COARSE.items()})


def describe(result: Result) -> str:
    s, numbers, counts = result.settings, result.numbers, result.counts()
    printed, corrected = ({name: both[i] for name, both in counts.items()} for i in (0, 1))
    start = f"Of {printed['start'].tried} searches from the iid fit {printed['start'].failed} end above another start"
    return (
        f"{s.problems} random problem{'s' * (s.problems > 1)} at {len(result.looks)} points: with Λ as printed (16) is "
        f"up to {numbers['newton_printed']:.3f} of the Newton step away, corrected {numbers['newton_corrected']:.1e}. "
        f"Where (40) fails the criterion is convex all the same at {printed['pockets']} points, where it holds it is "
        f"not at {corrected['pockets']}; where w separates it is not at {printed['separates']}. "
        f"{start}, {corrected['start'].failed} above their own. With more target rows (40) holds for fewer rows at the "
        f"optimum of {printed['more']}. Mean weight {numbers['mean_weight_two_stage']:.3g} in two stages, "
        f"{numbers['mean_weight_joint']:.3g} jointly; of disjoint samples {numbers['disjoint_weight_1']:.3g}, "
        f"and with a thousand times as wide a prior {numbers['disjoint_weight_1000']:.1e}."
    )
