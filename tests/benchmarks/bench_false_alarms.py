"""Warnings on 300 random halves of one table, in which nothing has shifted, by every weigher and the joint learner."""

import pytest
from random_halves import WEIGHERS, alarms, joint
from threadpoolctl import threadpool_limits

from shiftlab.weights import KernelDensityRatio

HALVES = range(300)


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


@pytest.mark.parametrize("name", WEIGHERS)
def test_false_alarms_of_a_weigher(report, name):
    report(f"false alarms of 300, {name}", alarms(WEIGHERS[name], HALVES), 3.5, unit="")


def test_false_alarms_of_the_joint_learner(report):
    report("false alarms of 300, joint learner", alarms(joint, HALVES), 3.5, unit="")


def test_densities_in_thirty_columns_warn_each_time(report):
    report("warnings of 300, kernel densities", alarms(KernelDensityRatio(), HALVES), 300, unit="", at_least=True)
