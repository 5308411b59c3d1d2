"""The theorems of the paper, as printed and repaired, in worlds where everything is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiftlab.validation import StructuralRisk, reverse_value, transfer_bound, weighted_risk_bound

SHARES, ERRORS = st.floats(0, 1), st.floats(-0.3, 0.3)
WORLDS = st.tuples(SHARES, SHARES, st.floats(0, 0.99), ERRORS, ERRORS)


def by_definition(model, target, alpha, error, reverse_error):
    """(10) with (11) and (12) put in, and nothing worked out."""
    source = model - error  # (11)
    back = alpha * model + (1 - alpha) * target + reverse_error  # (12)
    return abs(source - back)  # (10)


@given(WORLDS)
def test_with_the_sign_put_right_13_is_10(world):
    assert reverse_value(*world) == pytest.approx(by_definition(*world), abs=1e-12)
    model, target, alpha, error, reverse_error = world
    third = abs((1 - alpha) * (model - target) - error - reverse_error)
    assert reverse_value(*world) == pytest.approx(third, abs=1e-12)


def test_as_printed_13_is_not_10():
    world = 0.8, 0.8, 0.5, 0.0, 0.0  # a model that is the target's truth
    assert by_definition(*world) == 0
    assert reverse_value(*world, form="printed") == pytest.approx(0.8)


@given(WORLDS)
def test_the_bound_holds_the_distance_from_the_truth(world):
    model, target, alpha, error, reverse_error = world
    low, high = transfer_bound(by_definition(*world), alpha, error, reverse_error)
    assert 0 <= low <= abs(model - target) + 1e-9
    assert abs(model - target) <= high + 1e-9 <= 1 + 1e-9


@given(WORLDS)
def test_it_is_as_short_as_can_be(world):
    # errors of the greatest size and the worst signs reach both ends, where probabilities allow it
    model, target, alpha, _, _ = world
    if model >= target:
        for sign in (-1, 1):
            r = by_definition(model, target, alpha, 0.01 * sign, 0.02 * sign)
            if (1 - alpha) * (model - target) >= 0.03:
                ends = transfer_bound(r, alpha, 0.01, 0.02)
                assert ends[sign == 1] == pytest.approx(model - target)


def test_as_printed_in_14_it_can_exceed_one_and_knows_of_no_error():
    assert transfer_bound(0.5, 0.8, form="printed").high == pytest.approx(2.5)
    low, high = transfer_bound([0.1, 0.2], 0.5, error=0.3, form="printed")
    np.testing.assert_allclose([low, high], [[0.2, 0.4]] * 2)
    assert transfer_bound(0.5, 0.8).high == 1


def test_more_labelled_rows_and_smaller_errors_make_it_shorter():
    def width(*arguments):
        low, high = transfer_bound(0.1, *arguments)
        return high - low

    assert width(0.9, 0.01, 0.01) > width(0.5, 0.01, 0.01) > width(0.5, 0.01) > width(0.5) == 0


def test_without_labelled_rows_a_good_model_and_a_bad_one_look_alike(one_sentence):
    assert by_definition(0.9, 0.9, 1, 0.1, 0.0) == by_definition(0.9, 0.0, 1, 0.1, 0.0)
    assert "alpha must be below 1" in one_sentence(transfer_bound, 0.1, 1.0)


def test_with_equal_weights_theorem_1_is_vapniks_bound():
    radius = StructuralRisk(vc_dimension=3, delta=0.1)._radius(None, np.zeros((500, 2)))
    for form in ("printed", "repaired"):
        assert weighted_risk_bound(0.2, 500, 3, 0.1, form=form) == pytest.approx(0.2 + radius)
    assert weighted_risk_bound(0.2, 5, 10) == weighted_risk_bound(0.2, 5, 1000)  # capacity counts up to 2n


def rare_rows(n, draws, seed):
    """Weighted losses of a model, wrong on three tenths of the target that the source shows once in 20,000 rows."""
    source_share, target_share = 1 / 20_000, 0.3
    rare = np.random.default_rng(seed).binomial(n, source_share, size=draws)
    weight = target_share / source_share
    return rare * weight / n, target_share, weight


def test_theorem_1_fails_as_printed_and_holds_repaired():
    n, delta = 2000, 0.05
    losses, truth, weight = rare_rows(n, 400, 0)
    assert np.mean(losses) == pytest.approx(truth, abs=4 * np.std(losses) / np.sqrt(400))  # Lemma 1 is right
    printed = np.array([weighted_risk_bound(loss, n, 1, delta, form="printed") for loss in losses])
    assert np.mean(truth > printed) > 0.5 > delta
    repaired = np.array([weighted_risk_bound(loss, n, 1, delta, max_weight=weight) for loss in losses])
    assert np.mean(truth > repaired) <= delta


REFUSED = {
    "a negative r": (transfer_bound, (-0.1, 0.5), {}, "r must be at least 0"),
    "a share above one": (transfer_bound, (0.1, 1.5), {}, "alpha is a share and must be in [0, 1]"),
    "shapes": (transfer_bound, ([0.1, 0.2], [0.1, 0.2, 0.3]), {}, "The shapes do not fit together"),
    "another form": (transfer_bound, (0.1, 0.5), {"form": "right"}, 'form must be "repaired" or "printed"'),
    "no probability": (reverse_value, (1.2, 0.5, 0.5), {}, "model must be probabilities"),
    "weights below one": (weighted_risk_bound, (0.1, 10, 2), {"max_weight": 0.5}, "max_weight must be one number"),
    "no rows": (weighted_risk_bound, (0.1, 0, 2), {}, "n must be a whole number"),
    "a chance of one": (weighted_risk_bound, (0.1, 10, 2, 1.0), {}, "delta is the chance"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_in_one_sentence(case, one_sentence):
    call, arguments, named, message = REFUSED[case]
    assert message in one_sentence(call, *arguments, **named)


def test_what_overflows_is_cut_like_everything_beyond_1():
    low, high = transfer_bound([1e300, 0.1], alpha=1 - 2**-53, error=0.1)
    assert low.tolist() == [1.0, 0.0]
    assert high.tolist() == [1.0, 1.0]


def test_next_to_nothing_is_still_a_capacity_and_a_chance(one_sentence):
    smallest = weighted_risk_bound(0.1, 10**9, 5e-324, max_weight=5.0)
    assert smallest == pytest.approx(weighted_risk_bound(0.1, 10**9, 1e-20, max_weight=5.0))
    rare = [weighted_risk_bound(0.1, 100, 3, delta=delta) for delta in (1e-290, 1e-310, 5e-324)]
    assert rare == sorted(rare)
    assert rare[-1] == pytest.approx(rare[0], rel=0.1)
    assert "delta must be one number" in one_sentence(weighted_risk_bound, 0.1, 10, 3, [0.5, 0.5])
