"""Nothing on a student's page tells the answer of a prediction before its reveal."""

import json
import re

import pytest
from documents import ROOT
from spoilers import tells

from shiftlab.course import registry

PREDICTIONS = [one for lesson in registry.lessons().values() for one in lesson.predictions]
NOTEBOOKS = ROOT / "notebooks"


def cells(path):
    return json.loads((NOTEBOOKS / path).read_text(encoding="utf-8"))["cells"]


def source_of(cell):
    return "".join(cell["source"])


def shown_before_the_reveal(executed, id):
    """What a student can have read by then: texts and code; and of what cells show, alternative texts included, that
    of the cells which are not behind the veil of this prediction.
    """
    for cell in executed:
        source = source_of(cell)
        if f'course.reveal("{id}")' in source:
            return
        yield source
        if cell["cell_type"] == "code" and not re.search(rf'after\(?=?"{id}"', source):
            yield from (text for output in cell["outputs"] for text in texts_in(output))


def texts_in(output):
    """Every text in an output, but for pictures."""
    if isinstance(output, str):
        yield re.sub(r"data:image/png;base64,[^\"]*", "", output)
    elif isinstance(output, list):
        yield re.sub(r"data:image/png;base64,[^\"]*", "", "".join(output))
    elif isinstance(output, dict):
        for key, part in output.items():
            if key != "image/png" or isinstance(part, dict):
                yield from texts_in(part)


@pytest.mark.parametrize(
    ("text", "spoiler", "found"),
    [
        ("it expects 4,296 frauds.", "4,296", True),
        ("it expects 4296.", "4,296", True),
        ("14,296", "4,296", False),
        ("0.42961", "4296", False),
        ("0.0052, and", "0.0052", True),
        ("10.0052", "0.0052", False),
        ("A Noisy square", "noisy square", True),
        ("unnoisy", "noisy", False),
    ],
)
def test_a_spoiler_is_a_whole_word_or_number(text, spoiler, found):
    assert tells(text, spoiler) == found


@pytest.mark.parametrize("asked", PREDICTIONS, ids=lambda one: one.id)
def test_every_prediction_says_what_would_give_it_away(asked):
    assert asked.spoilers
    for spoiler in asked.spoilers:
        digits = re.sub(r"\D", "", spoiler).lstrip("0")
        assert re.search(r"[^\W\d_]", spoiler) or len(digits) >= 2 or len(re.sub(r"\D", "", spoiler)) >= 3, (
            f"{spoiler} is in every text"
        )


@pytest.mark.parametrize("asked", PREDICTIONS, ids=lambda one: one.id)
def test_nothing_gives_it_away_before_its_reveal(asked):
    executed = cells(registry.lesson(asked.id[:2]).file)
    assert any(f'course.reveal("{asked.id}")' in source_of(cell) for cell in executed)
    texts = [*shown_before_the_reveal(executed, asked.id)]
    assert [(spoiler, text[:80]) for spoiler in asked.spoilers for text in texts if tells(text, spoiler)] == []


@pytest.mark.parametrize("lesson", registry.lessons().values(), ids=lambda lesson: lesson.name)
def test_a_student_s_notebook_has_no_output_and_no_count(lesson):
    code = [cell for cell in cells(f"student/{lesson.file}") if cell["cell_type"] == "code"]
    assert code
    assert [cell["source"] for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []


@pytest.mark.parametrize("lesson", registry.lessons().values(), ids=lambda lesson: lesson.name)
def test_a_student_s_cells_are_those_that_are_compared(lesson):
    executed = cells(lesson.file)
    for cell in executed:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    assert cells(f"student/{lesson.file}") == executed
