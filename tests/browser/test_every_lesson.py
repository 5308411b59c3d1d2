"""Every lesson in JupyterLab: nothing complains, and every explorer in it follows the keyboard."""

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
SHOW = """async (index) => {
    await window.jupyterapp.shell.currentWidget.content.scrollToItem(index, "center");
}"""


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_explorer_of_a_lesson_follows_the_keyboard(lesson, path):
    page = lesson(path)
    assert page.page.evaluate(COMPLAINTS) == []
    cells = page.page.evaluate(EXPLORER_CELLS)
    assert cells
    for nth, index in enumerate(cells):
        page.page.evaluate(SHOW, index)
        explorer = page.explorer(nth)
        eventually(explorer.is_shown)
        before, slider = explorer.alt, explorer.root.get_by_role("slider").first
        at_end = slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
        slider.focus()
        page.press("Home" if at_end else "End")
        eventually(lambda explorer=explorer, before=before: explorer.alt != before)
        assert explorer.error.inner_text() == ""
