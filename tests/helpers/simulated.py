"""How long a full run would take with so many workers: Dask's way of handing out cells, without Dask."""

import heapq

from shiftlab import experiments
from shiftlab.experiments import times

#: Between two cells a worker waits so long, measured on one machine.
OVERHEAD = 0.005


def makespan(seconds, workers, overhead=OVERHEAD):
    """When the last cell is finished: whoever is free takes the longest one left."""
    free = [0.0] * workers
    for one in sorted(seconds, reverse=True):
        heapq.heapreplace(free, free[0] + one + overhead)
    return max(free)


def full_run():
    """The seconds of every cell of every full run, from the kept times."""
    return {
        name: times.expected(experiment, experiment.cells("full"), times.beside(name))
        for name, experiment in ((name, experiments.get(name)) for name in experiments.names())
    }


def curve(seconds, numbers=(8, 16, 32, 64, 128, 256, 512)):
    """For each number of workers: the efficiency when experiments run one after the other, when all run at once, and
    the most that there can be, where the longest cell alone takes the whole time; and the seconds of the first.
    """
    cells = [one for several in seconds.values() for one in several]
    total, longest = sum(cells), max(cells)
    for workers in numbers:
        one_by_one = sum(makespan(several, workers) for several in seconds.values())
        at_once = makespan(cells, workers)
        bound = max(total / workers, longest)
        yield workers, *(total / workers / elapsed for elapsed in (one_by_one, at_once, bound)), one_by_one
