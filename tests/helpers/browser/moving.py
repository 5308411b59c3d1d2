"""A moving page as a person meets it: opened from the file system, in a browser that has no network."""

import base64
import io
from urllib.parse import parse_qs

import numpy as np
from PIL import Image

SETTLED = """() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 350))"""


class MovingPage:
    """`requests` and `complaints` are what it asked for and what it wrote on the console."""

    def __init__(self, browser, path, fragment="", **options):
        self.context = browser.new_context(offline=True, **{"viewport": {"width": 1280, "height": 900}, **options})
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.address = path.as_uri()
        self.page.goto(self.address + fragment)
        if options.get("java_script_enabled", True):
            self.page.locator("[data-shiftlab-ready]").wait_for()
        self.root = self.page.locator(".shiftlab-explorer")
        self.canvas = self.root.locator("canvas[data-shiftlab-picture]")
        self.press = self.page.keyboard.press

    def text(self, part):
        return self.root.locator(f".shiftlab-{part}").text_content()

    def control(self, name, kind="input[type=range]"):
        return self.root.locator(f".shiftlab-field-{name} {kind}")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    @property
    def preset(self):
        return self.root.get_by_role("combobox", name="preset")

    def settle(self):
        """Until the address says what is shown."""
        self.page.evaluate(SETTLED)

    def settings(self, experiment, start):
        """What is shown, by the address."""
        self.settle()
        told = {name: texts[0] for name, texts in parse_qs(self.page.url.partition("#")[2]).items()}
        kinds = {field.name: field for field in experiment.fields}
        values = {}
        for name, text in told.items():
            kind = kinds[name].type
            values[name] = text == "true" if kind is bool else kind(float(text)) if kind in (int, float) else text
        return start.changed(**values)

    def pixels(self):
        address = self.canvas.evaluate("(canvas) => canvas.toDataURL()")
        with Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))) as image:
            return np.asarray(image.convert("RGB")).astype(float)

    def violations(self):
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]

    def close(self):
        self.context.close()
