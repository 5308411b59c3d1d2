"""Speed of the experiments of kernel mean matching: what a person waits for when a control moves. CPU time of this
process, on an idle machine.
"""

import pytest

from shiftlab import experiments

REGRESSION, SELECTION = experiments.get("kmm-regression"), experiments.get("kmm-selection")


@pytest.mark.parametrize("ridge", [0.0, 1e-3, 1.0])
def test_one_live_run_of_the_regression(benchmark, report, ridge):
    # what moving the slider of the width does: the same rows, another kernel
    widths = iter(range(10**9))
    benchmark(lambda: REGRESSION.run(REGRESSION.Settings(ridge=ridge, width=0.5 + next(widths) % 100 / 50)))
    report(f"one live run of kmm-regression, 100 rows, ridge {ridge:g}", benchmark.stats.stats.median, 0.008)


@pytest.mark.parametrize("title", SELECTION.presets)
def test_one_live_run_on_a_new_sample_of_real_data(benchmark, report, title):
    settings = SELECTION.coarse(SELECTION.presets[title])
    seeds = iter(range(10**9))
    benchmark(lambda: SELECTION.run(settings.changed(seed=next(seeds))))
    report(f"one live run of kmm-selection, {title}", benchmark.stats.stats.median, 0.1)
