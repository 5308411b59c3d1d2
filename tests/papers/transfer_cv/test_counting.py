"""Numbers over several rows: their intervals hold whatever goes together."""

import numpy as np
import pytest

from shiftlab.experiments.summary import row
from shiftlab.papers.transfer_cv.counting import apart, number_of_cases


def a_case(held, **keys):
    return row("best", held, **keys)


def count(*groups, expected=1.0):
    return number_of_cases("cases", groups, expected=expected, experiment="transfer-cv", quantity="cases")


def test_cases_are_added_up():
    part = count([a_case([1, 1, 0, 0]), a_case([1, 0, 0, 0])], [a_case([1, 1, 1, 1])])
    assert part.value == pytest.approx(0.5 + 0.25 + 1)
    assert part.n == 4


def test_one_more_draw_lies_in_the_prediction_however_cases_go_together():
    random = np.random.RandomState(0)
    inside = []
    for _ in range(300):
        first, second = random.random_sample((2, 21)) < 0.5
        together = np.array([first, first, first, second])  # three cases that are one, and one of its own
        groups = [[a_case(held[:20].astype(float)) for held in together[:3]], [a_case(together[3][:20].astype(float))]]
        low, high = count(*groups).prediction()
        inside.append(low <= together[:, 20].sum() <= high)
    assert np.mean(inside) > 0.95


def test_a_case_that_always_comes_out_alike_adds_no_doubt():
    part = count([a_case([1, 1, 1])])
    assert (part.low, part.value, part.high) == (1, 1, 1)


def test_from_one_draw_there_is_no_interval():
    assert count([a_case([1])]).low is None


def test_columns_that_agree_are_kept_and_others_are_not():
    part = count([a_case([1, 0], problem="a", folds=10), a_case([1, 0], problem="b", folds=10)])
    assert part.row["folds"] == 10
    assert "problem" not in part.row


def test_a_difference_has_the_widest_interval_that_it_can_have():
    random = np.random.RandomState(0)
    values = random.standard_normal(30)
    one, other = row("a", values), row("b", -values)  # they move against each other
    part = apart("a - b", one, other, experiment="transfer-cv")
    exact = row("d", 2 * values)
    assert part.low == pytest.approx(exact["low"])
    assert part.high == pytest.approx(exact["high"])
    same = apart("a - a", one, one, experiment="transfer-cv")
    assert same.low < 0 < same.high
