"""An explorer without a mouse, and what a screen reader is told."""

import itertools

from pages import eventually

EXPLORER = 'from shiftlab_widgets import explore\nexplore("undersampling")'
SPEAK_AFTER = 500  # ms, as in figure_view.js
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


def test_names_value_texts_and_marks(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    beta = explorer.slider("beta")
    eventually(lambda: beta.get_attribute("aria-label"), "share of negatives kept, β")
    eventually(lambda: beta.get_attribute("aria-valuetext"), "0.1111")
    beta.focus()
    page.press("ArrowRight")
    explorer.says("β = 0.12,")
    eventually(lambda: beta.get_attribute("aria-valuetext"), "0.12")
    eventually(lambda: "Changed." in (beta.get_attribute("aria-description") or ""))
    eventually(lambda: "shiftlab-changed" in explorer.field("beta").get_attribute("class"))
    for name in ("mu", "sigma", "prior", "n", "seed"):
        for element in explorer.field(name).locator("[role=slider], input").all():
            assert element.get_attribute("aria-label"), name


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
