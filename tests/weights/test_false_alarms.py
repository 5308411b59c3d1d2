"""Random halves of one table have no shift: weighers do not warn of one, but for densities in thirty columns.

The benchmark of false alarms takes all 300 halves, of which three may raise one; of the 30 here one.
"""

import warnings

import numpy as np
import pytest
from random_halves import WEIGHERS, alarms, halves, joint

from shiftlab.weights import KLIEP, KernelDensityRatio, ShiftWarning


@pytest.mark.parametrize("name", WEIGHERS)
def test_random_halves_hardly_ever_raise_an_alarm(name):
    assert alarms(WEIGHERS[name], range(30)) <= 1


def test_the_joint_learner_raises_no_alarm_on_random_halves():
    assert alarms(joint, range(10)) == 0


def test_densities_in_thirty_columns_always_raise_one():
    assert alarms(KernelDensityRatio(), range(10)) == 10


@pytest.mark.parametrize("name", WEIGHERS)
def test_halves_that_are_far_apart_raise_one(name):
    X_source, X_target = halves(0)
    with pytest.warns(ShiftWarning, match="285 of 285 target rows have no counterpart"):
        WEIGHERS[name].fit(X_source, X_target + 10)


def test_a_target_that_was_not_scaled_like_the_source_raises_one():
    X_source, X_target = halves(0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        KLIEP(random_state=0).fit(X_source, 30 * X_target + np.arange(30) * 10)
    assert any("Was X_target transformed like X?" in str(warning.message) for warning in caught)
