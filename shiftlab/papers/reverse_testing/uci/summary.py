"""From records of ReverseTesting to its summary: shares of right verdicts, and counts of 30 as in section 5."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from shiftlab.experiments.settings import as_dict, shown
from shiftlab.experiments.summary import Record, Row, Summary, by_setting, clustered_rows, row, rows, rows_of
from shiftlab.validation.verdicts import RULES

from ..learners import LEARNERS
from ..printed import N_PAIRS, RIGHT
from .cells import READINGS, reading_of
from .settings import Settings
from .tasks import TASKS

#: All settings that change the numbers; leaving one out only adds some.
KEYS = tuple(name for name in as_dict(Settings()) if name not in ("loo", "trials", "seed"))
CRITERIA = ("cv", "loo", "train", *RULES)
RIVALS = ("cv", "loo")
OUTCOMES = ("right", "wrong", "undecided")
#: What is kept as it is: means over the trials of a cell.
PLAIN = ("n_source", "n_target", "fits", "gap cv", "gap loo", "gap train loo")


def summarise(records: list[Record]) -> Summary:
    """One line per quantity and settings, over the seeds; then, for each reading of the tables, counts of 30 pairs.

    Shares are of the pairs that have a better learner. The columns "problem" and "setting" say which settings they
    are; "reading" names those of the tables.
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
        for outcome in OUTCOMES:
            counts = [_count(cell, outcome, name) for cell in judged]
            yield from clustered_rows(outcome, counts, list(map(_decided, judged)), criterion=name, **named)
        ranked = [cell for cell in judged if f"best {name}" in cell]
        best, trials = [cell[f"best {name}"] for cell in ranked], [cell["trials"] for cell in ranked]
        yield from clustered_rows("best", best, trials, criterion=name, **named)
    for name in ("strict", "cv"):  # about which one of the two alone is right
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
    return int(cell["pairs"] - cell["ties"])


def _count(cell: Record, outcome: str, name: str) -> int:
    if outcome == "undecided":
        return _decided(cell) - int(cell[f"right {name}"] + cell[f"wrong {name}"])
    return int(cell[f"{outcome} {name}"])


def _of_thirty(seeds: list[list[Record]], named: dict[str, Any]) -> Summary:
    """Counts of 30 pairs, of all five sets at the same seed: those without ties of the truth, brought up to 30."""
    summary = [row("ties of 30", [sum(cell["ties"] for cell in cells) for cells in seeds], **named)]
    for name in CRITERIA:
        judged = [cells for cells in seeds if all(f"right {name}" in cell for cell in cells)]
        if not judged:
            continue
        counts = {outcome: np.array([_thirty(cells, outcome, name) for cells in judged]) for outcome in OUTCOMES}
        summary += [row(f"{outcome} of 30", values, criterion=name, **named) for outcome, values in counts.items()]
        if len(judged) > 1:
            summary.append(row("sd, right of 30", [counts["right"].std(ddof=1)], criterion=name, **named))
        printed = RIGHT.get("strict" if name in RULES else name)
        if printed is not None:
            as_good = [float(count >= printed) for count in counts["right"]]
            summary += clustered_rows("seeds as good as printed", as_good, [1] * len(judged), criterion=name, **named)
        if name in RIVALS:
            for rule in RULES:
                gains = [_thirty(cells, "right", rule) - _thirty(cells, "right", name) for cells in judged]
                summary.append(row(f"right of 30 - {name}", gains, criterion=rule, **named))
    return summary


def _thirty(cells: list[Record], outcome: str, name: str) -> float:
    return N_PAIRS * sum(_count(cell, outcome, name) for cell in cells) / sum(map(_decided, cells))
