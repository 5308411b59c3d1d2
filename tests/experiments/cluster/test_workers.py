"""Cells on workers: the same bits as without them, whatever happens to workers, scheduler, client or disk."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque

import pytest
from dask_processes import ROOMS, TINY, wait_for

from shiftlab import cli, experiments
from shiftlab.experiments.cluster import connected, flight, workers
from shiftlab.experiments.cluster.flight import A_THREAD
from shiftlab.experiments.reproduce import reproduce
from shiftlab.experiments.sweep import sweep
from shiftlab.support import files

#: A run by another process, which may be killed.
DRIVER = """
import sys
from shiftlab import cli, papers
papers.__path__ += sys.argv[1:3]
sys.exit(cli.main(sys.argv[3:]))
"""
SECONDS = 0.4


def quietly(experiment, cells, folder=None, cluster=None):
    return sweep(experiment, cells, folder=folder, cluster=cluster, progress=False)


def kept(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.json")}


def command(out, scheduler):
    """`shiftlab reproduce slow` in a process of its own: six cells that take a while."""
    held = ["--seconds", str(SECONDS), "--out", str(out), "--no-progress"]
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            DRIVER,
            str(ROOMS),
            str(TINY),
            "reproduce",
            "slow",
            "--full",
            "--scheduler",
            scheduler,
            *held,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # what a shell starts in the background ignores Ctrl-C, and so would its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupted(out, run, blow):
    """What is kept after a blow in the middle of a run, and what the run said."""
    wait_for(lambda: len(kept(out / "slow" / "cells")) >= 2 or run.poll() is not None)
    blow()
    _, errors = run.communicate(timeout=60)
    before = kept(out / "slow" / "cells")
    assert 2 <= len(before) < 6
    assert not list(out.rglob(f"{files.TEMPORARY}*"))
    return before, errors


def goes_on(slow, out, before, tmp_path, monkeypatch):
    """The next call takes what was finished, computes the rest, and gives what an undisturbed run gives."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    for folder in (out, tmp_path / "undisturbed"):
        held = {"seconds": SECONDS}
        reproduce(slow, mode="full", out=folder, overrides=held, progress=False, say=lambda text: None)
    after = kept(out / "slow" / "cells")
    assert {name: after[name] for name in before} == before
    for name in ("records.json", "summary.json", "table.md"):
        pair = [(folder / "slow" / "full" / name).read_bytes() for folder in (out, tmp_path / "undisturbed")]
        assert pair[0] == pair[1]


# The same bits.


def test_two_workers_give_the_bits_of_this_process(two, tmp_path):
    undersampling = experiments.get("undersampling")
    cells = [
        undersampling.settings(learner=learner, n=2000, trees=10, beta=beta, seed=1)
        for learner in ("logistic", "forest")
        for beta in (1 / 9, 0.5)
    ]
    here, there = quietly(undersampling, cells), quietly(undersampling, cells, tmp_path / "cells", two)
    assert json.dumps(there.records) == json.dumps(here.records)
    assert quietly(undersampling, cells, tmp_path / "cells", two) == (here.records, 0, 4, there.cell_seconds)


def test_a_thousand_cells_are_sent_a_few_at_a_time(two, two_processes, slow, monkeypatch):
    submit, most = two.client.submit, []

    def counted(*arguments, **named):
        most.append(len(two.flight.flying))
        return submit(*arguments, **named)

    monkeypatch.setattr(two.client, "submit", counted)
    cells = [slow.settings(seed=seed) for seed in range(1000)]
    there = quietly(slow, cells, cluster=two)
    assert json.dumps(there.records) == json.dumps(quietly(slow, cells).records)
    assert max(most) < 2 * A_THREAD == 8  # beside the one that is sent
    facts = two.facts()
    assert facts["scheduler"] == str(two_processes.file)
    assert (facts["workers"], facts["retries"]) == (2, 0)
    assert list(facts["kinds"].values()) == [1000]
    assert facts["versions"].keys() >= {"python", "shiftlab", "numpy", "scikit-learn", "dask", "distributed"}


def test_the_longest_cells_are_begun_first(two, slow, tmp_path, monkeypatch):
    cells = [slow.settings(n=n) for n in (1, 20, 3)]
    quietly(slow, cells, tmp_path)
    for path in tmp_path.iterdir():
        content = json.loads(path.read_text())
        files.write_json(path, content | {"seconds": content["record"]["n"]})
    sent, submit = [], two.client.submit
    monkeypatch.setattr(
        two.client, "submit", lambda *given, **named: sent.append(given[1]["n"]) or submit(*given, **named)
    )
    swept = quietly(slow, [cell.changed(seed=1) for cell in cells], tmp_path, two)
    assert sent == [20, 3, 1]
    assert [record["n"] for record in swept.records] == [1, 20, 3]


# What a person sees.


def test_the_bar_has_speed_time_left_and_workers(two, slow, capsys):
    sweep(slow, [slow.settings(seed=seed) for seed in range(8)], cluster=two)
    said = capsys.readouterr().err
    assert "8/8" in said
    assert "cells a minute, 2 workers]" in said
    assert "<00:00" in said


# Faults.


def test_a_cell_whose_worker_is_killed_is_run_again(slow, begun, processes):
    victim = processes.start_worker()
    cells = [slow.settings(seed=seed, seconds=0.1 + (seed == 0)) for seed in range(6)]

    def kill():
        wait_for(lambda: begun(0))
        victim.kill()
        processes.start_worker()

    with connected(processes.address) as cluster:
        killing = threading.Thread(target=kill)
        killing.start()
        swept = quietly(slow, cells, cluster=cluster)
        killing.join()
        assert len(begun(0)) == 2
        assert cluster.facts()["retries"] >= 1
    assert [record["mean"] for record in swept.records] == [
        slow.record(slow.run(cell.changed(seconds=0.0)))["mean"] for cell in cells
    ]


@pytest.mark.quick_experiments
def test_a_cell_that_kills_its_workers_is_named_and_the_rest_goes_on(
    slow, tiny, begun, local, tmp_path, capsys, monkeypatch
):
    cells = [slow.settings(seed=seed, fate="kills" if seed == 1 else "lives") for seed in range(5)]
    monkeypatch.setitem(vars(slow.report), "cells", lambda mode: cells)
    monkeypatch.setattr(experiments, "names", lambda: ["slow", "tiny"])
    out = tmp_path / "out"
    assert cli.main(["reproduce", "--scheduler", "local:2", "--out", str(out), "--no-progress"]) == 1
    assert capsys.readouterr().err == (
        "shiftlab: slow: 1 cell put aside, which killed every worker that tried, perhaps for want of memory: "
        "fate=kills, seed=1\n"
    )
    assert len(begun(1)) <= 3
    assert len(kept(out / "slow" / "cells")) == 4
    assert not list(out.glob("slow/quick/*.json"))
    run = json.loads((out / "tiny" / "quick" / "run.json").read_text())  # the other experiment
    assert run["cluster"]["scheduler"] == "local:2"
    assert "jobs" not in run


@pytest.mark.quick_experiments
def test_the_scheduler_gone_is_one_sentence_and_the_next_call_goes_on(slow, processes, tmp_path, monkeypatch):
    processes.start_worker()
    run = command(tmp_path / "out", str(processes.file))
    before, errors = interrupted(tmp_path / "out", run, processes.scheduler.kill)
    assert run.returncode == 2
    assert errors == "shiftlab: the scheduler is gone; with another one the same command goes on where it stopped\n"
    goes_on(slow, tmp_path / "out", before, tmp_path, monkeypatch)


@pytest.mark.quick_experiments
def test_the_scheduler_gone_while_a_cell_is_tried_alone_is_the_same_sentence(slow, begun, processes, monkeypatch):
    processes.start_worker()
    cell = slow.settings(seconds=60.0)
    with connected(processes.address) as cluster:
        wait_for(cluster.count)
        monkeypatch.setattr(flight, "deque", lambda order=(): deque())  # nothing waits
        monkeypatch.setattr(flight.Flight, "__init__", suspecting(flight.Flight.__init__))
        threading.Thread(target=lambda: wait_for(lambda: begun(0)) and processes.scheduler.kill()).start()
        with pytest.raises(ConnectionError, match="the scheduler is gone"):
            quietly(slow, [cell], cluster=cluster)


def suspecting(begin):
    """A flight whose first cell is already suspected."""

    def begun(self, *arguments):
        begin(self, *arguments)
        self.suspects.append(0)

    return begun


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_client_that_is_stopped_loses_nothing_and_what_is_queued_is_dropped(
    slow, begun, two_processes, tmp_path, monkeypatch, blow
):
    run = command(tmp_path / "out", two_processes.address)
    before, errors = interrupted(tmp_path / "out", run, lambda: run.send_signal(blow))
    if blow == signal.SIGINT:
        assert run.returncode == 130
        assert errors == "shiftlab: interrupted; the same command goes on where it stopped.\n"
    with connected(two_processes.address) as cluster:
        wait_for(lambda: not cluster.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))
    assert sum(len(begun(seed)) for seed in range(6)) <= 6
    goes_on(slow, tmp_path / "out", before, tmp_path, monkeypatch)


def test_a_full_disk_is_one_sentence_and_what_is_written_is_whole(two, slow, tmp_path, monkeypatch):
    write, written = files.write_json, []

    def full(path, value):
        written.append(path)
        if len(written) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write(path, value)

    monkeypatch.setattr(files, "write_json", full)
    cells = [slow.settings(seed=seed) for seed in range(20)]
    with pytest.raises(OSError, match="No space left on device"):
        quietly(slow, cells, tmp_path, two)
    assert len(kept(tmp_path)) == 3
    assert not list(tmp_path.glob(f"{files.TEMPORARY}*"))
    monkeypatch.setattr(files, "write_json", write)
    swept = quietly(slow, cells, tmp_path, two)
    assert (swept.computed, swept.reused) == (17, 3)
    assert swept.records == quietly(slow, cells).records


def test_an_error_of_a_cell_is_that_of_the_run(two, slow):
    with pytest.raises(ValueError, match="these numbers are none"):
        quietly(slow, [slow.settings(), slow.settings(fate="fails")], cluster=two)


def test_without_workers_a_run_ends(slow, begun, processes, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with connected(processes.address) as cluster, pytest.raises(ConnectionError, match="has no workers: start some"):
        quietly(slow, slow.cells(), cluster=cluster)
    only = processes.start_worker()
    with connected(processes.address) as cluster:
        wait_for(cluster.count)
        killing = threading.Thread(target=lambda: wait_for(lambda: begun(0)) and only.kill())
        killing.start()
        with pytest.raises(ConnectionError, match="has had no worker for 0 s; the same command goes on"):
            quietly(slow, [slow.settings(seconds=2.0)], cluster=cluster)
        killing.join()
