"""From the source of a lesson (jupytext percent) to its notebook, before anything is run.

Beyond jupytext's own there are these conventions:

- ``# %% [notes]`` is a comment for the presenter: it becomes metadata (``shiftlab.notes``) of the cell before it.
- ``# exercise: ID`` alone in a code cell becomes the stub of that exercise and its check; in the solved notebook the
  solution takes the stub's place, and everywhere if it is a worked exercise.
- ``course.predict("ID")`` and ``course.again("ID")`` are answered, and right, in the solved notebook.
- ``{{title}}`` and ``{{minutes}}`` in text are those of the lesson.
- ``{{task:ID}}`` in text is what an exercise asks.
- a heading with the tag ``deeper`` is folded with its section: Dig deeper, for who has more time. It becomes a cell of
  its own, since Jupyter folds the cells after a heading, and not the text beside it.
- ``{{claim:PAPER/CLAIM}}`` in text becomes our verdict with the claim's id: it cannot differ from the table.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jupytext
import nbformat

from shiftlab.course import registry, show
from shiftlab.course.lesson import Lesson

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
NOTES = "notes"
DEEPER = "deeper"
FOLDED = "jp-MarkdownHeadingCollapsed"  # JupyterLab's and Notebook's own
FOLDER = "shiftlab/course/lessons/lesson_{}"


def convert(source: Path, *, solved: bool = False) -> Any:
    """The notebook of a source file, without outputs; `solved`: with the exercises and predictions answered."""
    lesson = _lesson(source)
    text = re.sub(r"(?m)^# %% \[notes\]", f'# %% [markdown] tags=["{NOTES}"]', source.read_text(encoding="utf-8"))
    read = jupytext.reads(text, fmt="py:percent")
    _check_header(source, read.metadata)
    cells = _headings_alone(_fold_notes(read.cells, source, lesson))
    for position, cell in enumerate(cells, 1):
        cell["metadata"].pop("lines_to_next_cell", None)
        cell["id"] = cell["metadata"].pop("id", f"{lesson.number}-{position:03d}")
        if cell["cell_type"] == "code":
            cell["source"] = _code(cell["source"], solved)
            cell["outputs"], cell["execution_count"] = [], None
        else:
            cell["source"] = _filled(cell["source"], lesson)
            if DEEPER in cell["metadata"].get("tags", []):
                cell["metadata"][FOLDED] = True
    if len({cell["id"] for cell in cells}) < len(cells):
        raise ValueError(f"{source.name}: two cells have the same id")
    metadata = {"kernelspec": KERNEL, "language_info": LANGUAGE, "title": lesson.title}
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
        (id, verdict) for text in texts for verdict, id in re.findall(r"\*\*([^*\n]+)\*\* \(claim `([^`]+)`\)", text)
    ]


def _lesson(source: Path) -> Lesson:
    """The lesson that a source tells."""
    named = re.fullmatch(r"(\d\d)_\w+", source.stem)
    if not named:
        raise ValueError(f"{source.name} must be named like 02_undersampling.py: two digits, then words")
    lesson = registry.lessons().get(named[1])
    if lesson is None and named[1] in registry.every_lesson():
        raise ValueError(f"{source.name} tells a lesson that says told=False: remove that in {FOLDER.format(named[1])}")
    if lesson is None:
        raise ValueError(f"{source.name} tells a lesson that there is not: make {FOLDER.format(named[1])}")
    if lesson.name != source.stem:
        raise ValueError(f"{source.name} tells lesson {lesson.number}, whose name is {lesson.name}: make them the same")
    return lesson


def _check_header(source: Path, metadata: Any) -> None:
    for name in ("title", "minutes"):
        if name in metadata:
            raise ValueError(f"{source.name} says its {name} itself: leave that to {FOLDER.format(source.name[:2])}")


def _fold_notes(cells: list[Any], source: Path, lesson: Lesson) -> list[Any]:
    """Cells that are notes move into the metadata of the cell before them."""
    kept: list[Any] = []
    for cell in cells:
        if NOTES not in cell["metadata"].get("tags", []):
            kept.append(cell)
            continue
        if not kept:
            raise ValueError(f"{source.name} begins with notes: they belong after the cell they speak of")
        before = "\n\n".join(filter(None, (notes_of(kept[-1]), _filled(cell["source"], lesson))))
        kept[-1]["metadata"].setdefault("shiftlab", {})[NOTES] = before
    return kept


def _headings_alone(cells: list[Any]) -> list[Any]:
    """What stands below a folded heading in its cell becomes the next cell, to be folded as well."""
    parted: list[Any] = []
    for cell in cells:
        heading, _, below = cell["source"].partition("\n")
        if DEEPER not in cell["metadata"].get("tags", []) or not below.strip():
            parted.append(cell)
            continue
        notes = {"shiftlab": cell["metadata"].pop("shiftlab")} if notes_of(cell) else {}
        parted.append({**cell, "source": heading})
        parted.append(nbformat.v4.new_markdown_cell(below.strip("\n"), metadata=notes))
    return parted


def _filled(text: str, lesson: Lesson) -> str:
    """Text or notes with what stands in double braces."""

    def verdict(match: re.Match[str]) -> str:
        return f"**{show.verdict(match[1]).text}** (claim `{match[1]}`)"

    text = text.replace("{{title}}", lesson.title).replace("{{minutes}}", str(lesson.minutes))
    text = re.sub(r"\{\{task:([^{}\s]+)\}\}", _task, text)
    return re.sub(r"\{\{claim:([^{}\s]+)\}\}", verdict, text)


def _task(match: re.Match[str]) -> str:
    exercise = registry.exercise(match[1])
    if not exercise.task:
        raise ValueError(f"{exercise.id} has no task yet: write it in {FOLDER.format(exercise.id[:2])}")
    return exercise.task


def _code(source: str, solved: bool) -> str:
    if not source.strip():
        raise ValueError("there is an empty code cell: it could not be proved to have been run")
    source = _exercise(source, solved)
    if solved:
        source = re.sub(
            r'course\.(predict|again)\("([^"]+)"(?:, None)?\)',
            lambda match: f'course.{match[1]}("{match[2]}", "{registry.prediction(match[2]).answer}")',
            source,
        )
    return source


def _exercise(source: str, solved: bool) -> str:
    """The stub or the solution with its check, for a cell with the id of an exercise; other cells as they are."""
    marked = re.match(r"# exercise: (\S+)[ \t]*(\n|$)", source)
    if not marked:
        return source
    exercise = registry.exercise(marked[1])
    if source[marked.end() :].strip():
        raise ValueError(
            f"the cell of {exercise.id} has more than its id: stub and check come from "
            f"{FOLDER.format(exercise.id[:2])}, what else there is belongs into another cell"
        )
    answer = exercise.solution if solved or exercise.form == "worked" else exercise.stub
    gap = 2 if exercise.stub.startswith("def ") else 1  # blank lines, as ruff has it
    check = f'course.check("{exercise.id}", {exercise.name})'
    return f"# exercise: {exercise.id}\n{answer.strip()}\n{gap * chr(10)}{check}"
