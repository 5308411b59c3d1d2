"""When something fails, the page says so in words, and what was good stays."""

import hosts
import pytest
from pages import SHUT_DOWN, eventually

from shiftlab_widgets import still

EXPLORER = 'from shiftlab_widgets import explore\nexplorer = explore("undersampling")\nexplorer'
BREAK = """\
def broken(*_, **__):
    raise RuntimeError("the dog ate it")

parts = vars(explorer.experiment)
working, parts["run"] = parts["run"], broken"""
RESTART = "() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"


def test_a_run_that_fails_leaves_the_last_picture_and_a_line_above_it(lab):
    page = lab(EXPLORER, BREAK, "# mend")
    explorer = page.explorer()
    before = explorer.alt
    page.cell("from shiftlab_widgets")
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.error.get_by_text("RuntimeError: the dog ate it").wait_for()
    assert "press Reset" in explorer.error.inner_text()
    assert explorer.alt == before
    eventually(explorer.is_shown)
    page.write("# mend", 'parts["run"] = working\nprint("mended")')
    page.cell("from shiftlab_widgets")
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.5,")
    eventually(explorer.error.inner_text, "")


def test_settings_that_do_not_fit_are_said_in_one_sentence(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.box("prior").fill("0.4")
    page.press("Enter")
    explorer.error.get_by_text("would leave more positives than negatives").wait_for()
    assert "The picture shows the last settings that fit." in explorer.error.inner_text()
    explorer.box("beta").fill("0.8")
    page.press("Enter")
    explorer.says("β = 0.8,")
    eventually(explorer.error.inner_text, "")


def test_a_restart_in_the_middle_of_a_drag_is_said(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    box = explorer.slider("mu").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    for step in range(40):
        page.page.mouse.move(x + 2 * step, y)
        page.page.wait_for_timeout(30)
        if step == 10:
            page.page.evaluate(RESTART)
    page.page.mouse.up()
    explorer.gone.get_by_text("The kernel was restarted: run the cell again").wait_for()
    eventually(explorer.is_shown)
    # words are enough: ipywidgets' broken link would push everything down
    assert explorer.root.evaluate("(root) => getComputedStyle(root, '::before').content") == "none"
    page.page.wait_for_function(hosts.KERNEL_IS_IDLE)

    page.run_all()
    again = page.explorer()
    again.says("μ = 3,")
    eventually(again.gone.inner_text, "")
    again.slider("mu").focus()
    page.press("ArrowRight")
    again.says("μ = 3.25,")


def test_after_a_reload_the_figure_is_alive(lab):
    page = lab(EXPLORER)
    explorer = page.explorer()
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    page.command("docmanager:save")
    page.page.reload()
    page.page.wait_for_selector(".shiftlab-explorer")
    page.page.wait_for_function(hosts.KERNEL_IS_IDLE)
    again = page.explorer()
    again.says("μ = 3.25,")
    eventually(again.is_shown)
    again.slider("mu").focus()
    page.press("ArrowRight")
    again.says("μ = 3.5,")


def test_a_busy_kernel_is_said_until_it_answers(lab):
    page = lab(EXPLORER, "# busy")
    explorer = page.explorer()
    explorer.says("μ = 3,")
    page.cell("# busy").locator(".cm-content").click()
    page.page.keyboard.insert_text("\nfrom shiftlab_widgets import timing\ntiming.in_turn(input)()")
    page.press("Control+Enter")  # until somebody answers
    page.locator(".jp-Stdin-input").wait_for()
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.gone.get_by_text("The kernel is busy").wait_for()
    page.locator(".jp-Stdin-input").focus()
    page.press("Enter")
    explorer.says("μ = 3.25,")
    eventually(explorer.gone.inner_text, "")


def test_a_kernel_that_was_shut_down_is_said(lab):
    page = lab(EXPLORER, alone=True)
    explorer = page.explorer()
    explorer.says("μ = 3,")
    page.page.evaluate(SHUT_DOWN)
    explorer.gone.get_by_text("The kernel has stopped").wait_for()
    eventually(explorer.is_shown)


STILL = ".shiftlab-still"


@pytest.mark.parametrize("app", ["lab", "notebook"])
@pytest.mark.parametrize("kernel", ["none", "another"])
def test_without_its_kernel_a_saved_notebook_shows_the_stored_picture(lab, app, kernel):
    page = lab(EXPLORER, app=app, alone=True)
    page.explorer().says("μ = 3,")
    assert not page.locator(STILL).is_visible()  # the live one is there
    page.command("docmanager:save")
    page.page.evaluate(SHUT_DOWN if kernel == "none" else RESTART)
    page.page.reload()
    page.locator(STILL).locator("img[alt^='μ = 3']").wait_for()
    if kernel == "another":
        page.page.wait_for_function(hosts.KERNEL_IS_IDLE)
    outputs = page.locator(".jp-Cell-outputArea").first
    eventually(lambda: outputs.inner_text().strip(), still.SENTENCE)
    assert page.violations(".jp-Cell-outputArea") == []


def test_the_stored_picture_gives_way_when_the_cell_runs_again(lab):
    page = lab(EXPLORER, alone=True)
    page.explorer().says("μ = 3,")
    page.command("docmanager:save")
    page.page.evaluate(RESTART)
    page.page.reload()
    page.locator(STILL).wait_for()
    page.page.wait_for_function(hosts.KERNEL_IS_IDLE)
    page.run_all()
    page.explorer().says("μ = 3,")
    page.locator(STILL).wait_for(state="hidden")
