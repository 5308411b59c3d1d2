"""Pieces of Markdown: tables, folded lists, and text that may stand in a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """Text as it may stand in a table: a bar would end the cell, a line end the row."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table; columns of whole numbers stand on the right."""
    body = [[cell(one) for one in row] for row in rows]
    marks = ["---:" if any(row[i].isdigit() for row in body) else "---" for i in range(len(head))]
    return ["| " + " | ".join(row) + " |" for row in (list(map(cell, head)), marks, *body)]


def folded(summary: str, lines: Sequence[str]) -> list[str]:
    """Lines that a click opens."""
    return ["", f"<details><summary>{summary}</summary>", "", *lines, "", "</details>"]


def anchor(id: str) -> str:
    """Where a link to this id leads, for what has no heading of its own."""
    return f'<a id="{id}"></a>'


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def page(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"
