"""From the source of a lesson (jupytext percent) to its notebook, before anything is run.

Beyond jupytext's own there are four conventions:

- ``# %% [notes]`` is a comment for the presenter: it becomes metadata (``shiftlab.notes``) of the cell before it.
- ``# exercise: ID`` as the first line of a code cell: it holds the stub as it is registered, or nothing; what
  follows from ``course.check(`` on stays as it is. In the solved notebook the solution takes the stub's place.
- ``course.predict("ID", None)`` becomes the right prediction in the solved notebook.
- ``{{claim:PAPER/CLAIM}}`` in text becomes our verdict with the claim's id: it cannot differ from the table.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jupytext
import nbformat

from shiftlab.course import lessons, registry, show

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
NOTES = "notes"


def convert(source: Path, *, solved: bool = False) -> Any:
    """The notebook of a source file, without outputs; `solved`: with the exercises and predictions answered."""
    number = _number(source)
    text = re.sub(r"(?m)^# %% \[notes\]", f'# %% [markdown] tags=["{NOTES}"]', source.read_text(encoding="utf-8"))
    read = jupytext.reads(text, fmt="py:percent")
    _check_header(number, read.metadata)
    cells = _fold_notes(read.cells, source)
    for position, cell in enumerate(cells, 1):
        cell["metadata"].pop("lines_to_next_cell", None)
        cell["id"] = cell["metadata"].pop("id", f"{number}-{position:03d}")
        if cell["cell_type"] == "code":
            cell["source"] = _code(cell["source"], solved)
            cell["outputs"], cell["execution_count"] = [], None
        else:
            cell["source"] = _verdicts(cell["source"])
    if len({cell["id"] for cell in cells}) < len(cells):
        raise ValueError(f"{source.name}: two cells have the same id")
    metadata = {"kernelspec": KERNEL, "language_info": LANGUAGE}
    if "title" in read.metadata:
        metadata["title"] = read.metadata["title"]
    notebook = nbformat.from_dict({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})
    nbformat.validate(notebook)
    return notebook


def notes_of(cell: Any) -> str:
    """The presenter's notes of a cell."""
    return str(cell["metadata"].get("shiftlab", {}).get(NOTES, ""))


def claims_in(notebook: Any) -> list[tuple[str, str]]:
    """The claims that the text of a built notebook speaks of, each with the verdict that stands there."""
    texts = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    return [
        (id, verdict) for text in texts for verdict, id in re.findall(r"\*\*([a-z ]+)\*\* \(claim `([^`]+)`\)", text)
    ]


def _number(source: Path) -> str:
    found = re.fullmatch(r"(\d\d)_\w+", source.stem)
    if not found:
        raise ValueError(f"{source.name} must be named like 02_undersampling.py: two digits, then words")
    return found[1]


def _check_header(number: str, metadata: Any) -> None:
    """The course lists the lessons by title and time: what the lesson says itself must be the same."""
    for lesson in lessons.LESSONS:
        for name in ("title", "minutes"):
            if lesson.number == number and metadata.get(name, getattr(lesson, name)) != getattr(lesson, name):
                raise ValueError(
                    f"{lesson.name}.py has the {name} {metadata[name]!r}, shiftlab/course/lessons.py has "
                    f"{getattr(lesson, name)!r}: make them the same"
                )


def _fold_notes(cells: list[Any], source: Path) -> list[Any]:
    """Cells that are notes move into the metadata of the cell before them."""
    kept: list[Any] = []
    for cell in cells:
        if NOTES not in cell["metadata"].get("tags", []):
            kept.append(cell)
            continue
        if not kept:
            raise ValueError(f"{source.name} begins with notes: they belong after the cell they speak of")
        before = "\n\n".join(filter(None, (notes_of(kept[-1]), _verdicts(cell["source"]))))
        kept[-1]["metadata"].setdefault("shiftlab", {})[NOTES] = before
    return kept


def _verdicts(text: str) -> str:
    def said(match: re.Match[str]) -> str:
        return f"**{show.claim(match[1]).verdict}** (claim `{match[1]}`)"

    return re.sub(r"\{\{claim:([^{}\s]+)\}\}", said, text)


def _code(source: str, solved: bool) -> str:
    if not source.strip():
        raise ValueError("there is an empty code cell: it could not be proved to have been run")
    source = _exercise(source, solved)
    if solved:
        source = re.sub(
            r'course\.predict\("([^"]+)", None\)',
            lambda match: f'course.predict("{match[1]}", "{registry.prediction(match[1]).answer}")',
            source,
        )
    return source


def _exercise(source: str, solved: bool) -> str:
    """The cell with its stub or its solution; other cells as they are."""
    marked = re.match(r"# exercise: (\S+)[ \t]*\n?", source)
    if not marked:
        return source
    exercise, rest = registry.exercise(marked[1]), source[marked.end() :]
    check = re.search(r"(?m)^course\.check\(", rest)
    written, after = (rest[: check.start()], rest[check.start() :]) if check else (rest, "")
    stub = exercise.stub.strip()
    if written.strip() not in ("", stub):
        raise ValueError(f"the stub of {exercise.id} is not the registered one: write it so, or leave it out:\n{stub}")
    gap = written[len(written.rstrip()) :] if written.strip() else "\n\n"
    answer = exercise.solution.strip() if solved else stub
    return f"# exercise: {exercise.id}\n{answer}{gap if after else ''}{after}"
