"""Speed of what a person waits for. CPU time of this process, on an idle machine; the reference loop beside it."""

import time

import pytest
from measure import child_seconds, reference_loop

from shiftlab import experiments
from shiftlab.experiments.reproduce import reproduce

UNDERSAMPLING = experiments.get("undersampling")


def test_reference_loop(benchmark):
    benchmark(reference_loop)


@pytest.mark.parametrize(("learner", "limit"), [("exact", 0.010), ("logistic", 0.020)])
def test_one_live_run(benchmark, report, learner, limit):
    # what moving the slider of beta does: the sample stays, everything else is computed again
    betas = iter(range(10**9))

    def move():
        UNDERSAMPLING.run(UNDERSAMPLING.Settings(learner=learner, beta=0.2 + next(betas) % 500 / 1000))

    benchmark(move)
    report(f"one live run of undersampling, 10,000 points, {learner}", benchmark.stats.stats.median, limit)


def test_one_live_run_on_a_new_sample(benchmark, report):
    seeds = iter(range(10**9))
    benchmark(lambda: UNDERSAMPLING.run(UNDERSAMPLING.Settings(seed=next(seeds))))
    report("one live run of undersampling, a new sample each time", benchmark.stats.stats.median, 0.010)


def test_import_is_cheap_beside_numpy(report):
    alone = child_seconds(["-c", "import numpy"], 9)
    both = child_seconds(["-c", "import numpy, shiftlab"], 9)
    report("import shiftlab, beyond importing numpy", both - alone, 0.1)


def test_help_answers_at_once(report):
    report("shiftlab --help", child_seconds(["-m", "shiftlab.cli", "--help"]), 0.5)


def test_all_quick_runs_of_the_paper(report, tmp_path):
    started = time.perf_counter()
    for name in ("undersampling", "undersampling-real"):
        reproduce(experiments.get(name), jobs=2, out=tmp_path, progress=False, say=lambda text: None)
    report("all quick runs of undersampling, two jobs, elapsed", time.perf_counter() - started, 40)
