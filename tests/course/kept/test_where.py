"""Where a student stopped."""

import json

import pytest

from shiftlab.course.kept import where
from shiftlab.course.terminal import workspace


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ("SHIFTLAB_STRICT", "SHIFTLAB_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    workspace.prepare(tmp_path)
    return tmp_path


def test_the_place_that_was_kept_last_is_read(folder):
    assert where.read(folder) is None
    where.note(folder, "00", "a", 3)
    where.note(folder, "0", "b", 5)
    found = where.read(folder)
    assert (found["number"], found["file"], found["cell"], found["index"]) == ("00", "00_start_here.ipynb", "b", 5)


def test_a_presenter_is_nowhere(folder, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_PROFILE", "presenter")
    where.note(folder, "00", "a", 3)
    assert where.read(folder) is None
    assert not (folder / ".shiftlab" / where.FILE).exists()


@pytest.mark.parametrize(
    "kept", ["", "[]", "{}", '{"number": "77", "cell": "a", "index": 1}', '{"number": "00", "cell": "a", "index": "x"}']
)
def test_what_cannot_be_gone_to_is_no_place(folder, kept):
    (folder / ".shiftlab" / where.FILE).write_text(kept)
    assert where.read(folder) is None


def test_a_lesson_that_is_gone_is_no_place(folder):
    where.note(folder, "00", "a", 3)
    (folder / "00_start_here.ipynb").unlink()
    assert where.read(folder) is None
    assert json.loads((folder / ".shiftlab" / where.FILE).read_text())["number"] == "00"


def test_an_unknown_lesson_is_one_sentence(folder, one_sentence):
    assert "There is no lesson '77'" in one_sentence(where.note, folder, "77", "a", 0)
