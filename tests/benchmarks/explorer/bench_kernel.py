"""What an explorer costs its kernel: CPU, memory, widget models. A real kernel, told what a page would tell it."""

import asyncio
from io import BytesIO

import pytest
from explorer.classroom import Classroom, Kernel
from explorer.students import EXPLORER, Student
from PIL import Image

from shiftlab import experiments

MOVES, WARM_UP = 20, 5
REST = 1.2  # seconds after a move until nothing more follows it
LIBRARIES = """\
from shiftlab import experiments
from shiftlab_widgets import explore
undersampling = experiments.get("undersampling")"""


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    with Classroom(tmp_path_factory.mktemp("classroom")) as opened:
        yield opened


async def moves_at_rest(student, moves):
    """The last picture of each move."""
    last = []
    for _ in range(moves):
        message = student.move()
        await student.frame(message)
        await asyncio.sleep(REST)
        last.append(student.frames.pop(message)[-1])
    return last


@pytest.mark.parametrize(("ratio", "limit"), [(1, 60), (2, 120)])
def test_a_move_with_the_picture_that_stays(classroom, report, ratio, limit):
    async def measured():
        async with Student(classroom, ratio) as student:
            await student.sit_down()
            await moves_at_rest(student, WARM_UP)
            before = student.cpu()
            frames = await moves_at_rest(student, MOVES)
            return 1000 * (student.cpu() - before) / MOVES, frames

    spent, frames = asyncio.run(measured())
    report(f"a move at rest, {ratio} pixels for one, CPU of the kernel", spent, limit, "ms")
    assert {Image.open(BytesIO(frame.image)).width for frame in frames} == {ratio * Student.WIDTH}


def test_the_first_explorer_in_a_warm_kernel(classroom, report):
    async def measured():
        async with Kernel(classroom) as kernel:
            await kernel.run(LIBRARIES)
            before = kernel.cpu()
            await kernel.run(EXPLORER)
            return kernel.cpu() - before

    report("first explorer in a warm kernel, CPU", asyncio.run(measured()), 0.4)


def test_memory_of_a_kernel_with_an_explorer_and_of_ten_more(classroom, report):
    async def measured():
        async with Student(classroom) as student:
            await student.sit_down()
            await moves_at_rest(student, WARM_UP)
            one = student.memory()
            for _ in range(10):
                await student.sit_down()
            await asyncio.sleep(REST)
            return one, student.memory() - one

    one, ten_more = asyncio.run(measured())
    report("memory (PSS) of a kernel with an explorer", one, 130, "MB")
    report("memory (PSS) of ten explorers more", ten_more, 60, "MB")


def test_widget_models_of_every_explorer(classroom, report):
    async def measured():
        models = {}
        async with Kernel(classroom) as kernel:
            for name in experiments.names():
                before = len(kernel.opened)
                await kernel.run(EXPLORER.replace("undersampling", name))
                models[name] = len(kernel.opened) - before
        return models

    models = asyncio.run(measured())
    most = max(models, key=models.get)
    report(f"widget models of an explorer, most in {most}", models[most], 20, "models")
