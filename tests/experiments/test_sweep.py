"""Cells are computed once, the same whatever the number of jobs, and a kill at any moment costs nothing."""

import contextlib
import ctypes
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

from shiftlab import experiments, papers
from shiftlab.experiments.reproduce import reproduce
from shiftlab.experiments.sweep import sweep
from shiftlab.support import files, threads

undersampling = experiments.get("undersampling")

#: One reproduction of the tiny experiment, killed at the n-th call of a function of the operating system.
DRIVER = """
import os, signal, sys
from pathlib import Path
from shiftlab import experiments, papers
from shiftlab.support import files
from shiftlab.experiments.reproduce import reproduce

modules, out, function, last = sys.argv[1:]
papers.__path__.append(modules)
real, calls = getattr(os, function), []

def deadly(*arguments, **named):
    calls.append(arguments)
    if len(calls) == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*arguments, **named)

setattr(os, function, deadly)
reproduce(experiments.get("tiny"), out=Path(out), progress=False, say=lambda text: None)
"""


def counted(experiment, monkeypatch):
    """The settings that are run from now on."""
    seen, run = [], experiment.run
    monkeypatch.setitem(vars(experiment), "run", lambda settings: seen.append(settings) or run(settings))
    return seen


def quietly(experiment, cells, folder=None, jobs=1):
    return sweep(experiment, cells, folder=folder, jobs=jobs, progress=False)


def contents(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.iterdir())}


# Once and never again.


def test_a_finished_cell_is_not_computed_again(tiny, tmp_path, monkeypatch):
    cells, seen = tiny.cells(), counted(tiny, monkeypatch)
    first = quietly(tiny, cells, tmp_path)
    assert seen == cells
    assert (first.computed, first.reused) == (6, 0)
    files = contents(tmp_path)
    again = quietly(tiny, cells, tmp_path)
    assert seen == cells
    assert (again.computed, again.reused) == (0, 6)
    assert contents(tmp_path) == files
    assert again.records == first.records


def test_only_what_is_missing_is_computed_and_the_order_is_that_of_the_cells(tiny, tmp_path, monkeypatch):
    cells = tiny.cells("full")
    quietly(tiny, cells[1::3], tmp_path)
    seen = counted(tiny, monkeypatch)
    swept = quietly(tiny, cells, tmp_path)
    assert set(seen) == set(cells) - set(cells[1::3])
    assert [(r["n"], r["seed"]) for r in swept.records] == [(cell.n, cell.seed) for cell in cells]


def test_without_a_folder_nothing_is_kept(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = quietly(tiny, tiny.cells())
    assert swept.computed == 6
    assert not list(tmp_path.iterdir())
    assert swept.records == [tiny.record(tiny.run(cell)) for cell in tiny.cells()]


def test_no_cells_are_no_records(tiny, tmp_path):
    assert quietly(tiny, [], tmp_path)[:3] == ([], 0, 0)


def test_other_settings_another_experiment_and_another_version_have_files_of_their_own(tiny, tmp_path, monkeypatch):
    quietly(tiny, [tiny.settings()], tmp_path)
    for change in ({"seed": 1}, {"share": 0.5}, {"shape": "uniform"}, {"weighted": True}):
        assert quietly(tiny, [tiny.settings(**change)], tmp_path).computed == 1
    monkeypatch.setattr("shiftlab.experiments.sweep.__version__", "99")
    assert quietly(tiny, [tiny.settings()], tmp_path).computed == 1
    assert len(list(tmp_path.iterdir())) == 6


def test_a_file_says_what_it_is_the_record_of(tiny, tmp_path):
    from shiftlab import __version__

    swept = quietly(tiny, [tiny.settings(seed=3)], tmp_path)
    (file,) = tmp_path.iterdir()
    content = json.loads(file.read_text())
    assert content.keys() == {"experiment", "version", "code", "seconds", "record"}
    assert (content["experiment"], content["version"]) == ("tiny", __version__)
    assert content["code"] == tiny.code.digest
    assert content["record"] == swept.records[0]
    assert content["record"]["seed"] == 3


@pytest.fixture
def rewritten(tmp_path, monkeypatch, extra_experiments):
    """The tiny experiment after a change of its source."""
    rooms = tmp_path / "rooms"
    shutil.copytree(extra_experiments, rooms, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(papers, "__path__", [*papers.__path__, str(rooms)])
    source = rooms / "small_paper" / "tiny" / "__init__.py"
    whole = source.read_text(encoding="utf-8")

    def forget():
        for name in [name for name in sys.modules if name.startswith("shiftlab.papers.small_paper")]:
            del sys.modules[name]

    def change(old="", new=""):
        assert old in whole
        source.write_text(whole.replace(old, new), encoding="utf-8")
        forget()
        importlib.invalidate_caches()
        return experiments.get("tiny")

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield change
    forget()
    del papers.small_paper


@pytest.mark.parametrize(
    ("old", "new", "computed"),
    [
        ('"mean": float(', '"mean": 2 * float(', 6),  # record
        ("size=settings.n)", "size=settings.n) / 2", 6),  # run
        ("numbers: np.ndarray", "numbers: np.ndarray\n    more: int = 0", 6),  # what they share
        ('set(xlabel="number"', 'set(xlabel="a number"', 0),  # picture
        ("The mean of", "The average of", 0),  # sentence
        ('row("mean", [', 'row("means", [', 0),  # summary
        ("how many numbers", "numbers", 0),  # a label
        ("def run(settings):", 'def run(settings):\n    """Draw."""\n    # numbers', 0),
    ],
)
def test_other_code_computes_anew_and_other_words_do_not(rewritten, tmp_path, old, new, computed):
    before = rewritten()
    assert quietly(before, before.cells(), tmp_path / "cells").computed == 6
    after = rewritten(old, new)
    assert quietly(after, after.cells(), tmp_path / "cells").computed == computed
    assert (after.code.digest != before.code.digest) == (computed > 0)


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"",
        lambda whole: b"\x00\xff\xfe" * 50,
        lambda whole: b"[1, 2]",
        lambda whole: b"3",
        lambda whole: b'{"record": {}}',
        lambda whole: b"<html>",
    ],
)
def test_a_damaged_file_is_computed_again(tiny, tmp_path, damage):
    whole = quietly(tiny, tiny.cells(), tmp_path)
    victim = sorted(tmp_path.iterdir())[2]
    victim.write_bytes(damage(victim.read_bytes()))
    repaired = quietly(tiny, tiny.cells(), tmp_path)
    assert (repaired.computed, repaired.reused) == (1, 5)
    assert repaired.records == whole.records
    assert quietly(tiny, tiny.cells(), tmp_path).computed == 0


def test_leftovers_of_a_killed_run_are_removed_but_not_what_another_run_is_writing(tiny, tmp_path):
    abandoned, fresh, other = (tmp_path / name for name in (".partial-abc", ".partial-def", "notes.txt"))
    for path in (abandoned, fresh, other):
        path.write_text("half of a rec")
    long_ago = time.time() - files.ABANDONED_SECONDS - 1
    for path in (abandoned, other):
        os.utime(path, (long_ago, long_ago))
    quietly(tiny, tiny.cells(), tmp_path)
    assert [path.exists() for path in (abandoned, fresh, other)] == [False, True, True]


def test_a_record_that_is_no_number_stops_the_run_and_leaves_no_file(tiny, tmp_path, monkeypatch):
    monkeypatch.setitem(vars(tiny.report), "record", lambda result: {"mean": float("nan")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        quietly(tiny, tiny.cells(), tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_was_finished_before_an_error_is_kept(tiny, tmp_path, monkeypatch):
    run = tiny.run

    def failing(settings):
        if settings.seed == 2:
            raise ValueError("seed 2 is unlucky")
        return run(settings)

    monkeypatch.setitem(vars(tiny), "run", failing)
    with pytest.raises(ValueError, match="unlucky"):
        quietly(tiny, tiny.cells(), tmp_path)
    monkeypatch.setitem(vars(tiny), "run", run)
    assert quietly(tiny, tiny.cells(), tmp_path).reused == 2


def test_a_bar_shows_the_progress_unless_it_is_unwanted(tiny, tmp_path, capsys):
    sweep(tiny, tiny.cells(), folder=tmp_path)
    assert "6/6" in capsys.readouterr().err
    quietly(tiny, tiny.cells(), tmp_path)
    assert capsys.readouterr() == ("", "")


# The same bits with any number of jobs.


def test_two_jobs_give_the_bits_of_one(tmp_path):
    cells = [
        undersampling.settings(learner=learner, n=2000, trees=10, bags=bags, beta=beta, seed=1)
        for learner in ("exact", "logistic", "forest")
        for bags, beta in ((1, 1 / 9), (3, 0.5))
    ]
    alone, together = quietly(undersampling, cells), quietly(undersampling, cells, tmp_path, jobs=2)
    assert json.dumps(together.records) == json.dumps(alone.records)
    assert quietly(undersampling, cells, tmp_path, jobs=2) == (alone.records, 0, 6, together.cell_seconds)


def test_a_cell_is_computed_with_one_thread(tiny, monkeypatch):
    seen, run = [], tiny.run

    def looking(settings):
        seen.extend(pool["num_threads"] for pool in threadpool_info())
        return run(settings)

    monkeypatch.setitem(vars(tiny), "run", looking)
    with threadpool_limits(2):  # as it is where nothing else limits it
        assert 2 in {pool["num_threads"] for pool in threadpool_info()}
        quietly(tiny, tiny.cells()[:1])
    assert set(seen) == {1}


# Killed at any moment.


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory, extra_experiments):
    """What the tiny experiment leaves when nothing happens."""
    out = tmp_path_factory.mktemp("uninterrupted")
    subprocess.run([sys.executable, "-c", DRIVER, extra_experiments, out, "replace", "0"], check=True)
    return out / "tiny"


# Six cells, then records, summary and table (six files), then three pictures of three files each, then run.json.
@pytest.mark.parametrize(
    ("function", "last", "finished"),
    [("fsync", 1, 0), ("replace", 3, 2), ("fsync", 9, 6), ("replace", 14, 6)],
)
def test_a_run_killed_while_it_writes_goes_on(
    tiny, tmp_path, extra_experiments, uninterrupted, function, last, finished, monkeypatch
):
    killed = subprocess.run([sys.executable, "-c", DRIVER, extra_experiments, tmp_path, function, str(last)])
    assert killed.returncode == -signal.SIGKILL
    folder = tmp_path / "tiny"
    assert list(folder.rglob(f"{files.TEMPORARY}*"))  # it was writing
    assert not (folder / "quick" / "run.json").exists()
    before = contents_of_cells(folder)
    assert len(before) == finished

    monkeypatch.setattr(files, "ABANDONED_SECONDS", -1)  # as if an hour had passed
    reproduce(tiny, out=tmp_path, progress=False, say=lambda text: None)
    after = contents_of_cells(folder)
    assert len(after) == 6
    assert {name: after[name] for name in before} == before
    assert not list(folder.rglob(f"{files.TEMPORARY}*"))
    for name in ("records.json", "summary.json", "records.csv", "summary.csv", "table.md", "table.csv"):
        assert (folder / "quick" / name).read_bytes() == (uninterrupted / "quick" / name).read_bytes()
    assert json.loads((folder / "quick" / "run.json").read_text())["reused"] == finished


def contents_of_cells(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in (folder / "cells").glob("*.json")}


COMMAND = [sys.executable, "-m", "shiftlab.cli", "reproduce", "undersampling", "--no-progress", "--jobs", "1"]
#: Twelve small forests: a second or two.
HELD = {"learner": "forest", "mu": 3.0, "beta": 0.5, "n": 4000, "trees": 10}


@contextlib.contextmanager
def started(out):
    """A run that has finished some cells, and not all."""
    held = [word for name, value in HELD.items() for word in (f"--{name}", str(value))]
    process = subprocess.Popen(
        [*COMMAND, *held, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # what a shell starts in the background ignores Ctrl-C, and so would its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        patience = time.monotonic() + 60
        while len(list(out.glob("undersampling/cells/*.json"))) < 4:
            assert process.poll() is None
            assert time.monotonic() < patience
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_killed_command_goes_on_where_it_stopped(tmp_path, monkeypatch):
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    with started(killed) as process:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    before = contents_of_cells(killed / "undersampling")
    monkeypatch.setitem(vars(undersampling), "presets", {})  # pictures take longer than these cells
    for out in (killed, whole):
        reproduce(undersampling, out=out, overrides=HELD, progress=False, say=lambda text: None)
    after = contents_of_cells(killed / "undersampling")
    assert 4 <= len(before) < len(after)
    assert {name: after[name] for name in before} == before
    for name in ("records.json", "summary.json", "records.csv", "summary.csv", "table.md", "table.csv"):
        pair = [(out / "undersampling" / "quick" / name).read_bytes() for out in (killed, whole)]
        assert pair[0] == pair[1]
    assert not list(killed.rglob(f"{files.TEMPORARY}*"))


def test_an_interrupted_command_says_so_in_one_sentence(tmp_path):
    with started(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "shiftlab: interrupted; the same command goes on where it stopped.\n"
    assert not list(tmp_path.rglob(f"{files.TEMPORARY}*"))


@pytest.fixture
def listening():
    """Ctrl-C as it is in a terminal, also where these tests were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Dropping:
    """Gone in the middle of a cell, with a Ctrl-C in its destructor, where no exception comes through."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_that_was_dropped_is_not_lost(tiny, tmp_path, monkeypatch, listening):
    dropped, run = [], tiny.run
    monkeypatch.setattr(sys, "unraisablehook", dropped.append)
    monkeypatch.setitem(vars(tiny), "run", lambda settings: (Dropping(), run(settings))[1])
    with pytest.raises(KeyboardInterrupt):
        quietly(tiny, tiny.cells(), tmp_path)
    assert [found.exc_type for found in dropped] == [KeyboardInterrupt]
    assert len(contents(tmp_path)) == 1  # the cell is kept
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_waits_while_libraries_are_looked_for(tiny, tmp_path, monkeypatch, listening):
    dropped, called_from_c = [], ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))

    def looking():
        called_from_c()
        return ThreadpoolController()

    monkeypatch.setattr(sys, "unraisablehook", dropped.append)
    monkeypatch.setattr(threads, "ThreadpoolController", looking)
    monkeypatch.setattr(threads, "_known", None)
    with threadpool_limits(2):
        with pytest.raises(KeyboardInterrupt):
            quietly(tiny, tiny.cells(), tmp_path)
        assert 2 in {pool["num_threads"] for pool in threadpool_info()}  # as before the run
    assert not dropped
    assert not contents(tmp_path)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_handles_interrupts_otherwise_keeps_doing_so(tiny, monkeypatch, listening):
    seen, run = [], tiny.run
    signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    monkeypatch.setitem(vars(tiny), "run", lambda settings: (signal.raise_signal(signal.SIGINT), run(settings))[1])
    assert quietly(tiny, tiny.cells()).computed == len(seen) == 6


# Files.


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "deep" / "file.json"
    files.write_json(path, {"a": "β"})
    old = path.read_bytes()
    assert json.loads(old) == {"a": "β"}

    def half(file):
        file.write(b"half of")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        files.write(path, half)
    with pytest.raises(ValueError, match="not JSON compliant"):
        files.write_json(path, {"a": float("nan")})
    assert path.read_bytes() == old
    assert [file.name for file in path.parent.iterdir()] == ["file.json"]


def test_files_have_the_rights_that_other_new_files_have(tmp_path):
    (tmp_path / "other").write_text("")
    files.write_text(tmp_path / "file", "text")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode
