"""On stage and off again: what is given back, what keys do and do not do, and what happens when something breaks."""

import hosts
import psutil
import pytest
from lecture import code, lecture_cells, text
from pages import eventually
from playwright.sync_api import expect
from stage import Stage, code_cells, sources, whole

EXPLORER, WRITING = 2, 4  # slides, from 1
#: What a person sees is which cell is where; pixels from the start depend on heights that are only estimated.
HELD = """() => {
    const { content } = window.jupyterapp.shell.currentWidget;
    const edge = content.outerNode.getBoundingClientRect().top;
    const boxes = content.widgets.map((cell) => cell.node.getBoundingClientRect());
    const first = boxes.findIndex((box) => box.bottom > edge + 1);
    return {
        first,
        top: boxes[first].top - edge,
        active: content.activeCellIndex,
        mode: content.mode,
        windowing: content.notebookConfig.windowingMode,
        left: [...document.querySelectorAll('[class*="shiftlab-"]')].flatMap((one) => [...one.classList])
            .filter((name) => /shiftlab-(on|off|path|away|presenting|raising|exercise)$/.test(name)),
        zoomed: content.widgets.filter((cell) => cell.node.style.zoom).length,
        inert: document.querySelector("[data-shiftlab-curtain]") !== null,
    };
}"""
SCROLL_TO = """async (index) => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.activeCellIndex = index;
    await content.scrollToItem(index, "start");
    content.outerNode.scrollTop += 40;
}"""
#: Nothing is drawn meanwhile. A cell that runs keeps no explorer: their messages go to a thread of their own.
DRAWS_NOTHING_FOR_A_SECOND = """() => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    kernel.requestExecute({ code: `
import time
from shiftlab_widgets import timing
timing.in_turn(time.sleep)(1)` });
}"""
CLOSER = "() => JSON.parse(document.body.dataset.shiftlabCloser ?? null)"
STILL = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
SCREEN = """() => {
    const box = document.querySelector("[data-shiftlab-curtain]").getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
}"""


class TestLeaving:
    def test_gives_back_the_notebook_to_the_letter(self, kept):
        page, stage = kept.page.page, Stage(kept.page.page)
        page.set_viewport_size({"width": 1000, "height": 500})
        page.evaluate(SCROLL_TO, 6)
        page.wait_for_function("() => window.jupyterapp.shell.currentWidget.content.outerNode.scrollTop > 100")
        before, file = page.evaluate(HELD), whole(page)
        before["top"] = pytest.approx(before["top"], abs=1)  # a scrolled page stands at whole pixels
        stage.begin()
        stage.slide(1)
        while stage.go():
            pass
        assert stage.says == "This was the last slide."
        for key in ("x", "d", "d", "m", "y", "a", "Shift+Enter", "Control+Enter", "Alt+Enter", "1", "Enter"):
            stage.press(key)
        stage.leave()
        eventually(lambda: page.locator(".shiftlab-lecture").count(), 0)
        eventually(lambda: page.evaluate(HELD), before)
        assert whole(page) == file
        assert before["left"] == []

    def test_before_the_kernel_has_found_time_leaves_nothing_large(self, kept):
        page, stage = kept.page.page, Stage(kept.page.page)
        page.evaluate(DRAWS_NOTHING_FOR_A_SECOND)
        stage.begin(ran=False)
        stage.leave()
        # one explorer is answered in the order in which it asked
        for action, pinned in (("pin", True), ("unpin", False)):
            page.locator(f"[data-shiftlab-explorer] [data-shiftlab-action={action}]").dispatch_event("click")
            expect(page.locator("[data-shiftlab-explorer] .shiftlab-unpin")).to_be_visible(visible=pinned)
        assert page.locator(".shiftlab-lecture").count() == 0

    def test_gives_back_all_but_outputs_and_counts_where_it_had_not_run(self, lecture):
        stage = lecture()
        before = sources(stage.page)
        stage.begin()
        assert None not in [count for count, _ in code_cells(stage.page)]
        stage.leave()
        assert sources(stage.page) == before

    def test_of_one_notebook_begins_with_another(self, lecture):
        stage = lecture(text("# One"), code("1"), runs=True)
        first = stage.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
        stage.begin()
        other = "00_start_here.ipynb"
        stage.page.evaluate(
            "(file) => { void window.jupyterapp.commands.execute('shiftlab:present', { file }); }", other
        )
        stage.page.wait_for_function(
            "() => document.querySelector('[data-shiftlab-where]')?.textContent.includes('Start here')"
        )
        assert stage.page.locator("[data-shiftlab-curtain]").count() == 1
        stage.leave()
        assert stage.page.evaluate(HELD)["left"] == []
        stage.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }")
        stage.page.evaluate(
            "async (path) => { await window.jupyterapp.commands.execute('docmanager:open', { path }); }", first
        )
        assert stage.page.evaluate(HELD)["left"] == []


class TestKeys:
    def test_are_letters_where_somebody_writes_and_page_keys_walk(self, lecture):
        stage = lecture(code("0"), *lecture_cells()[6:8], text("## The end"), runs=True)
        stage.begin()
        stage.slide(1)
        before = sources(stage.page)
        stage.page.locator(".shiftlab-exercise .cm-content").click()
        stage.press("Control+End")
        stage.page.keyboard.type("\nxdd = 'bmnvz.?12 '")
        assert "Write" in stage.where
        stage.go()
        assert "The end" in stage.where
        stage.leave()
        after = sources(stage.page)
        assert [old == new for old, new in zip(before, after, strict=True)] == [True, True, False, True]
        assert "xdd = 'bmnvz.?12 '" in after[2]

    def test_of_the_help_do_what_it_says(self, short):
        page, done = short.page, set()

        def press(key):
            done.add(key)
            short.press({"Page ↓": "PageDown", "Page ↑": "PageUp"}.get(key, key))

        press("?")
        help = short.layer("help")
        told = dict(zip(help.locator("kbd").all_inner_texts(), help.locator("td").all_inner_texts(), strict=True))
        press("Escape")
        assert not help.is_visible()
        press("Page ↓")
        eventually(lambda: "Explore" in short.where)
        press("Page ↑")
        eventually(lambda: "A short lecture" in short.where)
        short.slide(EXPLORER)
        explorer = page.locator("[data-shiftlab-explorer]:visible")
        explorer.wait_for()
        press("z")
        panel = short.layer("enlarged").locator("img")
        first = panel.evaluate("(one) => one.style.translate + one.style.width")
        press("z")
        assert panel.evaluate("(one) => one.style.translate + one.style.width") != first
        assert page.evaluate(CLOSER) > 1
        short.press("PageDown")
        assert panel.count() == 0
        assert page.evaluate(CLOSER) is None
        short.go()
        slider = explorer.locator("[data-shiftlab-field='mu'] input[type=range]")
        value = slider.input_value()
        slider.focus()
        short.press("ArrowRight")
        picture = explorer.locator("[data-shiftlab-picture] img")
        eventually(lambda: "μ = 3.25" in picture.get_attribute("alt"))
        press("r")
        eventually(slider.input_value, value)
        press("c")
        page.locator(".shiftlab-on .cm-editor:visible").wait_for()
        press("c")
        eventually(lambda: page.locator(".shiftlab-on .cm-editor:visible").count(), 0)
        press("b")
        assert short.layer("black").is_visible()
        press("b")
        assert not short.layer("black").is_visible()
        press(".")
        page.mouse.move(300, 200)
        assert page.locator(".shiftlab-dot").is_visible()
        press(".")
        assert not page.locator(".shiftlab-dot").is_visible()
        press("p")
        assert drawn(page) == 0
        page.mouse.move(200, 200)
        page.mouse.down()
        page.mouse.move(400, 300)
        page.mouse.up()
        assert drawn(page) > 100
        press("p")
        assert page.locator(".shiftlab-pen").count() == 0
        press("o")
        titles = short.layer("overview").get_by_role("button")
        assert titles.count() == short.slides
        titles.last.click()
        assert "The end" in short.where
        press("v")
        eventually(lambda: short.says, "There is no prediction on this slide to vote on.")
        with page.context.expect_page() as opened:
            press("n")
        opened.value.close()
        press("f")
        page.wait_for_function("() => document.fullscreenElement")
        press("f")
        page.wait_for_function("() => !document.fullscreenElement")
        assert done == {"?", *told}

    def test_of_the_notebook_do_nothing_to_it(self, short):
        before = whole(short.page)
        for key in (
            "x",
            "d",
            "d",
            "m",
            "y",
            "a",
            "j",
            "k",
            "Enter",
            "Shift+Enter",
            "Control+Enter",
            "Control+z",
            "Delete",
        ):
            short.press(key)
        assert whole(short.page) == before
        assert short.page.locator(".jp-Dialog").count() == 0


class TestTrouble:
    def test_a_cell_that_fails_is_told_and_the_rest_is_not_run(self, lecture):
        stage = lecture(text("# Fails"), code("1"), code("1 / 0"), code("3"), text("# After"))
        stage.begin(ran=False)
        eventually(lambda: stage.says.startswith("A cell stopped with an error; the rest was not run."))
        assert [count is None for count, _ in code_cells(stage.page)] == [False, False, True]
        stage.go()
        assert "After" in stage.where or "Fails" in stage.where

    def test_a_kernel_that_is_killed_or_shut_down_leaves_the_pictures(self, lecture):
        stage = lecture(*lecture_cells()[:4], text("## The end"))
        stage.begin()
        stage.slide(EXPLORER)
        image = stage.page.locator("[data-shiftlab-picture] img:visible")
        image.wait_for()
        shown = image.get_attribute("alt")
        kill(stage.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id"))
        eventually(lambda: stage.says.startswith("The kernel restarts. What the page holds stays"))
        stage.page.locator(".jp-Dialog").wait_for()  # JupyterLab's own, and a clicker has no Enter
        stage.press("PageDown")
        eventually(lambda: stage.page.locator(".jp-Dialog").count(), 0)
        assert "Explore" in stage.where
        hosts.wait_for_kernel(stage.page)
        assert image.get_attribute("alt") == shown
        stage.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }")
        eventually(lambda: stage.says.startswith("The kernel has stopped."))
        assert image.is_visible()
        eventually(lambda: stage.page.locator(".shiftlab-gone:visible").inner_text() != "")
        stage.go("PageDown")
        assert "The end" in stage.where
        stage.leave()

    def test_a_page_that_is_loaded_again_goes_on_at_the_same_slide(self, lecture):
        stage = lecture(text("# One"), text("# Two"), text("# Three"))
        stage.begin()
        stage.go()
        where = stage.where
        stage.page.reload()
        stage.is_on()
        eventually(lambda: stage.where, where)
        stage.leave()
        stage.page.reload()
        stage.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.content")
        assert not stage.page.evaluate("() => document.body.classList.contains('shiftlab-presenting')")


class TestScreen:
    @pytest.mark.parametrize("zoom", [0.75, 1.5])
    def test_a_zoomed_browser_shows_all_of_an_explorer(self, short, zoom):
        short.page.set_viewport_size({"width": round(1280 / zoom), "height": round(720 / zoom)})
        short.slide(EXPLORER)
        while not short.page.locator("[data-shiftlab-explorer]:visible").count():
            short.go()
        short.rest()
        assert short.falls_short() == []

    def test_another_projector_is_tried_in_a_large_window(self, lecture):
        stage = lecture(
            *lecture_cells()[:4],
            query="shiftlab-present&shiftlab-size=1280x720",
            viewport={"width": 1920, "height": 1080},
        )
        stage.is_on()
        assert stage.page.evaluate(SCREEN) == [320, 180, 1280, 720]
        stage.go()
        stage.rest()
        assert stage.falls_short() == []

    def test_nothing_moves_for_who_asked_for_that(self, short):
        short.page.emulate_media(reduced_motion="reduce")
        for key in ("PageDown", "PageDown", "?", "Escape", "o", "Escape", "b", "b"):
            short.press(key)
            assert short.page.evaluate(STILL) == 0
        short.page.emulate_media(reduced_motion="no-preference")


def kill(kernel):
    """End its process, which says nothing to anybody."""
    (process,) = [
        one for one in psutil.process_iter(["cmdline"]) if any(kernel in word for word in one.info["cmdline"] or ())
    ]
    process.kill()


def drawn(page):
    """Pixels of the pen."""
    return page.locator(".shiftlab-pen").evaluate(
        """(pen) => {
            const { data } = pen.getContext("2d").getImageData(0, 0, pen.width, pen.height);
            return data.filter((value, place) => place % 4 === 3 && value).length;
        }"""
    )
