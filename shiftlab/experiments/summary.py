"""From records to a summary: one row per quantity and setting, with mean, interval and number of repetitions.

A summary is a list of flat rows. The rules of the claims and the paper's tables read nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import intervals

Record = Mapping[str, Any]
Row = dict[str, Any]
Summary = list[Row]


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


#: Columns of a row that are no settings.
NUMBERS = frozenset({"quantity", *Estimate._fields, "freedom"})


def estimate(values: Iterable[float]) -> Estimate:
    numbers = np.asarray(list(values), dtype=float)
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise ValueError("An estimate needs at least one number, and finite ones.")
    q1, median, q3 = (float(q) for q in np.quantile(numbers, [0.25, 0.5, 0.75]))
    return Estimate(float(numbers.mean()), *intervals.student(numbers), int(numbers.size), median, q1, q3)


def row(quantity: str, values: Iterable[float], **keys: Any) -> Row:
    """One row of a summary."""
    return {"quantity": quantity, **keys, **estimate(values)._asdict()}


def rows(quantity: str, values: Sequence[float], **keys: Any) -> Summary:
    """One row of a summary, or none where there are no values."""
    return [row(quantity, values, **keys)] if len(values) else []


def rows_of(records: Sequence[Record], names: Iterable[str] | None = None, **keys: Any) -> Summary:
    """One row for each number that a record has, over the records that have it; of all that any has, unless named."""
    if names is None:
        names = dict.fromkeys(name for record in records for name in record)
    several = ((name, [record[name] for record in records if name in record]) for name in names)
    return [one for name, values in several for one in rows(name, values, **keys)]


def difference_rows(records: Sequence[Record], pairs: Mapping[str, tuple[str, str]], **keys: Any) -> Summary:
    """One row for each difference inside a record, the first of two numbers minus the second, where it has both."""
    several = (
        (name, [record[one] - record[other] for record in records if one in record and other in record])
        for name, (one, other) in pairs.items()
    )
    return [one for name, values in several for one in rows(name, values, **keys)]


def share_rows(quantity: str, held: Sequence[float], n: Sequence[float], **keys: Any) -> Summary:
    """The share of all draws with Wilson's interval, and the spread over the repetitions; none without a draw.

    `held` and `n` have one number for each repetition.
    """
    h, m = (np.array(values, dtype=float)[np.array(n) > 0] for values in (held, n))
    draws = float(m.sum())
    several = rows(quantity, h / m, **keys)
    if draws > 1:
        low, high = intervals.wilson(h.sum(), draws)
        several[0] |= {"mean": float(h.sum() / draws), "low": float(low), "high": float(high), "n": int(draws)}
    return several


def clustered_rows(quantity: str, held: Sequence[float], n: Sequence[float], **keys: Any) -> Summary:
    """The share of all counts where those of one repetition go together; none if nothing was counted.

    `held` and `n` have one number for each repetition. There is no interval from one repetition.
    """
    h, m = (np.array(values, dtype=float)[np.array(n) > 0] for values in (held, n))
    several = rows(quantity, h / m, **keys)
    for one in several:
        low, high = intervals.clustered(h, m)
        one |= {"mean": float(h.sum() / m.sum()), "low": low, "high": high}
    return several


def groups(records: Iterable[Record], keys: Sequence[str]) -> dict[tuple[Hashable, ...], list[Record]]:
    """Records that agree in `keys`, together, in the order in which they first appear."""
    together: dict[tuple[Hashable, ...], list[Record]] = {}
    for record in records:
        together.setdefault(tuple(record[key] for key in keys), []).append(record)
    return together


def by_setting(records: Iterable[Record], keys: Sequence[str]) -> Iterator[tuple[dict[str, Any], list[Record]]]:
    """The values that records have in `keys`, by name, and the records that agree in them."""
    for values, group in groups(records, keys).items():
        yield dict(zip(keys, values, strict=True)), group


def pooled(name: str, cells: Sequence[Record], **keys: Any) -> Row:
    """One row of a summary, with the interval of the mean over every trial of several cells.

    A cell holds its number of trials, and of `name` their mean and, under the name with "sd", their standard
    deviation (divided by their number).
    """
    n, means, spreads = (np.array([cell[key] for cell in cells]) for key in ("trials", name, f"{name} sd"))
    low, high = intervals.pooled(n, means, spreads)
    total = int(n.sum())
    return {"quantity": name, **keys, "mean": float(n @ means / total), "low": low, "high": high, "n": total}


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
        row
        for row in summary
        if row["quantity"] == quantity and all(_same(row.get(key), value) for key, value in keys.items())
    ]


def rounded_mean(summary: Summary, quantity: str, digits: int, **keys: Any) -> float | None:
    """The mean of a quantity for a table, and None where no row has it."""
    rows = select(summary, quantity, **keys)
    return round(rows[0]["mean"], digits) if rows else None


def ends(row: Row) -> tuple[float, float]:
    """The ends of the interval of a row; from one repetition both are its mean."""
    return (row["mean"], row["mean"]) if row["low"] is None else (row["low"], row["high"])


def interval_text(row: Row, form: str, around: str = "{}") -> str:
    """The interval of a row for a person, "0.1 to 0.3"; nothing from one repetition."""
    return "" if row["low"] is None else around.format(f"{row['low']:{form}} to {row['high']:{form}}")


def _same(a: Any, b: Any) -> bool:
    numbers = (int, float)
    if isinstance(a, numbers) and isinstance(b, numbers) and not isinstance(a, bool):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return bool(a == b)
