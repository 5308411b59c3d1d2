"""Evidence that is by older code, edited or not whole is named, with what changed."""

import pytest

from shiftlab import experiments
from shiftlab.claims import adopt, build, check, parts
from shiftlab.claims.parts import NothingRead
from shiftlab.experiments import controls
from shiftlab.experiments.controls import Control, Outcome

REAL = [name for name in experiments.names() if name in build.with_evidence()]


def test_evidence_by_the_code_beside_it_is_fine(kept, capsys):
    assert check.findings("tiny") == []
    assert check.main([]) == 0
    assert capsys.readouterr().out == "1 experiments: the evidence is by the code beside it\n"


def test_older_code_is_named_by_what_has_changed(older, capsys):
    assert check.findings("tiny") == ["is by older code: since then papers.small_paper.tiny.run changed."]
    assert check.main(["tiny"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "tiny is by older code: since then papers.small_paper.tiny.run changed.\n"
        "1 of 1: run them again, or a sample with make claims-adopt\n"
    )


def test_new_and_unused_definitions_are_told_and_many_are_counted(touched):
    touched(lambda content: content["run"]["code"].update(digest="older", definitions={"shiftlab.gone": "1"}))
    (sentence,) = check.findings("tiny")
    assert "papers.small_paper.tiny.run (new)" in sentence
    assert "gone (no longer used)" in sentence
    many = {f"shiftlab.gone_{number}": "1" for number in range(30)}
    touched(lambda content: content["run"]["code"].update(definitions=many))
    (sentence,) = check.findings("tiny")
    assert sentence.endswith(" more changed.")
    assert sentence.count(", ") == check.MOST_NAMED - 1


def test_evidence_without_a_digest_is_by_older_code(touched):
    touched(lambda content: content["run"].pop("code"))
    assert check.findings("tiny") == ["is by older code, and does not say by which."]


@pytest.mark.parametrize(
    "edit",
    [
        lambda content: content["rows"][3].__setitem__(-1, content["rows"][3][-1] * (1 + 1e-15)),
        lambda content: content["rows"].reverse(),
        lambda content: content["columns"].__setitem__(-1, "means"),
    ],
    ids=["a digit", "the order", "a name"],
)
def test_rows_edited_by_hand_are_found(touched, edit):
    touched(edit)
    assert check.findings("tiny") == ["was changed since its run: its rows are others."]


def test_missing_surplus_and_invalid_records_are_counted(touched):
    def change(content):
        seed, n = content["columns"].index("seed"), content["columns"].index("n")
        content["rows"][0][seed] = 77
        content["rows"][1][n] = -5
        del content["run"]["rows"]

    touched(change)
    invalid, missing, surplus = check.findings("tiny")
    assert invalid.startswith("has 1 records of settings that do not exist, the first: n=-5 does not fit")
    assert missing == "has no record of 2 of 12 cells."
    assert surplus == "has 1 records that are of no cell, or of one that is there twice."


@pytest.mark.parametrize("change", [{"mode": "quick"}, {"overrides": {"center": 2.0}}])
def test_a_run_that_is_not_the_full_one_is_named(touched, change):
    touched(lambda content: content["run"].update(change))
    assert check.findings("tiny") == ["is not of a full run, or some settings were held."]


def test_a_new_cell_is_missed(kept, tiny, monkeypatch):
    cells = tiny.cells("full")
    monkeypatch.setitem(vars(tiny.report), "cells", lambda mode: [*cells, tiny.settings(n=7)])
    assert check.findings("tiny") == ["has no record of 1 of 13 cells."]


def test_an_unknown_name_is_one_line(kept, capsys):
    assert check.main(["tinny"]) == 2
    assert capsys.readouterr().err.startswith("There is no experiment 'tinny' (did you mean 'tiny'?)")


@pytest.mark.parametrize("name", REAL)
def test_a_misspelt_quantity_is_an_error_and_not_silence(name):
    summaries = {name: experiments.get(name).summarise(build.evidence(name)["records"])}
    quantity = summaries[name][0]["quantity"]
    assert parts.rows(name, quantity, "")(summaries)
    with pytest.raises(NothingRead):
        parts.rows(name, f"{quantity} ", "")(summaries)


@pytest.fixture
def control(monkeypatch):
    """The tiny experiment has one control, with this number, which must be at most 1."""

    def has(number):
        one = Control("few", "known answer", "There are few.", lambda: Outcome(number, 1.0))
        monkeypatch.setattr(controls, "controls", lambda name: [one])

    return has


def test_evidence_is_worth_what_its_controls_are(kept, touched, control):
    control(0.5)
    assert check.findings("tiny") == ["was kept without the controls few."]
    touched(lambda content: content["run"].update(controls=controls.outcomes("tiny")))
    assert check.findings("tiny") == []
    control(1.5)
    touched(lambda content: content["run"].update(controls=controls.outcomes("tiny")))
    assert check.findings("tiny") == ["has controls that did not pass: few."]


def test_nothing_is_adopted_while_a_control_fails(kept, control, tmp_path, capsys):
    control(1.5)
    assert not adopt.adopt("tiny", out=tmp_path / "again", progress=False)
    assert capsys.readouterr().err == "tiny: not adopted, these controls did not pass: few\n"
    control(0.5)
    assert adopt.adopt("tiny", out=tmp_path / "again", progress=False)
    assert check.findings("tiny") == []
