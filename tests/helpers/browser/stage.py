"""A notebook on stage, by what is seen of it: which slide, what has room on it, what is too small for the last row."""

import json

import hosts

#: On stage, all slides got ready, and all that had not run has run.
IS_ON = """() => document.body.classList.contains("shiftlab-presenting")
    && !document.body.classList.contains("shiftlab-raising")"""
SAYS = "() => document.querySelector('[data-shiftlab-said]')?.textContent"
WHERE = "() => document.querySelector('[data-shiftlab-where]')?.textContent"
#: Slide, page and steps; and the veils, which go when somebody predicts.
PLACE = """() => [document.querySelector('[data-shiftlab-where]').textContent,
    ...[...document.querySelectorAll('[data-shiftlab-explorer]')].filter((e) => e.checkVisibility())
        .map((e) => `${e.dataset.shiftlabStep} ${e.querySelector('[data-shiftlab-question]')?.textContent ?? ''}`),
].join(' | ')"""
#: Resolves when nothing has moved for a while: frames and sizes come from the kernel when they come.
REST = """async ([quiet, patience]) => {
    const look = () => {
        const parts = '.shiftlab-on, .shiftlab-on :is(img, form, .shiftlab-explorer)';
        const seen = document.querySelectorAll(parts);
        const at = [...seen].map((one) => {
            const box = one.getBoundingClientRect();
            return [box.x, box.y, box.width, box.height].map(Math.round).join();
        });
        const status = window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status;
        const pending = status === 'busy' || [...seen].some((one) => one.checkVisibility()
            && (one.tagName === 'IMG' ? !one.complete : one.matches('.shiftlab-explorer:not(.shiftlab-lecture)')));
        return pending ? Math.random() : at.join(';') + document.querySelector('[data-shiftlab-where]').textContent;
    };
    const began = performance.now();
    let [last, since] = [look(), began];
    while (performance.now() - since < quiet && performance.now() - began < patience) {
        await new Promise((done) => requestAnimationFrame(done));
        const now = look();
        if (now !== last) [last, since] = [now, performance.now()];
    }
}"""
#: Sentences about what is outside the screen, scrolls, or is too small to be read from the last row.
FALLS_SHORT = """() => {
    const found = new Set();
    const outer = document.querySelector('.shiftlab-path .jp-WindowedPanel-outer');
    const screen = document.querySelector('[data-shiftlab-curtain]').getBoundingClientRect();
    const lower = screen.height / 720; // sizes are given for the smallest projector
    const on = [...document.querySelectorAll('.shiftlab-on')].filter((one) => one.checkVisibility());
    const code = on.some((cell) => [...cell.querySelectorAll('.cm-editor, pre')].some((one) =>
        one.checkVisibility() && (one.matches('.cm-editor') || one.offsetHeight > outer.clientHeight * 0.88)));
    if (!on.length) found.add('nothing is shown');
    const { scrollHeight, clientHeight } = outer;
    if (!code && scrollHeight > clientHeight) found.add(`scrolls: ${scrollHeight} of ${clientHeight}`);
    const told = (text) => text.trim().replace(/\\s+/g, ' ').slice(0, 40);
    const inside = (box) => box.left >= screen.left - 1 && box.right <= screen.right + 1
        // what a person writes in may scroll
        && (code || (box.top >= screen.top - 1 && box.bottom <= screen.bottom + 1));
    for (const cell of on) {
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const parent = node.parentElement;
            if (!node.textContent.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
            if (parent.closest('.shiftlab-live, .jp-Collapser, mjx-assistive-mml, option, style, .cm-editor')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
            if (!boxes.length || getComputedStyle(parent).clipPath !== 'none') continue;
            if (!boxes.every(inside)) found.add(`outside the screen: ${told(node.textContent)}`);
            const control = parent.closest('.shiftlab-explorer, .shiftlab-alone, button, select');
            const math = parent.closest('mjx-container, sub, sup');
            const wanted = control ? 20 : parent.closest('pre, code') ? 20 : math ? 0 : 32;
            const size = parseFloat(getComputedStyle(parent).fontSize) * (parent.currentCSSZoom ?? 1) / lower;
            if (size < wanted - 0.5) found.add(`${size.toFixed(0)} px: ${told(node.textContent)}`);
            for (let box = parent; box !== cell; box = box.parentElement) {
                const style = getComputedStyle(box);
                if (style.overflowX === 'visible' || style.display === 'inline') continue;
                if (box.scrollWidth > box.clientWidth + 2 || box.scrollHeight > box.clientHeight + 2) {
                    if (code && box.closest('.jp-OutputArea-output')) continue;
                    found.add(`cut off in ${box.className}: ${told(node.textContent)}`);
                }
            }
        }
        for (const part of cell.querySelectorAll('.shiftlab-explorer, :is(button, input, select, img, form)')) {
            if (!part.checkVisibility({ visibilityProperty: true }) || part.closest('.shiftlab-live')) continue;
            const box = part.getBoundingClientRect();
            if (box.width <= 1 || inside(box) || code) continue;
            found.add(`outside the screen: ${part.tagName} ${told(part.className)}`);
        }
    }
    return [...found];
}"""
LIVES = """() => [...document.querySelectorAll('.shiftlab-on :is(.shiftlab-explorer, form, img)')]
    .some((one) => one.checkVisibility())"""
PREDICT = """() => {
    const forms = [...document.querySelectorAll('.shiftlab-on form')].filter((one) => one.checkVisibility());
    const form = forms.find((one) => one.querySelector('.shiftlab-predict'));
    if (!form) return false;
    form.querySelector('input[type=radio]').click();
    form.querySelector('.shiftlab-predict').click();
    return true;
}"""


class Stage:
    """What a presenter does with a page of JupyterLab, or of Notebook 7, and what the room sees."""

    def __init__(self, page):
        self.page, self.press = page, page.keyboard.press

    def begin(self, ran=True):
        """Present the notebook; if it has `ran`, wait until all of it has."""
        self.page.evaluate("() => { void window.jupyterapp.commands.execute('shiftlab:present'); }")
        self.is_on(ran)

    def is_on(self, ran=True):
        self.page.wait_for_function(IS_ON)
        if ran:
            self.page.wait_for_function(f"() => ({SAYS})() === '' && ({hosts.KERNEL_IS_IDLE})()", timeout=120_000)

    def leave(self):
        """Escape, as often as it takes."""
        for _ in range(4):
            if not self.page.evaluate(IS_ON):
                return
            self.press("Escape")
        raise AssertionError("Escape does not end it")

    @property
    def size(self):
        return "{width}x{height}".format(**self.page.viewport_size)

    def slide(self, number):
        """To a slide by its number, from 1."""
        for digit in str(number):
            self.press(digit)
        self.press("Enter")
        self.page.wait_for_function(f"(end) => ({WHERE})().endsWith(end)", arg=f"· {number}/{self.slides}")

    @property
    def slides(self):
        return int(self.where.rpartition("/")[2])

    def layer(self, name):
        return self.page.locator(f"[data-shiftlab-layer='{name}']")

    @property
    def says(self):
        return self.page.evaluate(SAYS)

    @property
    def where(self):
        return self.page.evaluate(WHERE)

    @property
    def place(self):
        return self.page.evaluate(PLACE)

    def go(self, key="PageDown"):
        """Press a key and wait until one is elsewhere; whether one is."""
        before, said = self.place, self.says
        self.press(key)
        elsewhere = f"([before, said]) => ({PLACE})() !== before || ![said, ''].includes(({SAYS})())"
        self.page.wait_for_function(elsewhere, arg=[before, said])
        return self.place != before

    @property
    def lives(self):
        """Whether there is something on this page that may still change: a picture, or a form."""
        return self.page.evaluate(LIVES)

    def rest(self, quiet=160, patience=5000):
        self.page.evaluate(REST, [quiet, patience])

    def falls_short(self):
        return self.page.evaluate(FALLS_SHORT)

    def predict(self):
        """Makes the prediction that is asked for on this page, if one is: the first choice."""
        return self.page.evaluate(PREDICT)


def sources(page):
    """All that a file would hold but outputs and counts."""
    return page.evaluate("""() => {
        const made = window.jupyterapp.shell.currentWidget.context.model.toJSON();
        return made.cells.map(({ outputs, execution_count, metadata: { trusted, ...metadata }, ...rest }) =>
            JSON.stringify({ ...rest, metadata }));
    }""")


def whole(page):
    """All that a file would hold, to the letter."""
    return json.dumps(page.evaluate("() => window.jupyterapp.shell.currentWidget.context.model.toJSON()"))


def code_cells(page):
    """Count and source of each code cell."""
    return page.evaluate("""() => window.jupyterapp.shell.currentWidget.content.widgets
        .filter((cell) => cell.model.type === "code")
        .map((cell) => [cell.model.executionCount, cell.model.sharedModel.source])""")
