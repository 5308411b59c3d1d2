"""Forty students on this machine, each with an explorer that is moved every other second."""

import asyncio

from explorer.classroom import Classroom
from explorer.students import lesson

STUDENTS, SECONDS = 40, 90


def test_forty_students(report, say, tmp_path):
    with Classroom(tmp_path) as classroom:
        load = asyncio.run(lesson(classroom, STUDENTS, SECONDS))
    say(str(load))
    report(f"{STUDENTS} kernels, moves lost", load.lost, 1, "moves")
    report(f"{STUDENTS} kernels, move to frame, p95", load.p95, 200, "ms")
