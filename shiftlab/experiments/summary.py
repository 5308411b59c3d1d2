"""From records to a summary: one row per quantity and setting, with mean, interval and number of repetitions.

A summary is a list of flat rows. The rules of the claims and the paper's tables read nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

Record = Mapping[str, Any]
Row = dict[str, Any]
Summary = list[Row]

LEVEL = 0.95


class Estimate(NamedTuple):
    """A mean with its 95 % interval (Student's t), the spread behind it, and how many repetitions it rests on.

    With one repetition there is no interval: `low` and `high` are None, and nothing can be decided from it.
    """

    mean: float
    low: float | None
    high: float | None
    n: int
    median: float
    q1: float
    q3: float


def estimate(values: Iterable[float]) -> Estimate:
    numbers = np.asarray(list(values), dtype=float)
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise ValueError("An estimate needs at least one number, and finite ones.")
    mean, n = float(numbers.mean()), int(numbers.size)
    low = high = None
    if n > 1:
        half = float(stats.t.ppf((1 + LEVEL) / 2, n - 1) * numbers.std(ddof=1) / math.sqrt(n))
        low, high = mean - half, mean + half
    q1, median, q3 = (float(q) for q in np.quantile(numbers, [0.25, 0.5, 0.75]))
    return Estimate(mean, low, high, n, median, q1, q3)


def row(quantity: str, values: Iterable[float], **keys: Any) -> Row:
    """One line of a summary."""
    return {"quantity": quantity, **keys, **estimate(values)._asdict()}


def groups(records: Iterable[Record], keys: Sequence[str]) -> dict[tuple[Hashable, ...], list[Record]]:
    """Records that agree in `keys`, together, in the order in which they first appear."""
    found: dict[tuple[Hashable, ...], list[Record]] = {}
    for record in records:
        found.setdefault(tuple(record[key] for key in keys), []).append(record)
    return found


def pooled(name: str, cells: Sequence[Record], **keys: Any) -> Row:
    """One line of a summary, with the interval of the mean over every trial of several cells.

    A cell holds its number of trials, and of `name` their mean and, under the name with "sd", their standard
    deviation (divided by their number).
    """
    n, means, spreads = (np.array([cell[key] for cell in cells]) for key in ("trials", name, f"{name} sd"))
    total = int(n.sum())
    mean = float(n @ means / total)
    low = high = None
    if total > 1:
        squares = float(n @ (spreads**2 + (means - mean) ** 2))  # within the cells, and between them
        half = float(stats.t.ppf((1 + LEVEL) / 2, total - 1)) * math.sqrt(squares / (total - 1) / total)
        low, high = mean - half, mean + half
    return {"quantity": name, **keys, "mean": mean, "low": low, "high": high, "n": total}


def paired(
    first: Iterable[Record],
    second: Iterable[Record],
    value: str | Callable[[Record], float],
    by: str = "seed",
) -> list[float]:
    """value(second) - value(first) for every pair of records with the same `by`."""
    get = value if callable(value) else lambda record: record[value]
    partner = {record[by]: record for record in first}
    return [get(record) - get(partner[record[by]]) for record in second if record[by] in partner]


def select(summary: Summary, quantity: str, **keys: Any) -> Summary:
    """The rows of one quantity whose other columns have the given values (numbers compared to 1e-9)."""
    return [
        line
        for line in summary
        if line["quantity"] == quantity and all(_same(line.get(key), value) for key, value in keys.items())
    ]


def _same(a: Any, b: Any) -> bool:
    numbers = (int, float)
    if isinstance(a, numbers) and isinstance(b, numbers) and not isinstance(a, bool):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return bool(a == b)
