"""The flat numbers of one draw of sources: what is said of every pair of learner and source, the truth, the rows."""

from __future__ import annotations

from typing import Any

from ..kept import flat
from .run import Result


def record(result: Result) -> dict[str, Any]:
    """Of the pairs all that the summary needs; of the weights what they are worth, as a share of the rows."""
    first = next(iter(result.samples.values()))
    numbers: dict[str, Any] = {
        "n_target": first.y_target.size + first.y_labeled.size,
        "n_labeled": first.y_labeled.size,
    }
    for source, sample in result.samples.items():
        numbers |= {f"n {source}": sample.y.size, f"ess {source}": result.ess[source] / sample.y.size}
    return numbers | flat(result.pairs)
