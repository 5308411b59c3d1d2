"""The notes in a window of their own: what they tell, that both windows agree, and what happens when one goes."""

import random

import pytest
from lecture import code, text
from pages import eventually, shows

from shiftlab.course import registry

NOTES = "[data-shiftlab-notes]"
REFUSE = "() => { window.allowed = window.open; window.open = () => null; }"
ALLOW = "() => { window.open = window.allowed; }"
SINCE = """(minutes) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + minutes * 60_000;
}"""
DOT = """() => {
    const dot = document.querySelector(".shiftlab-dot");
    const box = dot.getBoundingClientRect();
    return dot.hidden ? null : [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""
EXPLORER, PREDICTION, LAST = 2, 3, 6  # slides, from 1
ESCAPE = """() => {
    const event = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
    setTimeout(() => document.body.dispatchEvent(event));
}"""
KEYS = ["PageDown", "PageUp", "ArrowRight", "ArrowLeft", " ", "b", "?", "o", "p", "r", "c", "2", "5", "Escape"]


def open_notes(stage):
    with stage.page.context.expect_page() as opened:
        stage.press("n")
    notes = opened.value
    notes.set_viewport_size({"width": 1100, "height": 760})
    notes.locator(NOTES).wait_for()
    return notes


@pytest.fixture
def notes(short):
    window = open_notes(short)
    yield window
    if not window.is_closed():
        window.close()


def test_the_notes_tell_what_is_on_stage_and_what_comes(short, notes):
    shows(notes.locator("h1"), "1. A short lecture")
    shows(notes.locator("[data-shiftlab-notes-text]"), "Say hello.")
    shows(notes.locator("[data-shiftlab-next]"), "Next slide: Explore")
    shows(notes.locator("[data-shiftlab-clock]"), "planned 2 of 15 min by the end of this slide")
    short.slide(EXPLORER)
    while not short.page.locator("[data-shiftlab-explorer]:visible").count():
        short.go()
    shows(notes.locator("[data-shiftlab-notes-text]"), "Ask first.")
    shows(notes.locator("[data-shiftlab-next]"), "On stage: How far does it drift?")
    shows(notes.locator("[data-shiftlab-next]"), "Next: 1 more step here.")
    eventually(lambda: notes.locator(".shiftlab-pad img").get_attribute("alt") not in (None, ""))
    short.slide(LAST)
    shows(notes.locator("[data-shiftlab-next]"), "This is the last slide.")


def test_the_notes_say_what_to_answer_to_each_choice(short, notes):
    asked = registry.prediction("02-leaf")
    short.slide(PREDICTION)
    told = notes.locator("[data-shiftlab-asked]")
    shows(told, asked.question)
    shows(told, f"{asked.answer} (this happens)")
    for choice, reply in asked.choices.items():
        shows(told, choice)
        if choice != asked.answer:
            shows(told, reply)


def test_who_is_late_is_told_what_to_skip(short, notes):
    short.slide(2)
    assert notes.locator("[data-shiftlab-late]").inner_text() == ""
    short.page.evaluate(SINCE, 8)
    shows(notes.locator("[data-shiftlab-late]"), "3 minutes late: skip “Write” (5 min)")
    short.page.evaluate(SINCE, -8)
    eventually(lambda: notes.locator("[data-shiftlab-late]").inner_text(), "")


def test_buttons_and_keys_of_the_notes_move_the_stage(short, notes):
    notes.get_by_role("button", name="Next ▶").click()
    eventually(lambda: short.where.startswith("Explore"))
    notes.get_by_role("button", name="◀ Previous").click()
    eventually(lambda: short.where.startswith("A short lecture"))
    notes.keyboard.press("PageDown")
    eventually(lambda: short.where.startswith("Explore"))
    notes.keyboard.press("b")
    assert short.layer("black").is_visible()
    notes.keyboard.press("Escape")
    assert not short.layer("black").is_visible()
    notes.evaluate(ESCAPE)  # the window closes under the key
    short.page.wait_for_function("() => !document.querySelector('[data-shiftlab-curtain]')")
    eventually(lambda: short.page.evaluate("() => 1") and notes.is_closed())
    assert short.page.locator("[data-shiftlab-curtain]").count() == 0


def test_a_dot_on_stage_follows_the_mouse_over_the_notes(short, notes):
    pad = notes.locator(".shiftlab-pad").bounding_box()
    notes.mouse.move(pad["x"] + 0.25 * pad["width"], pad["y"] + 0.5 * pad["height"])
    eventually(lambda: short.page.evaluate(DOT) is not None)
    x, y = short.page.evaluate(DOT)
    assert abs(x - 320) <= 2
    assert abs(y - 360) <= 3
    notes.mouse.move(pad["x"] + 0.25 * pad["width"], pad["y"] + pad["height"] + 60)
    eventually(lambda: short.page.evaluate(DOT), None)


def test_a_browser_that_refuses_windows_has_them_on_the_stage(short):
    short.page.evaluate(REFUSE)
    short.press("n")
    panel = short.page.locator(".shiftlab-notes-panel")
    shows(panel, "The browser refused a second window")
    shows(panel, "Say hello.")
    assert panel.get_by_role("button", name="Next ▶").is_visible()
    short.press("n")
    assert panel.count() == 0
    short.page.evaluate(ALLOW)


def test_a_window_that_was_closed_or_loaded_again_comes_back(short, notes):
    notes.reload()
    shows(notes.locator(NOTES), "Say hello.")
    notes.keyboard.press("PageDown")
    eventually(lambda: short.where.startswith("Explore"))
    notes.close()
    again = open_notes(short)
    shows(again.locator("h1"), "2. Explore")
    again.close()


def test_a_lecture_that_is_loaded_again_finds_its_notes(lecture):
    stage = lecture(text("# One", notes="First."), code("1"), text("# Two", notes="Second."), text("# Three"))
    stage.begin()
    window = open_notes(stage)
    stage.go()
    stage.page.reload()
    stage.is_on()
    shows(window.locator("[data-shiftlab-notes-text]"), "Second.")
    window.keyboard.press("PageDown")
    eventually(lambda: stage.where.startswith("Three"))
    assert len(stage.page.context.pages) == 2
    stage.leave()
    eventually(lambda: stage.page.evaluate("() => 1") and window.is_closed())


def test_both_windows_agree_after_many_keys_in_either(short, notes):
    chance = random.Random(20250701)
    for _ in range(200):
        key = chance.choice(KEYS)
        if key == "Escape" and not short.page.locator("[data-shiftlab-layer], .shiftlab-pen").count():
            continue  # it would end the lecture
        chance.choice([short.page, notes]).keyboard.press(key)
    shown = "(root) => root.querySelector('h1').textContent.replace(/^\\d+\\. /, '')"
    eventually(lambda: short.where.startswith(notes.locator(NOTES).evaluate(shown)))
    at = int(short.where.rpartition("· ")[2].partition("/")[0])
    assert notes.locator("h1").inner_text().startswith(f"{at}. ")
