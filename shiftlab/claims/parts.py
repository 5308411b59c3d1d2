"""Finding the parts of a claim in the summaries of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .evidence import Part
from .statement import Summaries

PartsOf = Callable[[Summaries], Sequence[Part]]


class NothingRead(ValueError):
    """A claim asks for what no row of the summary has: a misspelt quantity, or cells that were not run."""


def every(row: Any) -> bool:
    """The reading of a claim that has but one."""
    return True


def rows(
    experiment: str,
    quantity: str,
    label: str,
    *,
    where: Callable[[Any], bool] = every,
    primary: Callable[[Any], bool] = every,
    sign: int = 1,
    expected: float | None = None,
    runs: int = 1,
    **keys: Any,
) -> PartsOf:
    """One part for each row of a summary that has this quantity and these keys and passes `where`.

    Those that pass `primary` are the reading of the claim that decides, the others are shown beside it. `label` is a
    template filled from the row. With sign -1 the difference is turned round; `expected` is what the paper says that
    the number is, the mean of so many `runs`.
    """

    def parts(summaries: Summaries) -> list[Part]:
        found = [row for row in of(summaries, experiment, quantity, **keys) if where(row)]
        if not found:
            raise NothingRead(f"No row of {experiment} with the quantity {quantity!r} is the one that is asked for.")
        return [
            Part.of(
                row,
                label.format(**row) + _details(row),
                sign,
                expected,
                runs=runs,
                primary=bool(primary(row)),
                experiment=experiment,
            )
            for row in found
        ]

    return parts


def of(summaries: Summaries, experiment: str, quantity: str, **keys: Any) -> list[dict[str, Any]]:
    """The rows of one quantity with these keys: at least one."""
    from ..experiments.summary import select

    found = select(summaries.get(experiment, []), quantity, **keys)
    if not found:
        asked = ", ".join(f"{name} = {value}" for name, value in keys.items())
        raise NothingRead(f"The summary of {experiment} has no quantity {quantity!r}{asked and ' with ' + asked}.")
    return found


def together(*several: PartsOf) -> PartsOf:
    """The parts of several, one after the other."""
    return lambda summaries: [part for parts in several for part in parts(summaries)]


def beside(parts: PartsOf) -> PartsOf:
    """The same, as another reading than the one that decides."""
    return lambda summaries: [replace(part, primary=False) for part in parts(summaries)]


def _details(row: Any) -> str:
    """What a label leaves out unless it matters: the forest's leaves, several undersamples."""
    leaf = f", leaf {row['leaf']}" if row.get("learner") == "forest" and "leaf" in row else ""
    return leaf + (f", {row['bags']} undersamples" if row.get("bags", 1) > 1 else "")
