"""A Dask scheduler and workers as processes of their own, on this machine."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import distributed

ROOMS = Path(__file__).parents[1] / "experiments" / "cluster" / "rooms"
TINY = ROOMS.parents[1] / "extra"
#: What a worker does before it starts: it is to find papers that are only for tests.
PRELOAD = f"from shiftlab import papers\npapers.__path__ += [{{rooms!r}}, {str(TINY)!r}]\n{{more}}"
PATIENCE = 60


class Processes:
    """They are killed at the end, whatever happened to them before."""

    def __init__(self, folder, rooms=ROOMS):
        self.folder, self.rooms, self.started = Path(folder), rooms, []
        self.file = self.folder / "scheduler.json"
        self.scheduler = None

    def start_scheduler(self):
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        return self.wait_for_scheduler()

    def wait_for_scheduler(self):
        wait_for(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        self.address = json.loads(self.file.read_text())["address"]
        return self

    def count_workers(self):
        with distributed.Client(self.address, set_as_default=False) as client:
            return len(client.nthreads())

    def start_worker(self, *options, nanny=False, rooms=None, more="", where=None, **environment):
        """One worker with one thread; `more` is done before it starts."""
        preload = self.folder / f"preload_{len(self.started)}.py"
        preload.write_text(PRELOAD.format(rooms=str(rooms or self.rooms), more=more))
        options = options or ("--nthreads", "1")
        nannies = () if nanny else ("--no-nanny",)
        return self.start("worker", *options, *nannies, "--preload", preload, where=where, **environment)

    def start(self, what, *options, where=None, **environment):
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", self.file, "--no-dashboard", *options]
        log = (self.folder / f"{what}_{len(self.started)}.log").open("w")
        quiet = {"DASK_TEMPORARY_DIRECTORY": str(self.folder), "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(
            list(map(str, command)),
            env=os.environ | quiet | environment,
            cwd=where or self.folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in self.started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(condition):
    """What a condition gives as soon as it holds."""
    patience = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < patience, "nothing happens"
        time.sleep(0.02)
    return found
