"""The course panel in JupyterLab: how far one is, what can be done with lessons, and nothing of it elsewhere."""

import json
import re
import shutil

import hosts
import pytest
from pages import PATIENCE, VIEWPORT, Tab, eventually, shows

from shiftlab import experiments
from shiftlab.course import registry
from shiftlab.course.kept.progress import Progress, now
from shiftlab.course.terminal import workspace
from shiftlab_widgets import tokens

COMMANDS = """() => window.jupyterapp.commands.listCommands().filter((id) => id.startsWith("shiftlab:")
    && id !== "shiftlab:present")"""  # that is for every notebook
CHOOSE_CELL = """(index) => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = index; }"""
ACTIVE_CELL = "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"
OPEN_PATH = "() => window.jupyterapp.shell.currentWidget?.context?.path"
NO_SESSIONS = "async () => { await window.jupyterapp.serviceManager.sessions.shutdownAll(); }"
CONTENT = re.compile(r"/api/contents/00_start_here\.ipynb\?.*content=1")
SHOWS_CELL = "(index) => window.jupyterapp.shell.currentWidget.content.widgets[index].inViewport"


class Panel:
    """The panel as a person meets it."""

    def __init__(self, page):
        self.page = page
        self.root = page.locator("#shiftlab-course")
        self.root.wait_for(timeout=1000 * PATIENCE)

    def lesson(self, number):
        return self.root.locator(f"[data-shiftlab-lesson='{number}']")

    def press(self, name, at=None):
        (at or self.root).get_by_role("button", name=re.compile(f"^{name}")).first.click()

    def accept(self, name):
        self.page.locator(".jp-Dialog").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def served(monkeypatch):
    """A server for a folder of its own."""
    started = []

    def serve(folder, app="lab", **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        started.append(hosts.Host(app, folder))
        return started[-1]

    yield serve
    for host in started:
        host.stop()


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A server of a course folder, for one test after the other."""
    folder = tmp_path_factory.mktemp("course")
    workspace.prepare(folder)
    with hosts.Host("lab", folder) as host:
        yield host


@pytest.fixture
def folder(school):
    """The course folder as it is on the first day."""
    for there in school.folder.iterdir():
        shutil.rmtree(there) if there.is_dir() else there.unlink()
    workspace.prepare(school.folder)
    return school.folder


@pytest.fixture
def course(browser, school, folder):
    """A page of lesson 00 in the course folder, and the panel in it."""
    tabs = []

    def open(query=""):
        tabs.append(Tab(browser, school, "00_start_here.ipynb", query=query))
        return tabs[-1].page, Panel(tabs[-1].page)

    yield open
    for tab in tabs:
        tab.check()
        tab.page.page.evaluate(NO_SESSIONS)
        tab.context.close()


def test_how_far_one_is_follows_what_is_done(course, folder):
    page, panel = course()
    shows(panel.root, f"0 of {len(registry.exercises())} exercises solved")
    first, second = panel.lesson("00"), panel.lesson("01")
    assert first.get_attribute("aria-current") == "true"
    assert second.get_attribute("aria-current") is None
    told = registry.lesson("01")
    shows(second, f"About {told.minutes} minutes: {told.about}.")
    # a lesson is fetched, opened, and is where one is
    panel.press("Start", second)
    eventually(lambda: page.page.evaluate(OPEN_PATH), told.file)
    eventually(lambda: second.get_attribute("aria-current"), "true")
    assert (folder / told.file).read_bytes() == told.content()
    panel.press("Open", first)
    eventually(lambda: page.page.evaluate(OPEN_PATH), "00_start_here.ipynb")
    # what another process keeps is seen, and what is unfolded and has the focus stays
    summary = first.locator("summary")
    summary.focus()
    page.press("Enter")
    Progress(folder, in_memory=False).exercise("00-first", lambda entry: entry.update(tries=2, solved=True))
    shows(first, "1 of 1 exercise, 0 of 1 prediction")
    shows(first, "solved, 2 tries")
    eventually(lambda: summary.evaluate("(e) => e === document.activeElement"))


def test_one_goes_on_where_one_stopped(course, folder):
    page, panel = course()
    assert panel.root.get_by_role("button", name="Go on").count() == 0
    page.page.evaluate(CHOOSE_CELL, 12)
    panel.root.get_by_role("button", name="Go on where I stopped: lesson 00").wait_for(timeout=1000 * PATIENCE)
    assert json.loads((folder / ".shiftlab" / "where.json").read_text())["index"] == 12
    # opened again it stands at its first cell, and the place is still known
    page.command("docmanager:save")
    eventually(lambda: page.locator(".jp-mod-dirty").count(), 0)
    page.command("application:close")
    eventually(lambda: page.page.evaluate(OPEN_PATH), None)
    page.page.reload()
    page.page.wait_for_function("() => window.jupyterapp")
    panel = Panel(page)
    panel.press("Go on where I stopped")
    eventually(
        lambda: page.page.evaluate(f"() => {{ try {{ return ({ACTIVE_CELL})(); }} catch {{ return -1; }} }}"), 12
    )
    eventually(lambda: page.page.evaluate(SHOWS_CELL, 12))
    hosts.wait_for_kernel(page.page)


def test_a_fresh_copy_asks_first_and_keeps_the_old_one_with_what_was_not_saved(course, folder):
    page, panel = course()
    page.run('print("ready")')
    page.write('course.monday("00")', "mine = 1")
    first = panel.lesson("00")
    panel.press("Fresh copy", first)
    panel.accept("Cancel")
    assert not [*folder.glob("00_start_here.2*")]
    panel.press("Fresh copy", first)
    panel.accept("Fresh copy")
    shows(panel.root, "Lesson 00 is fresh; yours is kept as 00_start_here.2")
    shows(first, "1 put aside")
    (aside,) = folder.glob("00_start_here.2*.ipynb")
    assert "mine = 1" in aside.read_text(encoding="utf-8")
    sources = (
        "() => window.jupyterapp.shell.currentWidget.content.widgets.map((c) => c.model.sharedModel.source).join()"
    )
    eventually(lambda: "mine = 1" not in page.page.evaluate(sources))
    eventually(lambda: page.page.evaluate(f"() => ({hosts.KERNEL_IS_IDLE})() === true"))
    # the kernel is new: nothing of before is in it
    shows(page.write('course.monday("00")', "print('explore' in dir())"), "False")


def test_what_is_due_is_asked_and_answered_by_keyboard(course, folder):
    record = Progress(folder, in_memory=False)
    right, wrong = registry.lesson("00").questions[:2]
    today = now().date().isoformat()
    for one in (right, wrong):
        record.question(one.id, lambda entry: entry.update(step=1, due=today))
    page, panel = course()
    panel.root.get_by_role("button", name="Review: 2 due").press("Enter")
    sheet = panel.root.locator(".shiftlab-sheet")
    for number, asked in enumerate(sorted((right, wrong), key=lambda one: one.id)):
        shows(sheet, asked.text)
        choices = [*asked.choices]
        choice = asked.answer if asked is right else next(one for one in choices if one != asked.answer)
        eventually(lambda: sheet.locator("input").first.evaluate("(e) => e === document.activeElement"))
        page.press("Space")
        for _ in range(choices.index(choice)):
            page.press("ArrowDown")
        page.press("Enter")
        shows(sheet, f"✔ Right: {choice}" if asked is right else f"✘ Not {choice}")
        shows(sheet, asked.why)
        if number == 0:
            eventually(
                lambda: sheet.get_by_role("button", name="Next question").evaluate(
                    "(e) => e === document.activeElement"
                )
            )
            page.press("Enter")
    shows(sheet, "That was the last one")
    eventually(lambda: panel.root.get_by_role("button", name=re.compile("^Review")).count(), 0)
    kept = record.read()["questions"]
    assert [kept[one.id]["answers"][-1]["right"] for one in (right, wrong)] == [True, False]
    sheet.locator("button").first.focus()
    page.press("Escape")
    eventually(lambda: sheet.is_visible(), False)


def test_axe_finds_nothing_light_or_dark(browser, served, tmp_path):
    workspace.prepare(tmp_path)
    record = Progress(tmp_path, in_memory=False)
    question = registry.lesson("00").questions[0]
    tab = Tab(browser, served(tmp_path, SHIFTLAB_PROFILE="presenter"), "00_start_here.ipynb")
    page, panel, found = tab.page, Panel(tab.page), []
    panel.lesson("00").locator("summary").click()
    panel.lesson("00").get_by_role("button", name="Present: lesson 00").wait_for()
    for theme in ("Light", "Dark"):
        page.theme(theme)
        record.question(question.id, lambda entry: entry.update(step=1, due=now().date().isoformat()))
        panel.press("Review")
        panel.root.locator("legend").wait_for()
        found += page.violations("#shiftlab-course")
        panel.root.locator("input").first.check()
        panel.press("Answer")
        shows(panel.root, "That was the last one")
        found += page.violations("#shiftlab-course")
        panel.press("Doctor")
        panel.root.locator(".shiftlab-findings li").first.wait_for(timeout=1000 * PATIENCE)
        found += page.violations("#shiftlab-course")
    assert found == []
    tab.context.close()


def test_it_is_in_the_menu_the_palette_and_the_launcher(course):
    page, _ = course()
    page.locator(".lm-MenuBar-item", has_text="File").click()
    for label in ("Go On Where I Stopped", "Open a Lesson...", "Fresh Copy of a Lesson...", "Doctor"):
        page.locator(".lm-Menu-item", has_text=label).wait_for()
    page.press("Escape")
    page.command("launcher:create")
    page.locator(".jp-LauncherCard", has_text="Go On Where I Stopped").click()
    eventually(lambda: page.page.evaluate(OPEN_PATH), "00_start_here.ipynb")
    page.command("shiftlab:show-course")
    page.locator("#shiftlab-course:focus").wait_for()
    # from the palette one is asked which lesson, also where one is in one
    page.page.evaluate("() => void window.jupyterapp.commands.execute('shiftlab:open-lesson')")
    page.locator(".jp-Dialog select").select_option(label=f"01 {registry.lesson('01').title}")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    eventually(lambda: page.page.evaluate(OPEN_PATH), registry.lesson("01").file)


def test_elsewhere_there_is_nothing_of_it(browser, served, tmp_path):
    hosts.write_notebook(tmp_path / "other.ipynb", ["1"])
    tab = Tab(browser, served(tmp_path), "other.ipynb")
    answer = "async () => (await fetch('/shiftlab/course')).json()"
    assert tab.page.page.evaluate(answer) == {"course": False}
    assert tab.page.page.evaluate(COMMANDS) == []
    assert tab.page.locator("#shiftlab-course, [data-id='shiftlab-course']").count() == 0
    # a notebook in a course folder below brings it
    workspace.prepare(tmp_path / "mine")
    tab.page.command("docmanager:open", {"path": "mine/00_start_here.ipynb"})
    tab.page.locator("[data-id='shiftlab-course']").wait_for(timeout=1000 * PATIENCE)
    tab.page.command("shiftlab:show-course")
    panel = Panel(tab.page)
    eventually(lambda: panel.lesson("00").get_attribute("aria-current"), "true")
    panel.press("Start", panel.lesson("02"))
    eventually(lambda: tab.page.page.evaluate(OPEN_PATH), "mine/02_undersampling.ipynb")
    tab.context.close()


def test_notebook_7_loads_and_shows_nothing_of_it(browser, served, tmp_path):
    workspace.prepare(tmp_path)
    host = served(tmp_path, "notebook")
    context = browser.new_context(viewport=VIEWPORT)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(error.stack) if "shiftlab-lab" in (error.stack or "") else None)
    page.on(
        "console", lambda said: wrong.append(said.text) if said.type == "error" and "shiftlab" in said.text else None
    )
    hosts.open_notebook(page, host, "00_start_here.ipynb")
    assert page.evaluate("() => window.jupyterapp.hasPlugin('shiftlab-lab:course')")
    assert page.evaluate("() => window.jupyterapp.isPluginActivated('shiftlab-lab:course')")
    assert page.evaluate(COMMANDS) == []
    assert page.locator("#shiftlab-course").count() == 0
    assert wrong == []
    context.close()


class TestStateLinks:
    def token(self, **settings):
        experiment = experiments.get("undersampling")
        return tokens.encode(experiment, experiment.settings(**settings))

    def test_a_link_asks_and_then_shows_the_state(self, course, folder):
        record = Progress(folder, in_memory=False)
        record.prediction("00-cost", lambda entry: entry.update(looked="today"))
        page, panel = course(query=f"shiftlab={self.token(mu=7.0, beta=0.3)}")
        dialog = page.locator(".jp-Dialog")
        dialog.wait_for(timeout=1000 * PATIENCE)
        shows(dialog, "experiment undersampling, at ")
        shows(dialog, "mu=7.0")
        shows(dialog, "Two cells of your lesson 00")
        assert page.violations(".jp-Dialog") == []
        ran = "() => document.querySelectorAll('.jp-OutputArea-output').length"
        assert page.page.evaluate(ran) == 0  # nothing before it is allowed
        panel.accept("Run and show")
        page.explorer().says("μ = 7, β = 0.3")
        assert "shiftlab=" not in page.page.url

    def test_who_declines_has_run_nothing(self, course):
        page, panel = course(query=f"shiftlab={self.token(mu=7.0)}")
        panel.accept("Cancel")
        page.page.wait_for_timeout(500)
        assert page.locator(".jp-OutputArea-output").count() == 0

    def test_a_veil_stays_until_there_is_a_prediction(self, course):
        page, panel = course()
        page.page.evaluate(
            "(token) => void jupyterapp.commands.execute('shiftlab:open-state-link', { token })", self.token(mu=7.0)
        )
        panel.accept("Run and show")
        veil = page.locator(".shiftlab-asking")
        veil.wait_for(timeout=1000 * PATIENCE)
        assert page.locator("[data-shiftlab-explorer]").count() == 0
        veil.get_by_role("radio", name="about 4,000").check()
        veil.get_by_role("button").first.click()
        page.explorer().says("μ = 7,")

    def test_a_token_that_is_none_is_one_sentence_after_the_notebook_which_is_the_current_one(
        self, browser, school, folder
    ):
        context = browser.new_context(viewport=VIEWPORT)
        page, held = context.new_page(), []
        page.route(CONTENT, lambda route: held.append(route))
        with page.expect_request(CONTENT):
            page.goto(school.url("00_start_here.ipynb", "shiftlab=nonsense"))
        page.locator("[data-id='shiftlab-course']").wait_for(timeout=1000 * PATIENCE)  # the course is known
        page.wait_for_timeout(1000)
        assert page.locator(".jp-Dialog").count() == 0
        held[0].continue_()
        shows(page.locator(".jp-Dialog"), "This is not a whole state token")
        eventually(lambda: page.evaluate(OPEN_PATH), "00_start_here.ipynb")
        assert "shiftlab=" not in page.url
        context.close()
