"""One server for each host app and one Chromium in each worker, and as few pages as the tests allow.

Without a browser they are skipped, unless SHIFTLAB_REQUIRE_BROWSER=1 says that there must be one.
"""

import importlib.util
import itertools
import json
import os
import shutil

import hosts
import pytest
from pages import VIEWPORT, Tab
from student import Student

MISSING = [
    f"pip install {name.replace('_', '-')}"
    for name in ("playwright", "axe_playwright_python")
    if importlib.util.find_spec(name) is None
]
if hosts.chromium() is None:
    MISSING.append(hosts.GET_CHROMIUM)
REQUIRED = os.environ.get("SHIFTLAB_REQUIRE_BROWSER", "") not in ("", "0")


def pytest_collection_modifyitems(config, items):
    """One line about what is missing is enough: the first test says it, the others are left out."""
    ours = [item for item in items if item.path.is_relative_to(os.path.dirname(__file__))]
    if MISSING and not REQUIRED:
        config.hook.pytest_deselected(items=ours[1:])
        items[:] = [item for item in items if item not in ours[1:]]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def pytest_terminal_summary(terminalreporter):
    """What went wrong before a test was run once more: otherwise nobody would know."""
    for report in terminalreporter.stats.get("rerun", []):
        crash = getattr(report.longrepr, "reprcrash", None)
        said = crash.message if crash else report.longreprtext
        terminalreporter.write_line(f"{report.nodeid}, {report.when}, at first: {said}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests of one lesson, or of one app, go to one worker: that is the page, or the server, which they share.

    So do those of the course panel, of the page that moves, and those of the stage that are not about a lesson.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            name, _, parameters = nodeid.removesuffix("]").partition("[")
            lesson_or_app = parameters.rpartition("-")[2]
            if file.endswith(("/test_course_panel.py", "/test_moving_page.py")):
                return file
            if "/presenting/" in file and not file.endswith("/test_lessons.py"):
                return file.rpartition("/")[0]
            return lesson_or_app or name

    return Scheduling(config, log)


#: Other cells for a notebook that is open, and nothing left of the explorers that were in it.
REPLACE_CELLS = """async (cells) => {
    const { content, context, sessionContext } = window.jupyterapp.shell.currentWidget;
    const code = "from ipywidgets import Widget\\nWidget.close_all()\\ndel Widget";
    await sessionContext.session.kernel.requestExecute({ code, silent: true, store_history: false }).done;
    const notebook = context.model.toJSON();
    notebook.cells = cells.map((source, i) => (
        { id: `cell-${i}`, cell_type: "code", source, metadata: {}, outputs: [], execution_count: null }
    ));
    context.model.fromJSON(notebook);
    content.activeCellIndex = 0;
}"""
CELLS_ARE_THERE = """(count) => {
    const shown = document.querySelectorAll(".jp-Notebook .jp-Cell").length;
    return shown === count && !document.querySelector(".shiftlab-explorer");
}"""


@pytest.fixture(scope="session")
def browser():
    if MISSING:
        (pytest.fail if REQUIRED else pytest.skip)("no browser tests: " + "; ".join(MISSING))
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=hosts.chromium(), headless=True, args=hosts.CHROMIUM_FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def host(browser, tmp_path_factory):
    """The server of one app, started when it is first needed."""
    running = {}

    def of(app):
        if app not in running:
            running[app] = hosts.Host(app, tmp_path_factory.mktemp(app))
        return running[app]

    yield of
    for one in running.values():
        one.stop()


@pytest.fixture
def visit(browser, host):
    """Open a notebook in the folder of an app's server, in a page and with a kernel that end with the test."""
    opened = []

    def open(name, app="lab", **options):
        opened.append(Tab(browser, host(app), name, **options))
        return opened[-1].page

    yield open
    for tab in opened:
        tab.close()
    for tab in opened:
        tab.check()


@pytest.fixture(scope="session")
def standing():
    """Pages that stay open, by name: most of a test's time would be opening one, with a kernel.

    Those that are left at the end are only closed: their kernels end with the server.
    """
    tabs = {}
    yield tabs
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture
def leave(request, standing):
    """Leave a page that stays open as it was when it was opened, or close it after a failure: what that leaves behind
    is no start for the next test, nor for another try.
    """

    def of(key):
        if FAILED in request.node.stash:
            if key in standing:  # it may be its opening that failed
                standing.pop(key).close()
        else:
            standing[key].tidy()
            standing[key].check()

    return of


@pytest.fixture
def lab(visit, browser, host, standing, leave, number):
    """A page of JupyterLab, or of another app, in which these cells have run.

    It is shared with other tests, one after the other, and so is its kernel. A test that changes either for good
    (patches a module, reloads, restarts) asks for one `alone`.
    """
    used = []

    def shared(cells, app, options):
        key = (app, json.dumps(options, sort_keys=True))
        if key not in standing:
            name = f"page_{next(number)}.ipynb"
            hosts.write_notebook(host(app).folder / name, cells)
            standing[key] = Tab(browser, host(app), name, **options)
        else:
            page = standing[key].page.page
            page.evaluate(REPLACE_CELLS, list(cells))
            page.wait_for_function(CELLS_ARE_THERE, arg=len(cells))
        used.append(key)
        return standing[key].page

    def open(*cells, app="lab", alone=False, viewport=VIEWPORT, **options):
        if alone or app == "voila":
            name = f"page_{next(number)}.ipynb"
            hosts.write_notebook(host(app).folder / name, cells)
            page = visit(name, app, viewport=viewport, **options)
        else:
            page = shared(cells, app, options)
            page.page.set_viewport_size(viewport)
        if app != "voila":
            page.run_all()
        return page

    yield open
    for key in used:
        leave(key)


@pytest.fixture(scope="session")
def desks(browser, host):
    """A page of each app in which one notebook after the other is opened."""
    tabs = {}

    def of(app, name, runs):
        if app in tabs:
            tabs[app].page.open(name, runs)
        else:
            tabs[app] = Tab(browser, host(app), name)
        return tabs[app]

    yield of
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture(scope="module")
def student(request, desks, host):
    """A lesson that was fetched a moment ago and has run, in JupyterLab or another app; nothing is predicted yet."""
    lesson, app = request.param
    folder = host(app).folder / f"student_{lesson.number}"
    tab = desks(app, Student.fetch(lesson, folder), True)
    fetched = Student(tab.page, lesson, folder)
    fetched.run_all()
    yield fetched
    tab.tidy()
    tab.check()


@pytest.fixture(scope="module")
def lesson(student):
    """The page of that lesson after everything in it was predicted; for all tests of a module that ask for this one."""
    student.predict()
    return student.page


@pytest.fixture(scope="module")
def solution(request, desks, host):
    """A page with solutions as they are stored, by their path: their cells run elsewhere."""
    name = f"solution_{request.param.name}"
    shutil.copy(request.param, host("lab").folder / name)
    tab = desks("lab", name, False)
    yield tab.page
    tab.tidy()
    tab.check()


@pytest.fixture(scope="session")
def number():
    return itertools.count(1)
