"""A broken rival must turn a measured difference: proof that the summary looks at what the code computes."""

import numpy as np
import pytest

from shiftlab import experiments
from shiftlab.experiments.sweep import sweep
from shiftlab.papers.discriminative.comparison import methods

experiment = experiments.get("discriminative")


@pytest.mark.quick_experiments
def test_inverted_weights_of_a_rival_turn_a_measured_difference(monkeypatch):
    cells = [experiment.settings(shift=2.0, n_target=128, trials=20)]
    right = experiment.summarise(sweep(experiment, cells, progress=False).records)
    monkeypatch.setitem(methods.WEIGHTS, "two_stage", inverted)
    wrong = experiment.summarise(sweep(experiment, cells, progress=False).records)

    def gain(summary):
        return next(row["mean"] for row in summary if row["quantity"] == "auc two_stage - iid")

    assert gain(right) > 0 > gain(wrong)


def inverted(stage, choice):
    source, _ = stage.coordinates
    return np.exp(source @ stage.discriminator(choice.sigma_v).v)
