"""From records to Tables 15 to 18 with our numbers: what the learners earn, and the pairs that criteria put right.

The repetitions are blocks of time, or drawn worlds. Pairs of learners in one of them share their rows and are not
counted as repetitions; seeds on one block share them too, and are averaged.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from shiftlab.experiments.summary import Record, Row, Summary, by_setting, groups, row

from .record import CRITERIA
from .run import NAMES, per_thousand
from .settings import Settings

N_PAIRS = 6
ANSWERS = ("right", "wrong", "undecided")
#: Of the printed order of Table 15, in both data sets: each learner earns more than the one before it.
STEPS = tuple(pairwise(NAMES))
KEYS = Settings.keys()
Value = Callable[[Record], float | None]


def summarise(records: list[Record]) -> Summary:
    """One line per quantity and settings, over the blocks of time or the worlds."""
    summary: Summary = []
    for named, group in by_setting(records, KEYS):
        named |= {"reading": reading(group[0])}
        unit = "block" if group[0]["problem"] == "creditcard" else "seed"
        repetitions = list(groups(group, [unit]).values())
        for quantity, value in _quantities().items():
            means = [float(np.mean(seen)) for one in repetitions if (seen := _seen(value, one))]
            if means:
                averaged = row(quantity, means, **named)
                summary.append(_within_one(averaged) if _is_share(quantity) else averaged)
    return summary


def _is_share(quantity: str) -> bool:
    return quantity.split()[0] in (*ANSWERS, "clear", "best", "share") and " - " not in quantity


def _within_one(row: Row) -> Row:
    """Student's interval of a few shares may pass 0 and 1, which no share does."""
    return row if row["low"] is None else {**row, "low": max(row["low"], 0.0), "high": min(row["high"], 1.0)}


def _seen(value: Value, records: list[Record]) -> list[float]:
    return [number for record in records if (number := value(record)) is not None]


def _quantities() -> dict[str, Value]:
    values: dict[str, Value] = {name: lambda r, name=name: r[name] for name in PLAIN}  # type: ignore[misc]
    for name in NAMES:
        values[f"earned {name}"] = _per(f"truth_{name}", "n_target")
        values[f"expected {name}"] = _per(f"cv_{name}", "n_source")
    values["possible"] = _per("possible_target", "n_target")
    for less, more in (*STEPS, ("bNB", "RDT"), ("uDT", "RDT")):
        values[f"{more} - {less}"] = _difference(f"earned {more}", f"earned {less}", values)
    for criterion in CRITERIA:
        for answer in ANSWERS:
            values[f"{answer} {criterion}"] = _of_pairs(f"{answer}_{criterion}")
        values[f"clear right {criterion}"] = _of_clear(f"clear_right_{criterion}")
        values[f"best {criterion}"] = _plain(f"best_{criterion}")
    for rule in CRITERIA[1:]:
        values[f"right {rule} - cv"] = _difference(f"right {rule}", "right cv", values)
        values[f"clear right {rule} - cv"] = _difference(f"clear right {rule}", "clear right cv", values)
    values["share of pairs tied"] = lambda r: r["ties"] / N_PAIRS
    values["share of pairs clear"] = lambda r: r["clear"] / N_PAIRS
    return values


PLAIN = ("n_source", "n_target", "frauds_source", "frauds_target", "worthwhile_target", "shift_auc")


def _plain(name: str) -> Value:
    return lambda record: float(record[name])


def _per(dollars: str, rows: str) -> Value:
    return lambda record: per_thousand(record[dollars], record[rows])


def _of_pairs(name: str) -> Value:
    """A share of the pairs that have a better learner; None where none has."""
    return lambda record: record[name] / decided if (decided := N_PAIRS - record["ties"]) else None


def _of_clear(name: str) -> Value:
    return lambda record: record[name] / record["clear"] if record["clear"] else None


def _difference(one: str, other: str, values: dict[str, Value]) -> Value:
    first, second = values[one], values[other]

    def value(record: Record) -> float | None:
        a, b = first(record), second(record)
        return None if a is None or b is None else a - b

    return value


def reading(record: Record) -> str:
    """What was chosen where the paper is silent, for a label."""
    if record["problem"] == "synthetic":
        return f"synthetic world, shift {record['shift']:g}"
    before = f"{record['train']} of {record['blocks']} blocks before" if record["train"] else "all blocks before"
    rows = f", {record['max_rows']:,} rows" if record["max_rows"] else ""
    enough = f", {record['enough']} rows answer" if record["enough"] else ""
    taught = {"labels": ", as taught", "classes": ", labelled by class"}.get(record["retrained"], "")
    return f"card, {before}{rows}{enough}{taught}"
