"""Predictions, the veil, recall and judgements in Chromium, by keyboard; and that nothing gets past the veil."""

import json
import shutil

import pytest
from pages import eventually, shows

from shiftlab.course import registry

START = "from shiftlab import course\nfrom shiftlab_widgets import explore\nfrom shiftlab_widgets.asking import veiled"
TABLE = '@course.after("02-drift")\ndef table():\n    print("AUC 0.760")'
PICTURE = 'course.picture("undersampling", after="02-drift")'
EXPLORER = 'veiled("02-drift", lambda: explore("undersampling", n=1000))'
VEILED = [START, "course.predict('02-drift')", TABLE, PICTURE, EXPLORER, "course.reveal('02-drift')"]
FOCUSED = "(element) => element === document.activeElement"
FOCUS = "() => document.activeElement.value || document.activeElement.textContent"


@pytest.fixture(autouse=True)
def fresh(host):
    """Nobody has predicted anything in the folder yet. Call it for the record."""
    kept = host("lab").folder / ".shiftlab"
    shutil.rmtree(kept, ignore_errors=True)
    return lambda: json.loads((kept / "progress.json").read_text(encoding="utf-8"))


def forms(page):
    return page.locator(".shiftlab-asking")


def reach(page, element, at_most=40):
    """Press Tab until it has the focus."""
    for _ in range(at_most):
        if element.evaluate(FOCUSED):
            return
        page.press("Tab")
    raise AssertionError("Tab never reached it")


def choose(page, form, position):
    """Take a choice by keyboard: Tab reaches the group, Space takes the first, arrows go on."""
    reach(page, form.locator("input[type=radio]").first)
    page.press("Space")
    for _ in range(position):
        page.press("ArrowDown")


def test_every_prediction_by_keyboard(lab, fresh):
    asked = [one for lesson in registry.lessons().values() for one in lesson.predictions]
    page = lab(START, *(f'course.predict("{one.id}")' for one in asked), alone=True)
    for nth, one in enumerate(asked):
        cell = page.cell(f'course.predict("{one.id}")')
        form = cell.locator(".shiftlab-asking")
        form.wait_for()
        form.locator("input[type=radio]").first.focus()
        choose(page, form, len(one.choices) - 1)
        page.press("Tab")
        page.press("ArrowDown")  # guessing
        page.press("Tab")
        page.page.keyboard.type(f"reason {nth}")
        page.press("Enter")
        last = [*one.choices][-1]
        shows(form.locator(".shiftlab-answer"), f"You predict: {last}")
        eventually(lambda form=form: form.locator(".shiftlab-answer").evaluate(FOCUSED))
        (said,) = fresh()["predictions"][one.id]["tries"]
        assert (said["choice"], said["sure"], said["because"]) == (last, "guessing", f"reason {nth}")


def test_the_veil_lifts_everywhere_with_one_prediction(lab):
    page = lab(*VEILED, alone=True)
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


@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_neither_a_reload_nor_running_all_cells_gets_past_the_veil(lab, host, app):
    shutil.rmtree(host(app).folder / ".shiftlab", ignore_errors=True)
    page = lab(START, TABLE, app=app, alone=True)
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


def test_a_press_without_a_choice_asks_for_one(lab, fresh):
    page = lab(START, "course.predict('02-drift')", alone=True)
    form = forms(page).first
    form.get_by_role("button", name="I predict this").focus()
    page.press("Enter")
    shows(form.get_by_role("status"), "Choose one first.")
    assert page.page.evaluate(FOCUS) == "up"


def test_a_judgement_by_keyboard(lab):
    exercise = registry.exercise("02-judge")
    page = lab(START, f"{exercise.stub}\ncourse.check('02-judge', answers)", alone=True)
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


def test_nothing_for_axe_to_say_light_or_dark(lab, fresh):
    exercise = registry.exercise("02-judge")
    page = lab(
        *VEILED,
        f"{exercise.stub}\ncourse.check('02-judge', answers)",
        alone=True,
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
