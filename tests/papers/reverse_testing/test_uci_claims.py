"""What is claimed of the biased UCI sets: by which reading it is decided, and that it can come out otherwise."""

import dataclasses

import numpy as np
import pytest
from broken import decided_by

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.papers.reverse_testing.uci import cells, claims
from shiftlab.papers.reverse_testing.uci import computed as exact
from shiftlab.papers.reverse_testing.uci.tasks import TASKS
from shiftlab.papers.reverse_testing.uci.world import WORLDS

experiment = experiments.get("reverse-testing")


def decided(summary):
    """Those claims of which the summary has rows."""
    return decided_by(claims.STATEMENTS, "reverse-testing", {claims.NAME: summary})


@pytest.fixture(scope="module")
def kept():
    return experiment.summarise(build.evidence(claims.NAME)["records"])


@pytest.fixture(scope="module")
def found(kept):
    return decided(kept)


def test_every_claim_is_decided_by_the_kept_evidence(found):
    assert set(found) == {statement.id for statement in claims.STATEMENTS}


def test_no_world_of_our_own_decides_or_stands_beside_a_claim_of_the_paper(kept):
    for statement in claims.STATEMENTS:
        for part in statement.read({claims.NAME: kept}):
            assert part.row is None or part.row["problem"] not in WORLDS


def test_the_reading_that_decides_is_the_same_everywhere(kept):
    for statement in claims.STATEMENTS:
        deciding = {
            part.row["reading"] for part in statement.read({claims.NAME: kept}) if part.primary and part.row is not None
        }
        assert deciding <= ({cells.UNBIASED} if "unbiased" in statement.id else {cells.AS_PRINTED})


def test_counts_that_decide_are_those_of_30_and_scaled_ones_stand_beside_them(kept):
    for name in ("rt-right", "rt-errors", "rt-cv-right", "rt-loo-right", "rt-better-than-cv", "rt-better-than-loo"):
        (statement,) = (one for one in claims.STATEMENTS if one.id == name)
        parts = statement.read({claims.NAME: kept})
        assert all("scaled" not in part.row["quantity"] for part in parts if part.primary)
        assert any("scaled" in part.row["quantity"] for part in parts)


def test_one_printed_split_is_asked_for_as_one_draw(kept):
    for name in ("rt-right", "rt-errors", "rt-cv-right", "rt-loo-right", "rt-accuracies", "rt-cv-poor-estimate"):
        (statement,) = (one for one in claims.STATEMENTS if one.id == name)
        assert {part.runs for part in statement.read({claims.NAME: kept})} == {1}


def test_few_are_wrong_and_many_undecided_as_the_claim_on_errors_says(found):
    states = {part["label"].split(",")[0]: part["state"] for part in found["rt-errors"].evidence if part["primary"]}
    assert states == {"undecided": "contradicted", "wrong": "supported"}


def test_pairs_about_which_one_alone_is_right_balance_the_printed_errors():
    assert exact.alone_right("strict", "cv") - exact.alone_right("cv", "strict") == 25 - 17


def test_what_was_dropped_is_stated_no_more_and_its_reason_names_claims_that_are():
    stated = {statement.id for statement in claims.STATEMENTS}
    assert not stated & set(claims.DROPPED)
    for reason in claims.DROPPED.values():
        named = {word.strip(".,:;") for word in reason.split() if word.startswith("rt-")}
        assert named <= stated


# A method as good as the paper says makes its claims replicate, and one that knows nothing does not.


def made_up(right, wrong, cv_right, seeds=60):
    """Splits in which the rules are right and wrong, and their rivals are right, about such shares of the pairs."""
    random, records = np.random.RandomState(0), []
    for seed in range(seeds):
        for name in TASKS:
            ours, not_ours, _ = random.multinomial(6, [right, wrong, max(0.0, 1 - right - wrong)])
            theirs = random.binomial(6, cv_right)
            numbers = {"pairs": 6, "ties": 0, "only strict": 2, "only cv": 0}
            for rule in ("train", "strict", "weak", "sum"):
                numbers |= {f"right {rule}": int(ours), f"wrong {rule}": int(not_ours)}
            for rival in ("cv", "loo"):
                numbers |= {f"right {rival}": theirs, f"wrong {rival}": 6 - theirs}
            records.append({**dataclasses.asdict(cells.of_table(name, cells.AS_PRINTED, seed)), **numbers})
    others = [
        {**record, **dataclasses.asdict(cells.of_table(record["problem"], reading, record["seed"]))}
        for reading in cells.READINGS
        if reading != cells.AS_PRINTED
        for record in records
    ]
    return experiment.summarise(records + others)


def test_a_method_as_good_as_printed_replicates():
    found = decided(made_up(right=25 / 30, wrong=1 / 30, cv_right=17 / 30))
    for name in ("rt-right", "rt-cv-right", "rt-better-than-cv", "rt-mostly-right", "rt-rarely-wrong"):
        assert found[name].verdict == "replicates", name


def test_a_method_that_is_mute_does_not():
    found = decided(made_up(right=0.2, wrong=0.2, cv_right=17 / 30))
    for name in ("rt-right", "rt-better-than-cv", "rt-mostly-right", "rt-rarely-wrong", "rt-rarely-undecided"):
        assert found[name].verdict == "does not replicate", name


def test_cross_validation_that_is_nearly_always_right_contradicts_what_is_said_of_it():
    found = decided(made_up(right=25 / 30, wrong=1 / 30, cv_right=0.95))
    for name in ("rt-cv-right", "rt-cv-not-mostly-right", "rt-better-than-cv"):
        assert found[name].verdict == "does not replicate", name
