"""Numbers over several rows of the summaries: how many cases a criterion wins, and how far two rows are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.special import stdtrit

from shiftlab.claims.evidence import Part
from shiftlab.experiments.intervals import LEVEL

Row = Mapping[str, Any]


def number_of_cases(
    label: str,
    together: Sequence[Sequence[Row]],
    *,
    expected: float,
    experiment: str,
    quantity: str,
    primary: bool = True,
) -> Part:
    """In how many cases something is so, by rows that say how often it is so in one case each.

    Rows of one of the groups in `together` come from the same draws. Nothing is known of how they go together, so
    their deviations are added, which is the most that they can be; groups are independent. The prediction of the part
    (`Part.prediction`) is that of one more draw of every case.
    """
    spreads = [sum(_spread(row) for row in group) for group in together]
    rows = [row for group in together for row in group]
    n = min(int(row["n"]) for row in rows)
    total = float(sum(row["mean"] for row in rows))
    low = high = None
    if n > 1:
        half = float(stdtrit(n - 1, (1 + LEVEL) / 2)) * float(np.hypot.reduce(spreads)) / np.sqrt(n)
        low, high = total - half, total + half
    merged = {**_shared(rows), "quantity": quantity, "mean": total, "low": low, "high": high, "n": n}
    return Part.of(merged, label, expected=expected, primary=primary, experiment=experiment)


def apart(label: str, one: Row, other: Row, *, experiment: str, primary: bool = True) -> Part:
    """The mean of one row minus that of another, of which it is not known how they go together.

    Its interval has the sum of both widths: the widest that it can be, and never too short.
    """
    known = all(row["low"] is not None for row in (one, other))
    low, high = (one["low"] - other["high"], one["high"] - other["low"]) if known else (None, None)
    value, n = one["mean"] - other["mean"], min(int(one["n"]), int(other["n"]))
    quantity = f"{one['quantity']} - {other['quantity']}"
    merged = {**_shared([one, other]), "quantity": quantity, "mean": value, "low": low, "high": high, "n": n}
    return Part.of(merged, label, primary=primary, experiment=experiment)


def _spread(row: Row) -> float:
    """The standard deviation of one draw, from Student's interval of the mean."""
    error = Part.of(row, "").error
    return 0.0 if error is None else error * float(np.sqrt(row["n"]))


def _shared(rows: Sequence[Row]) -> dict[str, Any]:
    """The columns in which all rows that have them agree."""
    names = dict.fromkeys(name for row in rows for name in row)
    values = {name: list(dict.fromkeys(row[name] for row in rows if name in row)) for name in names}
    return {name: taken[0] for name, taken in values.items() if len(taken) == 1}
