"""An explorer without a mouse, and what a screen reader is told."""

import itertools
import re

import hosts
import pytest
from pages import eventually

from shiftlab import experiments

EXPLORER = 'from shiftlab_widgets import explore\nexplore("undersampling")'
EXPLORER_WITH_ALL = (
    'from shiftlab_widgets import explore\nexplore("undersampling", learner="forest", n=500, trees=5, bags=1, leaf=2)'
)
TYPED = {"beta": "0.5", "prior": "0.05", "n": "300", "trees": "9", "leaf": "7", "bags": "4", "seed": "4"}
SPEAK_AFTER = 500  # ms, as in figure.js
LISTEN = """([live, image]) => {
    [window.heard, window.described] = [[], []];
    const hear = new MutationObserver(() => window.heard.push(live.textContent));
    hear.observe(live, { childList: true, characterData: true, subtree: true });
    const look = new MutationObserver(() => window.described.push(performance.now()));
    look.observe(image, { attributeFilter: ["alt"] });
}"""


def tab_until(page, role, name, at_most=30):
    """Press Tab until an element has the focus."""
    target = page.explorer().root.get_by_role(role, name=name, exact=True).first
    for _ in range(at_most):
        page.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return target
    raise AssertionError(f"Tab never reached the {role} {name!r}")


def changed(explorer, before):
    eventually(lambda: explorer.alt != before)


def test_slider_number_box_preset_and_reset(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    page.locator(".jp-Notebook .jp-Cell").first.focus()
    tab_until(page, "combobox", "preset")
    page.press("ArrowDown")
    explorer.says("μ = 15,")
    eventually(lambda: "Separated classes" in explorer.preset_shown)

    slider = tab_until(page, "slider", "distance between the classes, μ")
    page.press("ArrowLeft")
    explorer.says("μ = 14.75,")
    eventually(lambda: explorer.status.inner_text() == explorer.alt)
    eventually(lambda: explorer.preset_shown, "(own settings)")
    page.press("Home")
    explorer.says("μ = 0,")
    eventually(lambda: slider.get_attribute("aria-valuetext"), "0")

    page.press("Tab")
    assert explorer.focus() == "distance between the classes, μ"
    page.press("Control+A")
    page.page.keyboard.type("7.25")
    page.press("Enter")
    explorer.says("μ = 7.25,")

    for _ in range(20):
        page.press("Shift+Tab")
        if explorer.button("Reset").evaluate("(button) => button === document.activeElement"):
            break
    page.press("Enter")
    explorer.says("μ = 3,")


DESCRIPTION = """(element) => element.getAttribute("aria-describedby").split(" ")
    .map((id) => document.getElementById(id).textContent).join(" ").trim()"""


def test_names_value_texts_and_marks(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    beta = explorer.root.get_by_role("slider", name="share of negatives kept, β", exact=True)
    eventually(lambda: beta.get_attribute("aria-valuetext"), "0.1111")
    beta.focus()
    page.press("ArrowRight")
    explorer.says("β = 0.12,")
    eventually(lambda: beta.get_attribute("aria-valuetext"), "0.12")
    eventually(lambda: beta.evaluate(DESCRIPTION).endswith("Changed."))
    eventually(lambda: "shiftlab-changed" in explorer.field("beta").get_attribute("class"))
    helps = {field.name: field.help for field in experiments.get("undersampling").fields}
    assert beta.evaluate(DESCRIPTION) == f"{helps['beta']} Changed."
    for role, count in (("slider", 5), ("spinbutton", 6), ("combobox", 2)):
        named = explorer.root.get_by_role(role, name=re.compile("."))
        assert named.count() == explorer.root.get_by_role(role).count() == count, role


@pytest.mark.parametrize("app", hosts.APPS)
def test_every_control_moves_by_keyboard(lab, app):
    page = lab(EXPLORER_WITH_ALL, app=app)
    explorer = page.explorer()
    explorer.says("forest")
    for field in experiments.get("undersampling").fields:
        row, before = explorer.field(field.name), explorer.alt
        if field.choices:
            row.locator("select").focus()
            page.press("ArrowUp")
            changed(explorer, before)
            page.press("ArrowDown")
            explorer.says("forest")
            continue
        if field.low is not None and field.high is not None:
            explorer.slider(field.name).focus()
            page.press("ArrowLeft" if field.name == "prior" else "ArrowRight")
            changed(explorer, before)
            before = explorer.alt
        box = explorer.box(field.name)
        box.focus()
        page.press("Control+A")
        page.page.keyboard.type(TYPED.get(field.name, "2"))
        page.press("Enter")
        changed(explorer, before)
    assert explorer.error.inner_text() == ""


SET = """async (code) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    await kernel.requestExecute({ code, silent: true, store_history: false }).done;
}"""


def test_what_is_being_typed_stays_when_the_picture_changes(lab):
    page = lab(EXPLORER.replace("explore(", "explorer = explore(") + "\nexplorer")
    explorer = page.explorer()
    explorer.says("μ = 3,")
    explorer.box("mu").focus()
    page.press("Control+A")
    page.page.keyboard.type("9")
    page.page.evaluate(SET, "explorer.set(mu=5)")
    explorer.says("μ = 5,")
    eventually(lambda: explorer.slider("mu").get_attribute("aria-valuetext"), "5")
    assert explorer.box("mu").input_value() == "9"
    page.press("Enter")
    explorer.says("μ = 9,")


def test_a_screen_reader_hears_one_sentence_after_the_last_move(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    live = explorer.root.locator("[aria-live=polite]")
    page.page.evaluate(LISTEN, [live.element_handle(), explorer.image.element_handle()])
    explorer.slider("mu").focus()
    for _ in range(5):
        page.press("ArrowRight")
        page.page.wait_for_timeout(100)
    explorer.says("μ = 4.25,")
    eventually(lambda: page.page.evaluate("() => heard.at(-1)") == explorer.alt)
    page.page.wait_for_timeout(2 * SPEAK_AFTER)
    heard, described = page.page.evaluate("() => [heard, described]")
    # a machine so slow that a picture stands alone for longer has its sentence heard as well
    rests = sum(later - earlier >= SPEAK_AFTER for earlier, later in itertools.pairwise(described))
    assert heard[-1] == explorer.alt
    assert len(heard) <= 1 + rests
