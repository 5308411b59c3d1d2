"""From a key press to painted pixels: a notebook in JupyterLab in a real browser, and what a person waits for.

The time runs from the key event (its timeStamp in the page) until the pixels of the picture have changed and the
frame that holds them has been painted. See latency.js.
"""

import math
import statistics
import time
from pathlib import Path

import hosts
import psutil
from explorer.proxy import FarAway

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
            key = self._turn(handle, key)
            handle.focus()
            self.page.evaluate("() => latency.arm()")
            self.page.keyboard.press(key)
            waited = self.page.evaluate("(times) => latency.wait(...times)", [timeout, quiet])
            times.append(timeout if waited["first"] is None else waited["first"])
        self.page.evaluate("() => latency.stop()")
        return times[warmup:]

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
            key = self._turn(handle, key)
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
        (kernel,) = [
            child
            for child in psutil.Process(self.host.process.pid).children(recursive=True)
            if any("ipykernel" in part for part in child.cmdline())
        ]
        return kernel.memory_info().rss / 2**20

    @staticmethod
    def _turn(handle, key):
        """The other key at the ends of the slider."""
        value, low, high = handle.evaluate(PLACE)
        return "ArrowLeft" if value >= high - 1e-9 else "ArrowRight" if value <= low + 1e-9 else key
