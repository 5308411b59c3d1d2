"""A full run on Slurm, on so many cores: python slurm.py 64 [options of shiftlab reproduce].

Start it where jobs are submitted, in an environment with shiftlab[cluster] and dask-jobqueue that the nodes see too.
It asks for jobs of eight workers, waits for the first, runs, and gives the jobs back. Started again, it goes on where
it stopped.
"""

import os
import subprocess
import sys

import dask
from dask_jobqueue import SLURMCluster

WORKERS_A_JOB = 8


def main(cores, *options):
    # a cell that killed two workers is then tried alone; Dask's own default would give it four
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    with SLURMCluster(
        queue=os.environ.get("SLURM_QUEUE"),
        account=os.environ.get("SLURM_ACCOUNT"),
        walltime="04:00:00",
        cores=WORKERS_A_JOB,
        processes=WORKERS_A_JOB,  # one thread in each: limits on threads are for a whole process
        memory="32GB",  # of a job
        job_script_prologue=[f"export SHIFTLAB_DATA={os.environ.get('SHIFTLAB_DATA', '')}"],
    ) as cluster:
        cluster.scale(jobs=max(1, int(cores) // WORKERS_A_JOB))
        cluster.wait_for_workers(1)  # as long as the queue takes
        run = [sys.executable, "-m", "shiftlab.cli", "reproduce", *(options or ["--full"])]
        return subprocess.run([*run, "--scheduler", cluster.scheduler_address]).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
