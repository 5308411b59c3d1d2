"""What becomes of a finished run: evidence in the package."""

import json

import pytest

from shiftlab import papers
from shiftlab.claims import build


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
