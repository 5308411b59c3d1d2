"""Pictures that are there before they are asked for: near and far, held and not held, and what they cost.

Real Chromium, JupyterLab, 10,000 points; beside it the plain `interact` version of the same picture. Run it on an idle
machine (`make bench-latency`).
"""

import statistics

import pytest
from explorer import latency
from explorer.bench_latency import EXPLORER, FAR, INTERACT, LIBRARIES, WITHOUT
from measure import p95

from shiftlab_widgets.ahead import queue

KEYS, TYPED = 40, 25
#: Between the places of the slider: nobody has drawn them ahead.
BETWEEN = [1 + 0.31 * i for i in range(TYPED)]
TEN = "for seed in range(10):\n    display(explore('undersampling', seed=seed))"


@pytest.fixture
def session(lab):
    """A page in which these cells have run."""

    def open(*cells, **options):
        opened = lab(*cells, **options)
        opened.run_all()
        return opened

    return open


@pytest.mark.parametrize(("where", "far"), [("near", 0.0), ("far", FAR)])
class TestAMove:
    def test_that_is_held(self, session, report, say, where, far):
        times = session(LIBRARIES, EXPLORER, far=far).rested_keys(KEYS)
        say(f"{where}, held: median {statistics.median(times):.1f} ms, p95 {p95(times):.1f}, longest {max(times):.1f}")
        if far:
            report(f"{where}, key to painted pixels of what is held, p95", p95(times), 25, "ms")
        else:
            report(f"{where}, key to painted pixels of what is held, median", statistics.median(times), 15, "ms")
            report(f"{where}, key to painted pixels of what is held, p95", p95(times), 22, "ms")

    def test_that_is_not_held_is_as_quick_as_without(self, session, report, say, where, far):
        found = {}
        for name, cell in (("with frames ahead", EXPLORER), ("without", WITHOUT)):
            found[name] = session(LIBRARIES, cell, far=far).typed(BETWEEN)
            say(
                f"{where}, not held, {name}: median {statistics.median(found[name]):.0f} ms, p95 {p95(found[name]):.0f}"
            )
        one, other = (statistics.median(times) for times in found.values())
        report(f"{where}, not held, with frames ahead over without, median", one / other, 1.25, "x")
        # it may have to wait for one frame that is being drawn
        wait = p95(found["with frames ahead"]) - p95(found["without"])
        report(f"{where}, not held, what a move waits longer, p95", wait, 1000 * queue.LONGEST, "ms")

    def test_of_interact(self, session, say, where, far):
        times = session(INTERACT, picture=latency.INTERACT, far=far).rested_keys(KEYS // 2, rest=0.3)
        say(f"{where}, interact: median {statistics.median(times):.0f} ms, p95 {p95(times):.0f}")


def test_values_that_a_drag_passes(session, report, say):
    one = session(LIBRARIES, EXPLORER)
    one.slider().focus()
    one.page.wait_for_timeout(4000)
    drag = one.passed()
    seen = [time for time in drag["passed"] if time is not None]
    say(f"dragging: {len(seen)} of {len(drag['passed'])} values painted, median {statistics.median(seen):.1f} ms")
    report("dragging, a value that is held, longest", max(seen), 25, "ms")
    report("dragging, the last value", drag["last"], 60, "ms")
    report("dragging, blank frames", drag["blanks"], 1, "frames")


def test_what_it_costs_the_kernel(session, report, say):
    one = session(LIBRARIES, EXPLORER)
    one.slider().focus()
    before = one.kernel_cpu()
    one.page.wait_for_timeout(5000)
    spent = one.kernel_cpu() - before
    held = one.page.evaluate("() => Number(document.querySelector('[data-shiftlab-held]').dataset.shiftlabHeld)")
    say(f"a focused slider: {held} frames, {1000 * spent / held:.0f} ms of the kernel each")
    report("a focused slider, CPU of the kernel", spent, queue.BUDGET + 0.5)


def test_ten_explorers_that_nobody_touches(session, report):
    one = session(LIBRARIES, TEN)
    one.page.wait_for_timeout(2000)
    before = one.kernel_cpu()
    one.page.wait_for_timeout(5000)
    report("ten explorers that nobody touches, CPU of the kernel in 5 s", 1000 * (one.kernel_cpu() - before), 50, "ms")


def test_memory_of_two_thousand_moves(session, report):
    one = session(LIBRARIES, EXPLORER)
    one.press_quickly(200)
    kernel, page = one.kernel_memory(), one.page_memory()
    one.press_quickly(2000)
    report("memory of 2,000 moves after 200, kernel", one.kernel_memory() - kernel, 10, "MB")
    report("memory of 2,000 moves after 200, page", one.page_memory() - page, 10, "MB")
