"""What is decided from the kept evidence, and a broken rival: the summary looks at what the code computes."""

import numpy as np
import pytest

from shiftlab import experiments
from shiftlab.claims import build
from shiftlab.experiments.sweep import sweep
from shiftlab.papers.discriminative.comparison import methods
from shiftlab.papers.discriminative.comparison.claims import NAME, STATEMENTS
from shiftlab.papers.discriminative.comparison.tuning import FIELDS

experiment = experiments.get("discriminative")


@pytest.fixture(scope="module")
def claims():
    summaries = {NAME: experiment.summarise(build.evidence(NAME)["records"])}
    return {statement.id: statement.decide("discriminative", summaries) for statement in STATEMENTS}


def test_what_is_measured_on_stand_ins_has_no_verdict_and_is_shown(claims):
    for name, claim in claims.items():
        assert (claim.verdict == "no data") == name.startswith(("spam", "text")), name
        assert claim.evidence, name
        assert (claim.data == "stand-in") == (not name.startswith("landmine")), name


def test_intervals_of_stand_ins_are_over_their_targets(claims):
    for name, targets in (("spam", 9), ("text", 3)):
        several = [claim for claim in claims.values() if claim.id.startswith(name)]
        assert {part["n"] for claim in several for part in claim.evidence} == {targets}
        assert {claim.repetitions for claim in several} == {targets}


def test_tuned_parameters_decide_and_on_mine_fields_those_that_were_not_tuned_on(claims):
    for claim in claims.values():
        for part in claim.evidence:
            if part["primary"]:
                assert ", tuned" in part["label"]
    others = 29 - len(FIELDS)
    for name in ("landmine-integrated-outperforms", "landmine-kmm-improves", "landmine-kmm-no-difference"):
        assert {part["n"] for part in claims[name].evidence if part["primary"]} == {others * (others - 1)}
        assert claims[name].data == "subset"


def test_equal_areas_of_mine_fields_are_not_shown_by_few_of_them(claims):
    """An interval that has 0 in it says nothing: it has to lie within the margin."""
    claim = claims["landmine-kmm-no-difference"]
    for part in claim.evidence:
        low, high = part["interval"]
        assert (part["state"] == "supported") == (low >= -0.01 and high <= 0.01)


@pytest.mark.quick_experiments
def test_inverted_weights_of_a_rival_turn_a_measured_difference(monkeypatch):
    cells = [experiment.settings(shift=2.0, n_target=128, trials=20)]
    right = experiment.summarise(sweep(experiment, cells, progress=False).records)
    monkeypatch.setitem(methods.WEIGHTS, "two_stage", inverted)
    wrong = experiment.summarise(sweep(experiment, cells, progress=False).records)

    def gain(summary):
        return next(row["mean"] for row in summary if row["quantity"] == "auc two_stage - iid")

    assert gain(right) > 0 > gain(wrong)


def inverted(stage, choice):
    source, _ = stage.coordinates
    return np.exp(source @ stage.discriminator(choice.sigma_v).v)
