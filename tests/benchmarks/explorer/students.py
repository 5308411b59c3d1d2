"""A class on one machine: a kernel for each student, an explorer in each, and everybody moves a slider.

    python tests/benchmarks/explorer/students.py 40 --seconds 90

Only this machine is asked, and only for that long; before it, a kernel takes some seconds to start.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "helpers" / "browser")]

from explorer.classroom import Classroom, Kernel
from measure import p95

EXPLORER = 'from shiftlab_widgets import explore\nexplorer = explore("undersampling")\nexplorer'
STEPS = 31  # of the slider from 0 to 15: each move takes it to another place
AT_ONCE = 3  # kernels that start at the same time
SETTLING = 10.0  # seconds for each student until everybody sits
RESTED = 0.3  # seconds after a move until a page asks for what may come next
GRACE = 10.0  # seconds after the last move for what is still to come


class Student(Kernel):
    """A kernel with an explorer, on a screen with `ratio` pixels for one."""

    WIDTH = 690  # CSS pixels of the room for the picture

    def __init__(self, classroom, ratio=1.0):
        super().__init__(classroom)
        self.ratio = ratio
        self.came = 0  # frames that were asked for ahead

    async def sit_down(self, code=EXPLORER):
        """Open the explorer, and see that it moves."""
        await self.run(code)
        self._moves = 0
        self.update(self.model("ratio"), ratio=self.ratio, width=self.WIDTH)
        await self.frame(self.move())

    def look_ahead(self):
        """Ask for all places of the slider, as a page does that rests and holds nothing."""
        model = self.model("ratio")
        values = self.opened[model]["values"]
        wants = [{"id": step, "values": {**values, "mu": step / 2, "seed": self._moves}} for step in range(STEPS)]
        self.say(model, do="ahead", wants=wants)

    def _comm_msg(self, parent, content, buffers, at):
        told = content["data"].get("content", {})
        if "ahead" in told:
            self.came += 1
            self.say(content["comm_id"], do="arrived", id=told["ahead"])
        super()._comm_msg(parent, content, buffers, at)

    def move(self):
        """Move the slider, as a key does; the id of the message."""
        self._moves += 1
        values = {"mu": self._moves % STEPS / 2}
        return self.say(self.model("ratio"), do="move", values=values, dragging=True, n=self._moves)


@dataclass
class Load:
    """What it was like. Times in ms; CPU in ms for each move."""

    waits: list[float]
    lost: int
    kernel_cpu: float
    server_cpu: float
    own_cpu: float
    came: int

    @property
    def median(self):
        return statistics.median(self.waits)

    @property
    def p95(self):
        return p95(self.waits)

    def __str__(self):
        return (
            f"move to frame: median {self.median:.0f} ms, p95 {self.p95:.0f} ms, longest {max(self.waits):.0f} ms; "
            f"{len(self.waits)} moves, {self.lost} lost\n"
            f"CPU for each move: kernel {self.kernel_cpu:.1f} ms, server {self.server_cpu:.1f} ms, "
            f"students {self.own_cpu:.1f} ms" + (f"; {self.came} frames came ahead" if self.came else "")
        )


async def lesson(classroom, students, seconds, every=2.0, code=EXPLORER, ahead=False):
    """Everybody moves every `every` seconds, one after the other, whether the last picture has come or not.

    With `ahead` every page asks for all places of the slider whenever it rests, and never holds one already: more than
    any page asks for.
    """
    async with AsyncExitStack() as seats:
        doors = asyncio.Semaphore(AT_ONCE)

        async def enter():
            async with doors:
                student = await seats.enter_async_context(Student(classroom))
                await student.sit_down(code)
                return student

        async with asyncio.timeout(SETTLING * students):
            everybody = await asyncio.gather(*[enter() for _ in range(students)])
        before = _spent(classroom, everybody)
        start = time.perf_counter() + every
        moves = await asyncio.gather(
            *[
                _moves(student, start + every * place / students, seconds, every, ahead)
                for place, student in enumerate(everybody)
            ]
        )
        waits = [1000 * wait for waited in moves for wait in waited if wait is not None]
        lost = sum(wait is None for waited in moves for wait in waited)
        after = _spent(classroom, everybody)
        came = sum(student.came for student in everybody)
        return Load(waits, lost, *(1000 * (after - before) / (len(waits) + lost)), came)


async def _moves(student, start, seconds, every, ahead):
    """Seconds from each move to its picture; None for what never came."""
    sent = {}
    for move in range(int(seconds / every)):
        await asyncio.sleep(start + move * every - time.perf_counter())
        at = time.perf_counter()
        sent[student.move()] = at
        if ahead:
            await asyncio.sleep(RESTED)
            student.look_ahead()
    waits = []
    deadline = time.perf_counter() + GRACE
    for message, at in sent.items():
        try:
            waits.append((await student.frame(message, deadline - time.perf_counter())).at - at)
        except TimeoutError:
            waits.append(None)
    return waits


def _spent(classroom, everybody):
    return np.array([sum(student.cpu() for student in everybody), classroom.cpu(), time.process_time()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("students", type=int, nargs="?", default=40)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves of a student")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Classroom(folder) as classroom:
        print(asyncio.run(lesson(classroom, asked.students, asked.seconds, asked.every)))


if __name__ == "__main__":
    main()
