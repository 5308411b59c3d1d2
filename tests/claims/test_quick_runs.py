"""The quick mode agrees with the stored full run, number by number."""

import math

import pytest

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.experiments.sweep import sweep

#: Other versions of numpy or scikit-learn may round differently, and a forest may then split elsewhere: the
#: exact and the convex learners must agree closely, the others in size. An experiment may have a number for all.
CLOSE = {"exact": 1e-9, "logistic": 1e-6, "svm": 1e-4, "logitboost": 1e-6, "forest": 0.05}
#: Without a ridge the weights are only nearly determined, and with one only to the gap of the solver.
CLOSE_BY_NAME = {
    "discriminative": 1e-4,
    "kmm-regression": 1e-6,
    "kmm-selection": 1e-4,
    "reverse-testing": 1e-6,
    "reverse-testing-costs": 1e-6,
}


@pytest.mark.quick_experiments
@pytest.mark.parametrize("name", sorted(path.stem for path in build.EVIDENCE.glob("*.json")))
def test_quick_cells_repeat_the_stored_numbers(name):
    experiment = experiments.get(name)
    fields = [field.name for field in experiment.fields]
    stored = {tuple(record[f] for f in fields): record for record in build.evidence(name)["records"]}
    quick = sweep(experiment, experiment.cells("quick"), jobs=2, progress=False).records
    assert quick
    for record in quick:
        kept = stored[tuple(record[f] for f in fields)]
        assert record.keys() == kept.keys()
        for key in record.keys() - set(fields):
            close = CLOSE_BY_NAME.get(name) or CLOSE[record.get("learner", "exact")]
            assert math.isclose(record[key], kept[key], rel_tol=close, abs_tol=close), (key, record)
