"""What a person waits for in the browser: our explorer beside the plain `interact` version of the same picture.

10,000 points, real Chromium, JupyterLab. Run it on an idle machine (`make bench-latency`).
"""

import statistics
import sys
import time

import hosts
import pytest
from documents import ROOT
from explorer import latency
from explorer.latency import Session
from measure import p95

sys.path.insert(0, str(ROOT / "notebooks"))  # the tools beside the lessons, not a package

import build
import lesson_source

MOVES = 40
FAR = 0.1  # seconds, each way
LIBRARIES = """\
from shiftlab import experiments
from shiftlab_widgets import Explorer, explore
undersampling = experiments.get("undersampling")"""
EXPLORER = 'explore("undersampling")'
WITHOUT = 'explore("undersampling", prefetch=False)'
# As one writes it with ipywidgets and matplotlib: a new figure for every move, in the same size.
INTERACT = """\
import matplotlib.pyplot as plt
from ipywidgets import interact
from shiftlab import experiments, style
plt.rcParams.update(style.rc())
undersampling = experiments.get("undersampling")

@interact(mu=(0.0, 15.0, 0.5))
def show(mu=3.0):
    figure = plt.figure(layout="constrained")
    undersampling.update(undersampling.stage(figure), undersampling.run(undersampling.Settings(mu=mu)))
    plt.show()"""
ECHO = """\
def echo(comm, opened):
    comm.on_msg(lambda message: comm.send(message["content"]["data"]))

get_ipython().kernel.comm_manager.register_target("echo", echo)"""


@pytest.fixture(scope="module")
def times(chrome, tmp_path_factory):
    """Key press to painted pixels, in ms: ours and interact's, one after the other on the same machine.

    Ours as it comes, when who presses a key again and again mostly finds the next picture there, and with nothing held.
    """
    found = {}
    for name, picture, cells in (
        ("explorer", latency.EXPLORER, [LIBRARIES, EXPLORER]),
        ("explorer, nothing held", latency.EXPLORER, [LIBRARIES, WITHOUT]),
        ("interact", latency.INTERACT, [INTERACT]),
    ):
        with Session(chrome, tmp_path_factory.mktemp(name), *cells, picture=picture) as session:
            session.run_all()
            found[name] = session.keys(MOVES)
    return found


def test_key_press_to_painted_pixels(times, report, say):
    for name, all_ in times.items():
        say(f"{name}: median {statistics.median(all_):.0f} ms, p95 {p95(all_):.0f} ms, {len(all_)} moves")
    report("key press to painted pixels, p95", p95(times["explorer"]), 50, "ms")
    report("key press to painted pixels, nothing held, p95", p95(times["explorer, nothing held"]), 50, "ms")


def test_how_many_times_faster_than_interact(times, report):
    """Without what may be held."""
    interact, ours = times["interact"], times["explorer, nothing held"]
    ratio = statistics.median(interact) / statistics.median(ours)
    report("interact's median over the explorer's", ratio, 3.5, "x", at_least=True)
    report("interact's p95 over the explorer's", p95(interact) / p95(ours), 4, "x", at_least=True)


@pytest.mark.parametrize(
    ("experiment", "limit"),
    [
        ("kmm-regression", 65),
        ("discriminative", 60),
        ("reverse-testing-boolean", 65),
        ("reverse-testing-costs", 500),
        ("reverse-testing", 90),
        ("transfer-cv", 95),
    ],
)
def test_key_press_in_other_explorers(lab, report, experiment, limit):
    session = lab(LIBRARIES, f'explore("{experiment}")')
    session.run_all()
    report(f"key press to painted pixels in {experiment}, p95", p95(session.keys(MOVES)), limit, "ms")


def test_comm_echo(lab, report):
    session = lab(ECHO)
    session.run_all()
    report("comm echo, p95", p95(session.echo()), 20, "ms")


def test_comm_echo_without_the_server_extension(lab, report):
    session = lab(ECHO, server_options=["--ShiftlabNoDelay.enabled=False"])
    session.run_all()
    report("comm echo without our server extension, p95", p95(session.echo()), 50, "ms")


def test_a_server_far_away(lab, report, say):
    """What a move takes is one way there, one back, and the work: nothing waits for a second answer."""
    session = lab(ECHO, LIBRARIES, EXPLORER, far=FAR)
    session.run_all()
    echo = session.echo(20)
    say(f"comm echo, {1000 * FAR:.0f} ms away each way: median {statistics.median(echo):.0f} ms")
    times = session.keys(MOVES)
    say(f"key press to painted pixels, as far away: p95 {p95(times):.0f} ms")
    report("key press to painted pixels, as far away, median", statistics.median(times), 260, "ms")


@pytest.fixture(scope="module")
def drag(chrome, tmp_path_factory):
    with Session(chrome, tmp_path_factory.mktemp("drag"), LIBRARIES, EXPLORER) as session:
        session.run_all()
        session.keys(5)
        return session.drag(3.0)


def test_frames_while_dragging(drag, report):
    report("dragging for 3 s, frames painted", drag["fps"], 22, "frames/s", at_least=True)


def test_last_value_after_release(drag, report):
    report("dragging, last value painted after release", drag["drain"], 200, "ms")


def test_no_blank_frame_while_dragging(drag, report):
    report("dragging, blank frames", drag["blanks"], 1, "frames")


def test_memory_of_a_thousand_moves(lab, report):
    session = lab(LIBRARIES, EXPLORER)
    session.run_all()
    session.press_quickly(200)
    before = session.kernel_memory()
    session.press_quickly(1000)
    report("memory of 1,000 moves after 200", session.kernel_memory() - before, 10, "MB")


def test_first_explorer_in_a_warm_kernel(lab, report):
    session = lab(LIBRARIES, EXPLORER)
    session.page.locator(".jp-Notebook .jp-CodeCell").first.click()
    session.page.keyboard.press("Shift+Enter")
    session.page.wait_for_timeout(500)
    session.page.wait_for_function(hosts.ALL_CELLS_HAVE_RUN)
    session.page.wait_for_timeout(1000)
    report("first explorer on screen in a warm kernel", session.run_selected(), 1500, "ms")


@pytest.mark.parametrize("source", build.sources(ROOT / "notebooks"), ids=lambda path: path.stem)
@pytest.mark.parametrize("solved", [False, True], ids=["student", "solved"])
def test_whole_run_of_a_lesson(source, solved, report):
    started = time.perf_counter()
    build.run(lesson_source.convert(source, solved=solved))
    what = f"lesson {source.stem}, {'solved' if solved else 'student'}"
    report(f"{what}, whole run", time.perf_counter() - started, 15)
