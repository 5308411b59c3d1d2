"""Numbers of several trials."""

import numpy as np

from shiftlab.experiments.records import over_trials
from shiftlab.experiments.summary import estimate, pooled

TRIALS = [{"error": 1.0, "gap": 1 / 3}, {"error": 2.0, "gap": 1 / 3}, {"error": 6.0}]


def test_means_and_spreads_are_over_the_trials_that_have_the_number():
    numbers = over_trials(TRIALS, 9)
    assert list(numbers) == ["error", "error sd", "gap", "gap sd"]
    assert numbers == {"error": 3.0, "error sd": round(np.std([1, 2, 6]), 8), "gap": 0.333333333, "gap sd": 0.0}


def test_digits_and_spreads_are_chosen():
    assert over_trials(TRIALS, 3, spread=lambda name: name == "gap") == {"error": 3.0, "gap": 0.333, "gap sd": 0.0}


def test_cells_can_be_pooled_to_the_interval_of_all_their_trials():
    values = np.random.RandomState(0).normal(size=30)
    parts = [[{"error": value} for value in part] for part in np.split(values, [12])]
    both = pooled("error", [{"trials": len(part), **over_trials(part, digits=17)} for part in parts])
    np.testing.assert_allclose((both["mean"], both["low"], both["high"]), estimate(values)[:3])
