"""The stored claims are complete, decided by their rules, and built from the evidence that is kept."""

import json
from typing import get_args

import pytest

from shiftlab import claims, experiments, papers
from shiftlab.claims import build, pages, words
from shiftlab.claims.check import faults
from shiftlab.claims.statement import Category, Computed

CLAIMS = claims.load()
STATED = {(paper, s.id): s for paper in build.examined() for s in build.statements()[paper]}


def test_every_statement_is_there_once():
    assert [(claim.paper, claim.id) for claim in CLAIMS] == list(STATED)
    assert len(STATED) == sum(len(build.statements()[paper]) for paper in build.examined())


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_says_all_that_a_reader_needs(claim):
    assert claim.verdict in words.VERDICTS
    assert claim.kind in {"exact", "measured"}
    assert claim.category in get_args(Category)
    assert claim.place
    assert claim.statement.endswith(".")
    assert claim.rule
    assert claim.unit
    assert {name for _, _, name in words.MARKS} == claim.certainty.keys()
    assert claim.experiment in experiments.names()
    fields = {field.name for name in experiments.names() for field in experiments.get(name).fields}
    assert set(claim.settings) <= fields


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_verdict_is_what_the_parts_say_that_decide(claim):
    found = {state for state, times in words.tally(claim.evidence).items() if times}
    if STATED[claim.paper, claim.id].missing:
        assert claim.verdict == "no data"  # by declaration, and in no other way
    elif {"supported", "contradicted"} <= found and claim.kind == "measured":
        assert claim.verdict == "partly"
    elif "contradicted" in found:
        assert claim.verdict == "does not replicate"
    else:
        assert claim.verdict in {"replicates", "inconclusive"}
        assert found == {"supported"} or claim.kind == "measured"


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.kind == "measured"], ids=lambda claim: claim.id)
def test_measured_evidence_has_intervals_and_repetitions(claim):
    assert claim.repetitions > 1 or claim.verdict == "no data"
    for part in claim.evidence:
        if "interval" in part:
            low, high = part["interval"]
            assert low <= part["value"] <= high
        else:
            assert part["state"] == "undecided"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_only_what_was_read_is_said_to_be_evidence(claim):
    computed = isinstance(STATED[claim.paper, claim.id], Computed)
    assert not (computed and (claim.evidence_id or claim.settings))
    assert computed or claim.evidence_id or claim.verdict == "no data"


@pytest.mark.parametrize("paper", build.examined())
def test_a_paper_is_known_for_five_to_eight_conclusions(paper):
    headlines = [claim for claim in claims.load(paper) if claim.headline]
    assert 5 <= len(headlines) <= 8
    assert {claim.category for claim in headlines} == {"re-run"}  # a formula is no conclusion that can be run again
    assert all(claim.paper_says for claim in headlines)


def test_a_paper_of_which_an_experiment_has_not_been_run_is_not_shown(monkeypatch, tmp_path):
    assert "kmm" in build.examined()
    kept = papers.evidence
    monkeypatch.setattr(papers, "evidence", lambda name: tmp_path / "none" if name == "kmm-selection" else kept(name))
    assert "kmm" not in build.examined()
    assert len(build.examined()) > 1
    assert build.statements()["kmm"]


def test_an_unknown_paper_is_one_sentence():
    with pytest.raises(ValueError, match=r"^There are no claims of a paper 'kafka'; there are those of undersampling"):
        claims.load("kafka")


@pytest.fixture(scope="module")
def contents():
    """All files as the kept evidence gives them: seconds."""
    return build.contents()


@pytest.mark.same_bits
def test_claims_files_are_what_the_evidence_gives(contents, monkeypatch):
    monkeypatch.setattr(build, "contents", lambda: contents)
    assert build.main(["--check"]) == 0


def test_a_typed_verdict_is_noticed(contents, tmp_path, monkeypatch, capsys):
    document = json.loads(build.CLAIMS_JSON.read_text(encoding="utf-8"))
    document["claims"][0]["verdict"] = "does not replicate"
    forged = tmp_path / "claims.json"
    forged.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    others = {path: text for path, text in contents.items() if path != build.CLAIMS_JSON}
    monkeypatch.setattr(build, "contents", lambda: {**others, forged: contents[build.CLAIMS_JSON]})
    assert build.main(["--check"]) == 1
    assert "claims.json" in capsys.readouterr().err


def test_the_front_page_is_read_in_one_sitting():
    assert len((build.CHECKOUT / pages.FRONT).read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("name", sorted({c.experiment for c in CLAIMS}))
def test_evidence_covers_every_cell_of_the_full_run_with_its_provenance(name):
    kept, experiment = build.evidence(name), experiments.get(name)
    assert list(faults(experiment, kept)) == []
    run = kept["run"]
    assert {"python", "numpy", "scikit-learn", "shiftlab"} <= run["versions"].keys()
    assert run["cell_seconds"] > 0
    assert run["machine"]["cores"] > 0


def test_building_from_an_empty_folder_is_one_sentence(tmp_path, capsys):
    assert build.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
