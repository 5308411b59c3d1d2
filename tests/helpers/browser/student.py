"""A lesson in a page as a student has it: what it asks, what it tells, and predictions made where they are asked."""

import json
import re

import hosts
from forms import forms, predict
from pages import eventually
from spoilers import tells

from shiftlab.course.terminal import workspace

ASKS = r"course\.(predict|reveal|after)\(|\bafter="
VEILED = r"course\.after\(|\bafter="
CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter((cell) => cell.model.type === "code")
    .map(({ model, outputArea }) => ({
        source: model.sharedModel.source,
        shown: outputArea?.node.textContent ?? "",
        asks: Boolean(outputArea?.node.querySelector(".shiftlab-asking")),
        lifted: Boolean(outputArea?.node.querySelector(".shiftlab-veil :is(.shiftlab-explorer, .shiftlab-shown)")),
    }))"""


class Student:
    """One lesson in a page, in a folder of its own. Every part of it is looked at once, so that it is in the page."""

    def __init__(self, page, lesson, folder):
        self.page, self.lesson, self.folder = page, lesson, folder
        self.said = {}

    @staticmethod
    def fetch(lesson, folder):
        """Give the notebook's path under a server's folder."""
        return workspace.start(lesson.number, folder).relative_to(folder.parent).as_posix()

    def run_all(self):
        """Until every cell that asks, or is veiled, shows its form."""
        self.page.run_all()
        self.page.command("notebook:expand-all-headings")
        self.page.look_at_every_cell()
        eventually(lambda: [cell["source"] for cell in self.cells(ASKS) if not cell["asks"]], [])

    def reload(self):
        """Load the page again, and run everything again."""
        self.page.page.reload()
        hosts.wait_for_kernel(self.page.page)
        self.run_all()

    def cells(self, pattern=""):
        return [cell for cell in self.page.page.evaluate(CELLS) if re.search(pattern, cell["source"])]

    def told(self):
        """What outputs give away before the reveal."""
        cells = self.cells()
        found = []
        for asked in self.lesson.predictions:
            for cell in cells:
                if f'course.reveal("{asked.id}")' in cell["source"]:
                    break
                found += [(asked.id, spoiler) for spoiler in asked.spoilers if tells(cell["shown"], spoiler)]
        return found

    def predict(self):
        """Predict everything by keyboard, until all veils have lifted in place."""
        for nth, asked in enumerate(self.lesson.predictions):
            form = forms(self.page.cell(f'course.predict("{asked.id}"')).first
            self.said[asked.id] = predict(self.page, form, asked, f"reason {nth}")
        self.page.look_at_every_cell()
        eventually(lambda: [cell["source"] for cell in self.cells(VEILED) if not cell["lifted"]], [])

    def kept(self):
        """The last try at every prediction, as the record of the folder has it."""
        record = json.loads((self.folder / ".shiftlab" / "progress.json").read_text(encoding="utf-8"))
        return {id: entry["tries"][-1] for id, entry in record["predictions"].items()}
