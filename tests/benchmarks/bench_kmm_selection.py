"""Speed of biased samples of real data: what a person waits for when a control moves."""

import pytest

from shiftlab import experiments

experiment = experiments.get("kmm-selection")


@pytest.mark.parametrize("title", experiment.presets)
def test_one_live_run_on_a_new_sample(benchmark, report, title):
    settings = experiment.coarse(experiment.presets[title])
    seeds = iter(range(10**9))
    benchmark(lambda: experiment.run(settings.changed(seed=next(seeds))))
    report(f"one live run of kmm-selection, {title}", benchmark.stats.stats.median, 0.1)
