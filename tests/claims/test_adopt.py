"""Older evidence is adopted where a sample of its cells comes out the same, and only there."""

import dataclasses
import functools
import json
import math

import pytest

from shiftlab import experiments
from shiftlab.claims import adopt, check

NAMES = experiments.names()


def adopted(tmp_path, *more):
    return adopt.main(["tiny", "--no-progress", "--out", str(tmp_path / "again"), *more])


def run_of(kept):
    return json.loads(kept.read_text(encoding="utf-8"))["run"]


# What is adopted.


def test_older_evidence_that_comes_out_the_same_is_adopted(older, kept, tiny, tmp_path, capsys):
    before = json.loads(kept.read_text(encoding="utf-8"))
    assert adopted(tmp_path) == 0
    assert capsys.readouterr().out.startswith(
        "tiny: adopted, 10 of 12 cells are the same to the bit; 10 cells computed"
    )
    assert check.findings("tiny") == []
    after = json.loads(kept.read_text(encoding="utf-8"))
    assert (after["columns"], after["rows"]) == (before["columns"], before["rows"])
    note = after["run"]["adopted"]
    assert note.keys() == {"date", "cells", "share", "of", "code", "versions"}
    assert (note["cells"], note["share"], note["of"]) == (10, 0.8333, 12)
    assert note["code"] == after["run"]["code"]["digest"] == tiny.code.digest
    assert after["run"]["code"]["definitions"] == tiny.code.definitions
    assert {"numpy", "shiftlab"} <= note["versions"].keys()
    kept_as_before = before["run"].keys() - {"code", "rows"}
    assert {name: after["run"][name] for name in kept_as_before} == {
        name: before["run"][name] for name in kept_as_before
    }


def test_evidence_from_before_there_were_digests_is_adopted(touched, kept, tmp_path):
    touched(lambda content: [content["run"].pop(name) for name in ("code", "rows")])
    assert adopted(tmp_path) == 0
    assert check.findings("tiny") == []


def test_what_is_by_the_code_beside_it_is_left_alone(kept, tmp_path, capsys):
    before = kept.read_bytes()
    assert adopted(tmp_path) == 0
    assert kept.read_bytes() == before
    assert capsys.readouterr().out == "tiny: the evidence is by the code beside it\n"


def test_finished_cells_are_not_computed_again(older, kept, touched, tmp_path, capsys):
    assert adopted(tmp_path) == 0
    touched(lambda content: content["run"]["code"].update(digest="older"))
    assert adopted(tmp_path) == 0
    assert "0 cells computed, 10 found finished" in capsys.readouterr().out


# What is not.


def test_one_number_that_differs_in_its_last_digit_is_named_and_nothing_is_adopted(touched, kept, tmp_path, capsys):
    def change(content):
        for row in content["rows"]:
            row[-1] *= 1 + 4e-16
        del content["run"]["rows"], content["run"]["code"]

    touched(change)
    before = kept.read_bytes()
    assert adopted(tmp_path) == 1
    assert kept.read_bytes() == before
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == adopt.MOST_NAMED + 2
    assert lines[0].startswith("tiny, ")
    assert ": mean is " in lines[0]
    assert lines[-2].startswith("tiny: not adopted, ")
    assert lines[-2].endswith("e-16 of a number's size")


def test_rounding_is_let_through_only_as_far_as_is_said_and_is_told(touched, kept, tmp_path, capsys):
    def change(content):
        for row in content["rows"][:3]:
            row[-1] *= 1 + 3e-12
        del content["run"]["rows"], content["run"]["code"]

    touched(change)
    assert adopted(tmp_path, "--rounding", "1e-12") == 1
    assert "code" not in run_of(kept)
    assert adopted(tmp_path, "--rounding", "1e-11") == 0
    note = run_of(kept)["adopted"]
    assert 1 <= note["rounded"] <= 3
    assert 2e-12 < note["by"] < 4e-12
    assert f"but for rounding in {note['rounded']} of them, by up to 3e-12" in capsys.readouterr().out


def test_a_world_that_has_changed_is_found(older, kept, tiny, tmp_path, monkeypatch, capsys):
    run = tiny.run

    @functools.wraps(run)
    def moved(settings):
        result = run(settings)
        return dataclasses.replace(result, numbers=result.numbers + 0.1)

    monkeypatch.setitem(vars(tiny), "run", moved)
    assert adopted(tmp_path) == 1
    assert "10 of 10 cells differ" in capsys.readouterr().err
    assert run_of(kept)["code"]["digest"] == "older"


def test_a_number_that_is_new_or_gone_differs(tiny):
    kept = [tiny.record(tiny.run(tiny.settings(seed=seed))) for seed in range(3)]
    new = [dict(record) for record in kept]
    new[1]["median"] = 2.0
    del new[2]["mean"]
    found = list(adopt.differences(tiny, kept, new))
    assert [settings.seed for settings, _ in found] == [1, 2]
    assert [adopt._apart(*numbers[0][1:]) for _, numbers in found] == [(math.inf, math.inf)] * 2
    assert [numbers for _, numbers in found] == [[("median", None, 2.0)], [("mean", kept[2]["mean"], None)]]


def test_edited_or_incomplete_evidence_is_not_adopted(older, touched, kept, tmp_path, capsys):
    touched(lambda content: content["rows"].pop())
    assert adopted(tmp_path) == 1
    assert not (tmp_path / "again").exists()
    said = capsys.readouterr().err
    assert "its rows are others" in said
    assert "has no record of 1 of 12 cells" in said
    assert said.endswith("tiny: run it again in full\n")


def test_code_that_is_edited_meanwhile_is_not_adopted(older, kept, tiny, tmp_path, monkeypatch, capsys):
    edited = {**tiny.code.definitions, "shiftlab.papers.small_paper.tiny.run": "another"}
    monkeypatch.setitem(vars(tiny), "code", tiny.code._replace(digest="mine", definitions=edited))
    before = kept.read_bytes()
    assert adopted(tmp_path) == 2
    assert "changed while tiny ran" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_an_unknown_name_is_one_line(capsys):
    assert adopt.main(["tinny"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# Which cells.


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_every_value_of_every_choice_and_enough_cells(name):
    experiment = experiments.get(name)
    cells, chosen = experiment.cells("full"), adopt.sample(experiment)
    assert set(chosen) <= set(cells)
    assert len(set(chosen)) == len(chosen) >= max(adopt.LEAST, adopt.SHARE * len(cells))
    assert len(chosen) < max(2 * adopt.LEAST, 0.07 * len(cells))
    for field in experiment.fields:
        if field.choices:
            assert {getattr(cell, field.name) for cell in chosen} == {getattr(cell, field.name) for cell in cells}
    assert adopt.sample(experiment) == chosen


def test_a_sample_hangs_on_the_code_and_not_on_the_order_of_the_cells(tiny, monkeypatch):
    cells = tiny.cells("full")
    chosen = adopt.sample(tiny, least=4)
    monkeypatch.setitem(vars(tiny.report), "cells", lambda mode: cells[::-1])
    assert adopt.sample(tiny, least=4) == chosen
    monkeypatch.setitem(vars(tiny), "code", tiny.code._replace(digest="other"))
    assert adopt.sample(tiny, least=4) != chosen
    assert len(adopt.sample(tiny, share=1.0)) == len(cells)


def test_of_cells_that_bring_in_as_much_the_smallest_is_taken(tiny, monkeypatch):
    cells = [tiny.settings(shape=shape, n=n) for shape in ("normal", "uniform") for n in (5, 500, 50)]
    monkeypatch.setitem(vars(tiny.report), "cells", lambda mode: cells)
    chosen = adopt.sample(tiny, least=2)
    assert sorted((cell.shape, cell.n) for cell in chosen) == [("normal", 5), ("uniform", 5)]
