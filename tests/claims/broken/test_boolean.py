"""Broken parts must turn the claims about Boolean variables red: proof that the rules look at what is computed."""

import dataclasses

import numpy as np
import pytest
from broken import decided_by

from shiftlab import experiments
from shiftlab.experiments.sweep import sweep
from shiftlab.papers.reverse_testing.boolean import claims, record, run

experiment = experiments.get("reverse-testing-boolean")
pytestmark = pytest.mark.quick_experiments
#: Those of a quick run, and one whose Q(x) is not uniform.
CELLS = [*experiment.cells("quick"), experiment.settings(k=3, population="any table", draws=2000)]


def summary():
    return experiment.summarise(sweep(experiment, CELLS, progress=False).records)


def everything(rows=None):
    """The claims that these cells are enough for."""
    return decided_by(claims.STATEMENTS, "reverse-testing", {claims.NAME: rows or summary()})


@pytest.fixture(scope="module")
def sound_rows():
    return summary()


@pytest.fixture(scope="module")
def sound(sound_rows):
    return everything(sound_rows)


def test_a_comparison_that_looks_elsewhere_under_q_breaks_what_is_said_of_it(monkeypatch, sound):
    whole = run.implication

    def broken(settings, world, by_x, ratio):
        found = whole(settings, world, by_x, ratio)
        # the estimate further from the truth counts as ahead at every other x
        upside_down = by_x * np.where(np.arange(by_x.shape[1]) % 2, -1, 1)
        return dataclasses.replace(found, under_q=whole(settings, world, upside_down, ratio).under_q)

    monkeypatch.setattr(record, "implication", broken)
    red = everything()
    assert sound["rt-boolean-holds"].verdict == "partly"
    assert red["rt-boolean-holds"].verdict == "does not replicate"


def test_an_antecedent_without_its_weights_would_be_an_identity(monkeypatch, sound):
    whole = run.implication

    def unweighted(settings, world, by_x, ratio):
        return whole(dataclasses.replace(settings, antecedent="simplified"), world, by_x, ratio)

    monkeypatch.setattr(record, "implication", unweighted)
    assert sound["rt-boolean-simplified"].verdict == "does not replicate"
    assert everything()["rt-boolean-simplified"].verdict == "replicates"


def test_estimates_that_change_places_break_the_observations(monkeypatch, sound):
    whole = run.learned

    def broken(settings, world, ratio):
        rows, (a, b) = whole(settings, world, ratio)
        return rows, (1 - a, b)

    monkeypatch.setattr(run, "learned", broken)
    red = everything()
    for name in ("rt-boolean-observation-7-1", "rt-boolean-condition-4-1"):
        assert red[name].evidence != sound[name].evidence


def test_a_bias_that_is_not_skewed_decides_and_other_readings_stand_beside_it(sound):
    parts = sound["rt-boolean-holds"].evidence
    deciding = [part["label"] for part in parts if part["primary"]]
    assert deciding
    assert all("strength 10," in label for label in deciding)
    assert any("strength 1000" in part["label"] for part in parts)
    assert not any("strength 1," in part["label"] or "closer everywhere" in part["label"] for part in parts)


def test_no_estimates_are_counted_once_for_each_bias(sound_rows):
    rows = [row for row in sound_rows if row["quantity"] == "7.2: share" and row["errors"] != "learned"]
    statement = next(s for s in claims.STATEMENTS if s.id == "rt-boolean-observation-7-2")
    parts = list(statement.read({claims.NAME: rows}))
    assert len({(part.row["k"], part.row["error_b"], part.row["population"]) for part in parts}) == len(parts)


def test_few_cells_are_enough_for_all_but_the_contrasts(sound):
    stated = {statement.id for statement in claims.STATEMENTS}
    assert stated - sound.keys() == {"rt-boolean-skewed", "rt-boolean-portion"}
