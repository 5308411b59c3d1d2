"""Explorers among other widgets: links in both directions, two of one experiment, a control of its own, a close."""

import pytest
from pages import eventually

EXPLORER = 'import ipywidgets as w\nfrom shiftlab_widgets import explore\nexplorer = explore("undersampling")\n'
SLIDER = 'slider = w.FloatSlider(3.0, min=0, max=16, step=0.25, description="mine")\n'
COUNT = "moves = []\nexplorer.observe(lambda change: moves.append(change['new']), 'setting_mu')\n"


@pytest.mark.parametrize("link", ["link", "jslink"])
def test_a_slider_of_ipywidgets_and_the_explorer_move_each_other(lab, link):
    page = lab(
        f'{EXPLORER}{SLIDER}{COUNT}w.{link}((slider, "value"), (explorer, "setting_mu"))\nw.VBox([slider, explorer])',
        "# moves",
    )
    explorer, mine = page.explorer(), page.locator(".widget-slider")
    explorer.says("μ = 3,")
    mine.locator(".noUi-handle").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    eventually(lambda: explorer.slider("mu").get_attribute("aria-valuetext"), "3.25")
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.5,")
    eventually(mine.locator(".widget-readout").inner_text, "3.50")
    output = page.write("# moves", "# moves\nprint(moves, slider.value, explorer.settings.mu)")
    eventually(lambda: output.inner_text().strip(), "[3.25, 3.5] 3.5 3.5")  # once each


def test_a_refused_value_goes_back_to_the_widget_that_is_linked(lab):
    page = lab(
        f'{EXPLORER}box = w.FloatText(1 / 9)\nw.jslink((box, "value"), (explorer, "setting_beta"))\n'
        "w.VBox([box, explorer])"
    )
    explorer, mine = page.explorer(), page.locator(".widget-text input").first
    explorer.says("β = 0.111")
    mine.fill("0.01")
    page.press("Enter")
    explorer.error.get_by_text("would leave more positives than negatives").wait_for()
    eventually(lambda: float(mine.input_value()), pytest.approx(1 / 9))


def test_two_explorers_of_one_experiment_are_two(lab):
    page = lab(f"{EXPLORER}w.HBox([explorer, explore('undersampling', mu=5)])")
    one, other = page.explorer(), page.explorer(1)
    other.says("μ = 5,")
    one.slider("mu").focus()
    page.press("ArrowRight")
    one.says("μ = 3.25,")
    assert "μ = 5," in other.alt
    other.button("Step").click()
    eventually(lambda: other.root.get_attribute("data-shiftlab-step"), "0")
    assert "μ = 3.25," in one.alt


def test_two_linked_explorers_stay_together_under_a_quick_hand(lab):
    page = lab(
        f"{EXPLORER}other = explore('undersampling')\n"
        "w.link((explorer, 'setting_mu'), (other, 'setting_mu'))\nw.VBox([explorer, other])"
    )
    one, other = page.explorer(), page.explorer(1)
    one.slider("mu").focus()
    for _ in range(12):
        page.press("ArrowRight")
    for explorer in (one, other):
        explorer.says("μ = 6,")
        eventually(lambda explorer=explorer: explorer.slider("mu").get_attribute("aria-valuetext"), "6")
    assert one.alt == other.alt


@pytest.mark.parametrize("app", ["lab", "notebook", "voila"])
def test_a_control_in_a_cell_of_its_own(lab, app):
    page = lab(f"{EXPLORER}explorer", 'explorer.control("mu")', app=app)
    explorer = page.explorer()
    explorer.says("μ = 3,")
    alone = page.locator(".shiftlab-alone")
    alone.get_by_role("slider", name="distance between the classes, μ").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    explorer.button("Reset").click()
    explorer.says("μ = 3,")
    eventually(lambda: alone.get_by_role("slider").get_attribute("aria-valuetext"), "3")
    assert page.violations(".shiftlab-alone") == []


def test_a_closed_explorer_leaves_the_page(lab):
    page = lab(f"{EXPLORER}explorer", 'explorer.control("mu")', "# close")
    page.explorer().says("μ = 3,")
    page.write("# close", "# close\nexplorer.close()\nprint('closed')")
    eventually(page.locator(".shiftlab-explorer, .shiftlab-alone").count, 0)


def test_in_a_tab_it_is_there_when_its_tab_is_chosen(lab):
    page = lab(f"{EXPLORER}w.Tab([w.Label('read this first'), explorer], titles=['About', 'Explorer'])")
    tabs = page.locator(".jp-OutputArea-output")
    explorers = page.locator(".shiftlab-explorer")
    for name, shown in (("Explorer", True), ("About", False), ("Explorer", True)):
        tabs.get_by_role("tab", name=name).click()
        eventually(lambda: explorers.is_visible(), shown)
    explorer = page.explorer()
    explorer.says("μ = 3,")
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    eventually(explorer.is_shown)
    # drawn for the room that it has, not for none
    eventually(explorer.pixels_per_point, pytest.approx(1, abs=0.01))
