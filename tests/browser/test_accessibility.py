"""axe finds nothing to complain about in what the course and the explorers put into a page."""

import pytest
from documents import ROOT

LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LOOK_AT_EVERY_CELL = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    for (let i = 0; i < notebook.widgets.length; i++) await notebook.scrollToItem(i, "center");
}"""


@pytest.mark.parametrize("kind", ["student", "solved"])
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_violation_in_the_outputs_of_a_lesson_light_or_dark(lesson, path, kind):
    page = lesson(path if kind == "student" else path.parent / "solutions" / path.name)
    found = []
    for theme in ("Light", "Dark"):
        page.theme(theme)
        page.page.evaluate(LOOK_AT_EVERY_CELL)  # they are attached to the page when they are scrolled to
        assert page.locator(".jp-OutputArea-output").count() > 5
        found += [f"{theme}: {violation}" for violation in page.violations(".jp-OutputArea-output")]
    assert not found, "\n".join(found)
