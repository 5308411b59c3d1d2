"""What criteria believe against the truth: the measure of section 5.1, choices and what they cost."""

import pytest

from shiftlab.papers.transfer_cv.judged import Judged

TRUTH = {"f": 0.9, "g": 0.8, "h": 0.7, "i": 0.7}


def judged(**values):
    """By one criterion, of f, g, h and i."""
    return Judged(TRUTH, {name: dict(zip(TRUTH, numbers, strict=True)) for name, numbers in values.items()})


def test_pairs_in_the_wrong_order_are_counted_and_ties_are_not():
    one = judged(TrCV=[0.6, 0.7, 0.5, 0.4])
    assert one.n_pairs == 6
    assert one.wrong_pairs("TrCV") == [("f", "g")]
    assert one.corr("TrCV") == 5  # the tie of h and i counts as right
    assert one.corr("TrCV", "half") == 4.5


def test_a_wrong_pair_names_the_better_one_first():
    one = Judged({"low": 0.1, "high": 0.2}, {"SCV": {"low": 0.9, "high": 0.8}})
    assert one.wrong_pairs("SCV") == [("high", "low")]


def test_a_criterion_that_says_nothing_is_right_as_printed_and_half_right_else():
    one = judged(SCV=[0.5, 0.5, 0.5, 0.5])
    assert one.corr("SCV") == 6
    assert one.corr("SCV", "half") == 3
    assert one.wrong_pairs("SCV") == []
    assert one.correlation("SCV") is None


def test_rounding_makes_no_order():
    assert judged(WCV=[0.1 + 0.2, 0.3, 0.3, 0.3]).corr("WCV", "half") == 3


def test_the_regret_is_what_the_choice_loses():
    one = judged(SCV=[0.1, 0.2, 0.3, 0.2], TrCV=[0.3, 0.1, 0.1, 0.1])
    assert (one.chosen("SCV"), one.chosen("TrCV")) == ("h", "f")
    assert one.regret("SCV") == pytest.approx(0.2)
    assert (one.regret("TrCV"), one.finds_best("TrCV"), one.finds_best("SCV")) == (0, 1, 0)


def test_where_several_are_first_the_regret_is_their_mean():
    one = judged(TCV=[0.5, 0.5, 0.1, 0.5])
    assert one.chosen("TCV") == "f"
    assert one.regret("TCV") == pytest.approx((0 + 0.1 + 0.2) / 3)
    assert one.finds_best("TCV") == pytest.approx(1 / 3)


def test_the_choice_does_not_depend_on_the_order_of_the_values():
    truth = {"f": 0.9, "g": 0.8}
    one = Judged(truth, {"SCV": {"g": 0.1, "f": 0.4}})
    assert (one.chosen("SCV"), one.corr("SCV"), one.gap("SCV")) == ("f", 1, pytest.approx(0.6))


def test_a_criterion_that_is_the_truth_makes_no_mistake():
    one = judged(STV=list(TRUTH.values()))
    assert (one.corr("STV"), one.gap("STV"), one.regret("STV")) == (6, 0, 0)
    assert one.correlation("STV") == pytest.approx(1)
