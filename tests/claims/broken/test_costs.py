"""Broken code, misread tables and other results must change the verdicts on section 6 of ReverseTesting."""

import pytest

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.papers.reverse_testing.costs import claims
from shiftlab.validation import ExpectedBenefit

MEASURED = {statement.id for statement in claims.STATEMENTS if statement.kind == "measured"}
WITHOUT_DATA = {"costs-donate", "costs-ccf"}


def decided(records=()):
    summary = experiments.get(claims.NAME).summarise(list(records)) if records else []
    return {one.id: one.decide("reverse-testing", {claims.NAME: summary}) for one in claims.STATEMENTS}


def verdicts(records=()):
    return {name: claim.verdict for name, claim in decided(records).items()}


@pytest.fixture(scope="module")
def stored():
    return build.evidence(claims.NAME)["records"]


def test_printed_numbers_need_no_run():
    found = verdicts()
    assert {name for name, verdict in found.items() if verdict == "no data"} == MEASURED
    assert found["costs-optimal-decision"] == "replicates"
    assert found["costs-ccf-size-printed"] == "does not replicate"


def test_deciding_by_the_probability_alone_is_not_optimal(monkeypatch):
    monkeypatch.setattr(ExpectedBenefit, "decide", staticmethod(lambda p, matrices: p.argmax(axis=1)))
    assert verdicts()["costs-optimal-decision"] == "does not replicate"


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        ("TABLE_15", "costs-table-17-printed"),
        ("TABLE_16", "costs-table-18-printed"),
        ("TABLE_17", "costs-cv-share-printed"),
        ("TABLE_18", "costs-cv-printed"),
    ],
)
def test_a_misread_table_turns_its_claim_red(monkeypatch, table, claim):
    printed = getattr(claims, table)
    monkeypatch.setattr(claims, table, {**printed, "CCF": tuple(reversed(printed["CCF"]))})
    if table in ("TABLE_15", "TABLE_16"):  # the statements hold the tables themselves
        monkeypatch.setitem(printed, "CCF", tuple(reversed(printed["CCF"])))
    assert verdicts()[claim] != "replicates"


def test_the_synthetic_world_decides_nothing(stored):
    found = verdicts([record for record in stored if record["problem"] == "synthetic"])
    assert all(found[name] == "no data" for name in MEASURED)


def test_all_but_the_missing_data_are_decided(stored):
    found = verdicts(stored)
    assert {name for name, verdict in found.items() if verdict == "no data"} == WITHOUT_DATA


@pytest.mark.parametrize("rule", ["strict", "cv"])
def test_criteria_that_are_always_right_or_never_change_the_verdicts(stored, rule):
    right, wrong = ([{**r, f"right_{rule}": held * (6 - r["ties"])} for r in stored] for held in (1, 0))
    claim = {"strict": "costs-exact-order", "cv": "costs-cv-share"}[rule]
    assert verdicts(wrong)[claim] == "does not replicate"
    assert (verdicts(right)[claim] == "replicates") == (rule == "strict")


@pytest.mark.parametrize(("claim", "best"), [("costs-rdt-best", "RDT"), ("costs-order-of-learners", "cDT")])
def test_a_learner_that_finds_every_fraud_makes_more_parts_hold(stored, claim, best):
    def held(records):
        return sum(part["holds"] for part in decided(records)[claim].evidence)

    perfect = [{**r, f"truth_{best}": r["possible_target"]} for r in stored]
    ruinous = [{**r, f"truth_{best}": r["truth_bNB"] - 1e6} for r in stored]
    assert held(perfect) > held(stored) >= held(ruinous)


def test_blocks_that_are_alike_are_no_bias(stored):
    assert verdicts([{**r, "shift_auc": 0.5} for r in stored])["costs-time-bias"] == "does not replicate"
