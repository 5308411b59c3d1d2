"""A notebook in the browser as a person meets it: its cells, and the explorers in them."""

import re
import time

import hosts

#: Seconds in which the page has caught up, also on a machine three times slower than ours.
PATIENCE = 30

FIND_CELL = """async (part) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const index = notebook.widgets.findIndex(
        (cell) => cell.model.type === "code" && cell.model.sharedModel.source.includes(part)
    );
    if (index < 0) throw new Error("there is no code cell with " + part);
    notebook.activeCellIndex = index;
    await notebook.scrollToItem(index, "center");
    return index;
}"""
FORGET_RUN = "(index) => { window.jupyterapp.shell.currentWidget.content.widgets[index].model.executionCount = null; }"
HAS_RUN = f"""(index) => {{
    const cell = window.jupyterapp.shell.currentWidget.content.widgets[index];
    return cell.model.executionCount !== null && ({hosts.ALL_CELLS_HAVE_RUN})();
}}"""
COMPLAINTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter((cell) => cell.model.type === "code")
    .flatMap((cell) => cell.model.outputs.toJSON())
    .filter((output) => output.output_type === "error" || output.name === "stderr")"""
LOOK_AT_EVERY_CELL = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    for (let i = 0; i < notebook.widgets.length; i++) await notebook.scrollToItem(i, "center");
}"""
NOTHING_FADES = "() => !document.getAnimations().some((animation) => animation instanceof CSSTransition)"
PIXELS = """(image) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return [...context.getImageData(2, 2, 1, 1).data.slice(0, 3)];
}"""
CUT_OFF = """(root) => {
    const edge = root.getBoundingClientRect();
    const room = Math.min(edge.right, document.documentElement.clientWidth) + 1;
    return [...root.querySelectorAll("button, select, input, textarea, img, label, p, figcaption, summary")]
        .filter((e) => e.checkVisibility() && getComputedStyle(e).clipPath === "none")
        .filter((e) => {
            const box = e.getBoundingClientRect();
            const outside = box.right > room || box.left < edge.left - 1;
            return outside || (e.tagName === "BUTTON" && e.scrollWidth > e.clientWidth);
        })
        .map((e) => `${e.tagName} ${e.className} ${e.textContent}`.slice(0, 80));
}"""

#: Themes are kept on the server, kernels run until they are told not to.
LIGHT = """async () => {
    if (document.body.dataset.jpThemeLight === "false")
        await window.jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab Light" });
}"""
OPEN_INSTEAD = """async ([path, runs]) => {
    const { shell, commands } = window.jupyterapp;
    const before = shell.currentWidget;
    await before.context.save();
    await before.sessionContext.shutdown();
    before.close();
    const kernelPreference = runs ? {} : { shouldStart: false, canStart: false, autoStartDefault: false };
    const opened = await commands.execute("docmanager:open", { path, factory: "Notebook", kernelPreference });
    await opened.context.ready;
    shell.activateById(opened.id);
}"""
SHUT_DOWN = "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }"
VIEWPORT = {"width": 1280, "height": 900}


class Tab:
    """A page in a browser context of its own. Whatever a test does there, nothing may leave this machine."""

    def __init__(self, browser, host, name, query="", **options):
        self.host = host
        self.context = browser.new_context(**{"viewport": VIEWPORT, **options})
        self.left = hosts.keep_local(self.context)
        self.page = Page(self.context.new_page(), host)
        hosts.open_notebook(self.page.page, host, name, query=query)

    def check(self):
        # Voila's own page asks a CDN for an icon font
        left = [address for address in self.left if not (self.host.app == "voila" and "fontawesome" in address)]
        self.left.clear()
        assert not left

    def tidy(self):
        """As it was when it was opened, but for its cells."""
        self.page.page.evaluate(LIGHT)
        self.page.page.set_viewport_size(VIEWPORT)
        self.page.page.mouse.move(0, 0)
        self.context.clear_permissions()

    def close(self):
        if self.host.app != "voila":
            self.page.page.evaluate(LIGHT)
            self.page.page.evaluate(SHUT_DOWN)
        self.context.close()


class Page:
    """One notebook in one host app. `page` is Playwright's."""

    def __init__(self, page, host):
        self.page, self.host = page, host
        self.press, self.locator = page.keyboard.press, page.locator

    def open(self, name, runs=True):
        """Another notebook in place of the one that is open, whose kernel ends; without a kernel if it does not run."""
        if self.host.app == "lab":
            self.page.evaluate(OPEN_INSTEAD, [name, runs])  # a page that is there is quicker than a new one
            if runs:
                hosts.wait_for_kernel(self.page)
        else:
            self.page.evaluate(SHUT_DOWN)
            hosts.open_notebook(self.page, self.host, name)

    def run_all(self):
        hosts.run_all(self.page)

    def explorer(self, nth=0):
        return Explorer(self, nth)

    def theme(self, name):
        """JupyterLab's own, "Light" or "Dark"."""
        self.command("apputils:change-theme", {"theme": f"JupyterLab {name}"})
        self.page.wait_for_selector(
            f"body[data-jp-theme-light={'true' if name == 'Light' else 'false'}]", state="attached"
        )
        self.page.wait_for_function(NOTHING_FADES)

    def complaints(self):
        """The outputs of all cells that are errors or warnings."""
        return self.page.evaluate(COMPLAINTS)

    def look_at_every_cell(self):
        """Outputs are attached to the page when they are scrolled to."""
        self.page.evaluate(LOOK_AT_EVERY_CELL)

    def command(self, name, arguments=None):
        hosts.command(self.page, name, arguments)

    def cell(self, part):
        """Go to the first code cell with this in its source."""
        index = self.page.evaluate(FIND_CELL, part)
        return self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{index}']")

    def write(self, part, source):
        """Replace a cell's source by keyboard, and run it: its output."""
        cell = self.cell(part)
        cell.locator(".cm-content").click()
        self.press("Control+A")
        self.page.keyboard.insert_text(source)
        return self._run(cell)

    def run(self, part):
        """Run a cell by keyboard: its output."""
        cell = self.cell(part)
        cell.locator(".cm-content").click()
        return self._run(cell)

    def _run(self, cell):
        """A built notebook shows numbers and outputs before anything ran: without its number a cell cannot deceive."""
        index = int(cell.get_attribute("data-windowed-list-index"))
        self.page.evaluate(FORGET_RUN, index)
        self.press("Control+Enter")
        self.page.wait_for_function(HAS_RUN, arg=index)
        return cell.locator(".jp-OutputArea-output").first

    def violations(self, *selectors):
        """What axe finds in these parts of the page, one line each."""
        from axe_playwright_python.sync_playwright import Axe

        context = {"include": [[selector] for selector in selectors]}
        found = Axe().run(self.page, context).response["violations"]
        return [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in found
            for node in violation["nodes"]
        ]


class Explorer:
    """An explorer in a page, by what a person sees of it."""

    def __init__(self, page, nth):
        self.page = page
        self.root = page.locator(".shiftlab-explorer").nth(nth)
        self.root.locator("input[type=range]:visible").first.wait_for()
        self.image = self.root.locator("figure img")
        self.error = self.root.locator(".shiftlab-error")
        self.gone = self.root.locator(".shiftlab-gone")
        self.note = self.root.locator(".shiftlab-note")
        self.status = self.root.locator(".shiftlab-status")

    @property
    def name(self):
        """The experiment's."""
        return self.root.get_attribute("data-shiftlab-explorer")

    @property
    def at(self):
        """Which step is shown, from 0; -1 before the first."""
        return int(self.root.get_attribute("data-shiftlab-step"))

    @property
    def steps(self):
        return self.at + 1 + int(self.root.get_attribute("data-shiftlab-steps-left"))

    def step(self):
        """To the next step; after the last, to the first again."""
        following = (self.at + 1) % self.steps
        self.button("Step").click()
        eventually(lambda: self.at, following)

    @property
    def alt(self):
        return self.image.get_attribute("alt")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def field(self, name):
        return self.root.locator(f".shiftlab-field-{name}")

    def slider(self, name):
        return self.field(name).locator("input[type=range]")

    def box(self, name):
        return self.field(name).locator("input[type=number]")

    @property
    def preset(self):
        return self.root.get_by_role("combobox", name="preset")

    @property
    def preset_shown(self):
        return self.preset.evaluate("(select) => select.selectedOptions[0].text").replace("\xa0", " ")

    def focus(self):
        """Where the focus is: the accessible name of the element."""
        return self.page.page.evaluate(
            "() => document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent"
        )

    def says(self, text):
        """Wait until the picture is described like this."""
        from playwright.sync_api import expect

        expect(self.image).to_have_attribute("alt", re.compile(re.escape(text)), timeout=1000 * PATIENCE)

    def corner(self):
        """The colour of the picture's background."""
        return self.image.evaluate(PIXELS)

    def is_shown(self):
        return self.image.evaluate("(image) => image.complete && image.naturalWidth > 300 && image.clientWidth > 200")

    def pixels_per_point(self):
        """2 when it is sharp: drawn for a screen with twice the points."""
        return self.image.evaluate("(image) => image.naturalWidth / image.clientWidth")

    def cut_off(self):
        """What is not wholly inside the explorer, or the window."""
        return self.root.evaluate(CUT_OFF)


def shows(output, text):
    """Wait until a person can read this text, or a match of this pattern, in an output."""
    from playwright.sync_api import expect

    expect(output).to_contain_text(text, use_inner_text=True, timeout=1000 * PATIENCE)


def eventually(read, wanted=True):
    """The page catches up a moment later: ask again until it says what is wanted, or the time is over."""
    end = time.monotonic() + PATIENCE
    while (found := read()) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    assert found == wanted, f"{found!r} is not {wanted!r}"  # helpers' asserts are not explained by pytest
