"""A broken correction must turn claims red: proof that the rules look at what the code computes."""

import pytest

from shiftlab import experiments, posterior
from shiftlab.claims.build import decide
from shiftlab.experiments.sweep import sweep


def verdicts():
    summaries = {}
    for name, enough in (
        ("undersampling", lambda s: s.learner != "forest" and s.bags == 1),
        ("undersampling-real", lambda s: s.learner == "logitboost"),
    ):
        experiment = experiments.get(name)
        cells = [cell for cell in experiment.cells("quick") if enough(cell)]
        summaries[name] = experiment.summarise(sweep(experiment, cells, progress=False).records)
    return {claim.id: claim.verdict for claim in decide(summaries)}


@pytest.fixture(scope="module")
def sound():
    return verdicts()


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
    monkeypatch.setattr(posterior, "corrected_posterior", broken)
    red = verdicts()
    rank = ["does not replicate", "no data", "partly", "replicates"]
    turned = {name for name in red if rank.index(red[name]) < rank.index(sound[name])}
    assert MUST_TURN[broken] <= turned


@pytest.mark.quick_experiments
def test_a_threshold_left_alone_turns_claims_red(monkeypatch, sound):
    monkeypatch.setattr(posterior, "corrected_threshold", lambda tau_s, beta: tau_s)
    red = verdicts()
    for name in ("threshold", "threshold-odds", "g-mean-unchanged", "table-5-g-mean-equal"):
        assert sound[name] == "replicates"
        assert red[name] != "replicates"
