"""Verdicts on matrices made by hand: row, the learner that was trained; column, whose labels it was trained on."""

import numpy as np
import pytest

from shiftlab.validation.verdicts import all_verdicts, circles, standings, verdict

A, B = 0, 1


def judged(matrix, rule="strict"):
    return verdict(np.array(matrix, dtype=float), A, B, rule)


CASES = {
    # matrix: strict, weak, sum
    "both learn more from b (4.1)": ([[0.7, 0.8], [0.6, 0.9]], B, B, B),
    "both learn more from a (4.2)": ([[0.8, 0.7], [0.9, 0.6]], A, A, A),
    "each learns more from itself (4.3)": ([[0.8, 0.6], [0.7, 0.8]], None, None, A),
    "each learns more from the other (4.3)": ([[0.6, 0.8], [0.8, 0.7]], None, None, B),
    "one indifferent, the other for a": ([[0.7, 0.7], [0.9, 0.8]], None, A, A),
    "one indifferent, the other for b": ([[0.6, 0.7], [0.8, 0.8]], None, B, B),
    "all equal": ([[0.7, 0.7], [0.7, 0.7]], None, None, None),
    "indifferent at different heights": ([[0.7, 0.7], [0.9, 0.9]], None, None, None),
    "disagreement of equal size": ([[0.8, 0.6], [0.5, 0.7]], None, None, None),
}


@pytest.mark.parametrize("case", CASES)
def test_the_three_rules(case):
    matrix, *expected = CASES[case]
    assert [judged(matrix, rule) for rule in ("strict", "weak", "sum")] == expected


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("rule", ["strict", "weak", "sum"])
def test_the_other_order_of_the_pair_gives_the_same_learner(case, rule):
    matrix = np.array(CASES[case][0])
    assert verdict(matrix, B, A, rule) == verdict(matrix, A, B, rule)


def test_the_letters_of_the_text_and_those_of_figure_3_are_told_apart():
    # AccTrain_a^b = .9 is a trained on labels by b. Read the other way round, the very same numbers favour a.
    text = [[0.7, 0.9], [0.6, 0.8]]
    assert judged(text) == B
    assert judged(np.transpose(text)) == A


def test_sums_that_are_equal_on_paper_are_a_tie():
    rng = np.random.default_rng(0)
    for n in (7, 49, 1000):
        for _ in range(200):
            own, lost, given = (*rng.integers(n // 2, n, 2), rng.integers(1, n // 2))
            matrix = np.array([[own, own - given], [lost - given, lost]]) / n
            assert judged(matrix, "sum") is None
            matrix[A, A] += 1 / n  # one row more, labelled correctly
            assert judged(matrix, "sum") == A


def test_every_pair_gets_a_verdict_in_the_given_order():
    # the labels of 1 are best for everybody, those of 2 worst, those of 0 and 3 the same
    accuracy = np.tile([0.7, 0.9, 0.5, 0.7], (4, 1))
    verdicts = all_verdicts(accuracy, "strict")
    assert verdicts == {(0, 1): 1, (0, 2): 0, (0, 3): None, (1, 2): 1, (1, 3): 1, (2, 3): 3}
    assert standings(verdicts, 4) == [0, 3, -3, 0]
    assert circles(verdicts, 4) == []


def test_a_circle_is_found_and_who_stands_outside_is_not_in_it():
    circle = {(0, 1): 0, (1, 2): 1, (0, 2): 2}
    assert circles(circle, 3) == [[0, 1, 2]]
    assert standings(circle, 3) == [0, 0, 0]
    assert circles(circle | {(0, 3): 3, (1, 3): 3, (2, 3): None}, 4) == [[0, 1, 2]]
    assert circles({(0, 1): 0, (1, 2): 1, (0, 2): None}, 3) == []
    two = circle | {(a + 3, b + 3): better + 3 for (a, b), better in circle.items()}
    assert circles(two, 6) == [[0, 1, 2], [3, 4, 5]]


def test_a_circle_can_come_from_accuracies():
    # row 0 prefers 0 to 1 and 2 to 0; row 1 prefers 0 to 1 to 2; row 2 prefers 1 to 2 to 0
    accuracy = np.array([[0.7, 0.6, 0.8], [0.8, 0.7, 0.6], [0.6, 0.8, 0.7]])
    verdicts = all_verdicts(accuracy, "strict")
    assert verdicts == {(0, 1): 0, (0, 2): 2, (1, 2): 1}
    assert circles(verdicts, 3) == [[0, 1, 2]]
