"""What may stand behind --scheduler, and what is said to anything else."""

import subprocess
import sys

import pytest

from shiftlab import cli
from shiftlab.experiments.cluster import connected


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("local", "give local:N, the number of workers"),
        ("local:", "give local:N"),
        ("local:0", "give local:N"),
        ("local:two", "give local:N"),
        ("there", "a scheduler file that is there"),
        ("tcp://", "give an address (tcp://HOST:8786)"),
        ("127.0.0.1", "give an address"),
    ],
)
def test_what_is_no_scheduler_is_refused_in_one_line(capsys, given, said):
    assert cli.main(["reproduce", "bias-kinds", "--scheduler", given]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"shiftlab: --scheduler {given} does not fit: ")
    assert said in error
    assert error.count("\n") == 1


def test_jobs_and_scheduler_together_are_refused(capsys):
    assert cli.main(["reproduce", "bias-kinds", "--scheduler", "local:2", "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("shiftlab: --jobs and --scheduler do not go together")


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr("shiftlab.experiments.cluster.connect.CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(ConnectionError, match="no scheduler answers at tcp:"),
        connected("tcp://127.0.0.1:9"),
    ):
        pass


def test_a_file_that_is_no_scheduler_file_is_named(tmp_path):
    file = tmp_path / "scheduler.json"
    for text in ("", "{}", "[1]"):
        file.write_text(text)
        with pytest.raises(ConnectionError, match=r"no scheduler answers at .*scheduler\.json"), connected(str(file)):
            pass


def test_without_dask_the_cure_is_said():
    code = "import sys; sys.modules['distributed'] = None; from shiftlab import cli; sys.exit(cli.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "reproduce", "bias-kinds", "--scheduler", "local:2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, 'shiftlab: --scheduler needs Dask: pip install "shiftlab[cluster]"\n')


def test_nothing_of_dask_is_imported_without_it():
    code = "import sys, shiftlab.cli, shiftlab.experiments.reproduce; print({'dask', 'distributed'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
