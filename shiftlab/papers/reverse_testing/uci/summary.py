"""From records of ReverseTesting to its summary: shares of right verdicts, and counts of 30 as in section 5."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from shiftlab.experiments.settings import shown
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, clustered_rows, row, rows, rows_of
from shiftlab.validation.verdicts import RULES

from ..learners import LEARNERS
from ..printed import N_PAIRS
from .cells import READINGS, reading_of
from .settings import Settings
from .tasks import TASKS

KEYS = Settings.keys()
CRITERIA = ("cv", "loo", "train", *RULES)
RIVALS = ("cv", "loo")
OUTCOMES = ("right", "wrong", "undecided")
#: Of these two one may be right about a pair and the other not.
ALONE = ("strict", "cv")
#: What is kept as it is: means over the trials of a cell.
PLAIN = ("n_source", "n_target", "fits", "gap cv", "gap loo", "gap train loo")


def summarise(records: list[Record]) -> Summary:
    """One line per quantity and settings, over the seeds; then, for each reading of the tables, counts of 30 pairs.

    Shares are of the pairs that have a better learner; "right of decided" are of those about which the criterion
    decides, and "half credit" gives half a point for a pair that it leaves undecided, what a coin would earn. The
    columns "problem" and "setting" say which settings they are; "reading" names those of the tables.
    """
    summary: Summary = []
    by_seed: dict[str, dict[int, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for values, cells in by_setting(records, KEYS):
        settings = Settings(**values)
        reading = reading_of(settings)
        named = {"problem": settings.problem, "reading": reading, "setting": setting(settings)}
        summary += _of_cells(cells, named)
        if reading:
            for cell in cells:
                by_seed[reading][cell["seed"]].append(cell)
    for reading in READINGS:
        # a seed counts if all five sets were split by it
        whole = {seed: cells for seed, cells in sorted(by_seed[reading].items()) if len(cells) == len(TASKS)}
        if whole:
            summary += _of_thirty(list(whole.values()), {"problem": "all five sets", "reading": reading})
    return summary


def setting(settings: Settings) -> str:
    """What differs from the defaults, in words: "drop 0.5, size 50"."""
    changes = (f"{name} {shown(value)}" for name, value in settings.told().items() if name != "problem")
    return ", ".join(changes) or "as by default"


def _of_cells(cells: list[Record], named: dict[str, Any]) -> Iterator[Row]:
    pairs = [cell["pairs"] for cell in cells]
    yield from clustered_rows("ties", [cell["ties"] for cell in cells], pairs, **named)
    for name in CRITERIA:
        judged = [cell for cell in cells if f"right {name}" in cell]
        decided = list(map(_decided, judged))
        for outcome in (*OUTCOMES, "half credit"):
            counts = [_count(cell, outcome, name) for cell in judged]
            yield from clustered_rows(outcome, counts, decided, criterion=name, **named)
        right, wrong = ([int(cell[f"{answer} {name}"]) for cell in judged] for answer in ("right", "wrong"))
        answers = [one + other for one, other in zip(right, wrong, strict=True)]
        yield from clustered_rows("right of decided", right, answers, criterion=name, **named)
        ranked = [cell for cell in judged if f"best {name}" in cell]
        best, trials = [cell[f"best {name}"] for cell in ranked], [cell["trials"] for cell in ranked]
        yield from clustered_rows("best", best, trials, criterion=name, **named)
    for name in ALONE:
        yield from clustered_rows(
            f"only {name}", [cell[f"only {name}"] for cell in cells], list(map(_decided, cells)), **named
        )
    compared = [cell for cell in cells if "same train loo" in cell]
    same = [cell["same train loo"] for cell in compared]
    yield from clustered_rows("same train loo", same, [cell["pairs"] for cell in compared], **named)
    for rule in RULES:
        for rival in RIVALS:
            judged = [cell for cell in cells if f"right {rival}" in cell and _decided(cell)]
            gains = [(cell[f"right {rule}"] - cell[f"right {rival}"]) / _decided(cell) for cell in judged]
            yield from rows(f"right - {rival}", gains, criterion=rule, **named)
    yield from rows_of(cells, PLAIN, **named)
    for learner in LEARNERS:
        known = [cell for cell in cells if f"truth {learner}" in cell]
        yield from rows("truth", [cell[f"truth {learner}"] for cell in known], learner=learner, **named)
        beyond = [cell[f"beyond bound {learner}"] for cell in known if f"beyond bound {learner}" in cell]
        yield from clustered_rows("beyond bound", beyond, [1] * len(beyond), learner=learner, **named)
        for name in RIVALS:
            judged = [cell for cell in known if f"{name} {learner}" in cell]
            gaps = [cell[f"{name} {learner}"] - cell[f"truth {learner}"] for cell in judged]
            yield from rows("estimate - truth", gaps, criterion=name, learner=learner, **named)


def _decided(cell: Record) -> int:
    """Pairs that have a better learner."""
    return int(cell["pairs"] - cell["ties"])


def _count(cell: Record, outcome: str, name: str) -> float:
    right, wrong = float(cell[f"right {name}"]), float(cell[f"wrong {name}"])
    undecided = _decided(cell) - right - wrong
    return {"right": right, "wrong": wrong, "undecided": undecided, "half credit": right + undecided / 2}[outcome]


def _of_thirty(splits: list[list[Record]], named: dict[str, Any]) -> Summary:
    """Counts of 30 pairs, of all five sets at the same seed, as they are: a pair whose learners are equally accurate on
    the target is neither right nor wrong. "Scaled" are those without these ties, brought up to 30.
    """
    summary = [row("ties of 30", [sum(cell["ties"] for cell in cells) for cells in splits], **named)]
    for name in CRITERIA:
        judged = [cells for cells in splits if all(f"right {name}" in cell for cell in cells)]
        if not judged:
            continue
        for quantity, measure in MEASURES.items():
            values = [measure(cells, name) for cells in judged]
            summary += rows(quantity, [value for value in values if value is not None], criterion=name, **named)
        if name in RIVALS:
            summary += _against(name, judged, named)
            gaps = [[cell.get(f"gap {name}", np.nan) for cell in cells] for cells in judged]
            summary += rows(
                "gap", [float(np.mean(gap)) for gap in gaps if not np.isnan(gap).any()], criterion=name, **named
            )
    for name in ALONE:
        alone = [sum(cell[f"only {name}"] for cell in cells) for cells in splits]
        summary.append(row("alone right of 30", alone, criterion=name, **named))
    return summary


def _against(rival: str, splits: list[list[Record]], named: dict[str, Any]) -> Summary:
    """How much more of each quantity the rules have than a rival, in the same splits."""
    summary: Summary = []
    for rule in RULES:
        for quantity in COMPARED:
            several = [(MEASURES[quantity](cells, rule), MEASURES[quantity](cells, rival)) for cells in splits]
            gains = [one - other for one, other in several if one is not None and other is not None]
            summary += rows(f"{quantity} - {rival}", gains, criterion=rule, **named)
    return summary


def _sum(outcome: str, cells: list[Record], name: str) -> float:
    return sum(_count(cell, outcome, name) for cell in cells)


def _scaled(outcome: str, cells: list[Record], name: str) -> float:
    return N_PAIRS * _sum(outcome, cells, name) / sum(map(_decided, cells))


def _right_of_decided(cells: list[Record], name: str) -> float | None:
    """Nothing where a criterion leaves all pairs undecided."""
    answers = _sum("right", cells, name) + _sum("wrong", cells, name)
    return _sum("right", cells, name) / answers if answers else None


#: Of a split and a criterion, by quantity.
MEASURES: dict[str, Callable[[list[Record], str], float | None]] = {
    **{f"{outcome} of 30": partial(_sum, outcome) for outcome in (*OUTCOMES, "half credit")},
    **{f"{outcome} of 30, scaled": partial(_scaled, outcome) for outcome in (*OUTCOMES, "half credit")},
    "right of decided": _right_of_decided,
}
COMPARED = ("right of 30", "right of 30, scaled", "half credit of 30", "half credit of 30, scaled", "right of decided")
