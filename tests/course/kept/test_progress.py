"""The record of progress: kept whole, never in the way."""

import json
import os
import subprocess
import sys
import time

import pytest

from shiftlab import course
from shiftlab.course import registry
from shiftlab.course.kept import progress, reports
from shiftlab.course.kept.progress import Progress, empty
from shiftlab.support import files


def count(entry):
    entry["tries"] = entry.get("tries", 0) + 1


@pytest.fixture
def said():
    return []


def test_it_is_kept_in_the_folder(tmp_path, said):
    Progress(tmp_path, in_memory=False, say=said.append).exercise("a", count)
    kept = json.loads((tmp_path / ".shiftlab" / "progress.json").read_text())
    assert kept == {**empty(), "exercises": {"a": {"tries": 1}}}
    assert [path.name for path in (tmp_path / ".shiftlab").iterdir()] == ["progress.json"]
    assert not said


def test_reading_makes_nothing(tmp_path):
    assert Progress(tmp_path, in_memory=False).read() == empty()
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"version": 3, "exercises": {}, "predictions": {}}',
        b'{"version": 2, "exercises": {}, "predictions": {}}',
        b'{"version": 1, "exercises": {}, "predictions": {"a": {"choices": 3}}}',
        b'{"version": 1, "exercises": []}',
        b'{"version": 1, "exercises": {"a": 3}, "predictions": {}}',
        b'{"version": 1, "exercises": {"a": {"hints": "many"}}, "predictions": {}}',
    ],
)
def test_a_broken_file_is_put_aside_and_said_so(tmp_path, said, content):
    file = tmp_path / ".shiftlab" / "progress.json"
    file.parent.mkdir()
    file.write_bytes(content)
    record = Progress(tmp_path, in_memory=False, say=said.append)
    record.exercise("a", count)
    (aside,) = file.parent.glob("progress.broken-*.json")
    assert aside.read_bytes() == content
    assert record.read()["exercises"] == {"a": {"tries": 1}}
    assert len(said) == 1
    assert aside.name in said[0]
    assert "\n" not in said[0]


def test_two_broken_files_in_one_second_are_both_kept(tmp_path, said):
    file = tmp_path / ".shiftlab" / "progress.json"
    file.parent.mkdir()
    for content in ("first", "second"):
        file.write_text(content)
        Progress(tmp_path, in_memory=False, say=said.append).read()
    assert {path.read_text() for path in file.parent.glob("*broken*")} == {"first", "second"}


def test_a_record_of_the_first_version_loses_nothing(tmp_path, said):
    file = tmp_path / ".shiftlab" / "progress.json"
    file.parent.mkdir()
    exercises = {"02-posterior": {"tries": 3, "hints": 2, "solved": True, "solution_seen": True, "last": "correct"}}
    old = {"up": {"choices": ["up", "down"], "revealed": True}, "open": {"choices": ["no"]}, "none": {}}
    file.write_text(json.dumps({"version": 1, "exercises": exercises, "predictions": old}))
    record = Progress(tmp_path, in_memory=False, say=said.append)
    record.exercise("a", count)
    now = json.loads(file.read_text())
    assert now["version"] == 2
    assert now["exercises"] == {**exercises, "a": {"tries": 1}}
    assert [one["choice"] for one in now["predictions"]["up"]["tries"]] == ["up", "down"]
    assert now["predictions"]["up"]["revealed"] is True
    assert [one["choice"] for one in now["predictions"]["open"]["tries"]] == ["no"]
    assert not said


class TestForgetting:
    def test_only_what_was_said_to_these_predictions_goes(self, tmp_path):
        record = Progress(tmp_path, in_memory=False)
        for id in ("a", "b", "c"):
            record.prediction(id, lambda entry: entry.update(tries=[{"choice": "x"}]))
        record.exercise("a", count)
        assert record.forget_predictions(["a", "b", "never"]) == 2
        assert [*record.read()["predictions"]] == ["c"]
        assert record.read()["exercises"] == {"a": {"tries": 1}}

    def test_where_there_is_nothing_nothing_is_written(self, tmp_path):
        assert Progress(tmp_path, in_memory=False).forget_predictions(["a"]) == 0
        assert not (tmp_path / ".shiftlab" / "progress.json").exists()


class TestReadOnly:
    @pytest.fixture(params=["write", "folder"])
    def record(self, request, tmp_path, monkeypatch, said):
        if request.param == "write":

            def refuse(*_):
                raise PermissionError(13, "Permission denied")

            monkeypatch.setattr(files, "write_json", refuse)
        else:
            (tmp_path / ".shiftlab").write_text("a file where the folder should be")
        return Progress(tmp_path, in_memory=False, say=said.append)

    def test_it_works_in_memory_and_says_so_once(self, record, said):
        for _ in range(3):
            record.exercise("a", count)
        assert record.read()["exercises"]["a"]["tries"] == 3
        assert len(said) == 1
        assert said[0].startswith("Your progress cannot be kept in this folder")

    def test_what_was_kept_before_is_still_known(self, tmp_path, monkeypatch, said):
        Progress(tmp_path, in_memory=False).exercise("a", count)
        monkeypatch.setattr(files, "write_json", lambda *_: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
        record = Progress(tmp_path, in_memory=False, say=said.append)
        record.exercise("b", count)
        assert set(record.read()["exercises"]) == {"a", "b"}


class TestStrict:
    @pytest.fixture(autouse=True)
    def strict(self, desk, monkeypatch):
        monkeypatch.setenv("SHIFTLAB_STRICT", "1")

    def test_nothing_is_written(self, desk):
        course.hint("02-posterior")
        course.predict("02-drift", "up")
        course.check("02-posterior", lambda p, beta: p)
        assert not [*desk.iterdir()]

    def test_what_an_earlier_session_left_changes_nothing(self, desk, monkeypatch, another_session):
        monkeypatch.delenv("SHIFTLAB_STRICT")
        course.hint("02-posterior")
        course.predict("02-drift", "up")
        monkeypatch.setenv("SHIFTLAB_STRICT", "1")
        another_session()
        assert "Hint 1 of 3" in repr(course.hint("02-posterior"))
        assert "Hint 2 of 3" in repr(course.hint("02-posterior"))
        assert "Predict first" in repr(course.predict("02-drift"))


def test_notebooks_that_write_at_once_lose_nothing(tmp_path):
    code = (
        "import sys; from pathlib import Path; from shiftlab.course.kept.progress import Progress\n"
        "record = Progress(Path(sys.argv[1]), in_memory=False)\n"
        "for k in range(25): record.exercise('a', lambda e: e.update(tries=e.get('tries', 0) + 1))"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert Progress(tmp_path, in_memory=False).read()["exercises"]["a"]["tries"] == 75


def test_a_lock_that_a_killed_notebook_left_is_broken(tmp_path):
    lock = tmp_path / ".shiftlab" / progress.LOCK
    lock.parent.mkdir()
    lock.touch()
    old = time.time() - 60
    os.utime(lock, (old, old))
    Progress(tmp_path, in_memory=False).exercise("a", count)
    assert Progress(tmp_path, in_memory=False).read()["exercises"]
    assert not lock.exists()


def test_changing_the_folder_in_a_notebook_does_not_lose_the_record(desk, tmp_path_factory, monkeypatch):
    course.hint("00-first")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert "Hint 2" in repr(course.hint("00-first"))


def test_checks_are_counted_and_solved_stays_solved(kept):
    wrong, right = (lambda p, beta: p), (lambda p, beta: p / (p + beta * (1 - p)))
    for answer in (None, wrong, right, wrong):
        course.check("02-posterior", answer)
    entry = kept()["exercises"]["02-posterior"]
    assert (entry["tries"], entry["solved"]) == (3, True)
    assert [one["kind"] for one in entry["answers"]] == ["wrong", "correct", "wrong"]
    assert [one["misconception"] for one in entry["answers"]] == ["nothing changes", None, "nothing changes"]
    assert all(one["time"] for one in entry["answers"])


def test_the_report_has_outcomes_hints_and_predictions(kept):
    course.check("02-posterior", lambda p, beta: p)
    course.hint("02-posterior")
    course.check("00-first", lambda a, b, beta: a / (a + beta * b))
    course.solution("02-judge")
    course.predict("02-drift", "up", sure="certain")
    course.predict("03-worth", registry.prediction("03-worth").answer)
    course.reveal("03-worth")
    course.again("03-worth", registry.prediction("03-worth").answer, sure="certain")
    course.look("01-twins")
    lines = {line.split()[0]: line for line in reports.text(kept()).splitlines() if line}
    told = registry.lessons().values()
    exercises, predictions = (sum(len(getattr(one, name)) for one in told) for name in ("exercises", "predictions"))
    assert lines["1"].startswith(f"1 of {exercises} exercises solved, 2 of {predictions} predictions made.")
    assert lines["02-posterior"].endswith("not yet right, 1 try, 1 hint, last: nothing changes")
    assert lines["00-first"].endswith("solved, 1 try")
    assert lines["02-judge"].endswith("not attempted, solution seen")
    assert lines["02-drift"].endswith("predicted up (certain), not yet revealed")
    right = registry.prediction("03-worth").answer
    assert lines["03-worth"].endswith(f"predicted {right}: so it is; at the end {right} (certain)")
    assert lines["01-twins"].endswith("looked without predicting")
    assert f"1 of {exercises}" in repr(course.report())
