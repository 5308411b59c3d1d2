"""Broken parts must turn the claims about Boolean variables red: proof that the rules look at what is computed."""

import dataclasses

import numpy as np
import pytest
from broken import decided, turned

from shiftlab import experiments
from shiftlab.experiments.sweep import sweep
from shiftlab.papers.reverse_testing.boolean import claims, record, run

experiment = experiments.get("reverse-testing-boolean")
pytestmark = pytest.mark.quick_experiments


def everything():
    return decided(claims.STATEMENTS, "reverse-testing", {"reverse-testing-boolean": experiment.cells("quick")})


@pytest.fixture(scope="module")
def sound():
    return everything()


def upside_down(by_x):
    """The estimate further from the truth counts as ahead at every other x."""
    return by_x * np.where(np.arange(by_x.shape[1]) % 2, -1, 1)


def test_a_comparison_that_looks_elsewhere_under_q_breaks_what_is_trivially_true(monkeypatch, sound):
    whole = run.implication

    def broken(settings, world, by_x, ratio):
        found = whole(settings, world, by_x, ratio)
        return dataclasses.replace(found, under_q=whole(settings, world, upside_down(by_x), ratio).under_q)

    monkeypatch.setattr(record, "implication", broken)
    must_turn = {"rt-boolean-no-bias", "rt-boolean-better-everywhere", "rt-boolean-holds-clear"}
    assert must_turn <= turned(everything(), sound)


def test_estimates_that_change_places_break_the_observations(monkeypatch, sound):
    whole = run.learned

    def broken(settings, world, ratio):
        rows, (a, b) = whole(settings, world, ratio)
        return rows, (1 - a, b)

    monkeypatch.setattr(run, "learned", broken)
    red = everything()
    for name in ("rt-boolean-observation-7-1", "rt-boolean-observation-7-2"):
        assert red[name].evidence != sound[name].evidence


def test_normalised_masses_would_make_equation_2_a_distribution(monkeypatch, sound):
    records = sweep(experiment, experiment.cells("quick"), progress=False).records
    summary = experiment.summarise([{**record, "sum of (2)": 1.0} for record in records])
    statement = next(s for s in claims.STATEMENTS if s.id == "rt-boolean-selected-mass")
    assert statement.decide("reverse-testing", {"reverse-testing-boolean": summary}).verdict == "replicates"
    assert sound["rt-boolean-selected-mass"].verdict == "does not replicate"


def test_every_statement_has_evidence_in_a_quick_run_but_for_contrasts(sound):
    without = {name for name, claim in sound.items() if claim.verdict == "no data"}
    assert without == {"rt-boolean-skewed", "rt-boolean-portion"}
