"""The first minute: a new user, from the command to the first exercise solved, without a mouse."""

import os
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import hosts
import pytest
from pages import PATIENCE, VIEWPORT, Page, shows

from shiftlab.course import registry

#: What could lead out of that home, or is not on a student's machine.
OTHERS = {
    *("JUPYTER_CONFIG_DIR", "JUPYTER_CONFIG_PATH", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"),
    *("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "MPLBACKEND", "SHIFTLAB_STRICT", "SHIFTLAB_PROFILE"),
}
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S+")


@pytest.fixture
def address(tmp_path):
    """What the command says, in a home in which there is nothing."""
    environment = {name: value for name, value in os.environ.items() if name not in OTHERS}
    environment |= {"HOME": str(tmp_path), "IPYTHONDIR": str(tmp_path / "ipython")}
    command = [sys.executable, "-m", "shiftlab.cli", "lab", "--no-browser", "--port", str(hosts.free_port())]
    log = tmp_path / "server.log"
    with open(log, "wb") as out:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=out, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + 60
        while not (said := ADDRESS.search(log.read_text(errors="replace"))):
            assert server.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < end
            time.sleep(0.1)
        yield said[0]
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport=VIEWPORT)
    left = hosts.keep_local(context)
    made = context.new_page()
    made.goto(address)
    yield Page(made, SimpleNamespace(app="lab"))
    context.close()
    assert left == []


class Keys:
    """A person who has only keys: everything is reached from where the focus is."""

    def __init__(self, page):
        self.page, self.press, self.locator = page.page, page.press, page.locator

    def tab_to(self, locator, key="Tab", at_most=40):
        for _ in range(at_most):
            if locator.evaluate("(element) => element === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"Tab never reached {locator}")

    def run(self):
        """Run the active cell and go to the next one, as the lesson's first words say."""
        self.press("Shift+Enter")

    def run_until(self, part):
        """Run cells until one with this in its source is the active one."""
        active = self.locator(".jp-Notebook .jp-Cell.jp-mod-active")
        for _ in range(40):
            if part in active.inner_text():
                return active
            before = active.get_attribute("data-windowed-list-index")
            self.run()
            self.page.wait_for_function(
                "(i) => document.querySelector('.jp-Notebook .jp-mod-active')?.dataset.windowedListIndex !== i",
                arg=before,
            )
        raise AssertionError(f"no cell has {part}")


def test_from_the_command_to_the_first_exercise_solved_by_keyboard(page):
    panel = page.locator("#shiftlab-course")
    panel.wait_for(timeout=1000 * PATIENCE)  # open beside the lesson, on the first visit
    first = panel.locator("[data-shiftlab-lesson='00']")
    shows(first, "You are here")
    assert first.get_attribute("aria-current") == "true"
    keys = Keys(page)
    notebook = page.locator(".jp-Notebook")
    notebook.locator(".jp-Cell.jp-mod-active:focus").wait_for(timeout=1000 * PATIENCE)  # the panel has not taken it
    page.locator(".jp-StatusBar-Widget").get_by_text("| Idle").wait_for(timeout=1000 * PATIENCE)

    keys.run_until('print("ready")')
    keys.run()
    shows(notebook, "ready")

    predict = keys.run_until('course.predict("00-cost")')
    index = predict.get_attribute("data-windowed-list-index")
    keys.press("Control+Enter")
    cell = page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{index}']")
    choice = cell.get_by_role("radio", name="about 4,000")
    choice.wait_for(timeout=1000 * PATIENCE)
    keys.tab_to(cell.get_by_role("radio").first)
    while not choice.is_checked():
        keys.press("ArrowDown")
    keys.press("Enter")
    shows(cell, "You predict: about 4,000")
    shows(first, "0 of 1 exercise, 1 of 1 prediction")  # while nothing ran: the panel looks again

    # from the answer back to its cell, and on from there
    keys.tab_to(cell, "Shift+Tab")
    keys.press("ArrowDown")
    exercise = keys.run_until("# exercise: 00-first")
    index = exercise.get_attribute("data-windowed-list-index")
    keys.press("Enter")
    exercise.locator(".cm-content:focus").wait_for()
    keys.press("Control+Home")
    lines = exercise.locator(".cm-line").all_inner_texts()
    for _ in range([line.strip().startswith("left = ...") for line in lines].index(True)):
        keys.press("ArrowDown")
    keys.press("Home")
    keys.press("Shift+End")
    (line,) = [one for one in registry.exercise("00-first").solution.splitlines() if "left =" in one]
    page.page.keyboard.type(line.strip())
    keys.run()
    shows(page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{index}']"), "Correct")
    shows(first, "1 of 1 exercise, 1 of 1 prediction")

    # and the panel by keyboard too
    keys.press("Escape")
    keys.press("Control+Shift+C")
    page.locator(".jp-ModalCommandPalette input:focus").wait_for()
    page.page.keyboard.type("Show the Course")
    page.locator(".lm-CommandPalette-item.lm-mod-active", has_text="Show the Course").wait_for()
    keys.press("Enter")
    page.locator("#shiftlab-course:focus").wait_for()
    keys.tab_to(first.locator("summary"))
    keys.press("Enter")
    shows(first, "solved, 1 try")

    # nothing of Jupyter's lay over it or beside it
    assert not page.locator("text=official Jupyter news").count()
    assert page.locator("#jp-main-dock-panel .lm-TabBar-tab").count() == 1
