"""What who presents waits for: the next slide, the next step, a slider on stage; and what the extension costs a page.

Real Chromium, JupyterLab. Run it on an idle machine (`make bench-latency`).
"""

import gzip
from pathlib import Path

import hosts
import lecture
import pytest
from explorer import latency
from explorer.latency import Session
from measure import p95
from stage import Stage

import shiftlab_widgets

playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright; and " + hosts.GET_CHROMIUM)
pytestmark = pytest.mark.skipif(hosts.chromium() is None, reason=hosts.GET_CHROMIUM)

MOVES = 40
STATIC = Path(shiftlab_widgets.__file__).parent / "labextension" / "static"
EXPLORER, WORDS = 1, 0  # slides, from 0
#: From the key event to a task after the frame that the key led to.
NEXT_SLIDE = """async (key) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    const before = document.querySelector("[data-shiftlab-where]").textContent;
    const pressed = performance.now();
    document.body.dispatchEvent(event);
    await new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    }));
    const took = performance.now() - pressed;
    return document.querySelector("[data-shiftlab-where]").textContent === before ? null : took;
}"""
COST = """() => performance.getEntriesByType("measure").filter((one) => one.name.startsWith("shiftlab:"))
    .reduce((sum, one) => sum + one.duration, 0)"""


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    folder = tmp_path_factory.mktemp("presenting")
    with playwright.sync_playwright() as chrome, Session(chrome, folder, "0") as opened:
        lecture.write(folder / "lecture.ipynb", lecture.lecture_cells())
        hosts.open_notebook(opened.page, opened.host, "lecture.ipynb")
        opened.run_all()
        yield opened


@pytest.fixture
def stage(session):
    """The explorer's slide, at its first step."""
    on = Stage(session.page)
    on.begin()
    on.slide(EXPLORER + 1)
    while on.go("PageUp"):
        pass
    on.go()
    on.rest()
    yield on
    on.leave()


def test_key_to_the_next_slide(session, stage, report):
    times = [session.page.evaluate(NEXT_SLIDE, key) for _ in range(MOVES) for key in ("PageUp", "PageDown")]
    assert None not in times
    report("key to the next slide painted, a live explorer on it, p95", p95(times), 60, "ms")


def test_slider_on_stage(session, stage, report):
    report("key press to painted pixels on stage, p95", p95(session.keys(MOVES)), 65, "ms")


def test_next_step_by_the_clicker(session, stage, report):
    session.page.evaluate("(target) => latency.start(target)", latency.EXPLORER)
    times = []
    for turn in range(20):
        session.page.evaluate("() => latency.arm()")
        session.page.keyboard.press("PageUp" if turn % 2 else "PageDown")
        times.append(session.page.evaluate("(times) => latency.wait(...times)", [8000, 200])["first"])
        stage.rest()
    session.page.evaluate("() => latency.stop()")
    assert None not in times
    report("clicker to the next step painted, with a forest to grow, p95", p95(times), 2000, "ms")


def test_what_the_extension_costs_a_page(session, report):
    report("evaluating and activating the extension", session.page.evaluate(COST), 50, "ms")


def test_size_of_the_bundle(report):
    size = sum(len(gzip.compress(path.read_bytes())) for path in STATIC.glob("*.js"))
    report("the extension's scripts, compressed", size / 1000, 120, "kB")
