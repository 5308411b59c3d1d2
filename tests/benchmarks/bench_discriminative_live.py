"""Speed of the six methods side by side: what a person waits for when a control moves. CPU time, one BLAS thread."""

import pytest
from measure import cpu_seconds
from threadpoolctl import threadpool_limits

from shiftlab import experiments

experiment = experiments.get("discriminative")
#: Two features take milliseconds; three hundred words as many rows' products.
LIMITS = {"text-like": 0.03}


@pytest.mark.parametrize("title", experiment.presets)
def test_one_live_run_on_a_new_sample(report, title):
    settings = experiment.coarse(experiment.presets[title])
    seeds = iter(range(10**9))
    with threadpool_limits(1):
        seconds = cpu_seconds(lambda: experiment.run(settings.changed(seed=next(seeds))), 20)
    report(f"one live run of discriminative, {title}", seconds, LIMITS.get(settings.problem, 0.008))
