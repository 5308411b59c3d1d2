"""From draws to Table 4 and figures 5 and 6 with our numbers: how well each criterion orders what is chosen amongst."""

from __future__ import annotations

from typing import Any

from shiftlab.experiments.summary import Record, Summary, rows_of

from .. import readings
from ..kept import judged_in
from ..numbers import numbers_of
from .cells import ALL_READINGS, WORLDS
from .settings import Settings

#: Columns of a row: what tells one setting from another. All other fields are in the reading.
TOLD = ("problem", "angle", "shift", "task", "folds", "labeled", "weigher")
KEYS = ("problem", "world", "task", "learners", "folds", "labeled", "weigher", "reading", "angle", "shift")
#: Numbers of a record that are not of candidates.
PLAIN = ("n_labeled", "ess", "mean_weight", "largest_weight", "disputed")
#: Fields that say which learners are compared.
LEARNERS = ("a", "b", "c", "every")


def summarise(records: list[Record]) -> Summary:
    """One row per quantity and setting, over its draws."""
    together: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        together.setdefault(told_apart(record), []).append(record)
    summary: Summary = []
    for setting, group in together.items():
        draws = [{name: one[name] for name in PLAIN} | numbers_of(judged_in(one)) for one in group]
        summary += rows_of(draws, **dict(zip(KEYS, setting, strict=True)))
    return summary


def told_apart(record: Record) -> tuple[Any, ...]:
    """The values of `KEYS`."""
    return (
        record["problem"],
        world(record),
        record["task"],
        learners(record),
        record["folds"],
        record["labeled"],
        record["weigher"],
        reading(record),
        *(record[name] if record["problem"] == "world" else None for name in ("angle", "shift")),
    )


def world(record: Record) -> str:
    """What shifts in the world; of other worlds the angle and the shift, and nothing of wine."""
    if record["problem"] != "world":
        return ""
    held = {name: record[name] for name in ("angle", "shift")}
    told = f"{held['angle']:g}°, shift {held['shift']:g}"
    return next((name for name, one in WORLDS.items() if one == held), told)


def learners(record: Record) -> str:
    """What is compared, for a label."""
    if record["task"] != "learners":
        return "five values"
    return "all eight" if record["every"] else ", ".join(record[name] for name in "abc")


def reading(record: Record) -> str:
    """What was chosen where the paper is silent: by its name, or all that is other than usual."""
    return readings.reading(record, Settings(), ALL_READINGS, apart=(*TOLD, *LEARNERS))
