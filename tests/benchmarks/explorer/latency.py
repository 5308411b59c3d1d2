"""From a key press to painted pixels: a notebook in JupyterLab in a real browser, and what a person waits for.

The time runs from the key event (its timeStamp in the page) until the pixels of the picture have changed and the
frame that holds them has been painted. See latency.js.
"""

import itertools
import math
import statistics
import time
from pathlib import Path

import hosts
import psutil
from proxy import FarAway

#: Ours shows a still too, for pages without a kernel; ipywidgets' sliders have a role, native ones are one.
EXPLORER, INTERACT = "[data-shiftlab-picture] img", ".jp-OutputArea-output img"
SLIDER = "input[type=range], [role=slider]:not([aria-disabled=true])"
SCRIPT = Path(__file__).with_suffix(".js")
TRACK = """(slider) => {
    const box = slider.getBoundingClientRect();
    return [box.left, box.width];
}"""
PLACE = """(slider) => slider.matches('input')
    ? [slider.value, slider.min, slider.max].map(Number)
    : ['now', 'min', 'max'].map((name) => Number(slider.getAttribute(`aria-value${name}`)))"""


TYPE = """(slider, value) => {
    const box = slider.closest(".shiftlab-control").querySelector("input[type=number]");
    latency.armNow();
    box.value = String(value);
    box.dispatchEvent(new Event("change"));
}"""
NOTE_INPUTS = """(slider) => {
    latency.inputs = [];
    slider.addEventListener("input", (event) => latency.inputs.push(event.timeStamp), true);
}"""
FRAME = 17  # ms: what is painted with the next value has been painted in time


class Session:
    """A browser page of its own with a notebook of these cells open in JupyterLab; `run_all` runs them.

    The server may be `far` away: so many seconds, each way.
    """

    def __init__(self, playwright, folder, *cells, server_options=(), picture=EXPLORER, far=0.0):
        hosts.write_notebook(folder / "latency.ipynb", cells)
        self.picture = picture
        self.host = hosts.Host("lab", folder, *server_options)
        self.way = FarAway(self.host.port, far) if far else None
        if self.way:
            self.host.port = self.way.port  # where the page looks for it
        self.context = playwright.chromium.launch_persistent_context(
            str(self.host.own / "chromium"),
            executable_path=hosts.chromium(),
            headless=True,
            args=hosts.CHROMIUM_FLAGS,
            viewport={"width": 1400, "height": 1000},
        )
        self.left = hosts.keep_local(self.context)
        self.page = self.context.pages[0]
        self.page.add_init_script(path=SCRIPT)
        hosts.open_notebook(self.page, self.host, "latency.ipynb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
        if self.way:
            self.way.stop()
        self.host.stop()

    def run_all(self):
        hosts.run_all(self.page)
        self.page.wait_for_timeout(800)  # a page at rest

    def slider(self, nth=0):
        handle = self.page.locator(SLIDER).filter(visible=True).nth(nth)
        handle.wait_for()
        handle.scroll_into_view_if_needed()
        return handle

    def keys(self, moves, warmup=5, timeout=8000, quiet=120):
        """Press an arrow key on the slider again and again, each time when the picture rests.

        Gives the times to the first changed picture; a key that changed none counts as `timeout`.
        """
        handle, key = self.slider(), "ArrowRight"
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        self.page.wait_for_timeout(700)
        times = []
        for _ in range(moves + warmup):
            key = turned(handle, key)
            handle.focus()
            self.page.evaluate("() => latency.arm()")
            self.page.keyboard.press(key)
            waited = self.page.evaluate("(times) => latency.wait(...times)", [timeout, quiet])
            times.append(timeout if waited["first"] is None else waited["first"])
        self.page.evaluate("() => latency.stop()")
        return times[warmup:]

    def rested_keys(self, moves, rest=1.0, timeout=8000, quiet=150):
        """As `keys`, but before each key the picture has rested for so many seconds."""
        handle, key, times = self.slider(), "ArrowRight", []
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        handle.focus()
        for _ in range(moves):
            key = turned(handle, key)
            self.page.wait_for_timeout(1000 * rest)
            self.page.evaluate("() => latency.arm()")
            self.page.keyboard.press(key)
            waited = self.page.evaluate("(times) => latency.wait(...times)", [timeout, quiet])
            times.append(timeout if waited["first"] is None else waited["first"])
        self.page.evaluate("() => latency.stop()")
        return times

    def typed(self, values, rest=0.6, timeout=8000, quiet=150):
        """Numbers between those of the slider, which has the focus meanwhile: ms from each to its picture."""
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        times = []
        for value in values:
            self.slider().focus()
            self.page.wait_for_timeout(1000 * rest)
            self.slider().evaluate(TYPE, value)
            waited = self.page.evaluate("(times) => latency.wait(...times)", [timeout, quiet])
            times.append(timeout if waited["first"] is None else waited["first"])
        self.page.evaluate("() => latency.stop()")
        return times

    def passed(self, seconds=3.0):
        """Drag the slider once from end to end; for each value that it passed the ms until a new picture was painted,
        None where the next value came before; how long the last took; frames without a picture.
        """
        handle = self.slider()
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        handle.evaluate(NOTE_INPUTS)
        left, width = handle.evaluate(TRACK)
        box = handle.bounding_box()
        y = box["y"] + box["height"] / 2
        self.page.evaluate("() => latency.armNow()")
        value, low, high = handle.evaluate(PLACE)
        self.page.mouse.move(left + width * (value - low) / (high - low), y)
        self.page.mouse.down()
        started, moves = time.perf_counter(), 0
        while (now := time.perf_counter() - started) < seconds:
            self.page.mouse.move(left + width * now / seconds, y)
            moves += 1
            time.sleep(max(0, moves / 60 - (time.perf_counter() - started)))
        self.page.mouse.up()
        waited = self.page.evaluate("(times) => latency.wait(...times)", [60_000, 1500])
        inputs, changes = self.page.evaluate("() => [latency.inputs, latency.changes]")
        self.page.evaluate("() => latency.stop()")
        found = []
        for at, following in itertools.zip_longest(inputs, inputs[1:]):
            painted = next((change for change in changes if change >= at), math.inf)
            found.append(painted - at if following is None or painted < following + FRAME else None)
        return {"passed": found[:-1], "last": found[-1], "blanks": waited["blanks"]}

    def drag(self, seconds=3.0):
        """Drag the slider to and fro at 60 Hz; frames per second, and how long after the release one was painted.

        The sharp picture of the same value, which follows when the picture rests, is wider and does not count.
        """
        handle = self.slider()
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        self.page.wait_for_timeout(500)
        box = handle.bounding_box()
        left, width = handle.evaluate(TRACK)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        phase = math.asin(max(-1, min(1, ((x - left) / width - 0.5) / 0.42)))
        self.page.evaluate("() => latency.armNow()")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        started, moves = time.perf_counter(), 0
        while (now := time.perf_counter() - started) < seconds:
            self.page.mouse.move(left + width * (0.5 + 0.42 * math.sin(math.pi * now + phase)), y)
            moves += 1
            time.sleep(max(0, moves / 60 - (time.perf_counter() - started)))
        self.page.mouse.up()
        released = self.page.evaluate("() => latency.pointerAt")
        waited = self.page.evaluate("(times) => latency.wait(...times)", [60_000, 1500])
        changes, widths = self.page.evaluate("() => [latency.changes, latency.widths]")
        self.page.evaluate("() => latency.stop()")
        usual = statistics.median_low(widths)
        changes = [at for at, width in zip(changes, widths, strict=True) if width <= usual]
        return {
            "fps": sum(at <= released for at in changes) / seconds,
            "drain": max([0.0, *(at - released for at in changes)]),
            "blanks": waited["blanks"],
        }

    def press_quickly(self, moves, pause=30):
        """Arrow keys on the slider without waiting for pictures."""
        handle, key = self.slider(), "ArrowRight"
        handle.focus()
        for _ in range(moves):
            key = turned(handle, key)
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(pause)
        self.page.wait_for_function(hosts.KERNEL_IS_IDLE)
        self.page.wait_for_timeout(1500)  # the last sharp picture

    def run_selected(self, timeout=20_000):
        """Run the active cell by keyboard; ms until its first picture has been painted."""
        self.page.evaluate("(target) => latency.start(target)", self.picture)
        self.page.evaluate("() => latency.arm()")
        self.page.keyboard.press("Shift+Enter")
        waited = self.page.evaluate("(times) => latency.wait(...times)", [timeout, 1000])
        self.page.evaluate("() => latency.stop()")
        return timeout if waited["first"] is None else waited["first"]

    def echo(self, moves=60, pause=50):
        """Messages to the kernel and back."""
        return self.page.evaluate("(how) => latency.echo(...how)", [moves, pause])[5:]

    def kernel_memory(self):
        """Resident megabytes of the kernel."""
        return self._kernel().memory_info().rss / 2**20

    def kernel_cpu(self):
        """Seconds that the kernel has worked."""
        return sum(self._kernel().cpu_times()[:2])

    def page_memory(self):
        """Megabytes of the page's scripts, after their garbage was collected."""
        chrome = self.context.new_cdp_session(self.page)
        chrome.send("HeapProfiler.collectGarbage")
        used = {one["name"]: one["value"] for one in self._metrics(chrome)}
        return used["JSHeapUsedSize"] / 2**20

    @staticmethod
    def _metrics(chrome):
        chrome.send("Performance.enable")
        return chrome.send("Performance.getMetrics")["metrics"]

    def _kernel(self):
        (kernel,) = [
            child
            for child in psutil.Process(self.host.process.pid).children(recursive=True)
            if any("ipykernel" in part for part in child.cmdline())
        ]
        return kernel


def turned(handle, key):
    """The other key at the ends of the slider."""
    value, low, high = handle.evaluate(PLACE)
    return "ArrowLeft" if value >= high - 1e-9 else "ArrowRight" if value <= low + 1e-9 else key
