"""Speed of the simulation with Boolean variables: what a person waits for when a control moves."""

import pytest

from shiftlab import experiments, style

experiment = experiments.get("reverse-testing-boolean")


@pytest.mark.parametrize("title", experiment.presets)
def test_one_live_run_with_its_curve(benchmark, report, title):
    settings = experiment.coarse(experiment.presets[title])
    with style.using():
        artists = experiment.stage(style.new_figure())
    seeds = iter(range(10**9))
    benchmark(lambda: experiment.update(artists, experiment.run(settings.changed(seed=next(seeds)))))
    report(f"one live run of reverse-testing-boolean, {title}", benchmark.stats.stats.median, 0.02)
