"""The lessons as they are stored: what a student opens, and what the solutions show."""

import json
import re

import pytest
from documents import ROOT

from shiftlab.course import registry

LESSONS = sorted(path.stem for path in (ROOT / "notebooks" / "source").glob("*.py"))


def code_cells(path):
    return [
        c
        for c in json.loads((ROOT / "notebooks" / path).read_text(encoding="utf-8"))["cells"]
        if c["cell_type"] == "code"
    ]


def answers(path):
    """The text of what `course.check` said, in order."""
    return [
        "".join(output["data"]["text/plain"])
        for cell in code_cells(path)
        if "course.check(" in "".join(cell["source"])
        for output in cell["outputs"]
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_solution_is_correct_where_it_stands(lesson):
    """A solution that passes by itself may still miss a name in the notebook."""
    said = answers(f"solutions/{lesson}.ipynb")
    assert said
    assert [text for text in said if not text.startswith("✔ Correct")] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_student_finds_every_exercise_not_attempted_but_those_that_are_worked(lesson):
    said = answers(f"{lesson}.ipynb")
    assert len(said) == len(answers(f"solutions/{lesson}.ipynb"))
    worked = sum(one.form == "worked" for one in registry.lesson(lesson[:2]).exercises)
    assert sum(text.startswith("✔ Correct") for text in said) == worked
    assert sum(text.startswith("○ Not attempted") for text in said) == len(said) - worked


@pytest.mark.parametrize("path", [f"{folder}{lesson}.ipynb" for lesson in LESSONS for folder in ("", "solutions/")])
def test_every_code_cell_was_run_and_none_stopped(path):
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell["outputs"] if output["output_type"] == "error"]


@pytest.mark.parametrize("path", [f"{folder}{lesson}.ipynb" for lesson in LESSONS for folder in ("", "solutions/")])
def test_pictures_are_there_without_a_kernel_and_say_what_they_show(path):
    pictures = [
        output for cell in code_cells(path) for output in cell["outputs"] if "image/png" in output.get("data", {})
    ]
    shown = [
        c
        for c in code_cells(path)
        if any(word in "".join(c["source"]) for word in ("explore(", "course.picture(", "course.compare("))
    ]
    assert len(pictures) == len(shown) > 0
    for output in pictures:
        alt = output["metadata"]["image/png"]["alt"]
        assert re.search(r" \d+\.\d.*\.$", alt), "a sentence with its numbers, as `describe` gives it"


@pytest.mark.parametrize("lesson", LESSONS)
def test_notebooks_that_a_text_names_are_lessons(lesson):
    text = (ROOT / "notebooks" / "source" / f"{lesson}.py").read_text(encoding="utf-8")
    assert {*re.findall(r"\d\d_\w+\.ipynb", text)} <= {one.file for one in registry.lessons().values()}


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_code_that_a_lesson_shows_has_a_public_name(lesson):
    text = (ROOT / "notebooks" / "source" / f"{lesson}.py").read_text(encoding="utf-8")
    names = re.findall(r'course\.show_source\("([^"]+)"\)', text)
    assert len(names) == text.count("show_source(")
    assert [name for name in names if any(part.startswith("_") for part in name.split("."))] == []
