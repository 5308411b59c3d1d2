"""What a cluster costs beyond the cells, on this machine with two cores; and what it would bring with hundreds."""

import subprocess
import sys
import time

import pytest
from dask_processes import Processes, wait_for
from simulated import curve, full_run

from shiftlab import experiments
from shiftlab.experiments.cluster import connected
from shiftlab.experiments.sweep import sweep

TINY, SMALL = 500, 20_000

#: Many small cells by a process that does nothing else; prints its peak memory in megabytes.
CLIENT = """
import resource, sys
from pathlib import Path
from shiftlab import experiments
from shiftlab.experiments.cluster import connected
from shiftlab.experiments.sweep import sweep
address, folder, number = sys.argv[1:]
kinds = experiments.get("bias-kinds")
with connected(address) as cluster:
    cells = [kinds.settings(seed=seed) for seed in range(int(number))]
    assert len(sweep(kinds, cells, folder=Path(folder), cluster=cluster, progress=False).records) == len(cells)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with Processes(tmp_path_factory.mktemp("cluster")) as started:
        started.start_scheduler()
        for _ in range(2):
            started.start_worker()
        wait_for(lambda: started.count_workers() == 2)
        yield started


def elapsed(experiment, cells, folder=None, **by):
    started = time.perf_counter()
    sweep(experiment, cells, folder=folder, progress=False, **by)
    return time.perf_counter() - started


def test_overhead_of_a_cell(report, processes, tmp_path):
    kinds = experiments.get("bias-kinds")
    warm, cells = ([kinds.settings(seed=first + i) for i in range(n)] for first, n in ((0, 20), (100, TINY)))
    with connected(processes.address) as cluster:
        elapsed(kinds, warm, cluster=cluster)
        there = elapsed(kinds, cells, tmp_path / "there", cluster=cluster)
    elapsed(kinds, warm, jobs=2)
    here = elapsed(kinds, cells, tmp_path / "here", jobs=2)
    report("overhead of a cell against joblib, two workers", 1000 * (there - here) / TINY, 10, unit="ms")


def test_two_workers_against_one(report, processes):
    forests = experiments.get("undersampling")
    cells = [forests.settings(learner="forest", n=20_000, trees=40, seed=seed) for seed in range(12)]  # a second each
    with connected(processes.address) as cluster:
        elapsed(forests, cells[:2], cluster=cluster)
        both = elapsed(forests, cells, cluster=cluster)
        cluster.client.retire_workers(sorted(cluster.addresses)[:1])
        wait_for(lambda: cluster.count() == 1)
        one = elapsed(forests, cells, cluster=cluster)
        processes.start_worker()
        wait_for(lambda: cluster.count() == 2)
    report("efficiency of two workers, cells of a second", one / both / 2, 0.85, unit="", at_least=True)


def test_memory_of_the_client(report, processes, tmp_path):
    command = [sys.executable, "-c", CLIENT, processes.address, str(tmp_path), str(SMALL)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report(f"peak memory of the client, {SMALL:,} cells", float(done.stdout), 300, unit="MB")


def test_simulated_efficiency(report):
    for workers, one_by_one, at_once, bound, seconds in curve(full_run()):
        told = f"{workers} workers, {seconds / 60:.0f} min; at once {at_once:.2f}, bound {bound:.2f}"
        report(f"simulated efficiency: {told}", one_by_one, 0, unit="", at_least=True)
