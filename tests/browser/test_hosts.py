"""The same explorer in JupyterLab, Notebook 7 and Voila; and a lesson that asks nothing of the network.

Every lesson in JupyterLab: see the tests of lessons.
"""

import hosts
import pytest
from documents import ROOT
from pages import eventually

EXPLORER = 'from shiftlab_widgets import explore\nexplore("undersampling")'
FIRST = ROOT / "notebooks" / "00_start_here.ipynb"


@pytest.mark.parametrize("app", hosts.APPS)
def test_keys_move_the_slider_and_the_picture(lab, app):
    page = lab(EXPLORER, app=app)
    explorer = page.explorer()
    explorer.says("μ = 3,")
    for key, mu in (("ArrowRight", "3.25"), ("ArrowUp", "3.5"), ("ArrowLeft", "3.25"), ("ArrowDown", "3")):
        explorer.slider("mu").focus()
        page.press(key)
        explorer.says(f"μ = {mu},")
    eventually(explorer.is_shown)
    assert explorer.root.get_by_role("slider", name="distance between the classes, μ", exact=True).is_visible()


@pytest.mark.parametrize("app", hosts.APPS)
def test_typing_into_a_number_box_runs_no_shortcut(lab, app):
    page = lab(EXPLORER, app=app)
    explorer = page.explorer()
    explorer.box("mu").click()
    page.press("Control+A")
    page.page.keyboard.type("9")
    page.press("Enter")
    explorer.says("μ = 9,")
    for key in "dd":
        page.press(key)  # twice in a row deletes a cell, as a shortcut
    explorer.slider("mu").focus()
    page.press("Home")
    explorer.says("μ = 0,")  # later than what the letters would have done
    assert page.locator(".shiftlab-explorer").count() == 1


@pytest.mark.parametrize("lesson", [(FIRST, "notebook", True)], indirect=True, ids=["notebook"])
def test_a_lesson_runs_in_notebook_7_too_and_without_the_network(lesson):
    # that nothing left this machine is what every page of these tests is asked at its end
    lesson.cell("explore(\n")
    explorer = lesson.explorer()
    explorer.says("logistic regression")
    explorer.slider("beta").focus()
    lesson.press("End")
    explorer.says("β = 1,")
