"""A lecture hall votes: 300 phones at a listener in the Jupyter server's loop, and how that feels to the presenter.

Phones are processes of their own. The presenter is a connection that asks the same server for something small, twenty
times a second: before anybody is there, and while all of them vote.
"""

import http.client
import json
import statistics
import subprocess
import sys
import threading
import time
from contextlib import ExitStack

import phones
import pytest
import voting
from measure import p95

PHONES, PROCESSES = 300, 2
QUIET, PAUSE = 10.0, 0.05  # seconds before the vote, and between two echoes


class Presenter(threading.Thread):
    """Seconds that each answer of the Jupyter server took, until it is stopped."""

    def __init__(self, lecture):
        super().__init__()
        self.lecture, self.took, self.over = lecture, [], threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.lecture.port, timeout=30)
        while not self.over.wait(PAUSE):
            started = time.monotonic()
            connection.request("GET", "/api")
            connection.getresponse().read()
            self.took.append(time.monotonic() - started)
        connection.close()


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    with voting.Lecture(tmp_path_factory.mktemp("lecture")) as there:
        yield there


def test_three_hundred_phones(lecture, report, say):
    with Presenter(lecture) as quiet:
        time.sleep(QUIET)
    address = lecture.do("open")[1]["address"]
    command = [sys.executable, phones.__file__, address, str(PHONES // PROCESSES)]
    with ExitStack() as stack:
        started = time.monotonic()
        groups = [
            stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) for _ in range(PROCESSES)
        ]
        assert [group.stdout.readline() for group in groups] == ["in the room\n"] * PROCESSES
        say(
            f"{PHONES} phones have the page after {time.monotonic() - started:.2f} s, with the start of their processes"
        )
        with Presenter(lecture) as busy:
            asked = time.monotonic()
            assert lecture.do("ask", id="02-drift")[0] == 200
            ends = [json.loads(group.stdout.readline()) for group in groups]
    took = [one for end in ends for one in end["took"]]
    (round_,) = lecture.do("close-round")[1]["rounds"]
    assert [said for end in ends for said in end["failed"]] == []
    before, after = [[1000 * statistics.median(one.took), 1000 * p95(one.took)] for one in (quiet, busy)]
    say(f"echo to the presenter: {before[0]:.1f} ms, p95 {before[1]:.1f} ms, before anybody is there")
    say(f"echo to the presenter: {after[0]:.1f} ms, p95 {after[1]:.1f} ms, while {PHONES} vote")
    say(f"a vote: median {1000 * statistics.median(took):.1f} ms, longest {1000 * max(took):.1f} ms")
    report(f"{PHONES} phones, votes lost", PHONES - round_["total"], 1, "votes")
    report(f"{PHONES} phones, from the question to the last vote", max(max(end["at"]) for end in ends) - asked, 10)
    report(f"{PHONES} phones, a vote, p95", 1000 * p95(took), 300, "ms")
    report("echo to the presenter while they vote, times the quiet one", after[0] / before[0], 2, "times")
