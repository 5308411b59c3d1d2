"""The stored claims are complete, decided by their rules, and built from the evidence that is kept."""

import json
from collections import Counter

import pytest

from shiftlab import claims, experiments
from shiftlab.claims import build
from shiftlab.claims.build import decide
from shiftlab.experiments.settings import from_dict

CLAIMS = claims.load()
VERDICTS = {"replicates", "partly", "does not replicate", "no data"}


def test_every_statement_is_there_once():
    stated = [(name, s.id) for name, several in build.statements().items() for s in several]
    assert [(claim.paper, claim.id) for claim in CLAIMS] == stated
    assert len(set(stated)) == len(stated)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_says_all_that_a_reader_needs(claim):
    assert claim.verdict in VERDICTS
    assert claim.kind in {"exact", "measured"}
    assert claim.place
    assert claim.statement.endswith(".")
    assert claim.rule
    assert claim.experiment in experiments.names()
    fields = {field.name for field in experiments.get(claim.experiment).fields}
    assert set(claim.settings) <= fields
    held = [part["holds"] for part in claim.evidence]
    expected = "no data" if not held else "replicates" if all(held) else "partly" if any(held) else "does not replicate"
    assert claim.verdict == expected


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.kind == "measured"], ids=lambda claim: claim.id)
def test_measured_evidence_has_intervals_and_repetitions(claim):
    assert claim.repetitions > 1 or claim.verdict == "no data" or "p-value" in claim.statement
    for part in claim.evidence:
        if part["n"] > 1:
            low, high = part["interval"]
            assert low <= part["value"] <= high


@pytest.mark.parametrize("paper", build.titles())
def test_at_least_fifteen_claims_of_a_paper_are_decided(paper):
    verdicts = Counter(claim.verdict for claim in claims.load(paper))
    assert sum(verdicts.values()) - verdicts["no data"] >= 15


def test_an_unknown_paper_is_one_sentence():
    with pytest.raises(ValueError, match=r"^There are no claims of a paper 'kafka'; there are those of undersampling"):
        claims.load("kafka")


@pytest.fixture(scope="module")
def summaries():
    """Of all the evidence that is kept: seconds."""
    return build.summaries()


@pytest.mark.same_bits
def test_claims_files_are_what_the_evidence_gives(summaries, monkeypatch):
    monkeypatch.setattr(build, "summaries", lambda: summaries)
    assert build.main(["--check"]) == 0


def test_a_typed_verdict_is_noticed(summaries, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build, "summaries", lambda: summaries)
    document = json.loads(build.CLAIMS_JSON.read_text(encoding="utf-8"))
    document["claims"][0]["verdict"] = "does not replicate"
    forged = tmp_path / "claims.json"
    forged.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    monkeypatch.setattr(build, "CLAIMS_JSON", forged)
    assert build.main(["--check"]) == 1
    assert "claims.json" in capsys.readouterr().err


def test_without_evidence_measured_claims_have_no_data():
    undecided = [claim for claim in decide({}) if claim.kind == "measured"]
    assert undecided
    assert {claim.verdict for claim in undecided} == {"no data"}


@pytest.mark.parametrize("name", sorted({c.experiment for c in CLAIMS}))
def test_evidence_covers_every_cell_of_the_full_run_with_its_provenance(name):
    kept, experiment = build.evidence(name), experiments.get(name)
    fields = [field.name for field in experiment.fields]
    recorded = [
        from_dict(experiment.Settings, {field: record[field] for field in fields}) for record in kept["records"]
    ]
    assert recorded == experiment.cells("full")
    run = kept["run"]
    assert run["mode"] == "full"
    assert run["overrides"] == {}
    assert {"python", "numpy", "scikit-learn", "shiftlab"} <= run["versions"].keys()
    assert run["cell_seconds"] > 0
    assert run["machine"]["cores"] > 0


def test_building_from_an_empty_folder_is_one_sentence(tmp_path, capsys):
    assert build.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
