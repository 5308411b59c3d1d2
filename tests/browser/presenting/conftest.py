"""A server as who presents starts it, a short lecture, and a page in which one test after the other presents it."""

import shutil

import hosts
import pytest
from documents import ROOT
from lecture import lecture_cells, write
from pages import Tab
from stage import Stage

PROJECTOR = {"width": 1280, "height": 720}
FIRST_STEP = """() => {
    const presets = document.querySelector("[data-shiftlab-explorer] select[data-shiftlab-action='preset']");
    presets.value = presets.options[1].value; // the first stands for settings of one's own
    presets.dispatchEvent(new Event("change"));
}"""
STUDENT = ROOT / "notebooks" / "student"


@pytest.fixture(scope="session")
def presenter(browser, standing, tmp_path_factory):
    """The server of an app with all lessons in its folder, in the profile of who presents; its pages end before it."""
    running = {}

    def of(app="lab"):
        if app not in running:
            folder = tmp_path_factory.mktemp(f"presenting_{app}")
            for lesson in STUDENT.glob("*.ipynb"):
                shutil.copy(lesson, folder)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("SHIFTLAB_PROFILE", "presenter")
                running[app] = hosts.Host(app, folder, "--ShiftlabVotes.ip=127.0.0.1")
        return running[app]

    yield of
    for name in [name for name, tab in standing.items() if tab.host in running.values()]:
        standing.pop(name).context.close()
    for one in running.values():
        one.stop()


@pytest.fixture
def lectern(browser, presenter, standing, leave):
    """A page in which one lesson after the other is opened, as it is handed out."""

    def of(name):
        shutil.copy(STUDENT / name, presenter().folder)  # also for another try
        if "lectern" in standing:
            standing["lectern"].page.open(name)
        else:
            standing["lectern"] = Tab(browser, presenter(), name, viewport=PROJECTOR)
        return standing["lectern"].page.page

    yield of
    leave("lectern")


@pytest.fixture
def lecture(browser, presenter, number):
    """A page of its own with a notebook of these cells, run if so asked; it and its kernel end with the test."""
    opened = []

    def open(*cells, app="lab", runs=False, query="", viewport=PROJECTOR, **options):
        host, name = presenter(app), f"lecture_{next(number)}.ipynb"
        write(host.folder / name, cells or lecture_cells())
        tab = Tab(browser, host, name, query, viewport=viewport, **options)
        opened.append(tab)
        if runs:
            hosts.run_all(tab.page.page)
        return Stage(tab.page.page)

    yield open
    for tab in opened:
        tab.close()
        tab.check()


@pytest.fixture
def kept(browser, presenter, standing, leave):
    """One page with the short lecture, which has run: for tests that leave it as it was."""
    if "short" not in standing:
        write(presenter().folder / "short.ipynb", lecture_cells())
        standing["short"] = Tab(browser, presenter(), "short.ipynb", viewport=PROJECTOR)
        hosts.run_all(standing["short"].page.page)
    yield standing["short"]
    leave("short")


@pytest.fixture
def short(kept):
    """The short lecture on stage, at its first slide; it ends with the test."""
    page = kept.page.page
    page.set_viewport_size(PROJECTOR)
    stage = Stage(page)
    page.evaluate("() => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = 0; }")
    stage.begin()
    page.evaluate(FIRST_STEP)
    page.wait_for_function("() => document.querySelector('[data-shiftlab-step]').dataset.shiftlabStep === '0'")
    yield stage
    stage.leave()
