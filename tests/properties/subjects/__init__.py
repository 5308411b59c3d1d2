"""What is called: every public name that is given rows, labels or numbers, with the oracle of its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hostile import ROWS, Tables
from strange import Kind

Answer = dict[str, Any]

#: Parts of an answer that belong to the source rows, and to the new rows.
OF_SOURCE, OF_NEW = {"weights"}, {"ratio", "probabilities", "predictions", "set", "interval"}


@dataclass(frozen=True)
class Subject:
    """Something to be called with tables and options."""

    name: str
    ask: Callable[..., Answer]
    """``ask(tables, **options)`` gives the parts of the answer by name."""
    sound: Callable[[Answer, Tables], str | None]
    """What is wrong with an answer, whatever the tables."""
    uses: frozenset[str] = frozenset(ROWS)
    reads: tuple[str, ...] = ()
    """Beginnings of what it can read beyond numbers."""
    keeps: frozenset[str] = frozenset()
    """What changes nothing in its answer."""
    options: Mapping[str, Kind] = field(default_factory=dict)
    doubts: bool = False
    """Whether it must warn of a target that no weights can stand for."""
    borrows: bool = False
    """Whether an estimator of the user's does the work, whose own warnings are not ours."""
    tables: bool = True
    """Whether it is given tables at all, and not options alone."""
    precision: float = 1e-6
    weight: int = 1
    """How often it is drawn."""

    def may_read(self, needs: str) -> bool:
        return needs.startswith(self.reads) if self.reads else False

    def ignores(self, needs: str) -> bool:
        """What is hostile is in a part it is not given."""
        part = needs.rpartition(" ")[2]
        if needs.startswith("labels:"):
            return "labels" not in self.uses
        return part not in self.uses if part in ROWS else not self.uses.intersection(ROWS)


def count(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def vector(answer: Answer, part: str, rows: int) -> Any:
    """What is wrong with a part that should be a finite number for each of some rows."""
    values = np.asarray(answer[part])
    if values.shape != (rows,):
        return f"{part} has the shape {values.shape} for {rows} rows"
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        return f"{part} is not finite: {values[~np.isfinite(values)][0]}"
    return None


def not_negative(answer: Answer, part: str, rows: int) -> str | None:
    wrong = vector(answer, part, rows)
    if wrong is None and (np.asarray(answer[part]) < 0).any():
        wrong = f"{part} is negative: {np.min(answer[part])}"
    return wrong


def within(answer: Answer, part: str, low: float, high: float) -> str | None:
    """What is wrong with a number that should be in an interval."""
    value = answer[part]
    if not (np.ndim(value) == 0 and low <= value <= high):  # NaN is in none
        return f"{part} should be in [{low}, {high}], but is {value}"
    return None


def first(*wrongs: str | None) -> str | None:
    return next((wrong for wrong in wrongs if wrong is not None), None)
