"""One server for each host app and one Chromium for all tests here; a page of its own for each.

Without a browser they are skipped, unless SHIFTLAB_REQUIRE_BROWSER=1 says that there must be one.
"""

import importlib.util
import itertools
import os
import shutil

import hosts
import pytest
from pages import Page

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


#: Themes are kept on the server, kernels run until they are told not to.
END = """async () => {
    const app = window.jupyterapp;
    if (document.body.dataset.jpThemeLight === "false")
        await app.commands.execute("apputils:change-theme", { theme: "JupyterLab Light" });
    await app.serviceManager.sessions.shutdownAll();
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
    """Open a notebook in the folder of an app's server. Whatever the test does, nothing may leave this machine."""
    opened = []

    def open(name, app="lab", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        opened.append((app, context, hosts.keep_local(context)))
        page = Page(context.new_page(), host(app))
        hosts.open_notebook(page.page, host(app), name)
        return page

    yield open
    for app, context, left in opened:
        if app != "voila":
            context.pages[0].evaluate(END)
        context.close()
        # Voila's own page asks a CDN for an icon font
        assert not [address for address in left if not (app == "voila" and "fontawesome" in address)]


@pytest.fixture
def lab(visit, host, number):
    """A page of JupyterLab, or of another app, in which these cells have run."""

    def open(*cells, app="lab", **options):
        name = f"page_{next(number)}.ipynb"
        hosts.write_notebook(host(app).folder / name, cells)
        page = visit(name, app, **options)
        if app != "voila":
            page.run_all()
        return page

    return open


@pytest.fixture
def lesson(visit, host, number):
    """A page in which a built notebook has run."""

    def open(path, app="lab", **options):
        name = f"lesson_{next(number)}.ipynb"
        shutil.copy(path, host(app).folder / name)
        page = visit(name, app, **options)
        page.run_all()
        return page

    return open


@pytest.fixture(scope="session")
def number():
    return itertools.count(1)
