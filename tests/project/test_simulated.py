"""What the simulation of a full run on many workers says where the answer is known."""

import pytest
from simulated import curve, makespan


def test_one_worker_takes_all_the_time_and_many_that_of_the_longest_cell():
    assert makespan([1, 2, 3], 1, overhead=0) == 6
    assert makespan([1, 2, 3], 2, overhead=0) == 3
    assert makespan([1, 2, 3], 100, overhead=0) == 3
    assert makespan([1, 1], 1, overhead=0.5) == 3


def test_no_efficiency_is_above_its_bound():
    seconds = {"long": [60.0, 1.0, 1.0], "short": [0.5] * 200}
    for workers, one_by_one, at_once, bound, elapsed in curve(seconds, (1, 2, 8, 64)):
        assert one_by_one <= at_once <= bound <= 1
        assert elapsed == pytest.approx(162 / workers / one_by_one)
