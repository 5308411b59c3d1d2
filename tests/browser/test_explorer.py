"""What the buttons of an explorer do."""

import re

from pages import eventually
from playwright.sync_api import expect

EXPLORER = 'from shiftlab_widgets import explore\nexplorer = explore("undersampling", mu=6)\nexplorer'


def move(page, explorer, key="ArrowRight", name="mu"):
    explorer.slider(name).focus()
    page.press(key)


def test_reset_takes_everything_back_and_the_marks_with_it(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.says("μ = 6,")
    before = explorer.alt
    move(page, explorer)
    move(page, explorer, "ArrowLeft", name="prior")
    explorer.root.locator(".shiftlab-changed").nth(1).wait_for()
    explorer.button("Reset").click()
    explorer.says(before)
    expect(explorer.root.locator(".shiftlab-changed")).to_have_count(0)
    eventually(lambda: explorer.slider("mu").get_attribute("aria-valuetext"), "6")


#: Before the kernel can have answered the move.
PRESS_WHILE_IT_MOVES = """(root) => {
    const slider = root.querySelector("[data-shiftlab-field='mu'] input[type=range]");
    for (const _ of [1, 2]) {
        slider.stepUp();
        slider.dispatchEvent(new Event("input"));
    }
    slider.dispatchEvent(new Event("change"));
    root.querySelector("[data-shiftlab-action='reset']").click();
}"""


def test_what_is_pressed_while_a_move_is_computed_is_what_the_controls_say_at_last(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.says("μ = 6,")
    before = explorer.alt
    explorer.root.evaluate(PRESS_WHILE_IT_MOVES)
    eventually(lambda: explorer.slider("mu").get_attribute("aria-valuetext"), "6")
    explorer.says(before)
    assert explorer.box("mu").input_value() == "6"


def test_a_pin_stays_as_a_ghost_until_it_is_removed(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.button("Unpin").wait_for(state="hidden")
    explorer.button("Pin").click()
    explorer.button("Unpin").wait_for()
    eventually(explorer.note.inner_text, "Pinned: mu=6.0.")
    move(page, explorer, "End")
    explorer.says("μ = 15,")
    explorer.button("Unpin").click()
    explorer.button("Unpin").wait_for(state="hidden")
    eventually(explorer.note.inner_text, "")


def test_step_shows_the_presets_in_order_and_play_goes_on_until_stopped(lab):
    page = lab(
        "from shiftlab_widgets import explorer as module\npause, module.PAUSE = module.PAUSE, 0.8", EXPLORER, "# end"
    )
    explorer = page.explorer()
    for begin in ("Overlapping", "Separated"):
        explorer.button("Step").click()
        page.page.wait_for_function(
            "([select, begin]) => select.selectedOptions[0].text.startsWith(begin)",
            arg=[explorer.preset.element_handle(), begin],
        )
    explorer.button("Play").click()
    explorer.button("Stop").wait_for()
    explorer.says("logistic regression")  # the fourth
    explorer.button("Stop").click()
    explorer.button("Play").wait_for()
    shown = explorer.preset_shown
    page.page.wait_for_timeout(1500)  # nearly twice the pause
    assert explorer.preset_shown == shown
    page.write("# end", "module.PAUSE = pause")


def test_code_is_copied_and_reproduces_the_sentence(lab):
    page = lab(EXPLORER, "# code")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer = page.explorer()
    move(page, explorer)
    explorer.says("μ = 6.25,")
    explorer.root.locator("summary").click()
    page.page.wait_for_function("() => document.querySelector('.shiftlab-code textarea').value.includes('mu=6.25')")
    explorer.button("Copy code").click()
    explorer.root.get_by_text("The code is in the clipboard.").wait_for()
    code = page.page.evaluate("() => navigator.clipboard.readText()")
    output = page.write("# code", code)
    eventually(lambda: output.inner_text().strip(), explorer.alt)


def test_the_picture_is_saved_as_a_file(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.root.locator("summary").click()
    for name, begin in (("PNG", b"\x89PNG"), ("SVG", b"<?xml"), ("PDF", b"%PDF")):
        with page.page.expect_download() as download:
            explorer.button(f"Save {name}").click()
        assert download.value.suggested_filename == f"undersampling.{name.lower()}"
        with open(download.value.path(), "rb") as file:
            assert file.read().startswith(begin)


def test_seeds_one_and_twenty(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    before = explorer.alt
    explorer.box("seed").fill("12345")  # new seeds are smaller
    page.press("Enter")
    page.page.wait_for_function(
        "([image, before]) => image.alt !== before", arg=[explorer.image.element_handle(), before]
    )
    explorer.button("20 seeds").click()
    explorer.note.get_by_text("Over 20 seeds:").wait_for()
    assert re.search(r"Brier score 0\.\d+ to 0\.\d+ for p", explorer.note.inner_text())
    explorer.button("New seed").click()
    page.page.wait_for_function("(box) => box.value !== '12345'", arg=explorer.box("seed").element_handle())


def test_a_control_that_depends_on_another_appears_with_it(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    assert not explorer.field("leaf").is_visible()
    explorer.field("learner").locator("select").select_option("forest")
    explorer.field("leaf").wait_for(state="visible")
    explorer.says("forest, leaf 1")
    explorer.button("Reset").click()
    explorer.field("leaf").wait_for(state="hidden")
