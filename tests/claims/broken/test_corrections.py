"""A broken correction must turn claims red: proof that the rules look at what the code computes."""

import pytest
from broken import decided, turned

from shiftlab import experiments, posterior
from shiftlab.papers.undersampling.gaussians.claims import STATEMENTS as ON_GAUSSIANS
from shiftlab.papers.undersampling.real.claims import STATEMENTS as ON_REAL_ROWS


def cells():
    gaussians = [cell for cell in experiments.get("undersampling").cells("quick") if cell.learner != "forest"]
    real = [cell.changed(folds=3, levels=2, trees=10) for cell in experiments.get("undersampling-real").cells("quick")]
    return {"undersampling": [cell for cell in gaussians if cell.bags == 1], "undersampling-real": real}


def everything():
    """The claims that these cells decide: not those of all data sets, or of several undersamples."""
    return decided(ON_GAUSSIANS + ON_REAL_ROWS, "undersampling", cells())


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
    for name in ("threshold", "threshold-odds", "g-mean-unchanged"):
        assert sound[name].verdict == "replicates"
        assert red[name].verdict != "replicates"
