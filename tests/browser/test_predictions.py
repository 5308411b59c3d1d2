"""The veil, recall and judgements in Chromium, by keyboard; and that nothing gets past the veil.

Every prediction, where it is asked: see the tests of students' lessons.
"""

import shutil

import pytest
from forms import choose, forms
from pages import eventually, shows

from shiftlab.course import registry

START = """\
from shiftlab import course
from shiftlab_widgets import explore
from shiftlab_widgets.course.asking import veiled"""
TABLE = '@course.after("02-drift")\ndef table():\n    print("AUC 0.760")'
PICTURE = 'course.picture("undersampling", after="02-drift")'
EXPLORER = 'veiled("02-drift", lambda: explore("undersampling", n=1000))'
VEILED = [START, "course.predict('02-drift')", TABLE, PICTURE, EXPLORER, "course.reveal('02-drift')"]
FOCUS = "() => document.activeElement.value || document.activeElement.textContent"


@pytest.fixture(autouse=True)
def fresh(host):
    """Nobody has predicted anything in the folder yet."""
    shutil.rmtree(host("lab").folder / ".shiftlab", ignore_errors=True)


def test_the_veil_lifts_everywhere_with_one_prediction(lab):
    page = lab(*VEILED)
    eventually(lambda: forms(page).count(), 5)  # to predict, three veils, and the reveal
    assert "0.760" not in page.locator(".jp-Notebook").inner_text().replace(TABLE, "")
    assert page.locator(".shiftlab-explorer").count() == 0
    first = forms(page).first
    first.locator("input[type=radio]").first.focus()
    choose(page, first, 0)
    page.press("Enter")
    shows(first, "You predict: up")
    shows(page.cell("def table").locator(".jp-OutputArea-output"), "AUC 0.760")
    page.cell(PICTURE).locator("img").wait_for()
    page.cell(EXPLORER)
    eventually(page.explorer().is_shown)
    reveal = page.cell("course.reveal").locator(".shiftlab-asking")
    assert "Why:" not in reveal.inner_text()
    reveal.get_by_role("button", name="Show what happens").focus()
    page.press("Enter")
    shows(reveal, "Why:")


def test_neither_a_reload_nor_running_all_cells_gets_past_the_veil(lab):
    page = lab(START, TABLE, alone=True)
    for again in ("running all cells", "a reload"):
        if again == "a reload":
            page.page.reload()
            page.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel")
        page.run_all()
        forms(page).first.wait_for()
        assert "AUC 0.760" not in page.locator(".jp-OutputArea-output").all_inner_texts()
    look = forms(page).first.get_by_role("button", name="Look without predicting")
    look.focus()
    page.press("Enter")
    shows(page.cell("def table").locator(".jp-OutputArea-output").first, "AUC 0.760")
    page.run_all()
    eventually(lambda: forms(page).count(), 0)
    shows(page.locator(".jp-OutputArea-output").last, "AUC 0.760")


def test_a_press_without_a_choice_asks_for_one(lab):
    page = lab(START, "course.predict('02-drift')")
    form = forms(page).first
    form.get_by_role("button", name="I predict this").focus()
    page.press("Enter")
    shows(form.get_by_role("status"), "Choose one first.")
    assert page.page.evaluate(FOCUS) == "up"


def test_a_judgement_by_keyboard(lab):
    exercise = registry.exercise("02-judge")
    page = lab(START, f"{exercise.stub}\ncourse.check('02-judge', answers)")
    form = forms(page).first
    form.wait_for()
    form.locator("select").first.focus()
    for key in exercise.situations:
        page.page.keyboard.type(exercise.choices[0][:6])
        eventually(lambda key=key: page.page.evaluate(FOCUS), exercise.choices[0])
        page.press("Tab")
    page.press("Enter")
    shows(form.locator(".shiftlab-answer"), "Not yet")
    assert form.locator("select").first.input_value() == exercise.choices[0]


def test_nothing_for_axe_to_say_light_or_dark(lab):
    exercise = registry.exercise("02-judge")
    page = lab(
        *VEILED,
        f"{exercise.stub}\ncourse.check('02-judge', answers)",
        viewport={"width": 1280, "height": 720},
    )
    forms(page).nth(5).wait_for()
    found = []
    for theme in ("Dark", "Light"):
        page.theme(theme)
        found += page.violations(".jp-OutputArea-output")
    forms(page).first.locator("input[type=radio]").first.check()
    forms(page).first.get_by_role("button", name="I predict this").click()
    shows(forms(page).first, "You predict")
    found += page.violations(".jp-OutputArea-output")
    assert not found, "\n".join(found)
