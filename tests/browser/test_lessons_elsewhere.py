"""Every lesson as a student has it in Notebook 7, and the first in Voila: it runs to its end, nothing fails, and
nothing gets past the veil, neither running all cells again nor a reload.
"""

import pytest
from forms import forms, predict
from pages import eventually
from student import Student

from shiftlab.course import registry
from shiftlab.course.terminal import workspace

LESSONS = registry.lessons().values()
IN_NOTEBOOK = [pytest.param((lesson, "notebook"), id=f"notebook_{lesson.number}") for lesson in LESSONS]
FAILED = ".jp-OutputArea-output:is([data-mime-type$='jupyter.error'], [data-mime-type$='jupyter.stderr'])"


@pytest.mark.parametrize("student", IN_NOTEBOOK, indirect=True)
def test_a_lesson_runs_in_notebook_7(student):
    assert student.told() == []
    assert student.page.complaints() == []


@pytest.mark.parametrize("student", IN_NOTEBOOK[:1], indirect=True)
def test_neither_a_reload_nor_running_all_cells_gets_past_the_veil(student):
    student.reload()
    assert student.told() == []
    student.predict()
    explorer = student.page.explorer()
    before = explorer.alt
    explorer.root.get_by_role("slider").first.focus()
    student.page.press("ArrowRight")
    eventually(lambda: explorer.alt != before)
    assert student.page.complaints() == []


def test_a_lesson_runs_in_voila(visit, host):
    lesson = workspace.first()
    path = Student.fetch(lesson, host("voila").folder / "student")
    page = visit(path, "voila")
    (asked,) = lesson.predictions
    assert page.locator(".shiftlab-explorer").count() == 0
    predict(page, forms(page.page).first, asked, "in Voila")
    eventually(lambda: page.explorer().is_shown())
    assert page.locator(FAILED).count() == 0
