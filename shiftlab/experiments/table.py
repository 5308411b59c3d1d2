"""A small table that prints as text, Markdown or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns, and rows of cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
        """From rows as dictionaries; a column that a row does not have stays empty there."""
        columns = tuple(dict.fromkeys(name for row in rows for name in row))
        return cls(title, columns, tuple(tuple(row.get(name) for name in columns) for row in rows))

    def text(self) -> str:
        cells = [self.columns, *(tuple(map(show, row)) for row in self.rows)]
        widths = [max(len(line[i]) for line in cells) for i in range(len(self.columns))]
        right = [all(_is_number(row[i]) for row in self.rows) for i in range(len(self.columns))]
        lines = [
            "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right, strict=True))
            for line in cells
        ]
        return "\n".join([self.title, "", *(line.rstrip() for line in lines)])

    def markdown(self) -> str:
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

        marks = ["---:" if all(_is_number(row[i]) for row in self.rows) else "---" for i in range(len(self.columns))]
        return "\n".join([line(self.columns), line(marks), *(line([show(c) for c in row]) for row in self.rows)])

    def csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        return out.getvalue()

    def __str__(self) -> str:
        return self.text()


def show(cell: Any) -> str:
    """A cell for a person: four significant digits, nothing for nothing."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.4g}"
    return str(cell)


def _is_number(cell: Any) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))
