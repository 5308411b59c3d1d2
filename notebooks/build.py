"""Build the lessons: source/NN_name.py -> NN_name.ipynb and solutions/NN_name.ipynb, run, with outputs; and
student/NN_name.ipynb, which is the first without outputs: what students get, so that no answer stands in it.

``python notebooks/build.py`` builds them all, ``python notebooks/build.py 02`` one. ``--check`` writes nothing and
fails when a notebook is not what its source gives, was edited by hand, or was not run from top to bottom; outputs
are not compared here (nbval does). ``--handout 02`` prints the presenter's notes of a lesson.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import lecture_plan
import nbformat
import reading_time
from lesson_source import LANGUAGE, convert, notes_of
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import shiftlab
from shiftlab.course import registry
from shiftlab.support import files

HERE = Path(__file__).parent
WIDGET = "application/vnd.jupyter.widget-view+json"
SECONDS = 120  # for one cell; a whole lesson should take fifteen


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="notebooks/build.py", description=__doc__)
    parser.add_argument("numbers", nargs="*", metavar="NN", help="only these lessons")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a notebook is stale")
    parser.add_argument("--handout", metavar="NN", help="print the presenter's notes")
    parser.add_argument("--folder", type=Path, default=HERE, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    try:
        if given.handout:
            (source,) = sources(given.folder, [given.handout])
            print(handout(source))
            return 0
        if given.check:
            problems = [*check(given.folder, given.numbers)]
            print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
            return 1 if problems else 0
        for source in sources(given.folder, given.numbers):
            build(source, given.folder)
    except CellExecutionError as error:
        print(error, file=sys.stderr)
        return 1
    except (ValueError, OSError) as error:
        print(f"notebooks: {error}", file=sys.stderr)
        return 2
    return 0


def sources(folder: Path, numbers: Sequence[str] = ()) -> list[Path]:
    """The source files, of some lessons or of all."""
    paths = sorted((folder / "source").glob("[0-9][0-9]_*.py"))
    for number in numbers:
        if not any(path.name.startswith(f"{number.zfill(2)}_") for path in paths):
            raise ValueError(f"there is no lesson {number} in {folder.name}/source")
    wanted = [number.zfill(2) for number in numbers]
    return [path for path in paths if not wanted or path.name[:2] in wanted]


class Target(NamedTuple):
    """A notebook that is built from a source: solved or not, run or not."""

    path: Path
    solved: bool = False
    runs: bool = True


def targets(source: Path, folder: Path) -> Iterator[Target]:
    """What is built from a source: run, solved, and for students."""
    yield Target(folder / f"{source.stem}.ipynb")
    yield Target(folder / "solutions" / f"{source.stem}.ipynb", solved=True)
    yield Target(folder / "student" / f"{source.stem}.ipynb", runs=False)


def planned(source: Path, *, solved: bool) -> Any:
    """The notebook of a source, not run; its slides say how long they may take."""
    return lecture_plan.mark(convert(source, solved=solved))


def build(source: Path, folder: Path) -> None:
    """Convert, run and write the notebooks of a lesson; say how long they ran, and how long one reads."""
    for target in targets(source, folder):
        started = time.perf_counter()
        notebook = planned(source, solved=target.solved)
        files.write_text(target.path, canonical(_as_json(run(notebook) if target.runs else notebook)))
        print(f"{target.path.relative_to(folder)}: {time.perf_counter() - started:.1f} s", flush=True)
    print(f"{source.stem}: {reading_time.told(convert(source))}", flush=True)


def run(notebook: Any) -> Any:
    """Run every cell in an empty folder; keep outputs and static pictures, drop what differs from run to run."""
    package = Path(shiftlab.__file__).parents[1]
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(package), str(package / "widgets"), *(os.path.abspath(path) for path in inherited if path)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "SHIFTLAB_STRICT": "1",
        "PYTHONHASHSEED": "0",
    }
    with tempfile.TemporaryDirectory() as empty:
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            resources={"metadata": {"path": empty}},
            store_widget_state=False,
            record_timing=False,
            coalesce_streams=True,
        )
        client.execute(env=environment)
    notebook["metadata"]["language_info"] = LANGUAGE
    notebook["metadata"].pop("widgets", None)
    for cell in notebook["cells"]:
        cell["metadata"].pop("execution", None)
        for output in cell.get("outputs", []):
            # a live view has a random name and is dead without a kernel: the static picture stays
            output.get("data", {}).pop(WIDGET, None)
    return notebook


def check(folder: Path, numbers: Sequence[str] = ()) -> Iterator[str]:
    """One sentence for everything that is not as it would be built."""
    expected = set()
    for source in sources(folder, numbers):
        for target in targets(source, folder):
            expected.add(target.path)
            problem = _problem(target, source)
            if problem:
                yield f"{target.path.relative_to(folder)} {problem}: run make notebooks"
    if not numbers:
        told = {source.stem for source in sources(folder)}
        for lesson in registry.lessons().values():
            if lesson.name not in told:
                yield f"lesson {lesson.number} has no text: write source/{lesson.name}.py"
        for path in sorted(path for part in ("", "solutions", "student") for path in (folder / part).glob("*.ipynb")):
            if path not in expected:
                yield f"{path.relative_to(folder)} has no source: remove it"


def _problem(target: Target, source: Path) -> str:
    if not target.path.exists():
        return "has not been built"
    text = target.path.read_text(encoding="utf-8")
    try:
        stored = json.loads(text)
        bare, counts = _bare(stored), [c["execution_count"] for c in stored["cells"] if c["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return "is not a notebook"
    fresh = _bare(_as_json(planned(source, solved=target.solved)))
    if bare != fresh:
        return _difference(bare, fresh)
    if text != canonical(stored):
        return "was written by something else than the build"
    if not target.runs:
        bare_cells = all(not cell.get("outputs") and cell.get("execution_count") is None for cell in stored["cells"])
        return "" if bare_cells else "has outputs or counts, which tell answers"
    if counts != list(range(1, len(counts) + 1)):
        return "was not run from top to bottom"
    if any(output["output_type"] == "error" for cell in stored["cells"] for output in cell.get("outputs", [])):
        return "has a cell that raised"
    return ""


def _difference(stored: dict[str, Any], fresh: dict[str, Any]) -> str:
    """Where a notebook differs from what its source gives."""
    for old, new in zip(stored["cells"], fresh["cells"], strict=False):
        if old != new:
            part = next(key for key in sorted({*old, *new}) if old.get(key) != new.get(key))
            return f"differs from its source in the {part} of cell {new['id']}"
    if len(stored["cells"]) != len(fresh["cells"]):
        return f"has {len(stored['cells'])} cells where its source gives {len(fresh['cells'])}"
    return "differs from its source in its metadata"


def _bare(notebook: dict[str, Any]) -> dict[str, Any]:
    """Everything but the outputs and the execution counts."""
    cells = [
        {key: cell[key] for key in cell if key not in ("outputs", "execution_count")} for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def _as_json(notebook: Any) -> dict[str, Any]:
    return dict(json.loads(nbformat.writes(notebook)))


def canonical(notebook: dict[str, Any]) -> str:
    """The one way in which a notebook is written."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def handout(source: Path) -> str:
    """The presenter's notes under the headings they belong to."""
    notebook = convert(source)
    lines = [f"# {notebook['metadata']['title']}: notes"]
    heading = said = ""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            heads = [line for line in cell["source"].splitlines() if line.startswith("#")]
            heading = heads[-1].lstrip("# ") if heads else heading
        if notes_of(cell):
            lines += [] if heading == said else ["", f"## {heading}"]
            lines += ["", notes_of(cell)]
            said = heading
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
