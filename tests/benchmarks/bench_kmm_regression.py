"""Speed of the toy regression of kernel mean matching. CPU time of this process, on an idle machine."""

import pytest

from shiftlab import experiments

EXPERIMENT = experiments.get("kmm-regression")


@pytest.mark.parametrize("ridge", [0.0, 1e-3, 1.0])
def test_one_live_run(benchmark, report, ridge):
    # what moving the slider of the width does: the same rows, another kernel
    widths = iter(range(10**9))
    benchmark(lambda: EXPERIMENT.run(EXPERIMENT.Settings(ridge=ridge, width=0.5 + next(widths) % 100 / 50)))
    report(f"one live run of kmm-regression, 100 rows, ridge {ridge:g}", benchmark.stats.stats.median, 0.008)
