"""Finding the parts of a claim in the summaries of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .rules import Part
from .statement import Summaries

PartsOf = Callable[[Summaries], Sequence[Part]]


def rows(
    experiment: str,
    quantity: str,
    label: str,
    *,
    where: Callable[[Any], bool] = lambda row: True,
    sign: int = 1,
    expected: float | None = None,
    **keys: Any,
) -> PartsOf:
    """One part for each row of a summary that has this quantity and these keys and passes `where`.

    `label` is a template filled from the row. With sign -1 the difference is turned round; `expected` is what the
    paper says that the number is.
    """

    def parts(summaries: Summaries) -> list[Part]:
        return [
            Part.of(row, label.format(**row) + _details(row), sign, expected)
            for row in of(summaries, experiment, quantity, **keys)
            if where(row)
        ]

    return parts


def of(summaries: Summaries, experiment: str, quantity: str, **keys: Any) -> list[dict[str, Any]]:
    """The rows of one quantity; none when the experiment was not run."""
    from ..experiments.summary import select

    return select(summaries.get(experiment, []), quantity, **keys)


def together(*several: PartsOf) -> PartsOf:
    """The parts of several, one after the other."""
    return lambda summaries: [part for parts in several for part in parts(summaries)]


def _details(row: Any) -> str:
    """What a label leaves out unless it matters: the forest's leaves, several undersamples."""
    leaf = f", leaf {row['leaf']}" if row.get("learner") == "forest" and "leaf" in row else ""
    return leaf + (f", {row['bags']} undersamples" if row.get("bags", 1) > 1 else "")
