"""``shiftlab present``: which page is opened how, and what is said where it cannot be."""

import argparse
import os

import pytest

from shiftlab import cli
from shiftlab.course.kept import progress
from shiftlab.course.terminal import commands, present


@pytest.fixture
def served(monkeypatch):
    """What would be served: the command, the folder, and what is said in its environment."""
    calls = []
    monkeypatch.setattr(commands, "serve", lambda command, folder, **more: calls.append((command, folder, more)) or 0)
    return calls


def test_a_lesson_is_fetched_and_opened_on_stage_by_a_profile_that_forgets(tmp_path, served, capsys):
    assert cli.main(["present", "2", str(tmp_path), "--no-browser", "--port", "9001"]) == 0
    ((command, folder, more),) = served
    assert folder == tmp_path
    assert more == {"SHIFTLAB_PROFILE": "presenter"}
    assert "--LabApp.default_url=/lab/tree/02_undersampling.ipynb?shiftlab-present=1" in command
    assert {"--no-browser", "--ServerApp.port=9001"} <= {*command}
    assert (tmp_path / "02_undersampling.ipynb").is_file()
    assert "Escape ends it" in capsys.readouterr().out


def test_what_a_presenter_has_written_into_a_lesson_stays(tmp_path, served):
    mine = tmp_path / "02_undersampling.ipynb"
    mine.write_text("mine")
    assert cli.main(["present", "02", str(tmp_path), "--no-browser"]) == 0
    assert mine.read_text() == "mine"


def test_the_size_of_a_projector_goes_to_the_page_and_to_the_browser(tmp_path, served, monkeypatch):
    monkeypatch.setattr(present, "browser", lambda size: f"a browser of {size}")
    assert cli.main(["present", "00", str(tmp_path), "--size", "1280x720"]) == 0
    ((command, _, _),) = served
    assert any(word.endswith("?shiftlab-present=1&shiftlab-size=1280x720") for word in command)
    assert "--ServerApp.browser=a browser of (1280, 720)" in command


@pytest.mark.parametrize(("wanted", "window"), [(None, "--start-fullscreen"), ((1280, 720), "--window-size=1280,720")])
def test_a_browser_that_can_shows_nothing_but_the_page(tmp_path, monkeypatch, wanted, window):
    file = tmp_path / "a browser"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    line = present.browser(wanted, ["no-such-browser", "a browser"])
    assert line == f"'{file}' --new-window {window} --app=%s &"


def test_without_such_a_browser_the_usual_one_is_opened():
    assert present.browser(None, ["no-such-browser"]) is None


@pytest.mark.parametrize("wrong", ["1280", "1280x", "x720", "12x7", "1280*720", "big"])
def test_a_size_that_is_none_is_refused_in_one_sentence(wrong):
    with pytest.raises(argparse.ArgumentTypeError, match="for example 1280x720"):
        present.size(wrong)


def test_an_unknown_lesson_is_refused_before_anything_is_made(tmp_path, served, capsys):
    assert cli.main(["present", "77", str(tmp_path / "course")]) == 2
    assert "There is no lesson '77'" in capsys.readouterr().err
    assert not served
    assert not (tmp_path / "course" / progress.FOLDER).exists()
