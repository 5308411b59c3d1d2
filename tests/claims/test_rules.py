"""Rules turn parts into verdicts, and say in words what they do."""

import pytest

from shiftlab.claims.rules import (
    Above,
    Around,
    AsPrinted,
    AtMost,
    MeasuredAbove,
    MeasuredAtMost,
    NotAbove,
    Part,
    Zero,
    decide,
    rule_text,
)


def measured(low, high):
    return Part("a difference", (low + high) / 2, low, high, n=10)


@pytest.mark.parametrize(
    ("relation", "holding", "failing"),
    [
        (MeasuredAbove(), measured(0.1, 0.3), measured(-0.1, 0.3)),
        (MeasuredAbove(), measured(1e-9, 1), measured(-0.3, -0.1)),
        (MeasuredAbove(0.5), measured(0.6, 0.7), measured(0.4, 0.7)),
        (MeasuredAtMost(0.1), measured(0.01, 0.1), measured(0.01, 0.11)),
        (NotAbove(), measured(-0.1, 0.3), measured(0.1, 0.3)),
        (NotAbove(), measured(-0.3, -0.1), measured(0.1, 0.3)),
        (Around(), measured(-0.1, 0.3), measured(0.1, 0.3)),
        (Around(0.5), measured(0.5, 0.7), measured(0.3, 0.4)),
        (Above(0.5), Part("a share", 0.51), Part("a share", 0.5)),
        (AtMost(0.05), Part("p-value", 0.05), Part("p-value", 0.051)),
        (Zero(), Part("an identity", 0.0, 0.0, 0.0, n=5), Part("an identity", 0.0, -1e-6, 1e-6, n=5)),
        (Zero(), Part("an identity", 1e-13), Part("an identity", 1e-11)),
        (AsPrinted(), Part("a count", 35, expected=35), Part("a count", 36, expected=35)),
        (AsPrinted(0.01), Part("a share", 0.105, expected=0.1), Part("a share", 0.12, expected=0.1)),
    ],
)
def test_a_relation_tells_holding_from_failing(relation, holding, failing):
    assert relation.holds(holding)
    assert not relation.holds(failing)
    assert decide([holding, holding], relation) == "replicates"
    assert decide([holding, failing], relation) == "partly"
    assert decide([failing, failing], relation) == "does not replicate"
    assert decide([], relation) == "no data"


@pytest.mark.parametrize("relation", [MeasuredAbove(), MeasuredAtMost(1)])
def test_one_repetition_shows_nothing(relation):
    assert not relation.holds(Part("a difference", 0.5))


def test_a_difference_can_be_turned_round():
    row = {"mean": 2.0, "low": 1.0, "high": 3.0, "n": 4}
    assert Part.of(row, "turned", sign=-1) == Part("turned", -2.0, -3.0, -1.0, 4)


@pytest.mark.parametrize("relation", [MeasuredAbove(0.5), MeasuredAtMost(0.1), Above(0.2), AtMost(0.05)])
def test_the_text_of_a_rule_names_its_bound_and_the_verdicts(relation):
    text = rule_text(relation)
    assert f"{relation.bound:g}" in text
    for verdict in ("replicates", "partly", "does not replicate", "no data"):
        assert verdict in text
