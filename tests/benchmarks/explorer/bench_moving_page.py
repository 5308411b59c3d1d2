"""Pages that move without a kernel: how large they are, how soon they are there, and how soon a move is painted.

Opened from the file system in real Chromium. Run it on an idle machine (`make bench-latency`).
"""

import statistics
import time

import hosts
import pytest
from explorer.latency import SCRIPT, turned
from measure import p95

from shiftlab import experiments
from shiftlab_widgets.page.moving import write

playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright; and " + hosts.GET_CHROMIUM)
pytestmark = pytest.mark.skipif(hosts.chromium() is None, reason=hosts.GET_CHROMIUM)

MOVES, WARMUP = 40, 5
PICTURE = "canvas[data-shiftlab-picture]"
READY = """() => new Promise((resolve) => {
    const ready = () => document.querySelector("[data-shiftlab-ready]");
    const look = () => (ready() ? resolve(performance.now()) : setTimeout(look, 1));
    look();
})"""
EXPERIMENTS = experiments.names()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=hosts.chromium(), headless=True, args=hosts.CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The default page of an experiment, written when it is first asked for."""
    folder, written = tmp_path_factory.mktemp("pages"), {}

    def of(name):
        if name not in written:
            written[name] = write(name, folder / f"{name}.html", progress=False)
        return written[name]

    return of


@pytest.fixture
def open_page(browser):
    contexts = []

    def open(path, width=1280):
        contexts.append(browser.new_context(offline=True, viewport={"width": width, "height": 1000}))
        page = contexts[-1].new_page()
        page.add_init_script(path=SCRIPT)
        page.goto(path.as_uri())
        return page, page.evaluate(READY)

    yield open
    for context in contexts:
        context.close()


def keys(page, field):
    """From a key on the slider to its painted frame, in ms, each time when the picture rests."""
    handle, key, times = page.locator(f".shiftlab-field-{field} input[type=range]"), "ArrowRight", []
    page.evaluate("(target) => latency.start(target)", PICTURE)
    handle.focus()
    page.wait_for_timeout(500)
    for _ in range(MOVES + WARMUP):
        key = turned(handle, key)
        page.evaluate("() => latency.arm()")
        page.keyboard.press(key)
        waited = page.evaluate("(times) => latency.wait(...times)", [3000, 100])
        times.append(3000 if waited["first"] is None else waited["first"])
    page.evaluate("() => latency.stop()")
    return times[WARMUP:]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_default_page_is_small(pages, say, report, name):
    started = time.process_time()
    page = pages(name)
    say(f"{name}: {page.pictures} pictures, {time.process_time() - started:.0f} s of the processor")
    report(f"page of {name}, compressed", page.kilobytes, 600, "kB")


@pytest.mark.parametrize("name", ["undersampling", "discriminative", "transfer-cv"])
def test_a_page_is_there_soon(pages, open_page, report, name):
    times = [open_page(pages(name).path)[1] for _ in range(5)]
    report(f"page of {name}, from opening to moving, median", statistics.median(times), 600, "ms")


@pytest.mark.parametrize(
    ("name", "field"),
    [("undersampling", "mu"), ("bias-kinds", "cut"), ("discriminative", "shift"), ("transfer-cv", "angle")],
)
def test_key_press_to_painted_pixels_without_a_kernel(pages, open_page, report, name, field):
    page, _ = open_page(pages(name).path)
    times = keys(page, field)
    report(f"key to painted pixels in the page of {name}, {field}, median", statistics.median(times), 25, "ms")
    report(f"key to painted pixels in the page of {name}, {field}, p95", p95(times), 40, "ms")
