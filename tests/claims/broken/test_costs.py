"""Broken code, misread tables and other results must change what is said of section 6 of ReverseTesting."""

import pytest

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.claims.parts import NothingRead
from shiftlab.papers.reverse_testing.costs import claims
from shiftlab.validation import ExpectedBenefit

STATEMENTS = {statement.id: statement for statement in claims.STATEMENTS}
WITHOUT_DATA = {name for name, statement in STATEMENTS.items() if statement.missing}


def decided(claim, records=()):
    summary = experiments.get(claims.NAME).summarise(list(records)) if records else []
    return STATEMENTS[claim].decide("reverse-testing", {claims.NAME: summary})


def found(claim, records):
    """What the parts that decide would say, if the data were those of the paper."""
    return [part["state"] for part in decided(claim, records).evidence if part["primary"]]


@pytest.fixture(scope="module")
def stored():
    return build.evidence(claims.NAME)["records"]


def test_printed_numbers_need_no_run():
    printed = STATEMENTS.keys() - WITHOUT_DATA
    verdicts = {name: decided(name).verdict for name in printed}
    assert {name for name, verdict in verdicts.items() if verdict != "replicates"} == {"costs-ccf-size-printed"}


def test_deciding_by_the_probability_alone_is_not_optimal(monkeypatch):
    monkeypatch.setattr(ExpectedBenefit, "decide", staticmethod(lambda p, matrices: p.argmax(axis=1)))
    assert decided("costs-optimal-decision").verdict == "does not replicate"


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        ("TABLE_15", "costs-table-17-printed"),
        ("TABLE_16", "costs-table-18-printed"),
        ("TABLE_17", "costs-cv-printed"),
        ("TABLE_18", "costs-cv-printed"),
    ],
)
def test_a_misread_table_turns_its_claim_red(monkeypatch, table, claim):
    printed = getattr(claims, table)
    monkeypatch.setattr(claims, table, {**printed, "CCF": tuple(reversed(printed["CCF"]))})
    if table in ("TABLE_15", "TABLE_16"):  # the statements hold the tables themselves
        monkeypatch.setitem(printed, "CCF", tuple(reversed(printed["CCF"])))
    assert decided(claim).verdict == "does not replicate"


@pytest.mark.parametrize("claim", sorted(WITHOUT_DATA))
def test_other_data_decide_nothing_and_are_shown(stored, claim):
    shown = decided(claim, stored)
    assert shown.verdict == "no data"
    assert shown.data == "stand-in"
    assert not shown.certainty["original_data"]
    assert {part["data"] for part in shown.evidence} == {"stand-in"}


def test_a_drawn_world_does_not_even_stand_beside_a_claim(stored):
    drawn = [record for record in stored if record["problem"] == "synthetic"]
    for claim in WITHOUT_DATA:
        with pytest.raises(NothingRead):
            decided(claim, drawn)


@pytest.mark.parametrize(
    ("criterion", "claim", "if_right"),
    [
        ("strict", "costs-exact-order", "supported"),
        ("strict", "costs-better-than-cv", "supported"),
        ("cv", "costs-cv-share", "contradicted"),
    ],
)
def test_a_criterion_that_is_always_right_or_never_changes_what_is_shown(stored, criterion, claim, if_right):
    right, wrong = ([{**r, f"right_{criterion}": held * (6 - r["ties"])} for r in stored] for held in (1, 0))
    assert found(claim, right) == [if_right]
    assert found(claim, wrong) == ["contradicted"]


def test_cross_validation_that_is_right_as_often_as_printed_would_support_it(stored):
    near = [{**r, "right_cv": (0.56 + 0.04 * (r["block"] % 2)) * (6 - r["ties"])} for r in stored]
    assert found("costs-cv-share", near) == ["supported"]


def test_learners_that_earn_in_the_printed_order_support_it(stored):
    ordered = [
        {**r, **{f"truth_{name}": 100.0 * r["n_target"] * i + r["block"] for i, name in enumerate(claims.NAMES)}}
        for r in stored
    ]
    assert set(found("costs-order-of-learners", ordered)) == {"supported"}
    ruinous = [{**r, "truth_RDT": r["truth_bNB"] - 1e6} for r in stored]
    assert "contradicted" in found("costs-order-of-learners", ruinous)
