"""The same explorer in JupyterLab, Notebook 7 and Voila. Whole lessons: see the tests of lessons."""

import hosts
import pytest
from pages import eventually

EXPLORER = 'from shiftlab_widgets import explore\nexplore("undersampling")'


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
