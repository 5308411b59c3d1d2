"""Forty students on this machine, each with an explorer that is moved every other second."""

import asyncio

import pytest
from explorer.classroom import Classroom
from explorer.students import lesson

STUDENTS, SECONDS = 40, 90


@pytest.mark.parametrize("ahead", [False, True], ids=["moves", "moves-and-frames-ahead"])
def test_forty_students(report, say, tmp_path, ahead):
    with Classroom(tmp_path) as classroom:
        load = asyncio.run(lesson(classroom, STUDENTS, SECONDS, ahead=ahead))
    say(str(load))
    what = f"{STUDENTS} kernels{', and frames ahead' if ahead else ''}"
    report(f"{what}, moves lost", load.lost, 1, "moves")
    report(f"{what}, move to frame, p95", load.p95, 200, "ms")
