"""A broken correction must turn claims red: proof that the rules look at what the code computes."""

import pytest
from broken import summaries, turned

from shiftlab import experiments, posterior
from shiftlab.claims.build import decide


def everything():
    enough = {
        "undersampling": lambda s: s.learner != "forest" and s.bags == 1,
        "undersampling-real": lambda s: s.learner == "logitboost",
    }
    cells = {name: list(filter(chosen, experiments.get(name).cells("quick"))) for name, chosen in enough.items()}
    return {claim.id: claim for claim in decide(summaries(cells))}


@pytest.fixture(scope="module")
def sound():
    return everything()


def left_out(p_s, beta):
    return p_s


def beta_inverted(p_s, beta):
    return p_s / (p_s + beta * (1 - p_s))


MUST_TURN = {
    left_out: {
        "inverse",
        "saerens",
        "elkan",
        "figure-4",
        "g-mean-unchanged",
        "calibration-regained",
        "table-5-g-mean-equal",
        "table-5-brier-corrected",
    },
    beta_inverted: {
        "inverse",
        "saerens",
        "elkan",
        "figure-4",
        "slopes",
        "g-mean-unchanged",
        "calibration-regained",
        "table-5-g-mean-equal",
        "table-5-brier-corrected",
    },
}


@pytest.mark.quick_experiments
@pytest.mark.parametrize("broken", MUST_TURN, ids=lambda broken: broken.__name__)
def test_a_broken_correction_turns_claims_red(monkeypatch, sound, broken):
    # the threshold stays right: broken in the same way it would hide what the correction does to decisions
    monkeypatch.setattr(posterior, "corrected_threshold", posterior.corrected_posterior)
    monkeypatch.setattr(posterior, "corrected_posterior", broken)
    assert MUST_TURN[broken] <= turned(everything(), sound)


@pytest.mark.quick_experiments
def test_a_threshold_left_alone_turns_claims_red(monkeypatch, sound):
    monkeypatch.setattr(posterior, "corrected_threshold", lambda tau_s, beta: tau_s)
    red = everything()
    for name in ("threshold", "threshold-odds", "g-mean-unchanged", "table-5-g-mean-equal"):
        assert sound[name].verdict == "replicates"
        assert red[name].verdict != "replicates"
