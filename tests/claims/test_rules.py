"""Rules turn parts into states and verdicts, and say in words what they do."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiftlab.claims.evidence import Part, distinct, identity, pooled
from shiftlab.claims.rules import (
    Above,
    AsPrinted,
    AtMost,
    Equivalent,
    MeasuredAbove,
    MeasuredAtMost,
    Predicted,
    Zero,
    decide,
    rule_text,
    states,
)
from shiftlab.experiments.summary import row


def measured(low, high, **more):
    return Part(f"a difference from {low} to {high}", (low + high) / 2, low, high, n=10, **more)


@pytest.mark.parametrize(
    ("relation", "supported", "contradicted", "undecided"),
    [
        (MeasuredAbove(), measured(0.1, 0.3), measured(-0.3, -0.1), measured(-0.1, 0.3)),
        (MeasuredAbove(), measured(1e-9, 1e-8), measured(-0.3, 0.0), measured(-1, 1)),
        (MeasuredAbove(0.5), measured(0.6, 0.7), measured(0.2, 0.3), measured(0.4, 0.7)),
        (MeasuredAtMost(0.1), measured(0.01, 0.1), measured(0.2, 0.3), measured(0.01, 0.11)),
        (Equivalent(0.1), measured(-0.05, 0.1), measured(0.3, 0.4), measured(-0.5, 0.4)),
        (Equivalent(0.1), measured(0.01, 0.02), measured(-0.4, -0.3), measured(0.05, 0.15)),
        (Equivalent(0.1, 0.5), measured(0.45, 0.55), measured(0.1, 0.2), measured(0.45, 0.65)),
        (
            Equivalent(0.1, None),
            measured(0.45, 0.55, expected=0.5),
            measured(0.45, 0.55, expected=0.9),
            measured(0.45, 0.55, expected=0.6),
        ),
        # ten draws, one of them to be predicted: the interval is √11 times as wide
        (
            Predicted(against=-5),
            measured(-1, 1, expected=3),
            measured(-1, 1, expected=4),
            replace(measured(-2, 2, expected=3), label="wide"),
        ),
    ],
)
def test_a_measured_part_is_supported_contradicted_or_undecided(relation, supported, contradicted, undecided):
    assert [relation.state(part) for part in (supported, contradicted, undecided)] == [
        "supported",
        "contradicted",
        "undecided",
    ]
    assert decide([supported], relation) == "replicates"
    assert decide([contradicted], relation) == "does not replicate"
    assert decide([undecided], relation) == "inconclusive"
    assert relation.beyond(supported) > relation.beyond(contradicted)


@pytest.mark.parametrize(
    ("relation", "right", "wrong"),
    [
        (Above(0.5), Part("a share", 0.51), Part("a share of others", 0.5)),
        (AtMost(0.05), Part("p-value", 0.05), Part("another", 0.051)),
        (Zero(), Part("an identity", 0.0, 0.0, 0.0, n=5), Part("another", 0.0, -1e-6, 1e-6, n=5)),
        (Zero(), Part("an identity", 1e-13), Part("another", 1e-11)),
        (AsPrinted(), Part("a count", 35, expected=35), Part("another", 36, expected=35)),
        (AsPrinted(0.01), Part("a share", 0.105, expected=0.1), Part("another", 0.12, expected=0.1)),
    ],
)
def test_one_counter_example_is_enough_where_a_statement_is_exact(relation, right, wrong):
    assert decide([right, right], relation) == "replicates"
    assert decide([right, wrong], relation) == "does not replicate"
    assert decide([wrong], relation) == "does not replicate"


def test_supported_and_contradicted_parts_are_partly():
    assert decide([measured(0.1, 0.2), measured(-0.3, -0.2)], MeasuredAbove()) == "partly"


def test_one_undecided_part_among_many_does_not_undo_a_claim():
    parts = [measured(0.1 + i / 100, 0.2 + i / 100) for i in range(35)]
    assert decide([*parts, measured(-0.01, 0.02)], MeasuredAbove()) == "replicates"


def test_what_is_supported_here_and_there_but_not_on_the_whole_is_inconclusive():
    assert decide([measured(0.01, 0.03), measured(-0.5, 0.4), measured(-0.6, 0.4)], MeasuredAbove()) == "inconclusive"


def test_of_many_parts_one_contradicts_only_by_a_wider_interval():
    barely = measured(-0.21, -0.01)
    assert states([barely], MeasuredAbove()) == ["contradicted"]
    many = [measured(0.1 + i / 100, 0.2 + i / 100) for i in range(9)]
    assert states([*many, barely], MeasuredAbove())[-1] == "undecided"
    assert states([*many, measured(-0.3, -0.2)], MeasuredAbove())[-1] == "contradicted"


def test_the_guard_keeps_the_share_of_accidents_at_five_percent():
    rng = np.random.default_rng(0)
    accidents = 0
    for _ in range(1000):
        rows = [row("difference", rng.normal(0.0, 1.0, 20), place=i) for i in range(8)]
        found = states([Part.of(one, str(i)) for i, one in enumerate(rows)], MeasuredAbove())
        accidents += "contradicted" in found
    # one side of a two-sided interval: half of 5 %, with four standard errors
    assert accidents / 1000 < 0.025 + 4 * np.sqrt(0.025 * 0.975 / 1000)


def test_other_readings_are_shown_and_not_asked():
    other = replace(measured(-0.3, -0.2), primary=False)
    assert decide([measured(0.1, 0.2), other], MeasuredAbove()) == "replicates"
    assert states([measured(0.1, 0.2), other], MeasuredAbove()) == ["supported", "contradicted"]
    with pytest.raises(ValueError, match="no part that decides it"):
        decide([other], MeasuredAbove())


def test_a_part_that_repeats_rows_and_quantity_of_another_counts_once():
    line = row("difference", [0.1, 0.2, 0.3], C=1)
    twice = [Part.of(line, "C = 1"), Part.of({**line, "C": 10}, "C = 10")]
    assert distinct(twice) == twice[:1]
    assert len(distinct([*twice, Part.of({**line, "quantity": "other"}, "other")])) == 2


@pytest.mark.parametrize("relation", [MeasuredAbove(), MeasuredAtMost(1), Equivalent(1)])
def test_one_repetition_shows_nothing(relation):
    assert relation.state(Part("a difference", 0.5)) == "undecided"


def test_a_rule_that_asks_for_a_printed_number_is_told_when_there_is_none():
    with pytest.raises(ValueError, match="'a count' with a printed number, and none is given"):
        AsPrinted().state(Part("a count", 3))


def test_a_difference_can_be_turned_round():
    line = {"quantity": "difference", "mean": 2.0, "low": 1.0, "high": 3.0, "n": 4}
    assert Part.of(line, "turned", sign=-1) == Part("turned", -2.0, -3.0, -1.0, 4)


def test_an_effect_is_in_standard_deviations_of_one_repetition():
    values = np.random.default_rng(1).normal(2.0, 4.0, 400)
    part = Part.of(row("difference", values), "a difference")
    assert part.effect(part.value) == pytest.approx(values.mean() / values.std(ddof=1))


def test_evidence_has_a_name_that_changes_with_a_number():
    line = row("difference", [0.1, 0.2, 0.3], C=1)
    one = Part.of(line, "C = 1")
    assert identity([one]) == identity([one, replace(one, label="the same")])
    assert identity([one]) != identity([Part.of({**line, "mean": 0.21}, "C = 1")])
    assert identity([Part("computed", 1.0)]) == ""


@pytest.mark.parametrize(
    "relation", [MeasuredAbove(0.5), MeasuredAtMost(0.1), Above(0.2), AtMost(0.05), Equivalent(0.3)]
)
def test_the_text_of_a_rule_names_its_bound_and_the_verdicts(relation):
    text = rule_text(relation)
    assert f"{getattr(relation, 'bound', 0.3):g}" in text
    verdicts = (
        ["does not replicate"] if relation.exact else ["replicates", "partly", "does not replicate", "inconclusive"]
    )
    assert all(verdict in text for verdict in verdicts)


numbers = st.floats(-3, 3).map(lambda x: round(x, 3))
intervals = st.builds(
    lambda middle, half, n: Part(f"{middle} ± {half}, {n}", middle, middle - half, middle + half, n),
    numbers,
    st.floats(0.001, 2).map(lambda x: round(x, 3)),
    st.integers(2, 50),
)
relations = st.one_of(
    st.builds(MeasuredAbove, numbers),
    st.builds(MeasuredAtMost, numbers),
    st.builds(Equivalent, st.floats(0.01, 2), numbers),
)


@given(st.lists(intervals, min_size=1, max_size=8), intervals, relations)
def test_an_undecided_part_never_makes_a_claim_false(parts, more, relation):
    if relation.state(more) == "undecided" and decide(parts, relation) != "does not replicate":
        assert decide([*parts, more], relation) != "does not replicate"


@given(st.lists(intervals, min_size=1, max_size=8), relations, st.randoms())
def test_the_order_of_parts_changes_nothing(parts, relation, random):
    mixed = list(parts)
    random.shuffle(mixed)
    assert decide(mixed, relation) == decide(parts, relation)


@given(st.lists(intervals, min_size=1, max_size=8), relations, st.integers(0, 7))
def test_a_part_that_is_there_twice_changes_nothing(parts, relation, which):
    again = parts[which % len(parts)]
    assert decide([*parts, again], relation) == decide(parts, relation)


@given(st.lists(intervals, min_size=1, max_size=8), relations, st.floats(1, 10))
def test_more_data_never_turns_supported_into_undecided_at_equal_effect(parts, relation, times):
    def longer(part):
        half = (part.high - part.low) / 2 / np.sqrt(times)
        return replace(part, low=part.value - half, high=part.value + half, n=round(part.n * times))

    for before, after in zip(states(parts, relation), states([longer(part) for part in parts], relation), strict=True):
        assert before != "supported" or after == "supported"
    if decide(parts, relation) == "replicates":
        assert decide([longer(part) for part in parts], relation) in ("replicates", "partly")


@given(st.lists(intervals, min_size=1, max_size=8))
def test_all_together_is_as_wide_as_if_all_moved_together(parts):
    whole = pooled(parts)
    assert whole.high - whole.low == pytest.approx(np.mean([part.high - part.low for part in parts]))
