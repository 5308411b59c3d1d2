"""What becomes of a finished run: evidence in the package, and the files that are built from it."""

import json
from types import SimpleNamespace

import pytest

from shiftlab import papers
from shiftlab.claims import build, parts
from shiftlab.claims.evidence import Part
from shiftlab.claims.parts import NothingRead
from shiftlab.claims.rules import AtMost, MeasuredAbove
from shiftlab.claims.statement import Computed, Measured


@pytest.fixture
def evidence(tmp_path, monkeypatch):
    folder = tmp_path / "evidence"
    folder.mkdir()
    monkeypatch.setattr(papers, "evidence", lambda name: folder / f"{name}.json")
    return folder


def finished_run(results, name, **record):
    run = results / name / "full"
    run.mkdir(parents=True)
    (run / "run.json").write_text(json.dumps({"mode": "full"}))
    (run / "records.json").write_text(json.dumps([record]))


def test_a_finished_run_becomes_evidence(tmp_path, evidence):
    finished_run(tmp_path / "results", "undersampling", mu=3.0, brier=0.1)
    assert build.keep_evidence(tmp_path / "results") == ["undersampling"]
    assert build.evidence("undersampling") == {"run": {"mode": "full"}, "records": [{"mu": 3.0, "brier": 0.1}]}


def test_the_definitions_behind_a_run_stay_in_the_evidence(kept, tiny, monkeypatch):
    monkeypatch.setattr(build, "findings", lambda summaries: [])
    monkeypatch.setattr(build.pages, "written", lambda *found: {})
    (run,) = json.loads(build.contents()[build.CLAIMS_JSON])["runs"].values()
    assert run == {**build.evidence("tiny")["run"], "code": tiny.code.digest}


def test_the_evidence_of_what_was_not_run_stays(tmp_path, evidence):
    finished_run(tmp_path / "first", "undersampling", mu=3.0)
    finished_run(tmp_path / "second", "bias-kinds", strength=0.5)
    build.keep_evidence(tmp_path / "first")
    assert build.keep_evidence(tmp_path / "second") == ["bias-kinds"]
    assert build.evidence("undersampling")["records"] == [{"mu": 3.0}]


def test_a_folder_without_any_finished_run_is_refused(tmp_path, evidence):
    (tmp_path / "undersampling" / "full").mkdir(parents=True)
    with pytest.raises(FileNotFoundError, match="holds no finished full run"):
        build.keep_evidence(tmp_path)
    assert not list(evidence.iterdir())


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout in which a page, a picture and the front page are written."""
    places = ("CLAIMS.md", "docs/claims/kmm.md", "docs/claims/figures/kmm-one.svg")
    monkeypatch.setattr(build, "CHECKOUT", tmp_path)
    monkeypatch.setattr(build, "contents", lambda: {tmp_path / place: f"{place}\n" for place in places})
    assert build.main([]) == 0
    return tmp_path


def test_what_was_written_is_in_step(checkout):
    assert (checkout / "docs/claims/kmm.md").read_text() == "docs/claims/kmm.md\n"
    assert build.main(["--check"]) == 0


@pytest.mark.parametrize("place", ["CLAIMS.md", "docs/claims/kmm.md", "docs/claims/figures/kmm-one.svg"])
@pytest.mark.parametrize("change", [lambda path: path.write_text("typed"), lambda path: path.unlink()])
def test_a_stale_or_missing_file_is_named(checkout, capsys, place, change):
    change(checkout / place)
    assert build.main(["--check"]) == 1
    said = capsys.readouterr().err
    assert said == f"{place.rpartition('/')[2]} not what the evidence gives: run make claims-files\n"
    assert build.main([]) == 0
    assert build.main(["--check"]) == 0


def test_what_is_not_written_any_more_is_stale_and_goes(checkout, capsys):
    old = checkout / "docs/claims/figures/kmm-old.svg"
    old.write_text("of a claim that is gone")
    assert build.main(["--check"]) == 1
    assert capsys.readouterr().err == "kmm-old.svg left over: run make claims-files\n"
    assert old.exists()
    assert build.main([]) == 0
    assert not old.exists()


def a_room(monkeypatch, **attributes):
    """The only claims there are: those of one room."""
    monkeypatch.setattr(
        build, "_claimed", lambda: [("kmm", "kmm-selection", SimpleNamespace(STATEMENTS=[], **attributes))]
    )


def test_what_is_dropped_is_collected_by_paper(monkeypatch):
    a_room(monkeypatch, DROPPED={"one": "It cannot fail.", "undersampling/two": "It repeats three."})
    gone = build.dropped()
    assert gone["kmm"] == {"one": "It cannot fail."}
    assert gone["undersampling"] == {"two": "It repeats three."}


def test_a_room_need_not_have_dropped_anything(monkeypatch):
    a_room(monkeypatch)
    assert set(build.dropped()) == set(build.titles())
    assert not any(build.dropped().values())


def test_a_quantity_that_no_summary_has_is_no_verdict(monkeypatch):
    asks = Measured("one", "1", "It is so.", MeasuredAbove(), parts.rows("kmm", "typo", "x"), "kmm")
    follows = Computed("two", "1", "It is so.", AtMost(1), lambda summaries: [Part("x", 1.0)], "kmm")
    monkeypatch.setattr(
        build, "_claimed", lambda: [("kmm", "kmm-selection", SimpleNamespace(STATEMENTS=[asks, follows]))]
    )
    with pytest.raises(NothingRead, match="has no quantity 'typo'"):
        list(build.decide({}))
    assert [claim.id for claim in build.decide({}, partial=True)] == ["two"]
