"""Every lesson in JupyterLab: nothing complains, axe neither, and every explorer in it follows the keyboard."""

import pytest
from documents import ROOT
from pages import eventually

LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
COMPLAINTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter((cell) => cell.model.type === "code")
    .flatMap((cell) => cell.model.outputs.toJSON())
    .filter((output) => output.output_type === "error" || output.name === "stderr")"""
EXPLORER_CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map((cell, index) => [cell, index])
    .filter(([cell]) => cell.model.type === "code" && cell.model.outputs.toJSON().some(
        (output) => (output.data?.["text/plain"] ?? "").toString().includes("Explorer(")))
    .map(([, index]) => index)"""
LOOK_AT_EVERY_CELL = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    for (let i = 0; i < notebook.widgets.length; i++) await notebook.scrollToItem(i, "center");
}"""
SHOW = """async (index) => {
    await window.jupyterapp.shell.currentWidget.content.scrollToItem(index, "center");
}"""


def lesson_of(path, runs=True):
    return pytest.param((path, "lab", runs), id=path.relative_to(ROOT / "notebooks").as_posix())


# one object for each: the page of a lesson is kept from one test of it to the next
OF_STUDENTS = [lesson_of(path) for path in LESSONS]
# what they show that lessons do not is stored in them: their cells run elsewhere
SOLVED = [lesson_of(path.parent / "solutions" / path.name, runs=False) for path in LESSONS]


@pytest.mark.parametrize("lesson", [*OF_STUDENTS, *SOLVED], indirect=True)
def test_no_violation_in_the_outputs_of_a_lesson_light_or_dark(lesson):
    found = []
    for theme in ("Dark", "Light"):
        lesson.theme(theme)
        lesson.page.evaluate(LOOK_AT_EVERY_CELL)  # they are attached to the page when they are scrolled to
        assert lesson.locator(".jp-OutputArea-output").count() > 5
        found += [f"{theme}: {violation}" for violation in lesson.violations(".jp-OutputArea-output")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lesson", OF_STUDENTS, indirect=True)
def test_every_explorer_of_a_lesson_follows_the_keyboard(lesson):
    assert lesson.page.evaluate(COMPLAINTS) == []
    lesson.command("notebook:expand-all-headings")
    cells = lesson.page.evaluate(EXPLORER_CELLS)
    assert cells
    for nth, index in enumerate(cells):
        lesson.page.evaluate(SHOW, index)
        explorer = lesson.explorer(nth)
        eventually(explorer.is_shown)
        before, slider = explorer.alt, explorer.root.get_by_role("slider").first
        at_end = slider.evaluate("(slider) => slider.value === slider.max")
        slider.focus()
        lesson.press("Home" if at_end else "End")
        eventually(lambda explorer=explorer, before=before: explorer.alt != before)
        assert explorer.error.inner_text() == ""
    assert lesson.page.evaluate(COMPLAINTS) == []
