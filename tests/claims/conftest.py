"""What tests of kept evidence share."""

import json

import pytest

from shiftlab import papers
from shiftlab.claims import build
from shiftlab.experiments.reproduce import reproduce


@pytest.fixture
def kept(tiny, tmp_path, monkeypatch):
    """The evidence of a full run of the tiny experiment, in a file of its own: where it is."""
    path = tmp_path / "tiny.json"
    monkeypatch.setattr(papers, "evidence", lambda name: path)
    monkeypatch.setitem(vars(tiny), "presets", {})  # no pictures
    reproduce(tiny, mode="full", out=tmp_path / "first", progress=False, say=lambda text: None)
    monkeypatch.setattr(build, "with_evidence", lambda: ["tiny"])
    build.keep_evidence(tmp_path / "first")
    return path


@pytest.fixture
def touched(kept):
    """Change the evidence by hand: call with a function of its content."""

    def touch(change):
        content = json.loads(kept.read_text(encoding="utf-8"))
        change(content)
        kept.write_text(json.dumps(content), encoding="utf-8")
        return content

    return touch


@pytest.fixture
def older(touched):
    """Evidence by code that has changed since, in one definition."""

    def change(content):
        content["run"]["code"]["digest"] = "older"
        content["run"]["code"]["definitions"]["shiftlab.papers.small_paper.tiny.run"] = "another"

    return touched(change)
