"""The quick mode agrees with the stored full run, number by number."""

import math

import pytest

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.experiments.sweep import sweep


@pytest.mark.quick_experiments
@pytest.mark.parametrize("name", build.with_evidence())
def test_quick_cells_repeat_the_stored_numbers(name):
    experiment = experiments.get(name)
    fields = [field.name for field in experiment.fields]
    stored = {tuple(record[f] for f in fields): record for record in build.evidence(name)["records"]}
    quick = sweep(experiment, experiment.cells("quick"), progress=False).records
    assert quick
    for record in quick:
        kept = stored[tuple(record[f] for f in fields)]
        assert record.keys() == kept.keys()
        close = (
            experiment.report.close if isinstance(experiment.report.close, float) else experiment.report.close(record)
        )
        for key in record.keys() - set(fields):
            assert math.isclose(record[key], kept[key], rel_tol=close, abs_tol=close), (key, record)
