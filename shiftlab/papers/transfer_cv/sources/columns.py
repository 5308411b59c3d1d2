"""The columns of Table 5: sources with one learner fixed, and all pairs of a learner and a source."""

from __future__ import annotations

from collections.abc import Mapping

from ..judged import Judged
from ..printed import PAIRS_OF_BOTH

BETWEEN = " from "


def pairs_of(by_source: Mapping[str, Judged]) -> Judged:
    """Every pair of a learner and a source as a candidate."""

    def named(values: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
        return {
            f"{learner}{BETWEEN}{source}": value for source, one in values.items() for learner, value in one.items()
        }

    criteria = next(iter(by_source.values())).criteria
    return Judged(
        named({source: judged.truth for source, judged in by_source.items()}),
        {name: named({source: judged.values[name] for source, judged in by_source.items()}) for name in criteria},
    )


def columns_of(pairs: Judged) -> dict[str, Judged]:
    """Each learner, with the sources as candidates, and the pairs themselves."""
    learners = dict.fromkeys(name.partition(BETWEEN)[0] for name in pairs.names)
    return {**{learner: _with(learner, pairs) for learner in learners}, PAIRS_OF_BOTH: pairs}


def _with(learner: str, pairs: Judged) -> Judged:
    start = f"{learner}{BETWEEN}"

    def its(values: Mapping[str, float]) -> dict[str, float]:
        return {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}

    return Judged(its(pairs.truth), {name: its(values) for name, values in pairs.values.items()})
